package handlers

import (
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/edit"
	"widerow/handlers/upload"
	"widerow/handlers/workbench"
	"widerow/model"
	"widerow/store"
	"widerow/web"
)

// recoverConcepts answers the form: it shows what the boxes choose, or saves it as
// one revision.
func (s *Server) recoverConcepts(c echo.Context) error {
	values, err := c.FormParams()
	if err != nil {
		return badForm(err)
	}
	form := &edit.Recover{Values: values}
	if err := readStatements(c, form); err != nil {
		return err
	}
	if values.Get("do") == "apply" {
		return s.applyRecovered(c, form)
	}
	head, err := s.head(c.Request().Context(), modelID(c))
	if err != nil {
		return err
	}
	return s.showRecovered(c, http.StatusOK, head, form)
}

// readStatements reads the statements from the text, or else from the files.
func readStatements(c echo.Context, form *edit.Recover) error {
	files, problem, err := upload.Read(c.Request())
	if err != nil {
		return err
	}
	form.Text, form.Problem = strings.TrimSpace(upload.Join(files).Text), problem
	if form.Text != "" && problem == "" {
		form.Problem = upload.Unreadable(files)
	}
	if form.Problem != "" {
		form.Text = ""
	}
	return nil
}

func (s *Server) showRecovered(c echo.Context, status int, head workbench.Document, form *edit.Recover) error {
	view := web.View{Model: c.Param("model"), Tab: web.TabRecover}
	page, err := s.newWorkbench(c, head, view, &workbench.Answer{Recover: form})
	if err != nil {
		return err
	}
	if enhanced(c) {
		if address := string(s.url.Tab(view)); !showsAlready(c, address) {
			c.Response().Header().Set("HX-Push-Url", address)
		}
		return s.show(c, status, web.WorkbenchFragments(page))
	}
	return s.show(c, status, web.Workbench(page))
}

func (s *Server) applyRecovered(c echo.Context, form *edit.Recover) error {
	saved, err := s.save(c, change{
		kind: store.KindEdit,
		make: func(head workbench.Document, ids model.IDs) (*model.Model, string, error) {
			r, err := form.Recover(head.Model, ids)
			if err != nil {
				return nil, "", err
			}
			if workbench.RecoverView(form, head.Model, r).Mark != form.Values.Get("mark") {
				return nil, "", edit.ErrNotAsShown
			}
			return r.After, form.Words(head.Model, r.After), nil
		},
	})
	if errors.Is(err, edit.ErrNotAsShown) {
		form.Stale = true
		return s.showRecovered(c, http.StatusConflict, saved, form)
	}
	if err != nil {
		return s.failed(c, web.View{Model: c.Param("model"), Tab: web.TabRecover}, workbench.Answer{Recover: form}, err)
	}
	return s.edited(c, web.View{Model: c.Param("model"), Tab: web.TabQueries}, saved, workbench.Done(saved))
}
