package cql

import (
	"context"
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"widerow/cql"
	"widerow/cql/apply"
	"widerow/cql/parse"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/store"
)

// changeScript answers the form of the CQL tab according to the button
// pressed.
func (s *site) changeScript(c echo.Context) error {
	form, err := parseScript(c)
	if err != nil {
		return err
	}
	head, done, err := s.HeadInTurn(c)
	if err != nil {
		return err
	}
	if form.Do == "apply" {
		done() // a save that waits for its turn must not stop the questions of editors
		return s.Weighed(func(c echo.Context) error { return s.applyScript(c, head, form) })(c)
	}
	defer done()
	switch form.Do {
	case "check":
		form.Checked, form.Findings = true, cql.Judge(parse.ParseFor(head.Model.Target, form.Text))
		return s.showScript(c, http.StatusOK, head, form, nil)
	case "rebase":
		form.Rebase(head)
	}
	return s.previewScript(c, head, form)
}

// previewScript shows what the script would change. Nothing is saved.
func (s *site) previewScript(c echo.Context, head feature.Document, form *Script) error {
	if err := s.try(c.Request().Context(), head, form, s.IDsOf(feature.Operation(c))); err != nil {
		return err
	}
	return s.showScript(c, scriptStatus(form), head, form, nil)
}

// scriptStatus is the HTTP status of an answer with a script that was not applied.
func scriptStatus(form *Script) int {
	switch {
	case form.Preview == nil:
		return http.StatusUnprocessableEntity
	case form.Preview.Err != nil || form.Stale:
		return http.StatusConflict
	}
	return http.StatusOK
}

// try previews the script on the newest revision. A script with errors has no
// preview.
func (s *site) try(ctx context.Context, head feature.Document, form *Script, ids model.IDs) error {
	base, err := s.baseOf(ctx, head, form)
	if err != nil {
		return err
	}
	form.Revision = base.Revision.Number
	result := apply.Script(base.Model, form.Text, apply.Options{Mode: form.Chosen, IDs: ids})
	form.Findings, form.Preview = nil, nil
	made := &Preview{Mode: result.Mode, Digest: form.Digest(result.Mode), Base: base, Head: head, After: result.Model}
	for _, finding := range result.Findings {
		if finding.Severity == cql.Info {
			made.Aside = append(made.Aside, finding)
		} else {
			form.Findings = append(form.Findings, finding)
		}
	}
	if form.Checked = len(form.Findings) > 0; result.Model == nil {
		return nil
	}
	form.Preview = made
	made.After, made.Err = feature.Onto(head, base, result.Model)
	var unmergeable *feature.Unmergeable
	switch {
	case made.Err == nil:
		made.Changes = apply.Compare(head.Model, made.After)
	case errors.As(made.Err, &unmergeable):
		made.Conflicts = unmergeable.Conflicts
	default:
		return made.Err
	}
	return nil
}

// baseOf is the revision on which a script is based: the one in its header, or else the revision of
// the page.
func (s *site) baseOf(ctx context.Context, head feature.Document, form *Script) (feature.Document, error) {
	number := form.Revision
	if written, found := HeaderRevision(form.Text, head.Model.Name); found {
		number = written
	}
	if number == 0 || number >= head.Revision.Number {
		return head, nil
	}
	return s.At(ctx, head.Revision.Model, number)
}

// applyScript saves the previewed changes as one revision.
func (s *site) applyScript(c echo.Context, head feature.Document, form *Script) error {
	previewed := apply.Mode(c.FormValue("mode"))
	if form.Previewed != form.Digest(previewed) {
		form.Stale = true
		return s.previewScript(c, head, form)
	}
	form.Chosen = previewed
	saved, err := s.Save(c, feature.Change{
		Kind: store.KindEdit,
		Ahead: func(ctx context.Context, head feature.Document, ids model.IDs) (*model.Model, string, error) {
			done, err := s.WorkWithin(ctx, c, feature.ScriptWeight*int64(len(form.Text)))
			if err != nil {
				return nil, "", err
			}
			defer done()
			if err := s.try(ctx, head, form, ids); err != nil {
				return nil, "", err
			}
			if form.Preview == nil || form.Preview.Err != nil {
				return nil, "", errNotApplied
			}
			return form.Preview.After, form.Preview.Words(), nil
		},
	})
	switch {
	case errors.Is(err, errNotApplied):
		return s.showScript(c, scriptStatus(form), saved, form, nil)
	case err != nil:
		failure := s.Explain(err)
		if failure.Status >= 500 {
			s.Log().Error("not applied", "id", c.Get("request"), "error", err)
		}
		return s.showScript(c, failure.Status, head, form, failure.Shown())
	}
	return s.Edited(c, feature.ViewOfForm(c), saved, nil)
}

// errNotApplied stops a save; the form holds the reason.
var errNotApplied = errors.New("the script was not applied")
