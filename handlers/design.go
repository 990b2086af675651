package handlers

import (
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"widerow/cql"
	"widerow/handlers/edit"
	"widerow/handlers/workbench"
	"widerow/model"
	"widerow/store"
	"widerow/web"
)

// designMoves answers the form: it shows what the chosen move does, or applies it
// as one revision.
func (s *Server) designMoves(c echo.Context) error {
	values, err := c.FormParams()
	if err != nil {
		return badForm(err)
	}
	form := &edit.Design{Values: values}
	if values.Get("do") == "apply" {
		return s.applyDesign(c, form)
	}
	head, err := s.head(c.Request().Context(), modelID(c))
	if err != nil {
		return err
	}
	return s.showDesign(c, http.StatusOK, head, form)
}

func (s *Server) showDesign(c echo.Context, status int, head workbench.Document, form *edit.Design) error {
	view := web.View{Model: c.Param("model"), Tab: web.TabDesign, Select: model.ID(form.Values.Get("select"))}
	return s.showModel(c, status, head, view, &workbench.Answer{Design: form})
}

func (s *Server) applyDesign(c echo.Context, form *edit.Design) error {
	table := model.ID(form.Values.Get("select"))
	shown := table
	saved, err := s.save(c, change{
		kind: store.KindEdit,
		make: func(head workbench.Document, ids model.IDs) (*model.Model, string, error) {
			preview, err := form.Preview(head.Model, table, ids)
			if err != nil {
				return nil, "", err
			}
			if edit.DesignMark(preview) != form.Values.Get("mark") {
				return nil, "", edit.ErrNotAsShown
			}
			if len(preview.Tables) > 0 {
				shown = preview.Tables[0].Table
			}
			cql.FollowTypes(head.Model, preview.After)
			return preview.After, preview.Words, nil
		},
	})
	var invalid *model.InvalidError
	var gone *model.GoneError
	switch {
	case errors.Is(err, edit.ErrNotAsShown) || errors.As(err, &gone):
		form.Stale = true
		return s.showDesign(c, http.StatusConflict, saved, form)
	case errors.As(err, &invalid):
		return s.showDesign(c, http.StatusUnprocessableEntity, saved, form)
	case err != nil:
		return s.failed(c, web.View{Model: c.Param("model"), Tab: web.TabDesign, Select: table}, workbench.Answer{Design: form}, err)
	}
	return s.edited(c, web.View{Model: c.Param("model"), Tab: web.TabPhysical, Select: shown}, saved, workbench.Done(saved))
}
