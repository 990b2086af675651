package handlers

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/cql"
	"widerow/cql/workload"
	"widerow/handlers/edit"
	"widerow/handlers/upload"
	"widerow/model"
	"widerow/model/recovery"
	"widerow/store"
	"widerow/web"
)

// recoverForm is the form of the page that recovers concepts and queries from
// tables and statements. Its names:
//
//	sent          the form was sent, so that no box is a choice, too
//	entity        an entity type to add, by name
//	relationship  a relationship type to add, by its ends
//	query         a query to add, by its table
//	choose        "all" or "none" of these, whatever the boxes say
//	access        a query or an update of the statements to leave out, by its key
//	text, file    the application's statements
//	mark          what was shown, to add nothing else
type recoverForm struct {
	values  url.Values
	text    string // the statements
	problem string // with the files
	// stale reports that something else would be added than was shown.
	stale bool
}

func (f *recoverForm) takes(field, key string) bool {
	if choose := f.values.Get("choose"); choose != "" {
		return choose == "all"
	}
	return f.values.Get("sent") == "" || slices.Contains(f.values[field], key)
}

func (f *recoverForm) accepted() recovery.Accepted {
	return recovery.Accepted{
		Entity:       func(e *recovery.Entity) bool { return f.takes("entity", e.Name) },
		Relationship: func(r *recovery.Relationship) bool { return f.takes("relationship", relationshipKey(r)) },
		Query:        func(q *recovery.Query) bool { return f.takes("query", string(q.Table)) },
	}
}

func relationshipKey(r *recovery.Relationship) string {
	return r.Ends[0].Entity.Name + "/" + r.Ends[1].Entity.Name
}

// recoveryMark identifies what a page offers to add.
func recoveryMark(view *web.RecoverView) string {
	hash := sha256.New()
	for _, rows := range [][]web.RecoverRow{view.Entities, view.Relationships, view.Queries, view.Accesses} {
		for _, row := range rows {
			fmt.Fprintln(hash, row.Key, row.Name, row.Details)
		}
	}
	return hex.EncodeToString(hash.Sum(nil)[:8])
}

// recoverConcepts answers the form: it shows what the boxes choose, or saves it as
// one revision.
func (s *Server) recoverConcepts(c echo.Context) error {
	values, err := c.FormParams()
	if err != nil {
		return badForm(err)
	}
	form := &recoverForm{values: values}
	if err := form.read(c); err != nil {
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

// read reads the statements from the text, or else from the files.
func (f *recoverForm) read(c echo.Context) error {
	files, problem, err := upload.Read(c.Request())
	if err != nil {
		return err
	}
	f.text, f.problem = strings.TrimSpace(upload.Join(files).Text), problem
	if f.text != "" && problem == "" {
		f.problem = upload.Unreadable(files)
	}
	if f.problem != "" {
		f.text = ""
	}
	return nil
}

// recovered is what a form adds to a model.
type recovered struct {
	*recovery.Recovery
	*workload.Workload
	after *model.Model
}

// maxRecovered is the largest number of columns that concepts are recovered from:
// 9,000 in 300 tables take 4 s, and twice as many four times as long.
const maxRecovered = 15_000

func checkRecoverable(m *model.Model) error {
	columns := 0
	for _, table := range m.Logical.Tables {
		columns += len(table.Columns)
	}
	if columns <= maxRecovered {
		return nil
	}
	return &pageError{http.StatusUnprocessableEntity, fmt.Sprintf("The tables have %d columns, too many to recover concepts from", columns),
		fmt.Sprintf("It works for at most %d columns. Import the most important tables as a model of their own, and start there.", maxRecovered), nil}
}

// recover reads the tables, and then the statements, on the model with the accepted
// concepts of the tables, whose columns then have attributes. A table that
// statements read needs no guess at its query.
func (f *recoverForm) recover(m *model.Model, ids model.IDs) (*recovered, error) {
	if err := checkRecoverable(m); err != nil {
		return nil, err
	}
	r := &recovered{Recovery: recovery.Recover(m), Workload: &workload.Workload{}}
	if f.text != "" {
		r.Workload = workload.Read(m, f.text, f.keyspace(m))
		r.Queries = slices.DeleteFunc(r.Queries, func(q *recovery.Query) bool { return r.Reads(q.Table) })
	}
	after, err := model.Apply(m, ids, r.Recovery.Commands(ids, f.accepted())...)
	if err == nil && f.text != "" {
		r.Workload = workload.Read(after, f.text, f.keyspace(m))
		after, err = model.Apply(after, ids, r.Workload.Commands(ids, f.takesAccess)...)
	}
	if err != nil {
		return nil, fmt.Errorf("apply what was recovered: %w", err)
	}
	cql.FollowTypes(m, after)
	r.after = after
	return r, nil
}

// keyspace returns the keyspace of unqualified names.
func (f *recoverForm) keyspace(m *model.Model) string {
	return cmp.Or(f.values.Get("keyspace"), firstKeyspace(m))
}

func (f *recoverForm) takesAccess(a *workload.Access) bool {
	return !slices.Contains(f.values["access"], accessKey(a))
}

// accessKey returns a short key for the box of an access.
func accessKey(a *workload.Access) string {
	sum := sha256.Sum256([]byte(a.Statement))
	return hex.EncodeToString(sum[:6])
}

func (s *Server) showRecovered(c echo.Context, status int, head document, form *recoverForm) error {
	view := web.View{Model: c.Param("model"), Tab: web.TabRecover}
	page, err := s.newWorkbench(c, head, view, &formAnswer{recover: form})
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

func (s *Server) applyRecovered(c echo.Context, form *recoverForm) error {
	saved, err := s.save(c, change{
		kind: store.KindEdit,
		make: func(head document, ids model.IDs) (*model.Model, string, error) {
			r, err := form.recover(head.model, ids)
			if err != nil {
				return nil, "", err
			}
			if form.view(head.model, r).Mark != form.values.Get("mark") {
				return nil, "", edit.ErrNotAsShown
			}
			return r.after, form.words(head.model, r.after), nil
		},
	})
	if errors.Is(err, edit.ErrNotAsShown) {
		form.stale = true
		return s.showRecovered(c, http.StatusConflict, saved, form)
	}
	if err != nil {
		return s.failed(c, web.View{Model: c.Param("model"), Tab: web.TabRecover}, formAnswer{recover: form}, err)
	}
	return s.edited(c, web.View{Model: c.Param("model"), Tab: web.TabQueries}, saved, doneAs(saved))
}

// words describes what was added, for the history.
func (f *recoverForm) words(before, after *model.Model) string {
	var parts []string
	for _, count := range []struct {
		added     int
		one, more string
	}{
		{len(after.Concepts.Entities) - len(before.Concepts.Entities), "entity type", "entity types"},
		{len(after.Concepts.Relationships) - len(before.Concepts.Relationships), "relationship type", "relationship types"},
		{len(after.Workflow.Queries) - len(before.Workflow.Queries), "query", "queries"},
		{len(after.Workflow.Updates) - len(before.Workflow.Updates), "update", "updates"},
	} {
		if count.added > 0 {
			parts = append(parts, counted(count.added, count.one, count.more))
		}
	}
	from := " from tables"
	if f.text != "" {
		from = " from tables and statements"
	}
	return "recovered " + cmp.Or(strings.Join(parts, ", "), "attributes") + from
}

// hasUnused reports whether a table serves no query.
func (b *workbench) hasUnused() bool {
	served := model.IDSet{}
	for _, arrow := range b.model.Logical.Arrows {
		served[arrow.To] = true
	}
	return len(b.model.Logical.Tables) > len(served)
}

// counted writes a number with its noun.
func counted(number int, one, more string) string {
	if number == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", number, more)
}

// recoverContent fills the page that recovers concepts and queries.
type recoverContent struct{}

func (recoverContent) build(_ context.Context, _ *Server, b *workbench, _ *web.WorkbenchPage) (web.Content, error) {
	form := &recoverForm{values: url.Values{}}
	if b.answer != nil && b.answer.recover != nil {
		form = b.answer.recover
	}
	r, err := form.recover(b.model, model.SeededIDs([]byte(b.model.Name)))
	if err != nil {
		return nil, err
	}
	return form.view(b.model, r), nil
}

func (f *recoverForm) view(m *model.Model, r *recovered) *web.RecoverView {
	view := &web.RecoverView{Stale: f.stale, Tables: len(m.Logical.Tables), Text: f.text, Keyspace: f.values.Get("keyspace"), Problem: f.problem, Left: f.left(r)}
	for _, e := range r.Entities {
		row := web.RecoverRow{Key: e.Name, Name: e.Name, Reason: e.Reason, Checked: f.takes("entity", e.Name)}
		if e.Weak {
			row.Kind = "weak"
		}
		if e.ID != "" {
			row.Kind, row.Reason = "more attributes", ""
		}
		for _, a := range e.Attributes {
			if e.ID == "" || a.ID == "" {
				row.Attributes = append(row.Attributes, recoveredAttribute(a))
			}
		}
		view.Entities = append(view.Entities, row)
	}
	for _, relationship := range r.Relationships {
		a, b := relationship.Ends[0], relationship.Ends[1]
		row := web.RecoverRow{Key: relationshipKey(relationship), Name: a.Entity.Name + " " + relationship.Name + " " + b.Entity.Name, Reason: relationship.Reason,
			Details: a.Cardinality + " : " + b.Cardinality, Checked: f.takes("relationship", relationshipKey(relationship))}
		if relationship.Identifying {
			row.Kind = "identifying"
		}
		view.Relationships = append(view.Relationships, row)
	}
	for _, q := range r.Queries {
		row := web.RecoverRow{Key: string(q.Table), Name: q.Name, Reason: q.Reason, Details: recoveredQuery(q), Checked: f.takes("query", string(q.Table)), Kind: "entry point"}
		if q.Before != nil {
			row.Kind = "after “" + q.Before.Name + "”"
		}
		view.Queries = append(view.Queries, row)
	}
	for _, a := range r.Accesses {
		view.Accesses = append(view.Accesses, f.accessRow(r.after, a))
	}
	view.Mark = recoveryMark(view)
	return view
}

func (f *recoverForm) accessRow(m *model.Model, a *workload.Access) web.RecoverRow {
	row := web.RecoverRow{Key: accessKey(a), Name: a.Name, Kind: "query", Details: a.Statement, Checked: a.Known == "" && f.takesAccess(a)}
	if a.IsUpdate() {
		row.Kind = "update"
	}
	if a.Count > 1 {
		row.Reason = fmt.Sprintf("%d statements that differ only in constants", a.Count)
	}
	if a.Known != "" {
		row.Known, row.Reason = true, m.Title(a.Known)+" asks this already"
	}
	return row
}

// maxLeft bounds the statements that are listed as left out.
const maxLeft = 20

func (f *recoverForm) left(r *recovered) []string {
	var lines []string
	for i, left := range r.Left {
		if i == maxLeft {
			return append(lines, counted(len(r.Left)-maxLeft, "more", "more"))
		}
		lines = append(lines, fmt.Sprintf("Line %d: %s", left.Line, left.Reason))
	}
	return lines
}

func recoveredAttribute(a *recovery.Attribute) web.RecoverAttribute {
	return web.RecoverAttribute{Name: a.Name, Key: a.Key == model.Key, Partial: a.Key == model.PartialKey, Multi: a.MultiValued}
}

// recoveredQuery writes a query as text.
func recoveredQuery(q *recovery.Query) string {
	names := func(parts []recovery.Part, suffix string) []string {
		var list []string
		for _, p := range parts {
			name := p.Name + suffix
			if p.Descending && suffix == "" {
				name += " DESC"
			}
			list = append(list, name)
		}
		return list
	}
	found := names(q.Find, "")
	for i := range found {
		found[i] = strings.TrimSuffix(found[i], " DESC")
	}
	text := "SELECT " + strings.Join(found, ", ") + " WHERE " + strings.Join(names(q.Given, " = ?"), " AND ")
	if len(q.SortBy) > 0 {
		text += " ORDER BY " + strings.Join(names(q.SortBy, ""), ", ")
	}
	return text
}
