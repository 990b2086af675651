package derive

import (
	"context"
	"errors"
	"net/http"

	"github.com/labstack/echo/v4"

	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/store"
	"widerow/web"
)

// trial is a form that shows what its choices do before they are applied: derived
// tables, recovered concepts, moves of physical design.
type trial struct {
	view   web.View       // where the form is
	answer feature.Answer // the form
	// fromElsewhere reports whether other pages send the form, too.
	fromElsewhere bool
	// make returns the model that the choices lead to, with words for the history.
	// The error is submission.ErrNotAsShown if that is not what the page showed.
	make func(ctx context.Context, head feature.Document, ids model.IDs) (*model.Model, string, error)
	// refused returns the status with which the form is shown again after an error
	// of make, 0 if the error is another one.
	refused func(error) int
	// saved returns where the result is shown.
	saved func(feature.Document) (web.View, *feature.Answer)
}

// runTrial answers the form: it shows what the choices do, or saves it as one revision.
func (s routes) runTrial(c echo.Context, t trial) error {
	t.view.Model = c.Param("model")
	if c.FormValue("do") != "apply" {
		head, err := s.Head(c.Request().Context(), feature.ModelID(c))
		if err != nil {
			return err
		}
		return s.showTrial(c, http.StatusOK, head, t)
	}
	saved, err := s.Save(c, feature.Change{Kind: store.KindEdit, Ahead: t.make})
	if err != nil {
		if status := t.refused(err); status != 0 {
			return s.showTrial(c, status, saved, t)
		}
		return s.Failed(c, t.view, t.answer, err)
	}
	view, answer := t.saved(saved)
	view.Model = c.Param("model")
	return s.Edited(c, view, saved, answer)
}

// showTrial shows the form, and gives the browser its address if it was sent from
// another page.
func (s routes) showTrial(c echo.Context, status int, document feature.Document, t trial) error {
	if address := string(s.URL().Tab(t.view)); feature.Enhanced(c) && t.fromElsewhere && !feature.ShowsAlready(c, address) {
		c.Response().Header().Set("HX-Push-Url", address)
	}
	return s.ShowModel(c, status, document, t.view, &t.answer)
}

// ifStale sets stale if make found that the page no longer shows what the choices do.
func ifStale(stale *bool) func(error) int {
	return func(err error) int {
		if !errors.Is(err, submission.ErrNotAsShown) {
			return 0
		}
		*stale = true
		return http.StatusConflict
	}
}

type routes struct{ feature.Site }
