package handlers

import (
	"github.com/labstack/echo/v4"

	"widerow/cql"
	"widerow/handlers/edit"
	"widerow/handlers/feature"
	"widerow/handlers/sizes"
	"widerow/handlers/workbench"
	"widerow/model"
	"widerow/store"
	"widerow/web"
)

// edit carries out a form of the workbench.
func (s *Server) edit(c echo.Context) error {
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
		Make: func(head workbench.Document, ids model.IDs) (*model.Model, string, error) {
			if err := form.AsksBefore(head.Model); err != nil {
				return nil, "", err
			}
			after, words, err := form.CarryOut(head.Model, ids)
			if err != nil {
				return nil, "", err
			}
			cql.FollowTypes(head.Model, after)
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
func savedAnswer(form *edit.Form) *workbench.Answer {
	switch {
	case form.AddsQueries():
		return &workbench.Answer{Made: form.Made}
	case form.AddsConcepts():
		return nil
	}
	answer := keptAnswer(form)
	if len(form.Dropped) > 0 {
		if answer == nil {
			answer = &workbench.Answer{}
		}
		answer.Dropped = form.Dropped
	}
	return answer
}

// keptAnswer is the answer that keeps what was typed in the row for a new part
// while another field of the form was saved.
func keptAnswer(form *edit.Form) *workbench.Answer {
	kept := form.Kept()
	if kept == nil {
		return nil
	}
	return &workbench.Answer{Values: kept}
}

func (s *Server) parseEdit(c echo.Context) (*edit.Form, error) {
	values, err := c.FormParams()
	if err != nil {
		return nil, feature.BadForm(err)
	}
	form := &edit.Form{Values: values, IsPart: workbench.IsPart, View: web.View{
		Model: c.Param("model"), Tab: workbench.TabOf(values.Get("tab")), Select: model.ID(values.Get("select")),
		Add: model.Kind(values.Get("add")), Pick: model.ID(values.Get("pick")), Formula: values.Get("formula"), Sort: sizes.SortOf(web.Tab(values.Get("tab")), values.Get("sort")),
		What: sizes.WhatOf(web.Tab(values.Get("tab")), values.Get("what")), By: sizes.ByOf(web.Tab(values.Get("tab")), values.Get("by")), Display: workbench.AsDisplay(values.Get("display")), Suggest: values.Get("suggest") != "",
	}}
	form.Diagram = workbench.TabNamed(form.View.Tab).Diagram
	return form, form.Parse(s.IDsOf("form " + feature.Operation(c)))
}
