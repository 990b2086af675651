package home

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"

	"github.com/labstack/echo/v4"

	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/edit"
	"widerow/store"
	"widerow/web"
	webhome "widerow/web/home"
)

// createModel makes a model that is empty, or that has what the texts of the form describe.
func (s *Feature) createModel(c echo.Context) error {
	form := webhome.NewModel{Name: c.FormValue("name"), Concepts: c.FormValue("concepts"), Queries: c.FormValue("queries")}
	created, err := describedModel(c, &form)
	if err != nil {
		return err
	}
	if created == nil {
		page, err := s.newModelsPage(c)
		if err != nil {
			return err
		}
		page.New = form
		return s.Show(c, http.StatusUnprocessableEntity, webhome.Models(page))
	}
	if err := s.ChargeModel(c); err != nil {
		return err
	}
	revision, err := s.Create(feature.Background(c), store.Save{
		Operation: feature.Operation(c), Author: s.Visitor(c), Kind: store.KindCreate, Words: "created " + created.Name,
	}, created)
	if err != nil {
		return err
	}
	tab := web.TabConcepts
	if len(created.Workflow.Queries) > 0 {
		tab = web.TabDerive
	}
	return c.Redirect(http.StatusSeeOther, string(s.URL().Tab(web.View{Model: string(revision.Model), Tab: tab})))
}

// describedModel returns the model that the form describes. If the form has problems, it notes them
// in the form and returns nil.
func describedModel(c echo.Context, form *webhome.NewModel) (*model.Model, error) {
	name, problem := feature.CleanModelName(form.Name)
	if problem != "" {
		form.Problem = problem
		return nil, nil
	}
	ids := model.SeededIDs([]byte(feature.Operation(c)))
	created, err := submission.WithConcepts(model.New(name), ids, form.Concepts)
	var invalid *edit.InvalidError
	if errors.As(err, &invalid) {
		form.ConceptsProblem = invalid.Error()
		return nil, nil
	}
	if err == nil {
		created, err = submission.WithQueries(created, ids, form.Queries)
	}
	if errors.As(err, &invalid) {
		form.QueriesProblem = invalid.Error()
		return nil, nil
	}
	return created, err
}

// openExample creates a copy of an example; it never overwrites a model.
func (s *Feature) openExample(c echo.Context) error {
	if err := s.ChargeModel(c); err != nil {
		return err
	}
	document, err := feature.LoadExample(c)
	if err != nil {
		return err
	}
	revision, err := s.Create(feature.Background(c), store.Save{
		Operation: feature.Operation(c), Author: s.Visitor(c), Kind: store.KindCreate, Words: "opened the example " + document.Name,
	}, document)
	if err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, string(s.URL().Model(string(revision.Model))))
}

// copyModel copies a model, or one of its revisions. Elements keep their IDs, so
// that the two can be compared.
func (s *Feature) copyModel(c echo.Context) error {
	if err := s.ChargeModel(c); err != nil {
		return err
	}
	document, err := s.At(c.Request().Context(), feature.ModelID(c), s.RevisionNamed(c))
	if err != nil {
		return err
	}
	duplicate := document.Model.Clone()
	duplicate.Name = "Copy of " + duplicate.Name
	words := "copied " + document.Model.Name
	if document.Old {
		words = fmt.Sprintf("copied r%d of %s", document.Revision.Number, document.Model.Name)
	}
	revision, err := s.Create(feature.Background(c), store.Save{
		Operation: feature.Operation(c), Author: s.Visitor(c), Kind: store.KindCreate, Words: words,
		From: store.Source{Model: document.Revision.Model, Number: document.Revision.Number},
	}, duplicate)
	if err != nil {
		return err
	}
	if err := s.copyScripts(c, document.Revision.Model.Root(), revision.Model, words); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, string(s.URL().Model(string(revision.Model))))
}

// copyScripts gives a copy the scripts of its model: they are statements on the same tables.
func (s *Feature) copyScripts(c echo.Context, from, to store.ModelID, words string) error {
	ctx := feature.Background(c)
	text, _, err := s.Store().Head(ctx, from.Companion(store.Scripts))
	if errors.Is(err, store.ErrNotFound) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read the scripts of model %s: %w", from, err)
	}
	change := s.Identified(c, feature.Change{Kind: store.KindEdit, Model: to.Companion(store.Scripts)})
	change.Operation += "-scripts" // an operation saves one chain
	return s.InTurn(c, change, func(ctx context.Context) error {
		if _, found, err := s.AlreadyDone(ctx, change); found || err != nil {
			return err
		}
		_, err := s.AppendCompanion(ctx, change, 0, nil, text, words)
		return err
	})
}

// deleteForm asks before a model is deleted; the model need not be readable.
func (s *Feature) deleteForm(c echo.Context) error {
	return s.showDelete(c, http.StatusOK, "")
}

func (s *Feature) showDelete(c echo.Context, status int, problem string) error {
	newest, err := s.Newest(c.Request().Context(), feature.ModelID(c))
	if err != nil {
		return err
	}
	if newest.Kind == store.KindDelete {
		return fmt.Errorf("model %s: %w", newest.Model, store.ErrDeleted)
	}
	return s.Show(c, status, webhome.Delete(webhome.DeletePage{
		Page: s.Page(c, "Delete "+newest.Title), ID: c.Param("model"), Name: newest.Title, Revision: newest.Number, Kept: s.keptWords(), Problem: problem,
	}))
}

// deleteModel hides a model. The form must come from a page of its newest
// revision.
func (s *Feature) deleteModel(c echo.Context) error {
	base, err := strconv.ParseUint(c.FormValue("base"), 10, 64)
	if err != nil {
		return feature.BadForm(err)
	}
	err = s.deleteInTurn(c, base)
	var conflict *store.Conflict
	switch {
	case errors.As(err, &conflict):
		return s.showDelete(c, http.StatusConflict, fmt.Sprintf("The model has changed since you opened this "+
			"page: it is at r%d now. Nothing was deleted; press the button again to delete it.", conflict.Head))
	case err != nil:
		return fmt.Errorf("delete model %s: %w", feature.ModelID(c), err)
	}
	return c.Redirect(http.StatusSeeOther, string(s.URL().Home()))
}

func (s *Feature) deleteInTurn(c echo.Context, base uint64) error {
	change := s.Identified(c, feature.Change{Kind: store.KindDelete})
	done, err := s.TakeTurn(c, change)
	if err != nil {
		return err
	}
	defer done()
	_, err = s.Store().Delete(feature.Background(c), store.Deletion{
		Model: change.Model, Base: base, Operation: change.Operation, Author: change.Author, At: s.Now(), Words: "deleted the model",
	})
	s.Saved(change.Kind, err)
	return err
}
