package derive

import (
	"context"
	"errors"
	"fmt"
	"net/http"

	"github.com/labstack/echo/v4"

	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/handlers/limit"
	"widerow/model"
	"widerow/web"
)

// deriveTables answers the form of the page that derives tables.
func (s routes) deriveTables(c echo.Context) error {
	values, err := c.FormParams()
	if err != nil {
		return feature.BadForm(err)
	}
	form, added, left := &Form{Values: values}, 0, ""
	return s.runTrial(c, trial{
		view: web.View{Tab: web.TabDerive}, answer: feature.Answer{Form: form},
		refused: func(err error) int {
			if errors.Is(err, limit.ErrCostly) && errors.As(err, &form.Stopped) {
				return http.StatusUnprocessableEntity
			}
			return ifStale(&form.Stale)(err)
		},
		make: func(ctx context.Context, head feature.Document, ids model.IDs) (*model.Model, string, error) {
			d, err := DeriveWithin(ctx, form, head.Model, "", ids)
			if err != nil {
				return nil, "", err
			}
			if d.Mark(form) != form.Values.Get("mark") {
				return nil, "", submission.ErrNotAsShown
			}
			added, left = len(d.After.Logical.Tables)-len(head.Model.Logical.Tables), d.leftOut()
			return d.After, d.Words(head.Model), nil
		},
		saved: func(saved feature.Document) (web.View, *feature.Answer) {
			return web.View{Tab: web.TabLogical}, derivedAs(saved, added, left)
		},
	})
}

// derivedAs counts the tables that were added, if there are too many to name, and names the
// queries that are left out.
func derivedAs(saved feature.Document, added int, left string) *feature.Answer {
	answer := feature.Done(saved)
	if added > 1 {
		answer.Done = fmt.Sprintf("%d tables derived, with their physical tables", added)
	}
	answer.Done += left
	return answer
}
