package console

import (
	"context"
	"net/http"

	"github.com/labstack/echo/v4"

	"widerow/diagram"
	"widerow/handlers/canvas"
	"widerow/handlers/connections"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/web"
	webconsole "widerow/web/console"
)

// Routes are the pages of the feature.
func Routes(site feature.Site, connecting *connections.Feature, kept *Past) []feature.Route {
	p := &pages{site, connecting, (*past)(kept), &schemas{}, &once{}, &running{}, newScripts(site)}
	return []feature.Route{
		feature.Get("/m/:model/console", connecting.Open(p.show)),
		feature.Post("/m/:model/console", connecting.Open(p.run)),
		feature.Post("/m/:model/scripts", connecting.Open(p.changeScripts)),
		feature.Get("/m/:model/console/updates/:update", connecting.Open(p.showUpdate)),
		feature.Post("/m/:model/console/updates/:update", connecting.Open(p.runUpdate)),
	}
}

// show is the console before anything ran. With a query in the address it has the statement of that.
func (p *pages) show(c echo.Context) error {
	form := webconsole.Form{Connection: c.QueryParam("connection"), Keyspace: c.QueryParam("keyspace"), Text: c.QueryParam("text"), PageSize: pageSizes[1]}
	head, err := p.Site.Requested(c)
	if err != nil {
		return err
	}
	if err := p.openScript(c, &form); err != nil {
		return err
	}
	page := webconsole.Page{}
	if id := model.ID(c.QueryParam("query")); id != "" {
		form.Text, form.Query = statementOf(head.Model, id), string(id)
		if one := numbered(head.Model, form.Text, 1); one != nil && len(one.markers) > 0 {
			form.ValuesOf, page.AsksValues = one.text, true
			page.Markers = one.schema.shownMarkers(one.markers)
			p.past.recall(memoryKey{p.Holder(c), head.Revision.Model}, page.Markers)
		}
	}
	page.Form = form
	return p.page(c, http.StatusOK, head, page)
}

// Contents fill the pane.
var Contents = map[web.Tab]feature.Content{web.TabConsole: content}

// content puts the console beside the diagram of the tables. After undo and redo the page has the diagram only: the browser keeps
// the console.
func content(ctx context.Context, b *feature.Context, page *web.WorkbenchPage) (web.Content, error) {
	view := &webconsole.View{}
	if form := feature.FormOf[*webconsole.Page](b.Answer); form != nil {
		view.Page = *form
	}
	view.Page.Page = page.Page
	picture, err := canvas.Draw(ctx, b, page, diagram.KindPhysical)
	view.Diagram = picture
	return view, err
}
