package handlers

import (
	"cmp"
	"errors"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"widerow/handlers/edit"
	"widerow/handlers/workbench"
	"widerow/model"
	"widerow/store"
	"widerow/web"
)

// deriveTables answers the form: it shows what the choices derive, or saves it as
// one revision.
func (s *Server) deriveTables(c echo.Context) error {
	values, err := c.FormParams()
	if err != nil {
		return badForm(err)
	}
	form := &edit.Derive{Values: values}
	if values.Get("do") == "apply" {
		return s.applyDerived(c, form)
	}
	head, err := s.head(c.Request().Context(), modelID(c))
	if err != nil {
		return err
	}
	return s.showDerived(c, http.StatusOK, head, form)
}

func (s *Server) showDerived(c echo.Context, status int, head workbench.Document, form *edit.Derive) error {
	view := web.View{Model: c.Param("model"), Tab: web.TabDerive}
	return s.showModel(c, status, head, view, &workbench.Answer{Derive: form})
}

func (s *Server) applyDerived(c echo.Context, form *edit.Derive) error {
	added := 0
	saved, err := s.save(c, change{
		kind: store.KindEdit,
		make: func(head workbench.Document, ids model.IDs) (*model.Model, string, error) {
			d, err := form.Derive(head.Model, "", ids)
			if err != nil {
				return nil, "", err
			}
			if d.Mark(form) != form.Values.Get("mark") {
				return nil, "", edit.ErrNotAsShown
			}
			added = len(d.After.Logical.Tables) - len(head.Model.Logical.Tables)
			return d.After, cmp.Or(model.Words(head.Model, d.After, d.Changes...), "derived tables again"), nil
		},
	})
	if errors.Is(err, edit.ErrNotAsShown) {
		form.Stale = true
		return s.showDerived(c, http.StatusConflict, saved, form)
	}
	if err != nil {
		return s.failed(c, web.View{Model: c.Param("model"), Tab: web.TabDerive}, workbench.Answer{Derive: form}, err)
	}
	return s.edited(c, web.View{Model: c.Param("model"), Tab: web.TabLogical}, saved, derivedAs(saved, added))
}

// derivedAs says how many tables were added, if there are too many to name.
func derivedAs(saved workbench.Document, added int) *workbench.Answer {
	if added < 2 {
		return workbench.Done(saved)
	}
	return &workbench.Answer{Done: fmt.Sprintf("%d tables derived, with their physical tables", added)}
}
