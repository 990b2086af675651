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
	"widerow/store"
	"widerow/web"
)

// deriveForm is the form of the page that derives tables. Its names:
//
//	sent       the form was sent, so that no box is a choice, too
//	query      a query to derive, one box each
//	choose     "all" or "none" of the queries, whatever the boxes say
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
	switch f.values.Get("choose") {
	case "all":
		return model.SortedIDs(m.Workflow.Queries)
	case "none":
		return nil
	}
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
