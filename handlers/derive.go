package handlers

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/cql"
	"widerow/handlers/edit"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/proof"
	"widerow/store"
	"widerow/web"
)

// deriveForm is the form of the page that derives tables. Its names:
//
//	sent       the form was sent, so that no box is a choice, too
//	query      a query to derive, one box each
//	key.QUERY  the alternative chosen, as its signature
//	own.QUERY  the query gets a table of its own
//	path.QUERY the path chosen of several, as the IDs of its relationship types
//	store.ATTRIBUTE  how a multi-valued attribute is stored, or that a derived one is
//	stores     the attributes for which the form has such a choice
//	leave      a table that is not derived, by its key
//	mark       what was shown, to apply nothing else
type deriveForm struct {
	values url.Values
	// stale reports that something else would be applied than was shown.
	stale bool
}

// queries returns the queries to derive. Until the form is sent, they are the
// selected query, or all.
func (f *deriveForm) queries(m *model.Model, selected model.ID) []model.ID {
	var queries []model.ID
	for _, item := range model.Sorted(m.Workflow.Queries) {
		sent := f.values.Get("sent") != ""
		if !sent && (m.Workflow.Queries[selected] == nil || item.ID == selected) || sent && slices.Contains(f.values["query"], string(item.ID)) {
			queries = append(queries, item.ID)
		}
	}
	return queries
}

func (f *deriveForm) choices(m *model.Model) map[model.ID]mapping.Choice {
	choices := map[model.ID]mapping.Choice{}
	for id := range m.Workflow.Queries {
		choices[id] = mapping.Choice{Key: f.values.Get("key." + string(id)), Own: f.values.Get("own."+string(id)) != ""}
	}
	return choices
}

func (f *deriveForm) leaves(p *mapping.Proposal) bool {
	return slices.Contains(f.values["leave"], p.Key())
}

// paths returns the commands that keep the chosen paths. A path that is no longer
// an alternative of its query is dropped.
func (f *deriveForm) paths(m *model.Model, queries []model.ID) []model.Command {
	var commands []model.Command
	for _, query := range queries {
		chosen := f.values.Get("path." + string(query))
		if chosen == "" {
			continue
		}
		path := mapping.Explore(m, query).Path
		if slices.ContainsFunc(path.Alternatives(), func(p mapping.Path) bool { return p.Signature() == chosen }) {
			commands = append(commands, model.Set{Element: query, Field: "path", Was: "", Value: chosen})
		}
	}
	return commands
}

// stores returns the commands that keep how attributes are stored.
func (f *deriveForm) stores(m *model.Model) []model.Command {
	var commands []model.Command
	for _, id := range f.values["stores"] {
		element, found := m.Element(model.ID(id))
		attribute, is := element.Value.(*model.Attribute)
		if !found || !is {
			continue
		}
		name := "stored_as"
		if attribute.Derived {
			name = "immutable"
		}
		field, _ := model.FieldOf(model.AttributeKind, name)
		value, was := f.values.Get("store."+id), field.Text(m, element)
		if value != was {
			commands = append(commands, model.Set{Element: element.ID, Field: name, Was: was, Value: value})
		}
	}
	return commands
}

// derived is what a form derives on a document.
type derived struct {
	*mapping.Derivation
	// stores are the commands that keep how attributes are stored.
	stores   []model.Command
	commands []model.Command
	after    *model.Model
}

func (f *deriveForm) derive(m *model.Model, selected model.ID, ids model.IDs) (*derived, error) {
	d := &derived{Derivation: &mapping.Derivation{}}
	queries := f.queries(m, selected)
	d.stores = f.stores(m)
	paths := append(slices.Clone(d.stores), f.paths(m, queries)...)
	chosen, err := model.Apply(m, ids, paths...)
	if err != nil {
		return nil, fmt.Errorf("choose paths: %w", err)
	}
	if len(queries) > 0 {
		d.Derivation = mapping.Derive(chosen, queries, f.choices(m))
	}
	d.commands = append(paths, d.Commands(ids, f.leaves)...)
	after, err := model.Apply(m, ids, d.commands...)
	if err != nil {
		return nil, fmt.Errorf("apply derived tables: %w", err)
	}
	cql.FollowTypes(m, after)
	d.after = after
	return d, nil
}

// mark identifies what a derivation would do. Tables that stay the same do not
// count.
func (d *derived) mark(f *deriveForm) string {
	hash := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(f.values)) {
		if strings.HasPrefix(name, "path.") {
			fmt.Fprintln(hash, name, f.values.Get(name))
		}
	}
	for _, command := range d.stores {
		fmt.Fprintln(hash, command)
	}
	for _, p := range d.Proposals {
		if f.leaves(p) || p.Kind == mapping.Kept {
			continue
		}
		fmt.Fprintln(hash, p.Kind, p.Table, p.Name, p.Queries)
		for _, column := range p.Columns {
			fmt.Fprintln(hash, column.Name, column.Role, column.Descending, column.Collection, column.Was)
		}
	}
	return hex.EncodeToString(hash.Sum(nil)[:8])
}

// deriveTables answers the form: it shows what the choices derive, or saves it as
// one revision.
func (s *Server) deriveTables(c echo.Context) error {
	values, err := c.FormParams()
	if err != nil {
		return badForm(err)
	}
	form := &deriveForm{values: values}
	if values.Get("do") == "apply" {
		return s.applyDerived(c, form)
	}
	head, err := s.head(c.Request().Context(), modelID(c))
	if err != nil {
		return err
	}
	return s.showDerived(c, http.StatusOK, head, form)
}

func (s *Server) showDerived(c echo.Context, status int, head document, form *deriveForm) error {
	view := web.View{Model: c.Param("model"), Tab: web.TabDerive}
	page, err := s.newWorkbench(c, head, view, &formAnswer{derive: form})
	if err != nil {
		return err
	}
	if enhanced(c) {
		return s.show(c, status, web.WorkbenchFragments(page))
	}
	return s.show(c, status, web.Workbench(page))
}

func (s *Server) applyDerived(c echo.Context, form *deriveForm) error {
	added := 0
	saved, err := s.save(c, change{
		kind: store.KindEdit,
		make: func(head document, ids model.IDs) (*model.Model, string, error) {
			d, err := form.derive(head.model, "", ids)
			if err != nil {
				return nil, "", err
			}
			if d.mark(form) != form.values.Get("mark") {
				return nil, "", edit.ErrNotAsShown
			}
			added = len(d.after.Logical.Tables) - len(head.model.Logical.Tables)
			return d.after, cmp.Or(model.Words(head.model, d.after, d.commands...), "derived tables again"), nil
		},
	})
	if errors.Is(err, edit.ErrNotAsShown) {
		form.stale = true
		return s.showDerived(c, http.StatusConflict, saved, form)
	}
	if err != nil {
		return s.failed(c, web.View{Model: c.Param("model"), Tab: web.TabDerive}, formAnswer{derive: form}, err)
	}
	return s.edited(c, web.View{Model: c.Param("model"), Tab: web.TabLogical}, saved, derivedAs(saved, added))
}

// deriveContent fills the page that derives tables.
type deriveContent struct{}

func (deriveContent) build(_ context.Context, _ *Server, b *workbench, _ *web.WorkbenchPage) (web.Content, error) {
	form := &deriveForm{values: url.Values{}}
	if b.answer != nil && b.answer.derive != nil {
		form = b.answer.derive
	}
	d, err := form.derive(b.model, b.view.Select, model.SeededIDs([]byte(b.model.Name)))
	if err != nil {
		return nil, err
	}
	return b.deriveView(form, d), nil
}

func (b *workbench) deriveView(form *deriveForm, d *derived) *web.DeriveView {
	view := &web.DeriveView{Mark: d.mark(form), Stale: form.stale}
	proofs := map[model.ID]proof.Result{}
	for _, result := range proof.All(d.after) {
		proofs[result.Query] = result
	}
	queries := form.queries(b.model, b.view.Select)
	for _, item := range model.Sorted(b.model.Workflow.Queries) {
		row := web.DeriveQuery{ID: item.ID, Label: item.Value.Label, Name: item.Value.Name, Checked: slices.Contains(queries, item.ID)}
		if result := proofs[item.ID]; result.Served() {
			row.Level = "ok"
		} else {
			row.Level = "bad"
		}
		view.Queries = append(view.Queries, row)
	}
	types := newDerivedTypes(d.after)
	for _, p := range d.Proposals {
		table := b.deriveTable(form, d, p, proofs)
		for i := range table.Columns {
			table.Columns[i].Type = types[p.Name][p.Columns[i].Name]
		}
		view.Tables = append(view.Tables, table)
	}
	for _, plan := range d.Failed {
		view.Failed = append(view.Failed, b.deriveFailure(plan))
	}
	for _, id := range d.Unused {
		view.Unused = append(view.Unused, web.Link{Label: b.model.Title(id), Href: b.link(id)})
	}
	if !mapping.HasNumbers(b.model) && len(b.model.Concepts.Entities) > 0 {
		view.Numbers = &web.Link{Href: b.link(model.Sorted(b.model.Concepts.Entities)[0].ID)}
	}
	view.AskOnce()
	view.Count()
	return view
}

func (b *workbench) deriveTable(form *deriveForm, d *derived, p *mapping.Proposal, proofs map[model.ID]proof.Result) web.DeriveTable {
	table := web.DeriveTable{Key: p.Key(), Kind: string(p.Kind), Name: p.Name, Left: form.leaves(p), Reasons: p.Reasons}
	for _, column := range p.Columns {
		table.Columns = append(table.Columns, deriveColumn(&column))
	}
	table.Lines = columnReasons(p)
	for _, id := range p.Queries {
		query := b.model.Workflow.Queries[id]
		row := web.DeriveServed{ID: id, Label: query.Label, Name: query.Name, Href: b.link(id), Own: form.values.Get("own."+string(id)) != ""}
		result := proofs[id]
		if best, found := result.Best(); found {
			row.Verdict, row.Level, row.Reads = verdictWords(best), proofLevel(&result), readsWords(best)
		}
		plan := d.Plan(id)
		row.Path = plan.Path.Words
		row.Paths = derivePaths(b.model, id, plan.Path)
		for _, store := range plan.Stores {
			table.Stores = append(table.Stores, deriveStore(b.model, store))
		}
		for _, problem := range plan.Problems {
			switch {
			case problem.Code == "computed": // the choice says so
			case problem.Note:
				table.Notes = append(table.Notes, problem.Message)
			default:
				table.Warnings = append(table.Warnings, problem.Message)
			}
		}
		chosen := form.values.Get("key." + string(id))
		if a := p.Chosen[id]; a != nil {
			chosen = a.Signature()
			if table.Numbers.Typical == "" {
				table.Numbers = web.DeriveNumbers(a.Numbers())
			}
			if p.Subtype != "" && table.Numbers.Typical != "" { // the numbers of the largest of the tables
				table.Numbers.Typical = "at most " + table.Numbers.Typical
			}
		}
		for i := range plan.Alternatives {
			a := &plan.Alternatives[i]
			row.Alternatives = append(row.Alternatives, web.DeriveAlternative{Signature: a.Signature(), Form: formWords[a.Form],
				Numbers: web.DeriveNumbers(a.Numbers()), Reasons: a.OtherReasons(), Chosen: a.Signature() == chosen})
		}
		row.More = plan.More
		if mapping.HasNumbers(b.model) {
			for _, need := range plan.Needs {
				row.Needs = append(row.Needs, web.Link{Label: need.What, Href: b.link(need.Element)})
			}
		}
		table.Queries = append(table.Queries, row)
	}
	return table
}

// deriveStore returns the choice of how an attribute is stored.
func deriveStore(m *model.Model, store mapping.StoreChoice) web.DeriveStore {
	element, _ := m.Element(store.Attribute)
	field, _ := model.FieldOf(model.AttributeKind, store.Field)
	return web.DeriveStore{Attribute: store.Attribute, Title: store.Title, Derived: store.Field == "immutable", Value: store.Value, Choices: field.Choices(m, element)}
}

// derivePaths returns the paths to choose from, none if there is no choice. now is
// the path in use.
func derivePaths(m *model.Model, query model.ID, now mapping.Path) []web.DerivePath {
	alternatives := mapping.Explore(m, query).Path.Alternatives()
	if len(alternatives) < 2 {
		return nil
	}
	var paths []web.DerivePath
	for _, path := range alternatives {
		paths = append(paths, web.DerivePath{Signature: path.Signature(), Words: path.Words, Chosen: now.Chosen && path.Signature() == now.Signature()})
	}
	return paths
}

var formWords = map[mapping.Form]string{mapping.Rows: "", mapping.Collected: "with a collection", mapping.Precomputed: "computed when written", mapping.Counted: "with a counter",
	mapping.PerSubtype: "a table for each subtype"}

func deriveColumn(c *mapping.ProposedColumn) web.DeriveColumn {
	column := web.DeriveColumn{Name: c.Name, Reason: c.Reason, Rule: string(c.Rule), Was: c.Was, New: c.New, ByHand: c.ByHand}
	switch c.Role {
	case model.Partition:
		column.Mark, column.Class = "K", "k"
	case model.Clustering:
		column.Mark, column.Class = "C↑", "c"
		if c.Descending {
			column.Mark = "C↓"
		}
	case model.Static:
		column.Mark, column.Class = "S", "s"
	case model.RoleCounter:
		column.Mark, column.Class = "++", "p"
	}
	brackets := map[model.Collection][2]string{model.SetOf: {"{", "}"}, model.ListOf: {"[", "]"}, model.MapOf: {"<", ">"}, model.TupleOf: {"(", ")"}, model.UserDefined: {"*", "*"}}[c.Collection]
	column.Name = brackets[0] + column.Name + brackets[1]
	return column
}

// columnReasons returns the reasons of the key and static columns. Columns with the
// same reason are listed together: "hotel_id: given by = (MR2)".
func columnReasons(p *mapping.Proposal) []web.DeriveReason {
	var lines []web.DeriveReason
	for i := range p.Columns {
		column := &p.Columns[i]
		plain := !column.Role.InKey() && column.Role != model.Static && column.Collection == model.SingleValue && column.Aggregate == ""
		if plain && column.ByHand || column.Reason == mapping.AskedFor {
			continue
		}
		last := len(lines) - 1
		if last >= 0 && lines[last].Reason == column.Reason {
			lines[last].Columns = append(lines[last].Columns, column.Name)
			continue
		}
		lines = append(lines, web.DeriveReason{Columns: []string{column.Name}, Reason: column.Reason, Rule: string(column.Rule)})
	}
	return lines
}

func (b *workbench) deriveFailure(plan *mapping.Plan) web.DeriveFailure {
	query := b.model.Workflow.Queries[plan.Query]
	failure := web.DeriveFailure{Label: query.Label, Name: query.Name, Href: b.link(plan.Query)}
	var messages []string
	for _, problem := range plan.Problems {
		messages = append(messages, problem.Message)
		failure.Href = b.link(problem.Element)
	}
	failure.Message = strings.Join(messages, "; ")
	return failure
}

// derivedAs says how many tables were added, if there are too many to name.
func derivedAs(saved document, added int) *formAnswer {
	if added < 2 {
		return doneAs(saved)
	}
	return &formAnswer{done: fmt.Sprintf("%d tables derived, with their physical tables", added)}
}

// derivedTypes are the CQL types that columns get, by the names of the logical
// table and of its column. A table that is left out has none.
type derivedTypes map[string]map[string]string

func newDerivedTypes(after *model.Model) derivedTypes {
	types := derivedTypes{}
	for _, relation := range after.Physical.Relations {
		for _, table := range relation.Realizes.Sorted() {
			if logical := after.Logical.Tables[table]; logical != nil && relation.Kind == model.Table {
				types[logical.Name] = typesOf(after, logical, relation)
			}
		}
	}
	return types
}

func typesOf(m *model.Model, table *model.LogicalTable, relation *model.Relation) map[string]string {
	types := map[string]string{}
	for _, column := range relation.Columns {
		for _, from := range column.From.Sorted() {
			if logical := table.Columns[from]; logical != nil {
				types[logical.Name] = m.TypeText(column.Type)
			}
		}
	}
	return types
}
