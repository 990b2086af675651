package advice

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"widerow/cql/check"
	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/handlers/upload"
	"widerow/model"
	"widerow/model/advice"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/sizing"
	"widerow/store"
	"widerow/web"
)

type routes struct{ feature.Site }

// follow answers the forms of the page: it applies a fix, accepts a finding, or takes that back.
func (s routes) follow(c echo.Context) error {
	files, problem, err := upload.Read(c.Request())
	if err != nil {
		return feature.BadForm(err)
	}
	values, err := c.FormParams()
	if err != nil {
		return feature.BadForm(err)
	}
	if len(files) > 0 && problem == "" {
		if problem = unreadable(files[0]); problem == "" {
			values.Set("guardrails", upload.WithoutBOM(files[0].Text))
		}
	}
	view := web.View{Model: c.Param("model"), Tab: web.TabAdvice}
	form := &Form{Values: values}
	change := feature.Change{Kind: store.KindEdit}
	switch do := values.Get("do"); do {
	case "accept", "unaccept", "policy":
		author := s.Visitor(c).Name
		change.Ahead = func(_ context.Context, head feature.Document, ids model.IDs) (*model.Model, string, error) {
			if problem != "" {
				return nil, "", wrong("The file %s", strings.TrimSuffix(problem, "."))
			}
			command, err := acceptance(head.Model, values, author, s.Now())
			if err != nil {
				return nil, "", err
			}
			after, err := edit.Apply(head.Model, ids, command)
			if err != nil {
				return nil, "", err
			}
			return after, edit.Words(head.Model, after, command), nil
		}
	case "apply":
		form.Values = url.Values{"fix": values["key"], "all": values["all"]}
		change.Ahead = func(_ context.Context, head feature.Document, ids model.IDs) (*model.Model, string, error) {
			return repaired(head.Model, values, ids)
		}
	default:
		return feature.NewError(http.StatusBadRequest, "There is no such button", "The form sends apply, accept, unaccept or policy.", nil)
	}
	saved, err := s.Save(c, change)
	if err == nil {
		return s.Edited(c, view, saved, feature.Done(saved))
	}
	var invalid *edit.InvalidError
	answer := feature.Answer{Form: form}
	switch {
	case errors.Is(err, submission.ErrNotAsShown):
		form.Stale = true
		return s.ShowModel(c, http.StatusConflict, saved, view, &answer)
	case errors.As(err, &invalid):
		form.Problem = feature.Capital(err.Error()) + "."
		return s.ShowModel(c, http.StatusUnprocessableEntity, saved, view, &answer)
	}
	return s.Failed(c, view, answer, err)
}

// repaired applies the repair that the form names, if it is the one that was shown.
func repaired(m *model.Model, values url.Values, ids model.IDs) (*model.Model, string, error) {
	r, err := repairOf(m, advice.OfDocument(m, advice.Known{}), values.Get("key"), values.Get("all") != "", ids)
	if err != nil {
		return nil, "", err
	}
	if r.mark() != values.Get("mark") {
		return nil, "", submission.ErrNotAsShown
	}
	return r.after, r.words(m), nil
}

// acceptance returns the command of the form that accepts a finding, takes that back, or chooses a policy.
func acceptance(m *model.Model, values url.Values, author string, now time.Time) (edit.Command, error) {
	if values.Get("do") == "policy" {
		return policyCommand(values)
	}
	key := values.Get("key")
	findings := found(m, key)
	at := slices.IndexFunc(findings, func(f advice.Finding) bool { return f.Key() == key })
	title := key
	if at >= 0 {
		title = findings[at].Code + " of " + titleOf(m, findings[at].Element)
	}
	if values.Get("do") == "unaccept" {
		return edit.Unaccept{Finding: key, Title: title}, nil
	}
	if at < 0 {
		return nil, submission.ErrNotAsShown
	}
	return edit.Accept{Finding: key, Title: title, Accepted: model.Accepted{
		Reason: values.Get("reason"), By: author, At: now.UTC().Format(time.DateOnly), Numbers: findings[at].NumbersByName(),
	}}, nil
}

// found returns the findings about a model, those of check only if no rule has a finding with the key.
func found(m *model.Model, key string) []advice.Finding {
	sizes := mapping.Sizes(m, sizing.Disk)
	known := check.Judge(m, sizes)
	findings := advice.OfDocument(m, advice.Known{Sizes: sizes, Proofs: known.Proofs, Plans: known.Plans})
	if slices.ContainsFunc(findings, func(f advice.Finding) bool { return f.Key() == key }) {
		return findings
	}
	return check.All(findings, check.Beside(m, known, findings))
}

// unreadable is the reason why a file cannot be read as text, "" if it can.
func unreadable(file upload.File) string {
	if strings.TrimSpace(upload.WithoutBOM(file.Text)) == "" {
		return file.Name + " is empty. Choose cassandra.yaml, or its guardrails."
	}
	return upload.Unreadable([]upload.File{file})
}
