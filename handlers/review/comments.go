package review

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/diff"
	"widerow/model/discussion"
	"widerow/store"
	"widerow/web"
	webreview "widerow/web/review"
)

// comment carries out a form of comments.
func (s *Feature) comment(c echo.Context) error {
	form, err := parseComment(c)
	if err != nil {
		return err
	}
	head, err := s.Head(c.Request().Context(), feature.ModelID(c))
	if err != nil {
		return err
	}
	person := discussion.Person(s.Visitor(c))
	if form.verb == "apply" {
		applied, err := s.applySuggestion(c, form)
		if err != nil {
			return s.commentRefused(c, form, head, err)
		}
		head = applied
	}
	b := feature.New(s.URL(), head, form.view, nil)
	models := []*model.Model{head.Model}
	if form.review > 0 { // also about what the proposal removes
		p, err := s.proposal(c.Request().Context(), feature.ModelID(c).Owner(), form.review)
		if err != nil {
			return err
		}
		models, b.Before = append(models, p.base.Model), feature.New(s.URL(), p.base, form.view, nil)
	}
	err = s.discuss(c, func(before *discussion.Discussion, ids model.IDs) (*discussion.Discussion, string, error) {
		return form.act(before, head, models,
			func(element model.ID, part string) *discussion.Line { return LineAt(b, element, part) },
			discussion.NewComment{ID: ids.New(), By: person, At: s.Now(), Text: form.text}, ids)
	})
	if err != nil {
		return s.commentRefused(c, form, head, err)
	}
	if form.inbox {
		return c.Redirect(http.StatusSeeOther, string(s.URL().Path("/inbox")))
	}
	if form.review > 0 {
		address := s.Address(feature.ModelID(c).Owner(), form.review, proposalView(c))
		if !feature.Enhanced(c) && form.thread != "" {
			address += "#thread-" + url.PathEscape(string(form.thread))
		}
		return c.Redirect(http.StatusSeeOther, address)
	}
	if !feature.Enhanced(c) {
		address := string(s.URL().Tab(form.view))
		if form.thread != "" {
			address += "#thread-" + url.PathEscape(string(form.thread))
		}
		return c.Redirect(http.StatusSeeOther, address)
	}
	return s.Edited(c, form.view, head, nil)
}

// act carries out the form.
func (f *commentForm) act(before *discussion.Discussion, head feature.Document, models []*model.Model,
	lines lineFinder, comment discussion.NewComment, ids model.IDs) (after *discussion.Discussion, words string,
	err error) {
	switch f.verb {
	case "open":
		about, err := f.anchor(models, lines)
		if err != nil {
			return nil, "", err
		}
		f.thread = ids.New()
		after, err = before.OpenThread(f.thread, about, comment)
		return after, "commented on " + about.Words, err
	case "edit":
		comment.ID = f.comment
		after, err = before.Edit(f.thread, comment)
		return after, "edited a comment", err
	case "apply":
		after, err = before.Accept(f.thread, f.comment, discussion.Acceptance{By: comment.By, At: comment.At, Revision: int(head.Revision.Number)})
		return after, "applied a suggestion", err
	}
	after, words = before, "replied"
	if f.verb == "reply" || strings.TrimSpace(f.text) != "" {
		if after, err = before.Reply(f.thread, comment); err != nil {
			return nil, "", err
		}
	}
	switch f.verb {
	case "resolve":
		words = "resolved a thread"
		after, err = after.Resolve(f.thread, comment.By, comment.At)
	case "reopen":
		words = "reopened a thread"
		after, err = after.Reopen(f.thread)
	}
	return after, words, err
}

// lineFinder returns the line of CQL that declares a part of an element, or nil.
type lineFinder func(element model.ID, part string) *discussion.Line

// anchor returns what a new thread is about: an element of one of the models.
func (f *commentForm) anchor(models []*model.Model, lines lineFinder) (discussion.About, error) {
	id := model.ID(f.about)
	at := slices.IndexFunc(models, func(m *model.Model) bool { _, found := m.Element(id); return found })
	if at < 0 {
		return discussion.About{}, &model.Rejected{Message: "What you comment on was removed in the meantime. " +
			"Nothing was saved: your text is still here. Comment on the model, or select something else."}
	}
	element, _ := models[at].Element(id)
	about := aboutElement(models[at], element)
	if about.Element != "" {
		about.Spot = f.spot
	}
	if f.part != "" {
		if about.Line = lines(about.Element, f.part); about.Line == nil {
			return about, &model.Rejected{Message: "The line that you comment on was removed in the meantime. " +
				"Nothing was saved: your text is still here. Comment on another line, or on the whole."}
		}
	}
	return about, nil
}

// commentRefused shows the page again with what was typed.
func (s *Feature) commentRefused(c echo.Context, form *commentForm, head feature.Document, cause error) error {
	var problem *model.Rejected
	if !errors.As(cause, &problem) {
		failure := s.Explain(cause)
		if failure.Status >= 500 {
			s.Log().Error("comment not saved", "id", c.Get("request"), "error", cause)
		}
		problem = &model.Rejected{Message: failure.Title + ". " + failure.Advice}
		return s.commentAgain(c, form, head, failure.Status, problem)
	}
	return s.commentAgain(c, form, head, http.StatusUnprocessableEntity, problem)
}

func (s *Feature) commentAgain(c echo.Context, form *commentForm, head feature.Document, status int, problem *model.Rejected) error {
	if form.inbox {
		return s.showInboxWith(c, status, webreview.InboxReply{Thread: form.thread, Text: form.text, Problem: problem.Message})
	}
	refused := &feature.RefusedComment{Do: form.do, Text: form.text, Problem: problem.Message}
	if form.review > 0 {
		return s.showReview(c, status, form.review, nil, refused)
	}
	if _, found := head.Model.Element(form.view.Select); !found {
		form.view.Select = ""
	}
	return s.ShowModel(c, status, head, form.view, &feature.Answer{Comment: refused})
}

// openThread redirects to the place of a thread: its element where that is
// edited, or the list of all threads if the element is gone.
func (s *Feature) openThread(c echo.Context) error {
	ctx, id := c.Request().Context(), feature.ModelID(c)
	head, err := s.Head(ctx, id)
	if err != nil {
		return err
	}
	loaded, err := s.Discussion(ctx, id)
	if err != nil {
		return err
	}
	thread := loaded.Thread(model.ID(c.Param("thread")))
	if thread == nil {
		return feature.NewError(http.StatusNotFound, "There is no such thread of comments",
			"Check the address, or pick the thread from the comments of the model.", nil)
	}
	view := web.View{Model: c.Param("model"), Tab: web.TabComments, Threads: "all"}
	at, before := placeOf(head.Model, loaded.Discussion, model.ID(c.Param("thread")))
	if before >= PanelThreads { // the details have newer ones only
		return c.Redirect(http.StatusFound, fmt.Sprintf("%s?from=%d&threads=all#thread-%s",
			s.URL().Action(c.Param("model"), "comments"), at-at%ThreadPage, url.PathEscape(c.Param("thread"))))
	}
	if line, found := LineView(feature.New(s.URL(), head, view, nil), thread.About); found {
		view = line
	} else if element, found := head.Model.Element(thread.About.Element); found && element.Kind != model.ModelKind {
		view = web.View{Model: c.Param("model"), Tab: feature.TabFor(element.Kind, web.TabComments), Select: element.ID}
	}
	return c.Redirect(http.StatusFound, string(s.URL().Tab(view))+"#thread-"+url.PathEscape(c.Param("thread")))
}

// placeOf returns the place of a thread in the list of all, and the number of threads before it
// about the same element, the one around it, or their parts.
func placeOf(m *model.Model, said *discussion.Discussion, thread model.ID) (at, before int) {
	around := func(id model.ID) model.ID {
		if element, found := m.Element(id); found && feature.IsPart(element.Kind) {
			return element.Parent
		}
		return id
	}
	place := around(said.Thread(thread).About.Element)
	return said.Before(thread, func(about discussion.About) bool { return around(about.Element) == place })
}

// A form of comments. Its names:
//
//	do       open, reply:THREAD, edit:THREAD:COMMENT, apply:THREAD:COMMENT,
//	         resolve:THREAD or reopen:THREAD; the last two also reply if there is
//	         a text
//	about    the element of a new thread, "" for the model
//	spot     X Y: a place in the drawing, from the corner of the box of the element
//	         beside, which the thread is then about
//	part     what a line of CQL declares of the element: the thread is about the line
//	text     Markdown
//	inbox    a reply from the inbox, which is shown again
//	tab, select, threads …   what the page shows, as in edit.go
type commentForm struct {
	view            web.View
	do, about, text string
	part            string
	spot            *discussion.Spot
	verb            string
	thread, comment model.ID
	review          int  // the proposal on whose page it is, or 0
	inbox           bool // it is a reply in the inbox
}

func parseComment(c echo.Context) (*commentForm, error) {
	values, err := c.FormParams()
	if err != nil {
		return nil, feature.BadForm(err)
	}
	form := &commentForm{
		view: web.View{
			Model: c.Param("model"), Tab: feature.TabOf(values.Get("tab")), Select: model.ID(values.Get("select")), Pick: model.ID(values.Get("pick")),
			Formula: values.Get("formula"), Display: feature.AsDisplay(values.Get("display")), Threads: ThreadsOf(values.Get("threads")), Line: values.Get("line"),
		},
		do: values.Get("do"), about: values.Get("about"), part: values.Get("part"), text: submission.NormalLines(values.Get("text")),
	}
	var x, y int
	if spot := values.Get("spot"); spot != "" {
		if _, err := fmt.Sscanf(spot, "%d %d", &x, &y); err != nil {
			return nil, feature.BadForm(fmt.Errorf("spot=%q", spot))
		}
		form.spot, form.about = discussion.At(x, y), values.Get("beside")
	}
	verb, rest, _ := strings.Cut(form.do, ":")
	thread, comment, _ := strings.Cut(rest, ":")
	form.inbox = values.Has("inbox")
	form.verb, form.thread, form.comment = verb, model.ID(thread), model.ID(comment)
	if branch := feature.ModelID(c); values.Has("review") {
		form.review = branch.BranchNumber()
	}
	switch verb {
	case "open", "reply", "edit", "apply", "resolve", "reopen":
		return form, nil
	}
	return nil, feature.BadForm(fmt.Errorf("do=%q", form.do))
}

// applySuggestion makes the change that a comment suggests. The history names the author of the
// suggestion, too.
func (s *Feature) applySuggestion(c echo.Context, form *commentForm) (feature.Document, error) {
	ctx, id := c.Request().Context(), feature.ModelID(c)
	_, again, err := s.AlreadyDone(ctx, s.Identified(c, feature.Change{Model: id.Companion(store.Discussion)}))
	if err != nil {
		return feature.Document{}, err
	}
	if again { // the answer was lost
		return s.Head(ctx, id)
	}
	said, err := s.Discussion(ctx, id)
	if err != nil {
		return feature.Document{}, err
	}
	suggestion, err := said.Suggested(form.thread, form.comment)
	if err != nil {
		return feature.Document{}, err
	}
	patch, err := diff.Decode([]byte(suggestion.Patch))
	if err != nil {
		return feature.Document{}, fmt.Errorf("read a suggestion of model %s: %w", id, err)
	}
	by := said.Thread(form.thread).Comments[form.comment].Author.Name
	saved, err := s.Save(c, feature.Change{Kind: store.KindEdit, Operation: feature.Operation(c) + "-apply",
		Make: func(head feature.Document, _ model.IDs) (*model.Model, string, error) {
			after, err := feature.Merge(head, patch)
			if err != nil {
				return nil, "", err
			}
			feature.KeepPositions(head.Model, after)
			return after, fmt.Sprintf("applied a suggestion of %s: %s", by, strings.Join(suggestion.Changes, ", ")), nil
		}})
	var unmergeable *feature.Unmergeable
	if errors.As(err, &unmergeable) {
		return saved, &model.Rejected{Message: s.suggestionClash(c, saved, unmergeable)}
	}
	return saved, err
}
