package derive

import (
	"context"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/cql"
	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/edit"
	"widerow/web"
)

// designMoves answers the forms of the pages of design moves and of splits.
func (s routes) designMoves(c echo.Context) error {
	values, err := c.FormParams()
	if err != nil {
		return feature.BadForm(err)
	}
	form, table := &DesignForm{Values: values}, model.ID(values.Get("select"))
	shown, tab := table, web.TabDesign
	if web.Tab(values.Get("tab")) == web.TabSplit {
		tab = web.TabSplit
	}
	return s.runTrial(c, trial{
		view: web.View{Tab: tab, Select: table}, answer: feature.Answer{Form: form},
		refused: func(err error) int {
			var invalid *edit.InvalidError
			var gone *edit.GoneError
			switch {
			case errors.Is(err, submission.ErrNotAsShown) || errors.As(err, &gone):
				form.Stale = true
				return http.StatusConflict
			case errors.As(err, &invalid):
				return http.StatusUnprocessableEntity
			}
			return 0
		},
		make: func(_ context.Context, head feature.Document, ids model.IDs) (*model.Model, string, error) {
			preview, err := form.Preview(head.Model, table, ids)
			if err != nil {
				return nil, "", err
			}
			if DesignMark(preview) != form.Values.Get("mark") {
				return nil, "", submission.ErrNotAsShown
			}
			if len(preview.Tables) > 0 {
				shown = preview.Tables[0].Table
			}
			cql.FollowRenames(head.Model, preview.After)
			return preview.After, preview.Words, nil
		},
		saved: func(saved feature.Document) (web.View, *feature.Answer) {
			return web.View{Tab: web.TabPhysical, Select: shown}, feature.Done(saved)
		},
	})
}

// DesignIDs are the IDs of the elements that a preview adds.
func DesignIDs(b *feature.Context) model.IDs { return model.PreviewIDs(b.Model) }

// designLink is the address of a move or a pattern.
func designLink(b *feature.Context, table model.ID, kind, name string) string {
	at := b.View
	at.Select, at.Line, at.Find = table, "", ""
	address := string(b.URL.Tab(at))
	address += string("?&"[min(strings.Count(address, "?"), 1)]) + kind + "=" + url.QueryEscape(name)
	return address + "#" + kind + "-" + name // without scripts, the page begins there
}
