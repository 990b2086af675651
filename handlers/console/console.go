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
	"slices"
	"strconv"

	"github.com/labstack/echo/v4"

	"widerow/handlers/canvas/submission"
	"widerow/handlers/connections"
	"widerow/handlers/connections/reach"
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

// The choices of the form.
var (
	levels    = []string{"", "ONE", "LOCAL_ONE", "TWO", "QUORUM", "LOCAL_QUORUM", "EACH_QUORUM", "ALL"}
	pageSizes = []int{20, 100, 500}
)

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

// runKey names the page that a form was sent from.
func (p *pages) runKey(c echo.Context) string { return p.Holder(c) + " " + c.FormValue("run") }

// ask does a job that the person can cancel.
func (p *pages) ask(ctx context.Context, c echo.Context, connection model.ID, job reach.Job) (*reach.Answer, error) {
	ctx, done := p.running.begin(ctx, p.runKey(c))
	defer done()
	return p.Ask(ctx, c, connection, job)
}

// cancelled is the text of a page whose statement was cancelled.
const cancelled = "Cancelled. The process that asked the cluster has ended; a statement that the cluster had received " +
	"may still be carried out there, so look before you repeat a change."
