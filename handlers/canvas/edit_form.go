package canvas

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"

	"widerow/cql"
	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/store"
	"widerow/web"
)

// edit carries out a form of the workbench.
func (s *Feature) edit(c echo.Context) error {
	form, err := s.parseEdit(c)
	if err != nil {
		return err
	}
	if form.View.Suggest {
		return s.review.Suggest(c, form)
	}
	if form.Pasted != nil {
		s.openPasted(c.Request().Context(), form)
	}
	saved, err := s.Save(c, feature.Change{
		Kind: store.KindEdit,
		Make: func(head feature.Document, ids model.IDs) (*model.Model, string, error) {
			if err := form.AsksBefore(head.Model); err != nil {
				return nil, "", err
			}
			after, words, err := form.CarryOut(head.Model, ids)
			if err != nil {
				return nil, "", err
			}
			cql.FollowRenames(head.Model, after)
			return after, words, nil
		},
	})
	if err != nil {
		return s.Refused(c, form, saved, err)
	}
	if len(form.Disputed) > 0 {
		return s.undecided(c, form, saved)
	}
	return s.Edited(c, form.View, saved, savedAnswer(form))
}

// savedAnswer is the answer to a form that was saved: what was not added is kept, and
// queries that were are named.
func savedAnswer(form *submission.Form) *feature.Answer {
	switch {
	case form.AddsQueries():
		return &feature.Answer{Made: form.Made}
	case form.AddsConcepts():
		return nil
	}
	answer := keptAnswer(form)
	if len(form.Dropped) > 0 {
		if answer == nil {
			answer = &feature.Answer{}
		}
		answer.Dropped = form.Dropped
	}
	return answer
}

// keptAnswer is the answer that keeps what was typed in the row for a new part
// while another field of the form was saved.
func keptAnswer(form *submission.Form) *feature.Answer {
	kept := form.Kept()
	if kept == nil {
		return nil
	}
	return &feature.Answer{Values: kept}
}

func (s *Feature) parseEdit(c echo.Context) (*submission.Form, error) {
	values, err := c.FormParams()
	if err != nil {
		return nil, feature.BadForm(err)
	}
	form := &submission.Form{Values: values, IsPart: feature.IsPart, View: web.View{
		Model: c.Param("model"), Tab: feature.TabOf(values.Get("tab")), Select: model.ID(values.Get("select")),
		Add: model.Kind(values.Get("add")), Pick: model.ID(values.Get("pick")), Formula: values.Get("formula"),
		Display: feature.AsDisplay(values.Get("display")), Suggest: values.Get("suggest") != "",
	}}
	s.readView(&form.View, web.Tab(values.Get("tab")), values)
	form.Diagram = feature.TabNamed(form.View.Tab).Diagram
	return form, form.Parse(s.IDsOf("form " + feature.Operation(c)))
}

// undecided answers a form that was saved except for its disputed fields,
// which keep the text that was typed.
func (s *Feature) undecided(c echo.Context, form *submission.Form, saved feature.Document) error {
	answer := &feature.Answer{Values: url.Values{}, Conflicts: form.Conflicts()}
	if kept := form.Kept(); kept != nil {
		answer.Values = kept
	}
	for _, name := range form.Disputed {
		answer.Values["set."+name] = form.Values["set."+name]
		answer.Values["was."+name] = form.Values["was."+name]
	}
	return s.ShowModel(c, http.StatusOK, saved, form.View, answer)
}
