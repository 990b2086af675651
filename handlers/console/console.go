// Package console runs statements on a cluster: one at a time, judged first, reading unless the connection
// and its person allow more.
//
// Read run.go (how a statement runs), ask.go (what asks for a confirmation, and with which numbers) and
// result.go (rows, and what is made of them).
package console

import (
	"cmp"
	"context"
	"crypto/rand"
	"net/http"
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"widerow/diagram"
	"widerow/handlers/canvas"
	"widerow/handlers/canvas/submission"
	"widerow/handlers/connections"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/scripts"
	"widerow/web"
	webconsole "widerow/web/console"
)

// pages are the pages of the feature.
type pages struct {
	feature.Site
	*connections.Feature
	past    *past
	schemas *schemas
	once    *once
	running *running
	scripts *feature.Companion[*scripts.Scripts]
}

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

// The choices of the form.
var (
	levels    = []string{"", "ONE", "LOCAL_ONE", "TWO", "QUORUM", "LOCAL_QUORUM", "EACH_QUORUM", "ALL"}
	pageSizes = []int{20, 100, 500}
)

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

// read reads the form.
func read(c echo.Context) webconsole.Form {
	form := webconsole.Form{Connection: c.FormValue("connection"), Keyspace: c.FormValue("keyspace"), Consistency: c.FormValue("consistency"),
		Text: submission.NormalLines(c.FormValue("text")), At: c.FormValue("at"), Selection: submission.NormalLines(c.FormValue("selection")),
		Statement: c.FormValue("statement"), Query: c.FormValue("query"), ValuesOf: submission.NormalLines(c.FormValue("values_of")), Values: c.Request().Form["value"],
		Trail: c.Request().Form["trail"], Script: c.FormValue("script"), ScriptSeen: c.FormValue("script_seen"), Trace: c.FormValue("trace") == "on", Unlimited: c.FormValue("unlimited") == "on", PageSize: pageSizes[1]}
	if size, err := strconv.Atoi(c.FormValue("page_size")); err == nil && slices.Contains(pageSizes, size) {
		form.PageSize = size
	}
	form.Trail = form.Trail[max(0, len(form.Trail)-maxTrail):]
	if !slices.Contains(levels, form.Consistency) {
		form.Consistency = ""
	}
	return form
}

// page fills in what the page needs beside what was typed and found.
func (p *pages) page(c echo.Context, status int, head feature.Document, page webconsole.Page) error {
	ids, directory, err := p.Usable(c)
	if err != nil {
		return err
	}
	page.Page = p.Site.Page(c, head.Model.Name+" · Console")
	page.Model, page.Name, page.Levels, page.Sizes = string(head.Revision.Model), head.Model.Name, levels, pageSizes
	for _, id := range ids {
		connection := directory.Connections[id]
		page.Connections = append(page.Connections, webconsole.Connection{ID: string(id), Name: connection.Name, Writes: connection.Writes})
	}
	if page.Form.Connection == "" && len(ids) > 0 {
		page.Form.Connection = string(ids[0])
	}
	for _, keyspace := range model.Sorted(head.Model.Physical.Keyspaces) {
		page.Keyspaces = append(page.Keyspaces, keyspace.Value.Name)
	}
	if page.Form.Keyspace == "" {
		page.Form.Keyspace = submission.FirstKeyspace(head.Model)
	}
	page.Run = rand.Text()
	page.History = p.past.of(p.Holder(c))
	if query := head.Model.Workflow.Queries[model.ID(page.Form.Query)]; query != nil {
		page.Query = titleOf(head.Model, model.ID(page.Form.Query))
	} else {
		page.Form.Query = ""
	}
	page.Trail = trailOf(head.Model, page.Form.Trail)
	if err := p.listScripts(c, &page); err != nil {
		return err
	}
	done, err := p.WorkHere(c, feature.WeightOf(head))
	if err != nil {
		return err
	}
	defer done()
	view := web.View{Model: page.Model, Tab: web.TabConsole, Select: cmp.Or(page.Table, model.ID(c.QueryParam("select")))}
	return p.ShowModel(c, status, head, view, &feature.Answer{Form: &page})
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
