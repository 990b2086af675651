package review

import (
	"bytes"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/cql"
	"widerow/cql/compare"
	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/diff"
	"widerow/model/discussion"
	"widerow/model/edit"
	"widerow/store"
)

// A form of the details that suggests its changes has, beside the names in edit.go:
//
//	suggest  "1"
//	why      Markdown
//
// Suggest adds a comment with what the form would change. The model stays as it is.
func (s *Feature) Suggest(c echo.Context, form *submission.Form) error {
	ctx, author := c.Request().Context(), s.Visitor(c)
	head, err := s.Head(ctx, feature.ModelID(c))
	if err != nil {
		return err
	}
	if err := s.Editable(ctx, feature.ModelID(c)); err != nil {
		return err
	}
	after, _, err := form.CarryOut(head.Model, s.IDsOf(feature.Operation(c)))
	if err != nil {
		return s.Refused(c, form, head, err)
	}
	cql.FollowRenames(head.Model, after)
	suggestion, about, err := newSuggestion(head.Model, after, form.View.Select)
	var thread model.ID
	if err == nil {
		err = s.discuss(c, func(before *discussion.Discussion, ids model.IDs) (*discussion.Discussion, string, error) {
			thread = ids.New()
			comment := discussion.NewComment{ID: ids.New(), By: discussion.Person(author), At: s.Now(),
				Text: submission.NormalLines(form.Values.Get("why")), Suggestion: suggestion}
			after, err := before.OpenThread(thread, about, comment)
			return after, "suggested a change of " + about.Words, err
		})
	}
	var problem *model.Rejected
	if errors.As(err, &problem) {
		return s.Refused(c, form, head, &edit.InvalidError{Problems: []model.Problem{{Message: problem.Message}}})
	}
	if err != nil {
		return err
	}
	form.View.Suggest = false
	if !feature.Enhanced(c) {
		return c.Redirect(http.StatusSeeOther, string(s.URL().Tab(form.View))+"#thread-"+url.PathEscape(string(thread)))
	}
	return s.Edited(c, form.View, head, &feature.Answer{Done: "suggested: " + strings.Join(suggestion.Changes, ", ")})
}

// newSuggestion returns what a form suggests, and its anchor: the one element that
// changes, or else the selected one.
func newSuggestion(before, after *model.Model, selected model.ID) (*discussion.Suggestion, discussion.About, error) {
	patch, err := diff.Between(before, after)
	if err != nil {
		return nil, discussion.About{}, err
	}
	var words []string
	changed := map[model.ID]bool{}
	for _, change := range compare.Models(before, after, true) {
		words = append(words, change.Words)
		changed[change.ID] = true
	}
	element, found := before.Element(selected)
	for id := range changed {
		if only, known := before.Element(id); known && len(changed) == 1 {
			element, found = only, true
		}
	}
	if !found {
		element = before.Root()
	}
	suggestion, err := discussion.NewSuggestion(patch.Encode(), words)
	return suggestion, aboutElement(before, element), err
}

// suggestionClash explains why a suggestion no longer fits the model.
func (s *Feature) suggestionClash(c echo.Context, head feature.Document, cause *feature.Unmergeable) string {
	if len(cause.Conflicts) == 0 {
		return "The model has changed; this suggestion no longer applies. Nothing was saved: make the change by hand, or resolve the thread."
	}
	conflict := cause.Conflicts[0]
	author := feature.AuthorOf(s, c, feature.ModelID(c), feature.OfPlace(conflict.Path))
	return fmt.Sprintf("%s was changed since this was suggested, last by %s. Nothing was saved: make the change "+
		"by hand, or resolve the thread.", nameAt(head, conflict), author)
}

// nameAt is the name of the element of a conflict.
func nameAt(head feature.Document, conflict diff.Conflict) string {
	if element, found := head.Model.Element(diff.ElementAt(conflict.Path)); found {
		return head.Model.TitleOf(element)
	}
	return "What it changes"
}

// Unfit returns the reason why a suggestion no longer applies to a document, "" if it does.
func (s *Feature) Unfit(head feature.Document) func(*discussion.Suggestion) string {
	return func(suggestion *discussion.Suggestion) string {
		key := suggestionKey{head.Revision.DocumentHash, store.HashOf([]byte(suggestion.Patch))}
		why, known := s.suggestionProblems.Get(key)
		if !known {
			why = whyUnfit(head, suggestion)
			s.suggestionProblems.Add(key, why, int64(fitBytes+len(why)))
		}
		return why
	}
}

func whyUnfit(head feature.Document, suggestion *discussion.Suggestion) string {
	patch, err := diff.Decode([]byte(suggestion.Patch))
	if err != nil {
		return "It cannot be read: make the change by hand."
	}
	after, err := feature.Merge(head, patch)
	var unmergeable *feature.Unmergeable
	switch {
	case errors.As(err, &unmergeable) && len(unmergeable.Conflicts) > 0:
		return fmt.Sprintf("It no longer applies: %s has changed since. Make the change by hand, or resolve the thread.", nameAt(head, unmergeable.Conflicts[0]))
	case err != nil:
		return "The model has changed; it no longer applies. Make the change by hand, or resolve the thread."
	case bytes.Equal(after.Encode(), head.Text()):
		return "The model has this change already: resolve the thread."
	}
	return ""
}

// aboutElement is the anchor of a thread about an element.
func aboutElement(m *model.Model, element model.Element) discussion.About {
	about := discussion.About{Element: element.ID, Kind: element.Kind, Words: m.TitleOf(element)}
	if element.Kind == model.ModelKind {
		about.Element = ""
	}
	return about
}
