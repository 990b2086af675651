package derive

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"

	"widerow/cql"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/moves"
)

// Form is the form of the page that derives tables. Its names:
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
//	split.KEY  how the partitions of a table are split, by its key: moves.AsItIs or the split
//	mark       what was shown, to apply nothing else
type Form struct {
	Values url.Values
	// Stale reports that something else would be applied than was shown.
	Stale bool
	// Stopped is the reason why nothing was derived; nil if the derivation was not stopped.
	Stopped *mapping.StoppedError
}

// Queries returns the queries to derive. Until the form is sent, they are the
// selected query, or all.
func (f *Form) Queries(m *model.Model, selected model.ID) []model.ID {
	var queries []model.ID
	switch f.Values.Get("choose") {
	case "all":
		return model.SortedIDs(m.Workflow.Queries)
	case "none":
		return nil
	}
	for _, item := range model.Sorted(m.Workflow.Queries) {
		sent := f.Values.Get("sent") != ""
		if !sent && (m.Workflow.Queries[selected] == nil || item.ID == selected) || sent && slices.Contains(f.Values["query"], string(item.ID)) {
			queries = append(queries, item.ID)
		}
	}
	return queries
}

func (f *Form) choices(m *model.Model) map[model.ID]mapping.Choice {
	choices := map[model.ID]mapping.Choice{}
	for id := range m.Workflow.Queries {
		choices[id] = mapping.Choice{Key: f.Values.Get("key." + string(id)), Own: f.Values.Get("own."+string(id)) != ""}
	}
	return choices
}

// Leaves reports whether a table is left out.
func (f *Form) Leaves(p *mapping.Proposal) bool {
	return slices.Contains(f.Values["leave"], p.Key())
}

// paths returns the commands that keep the chosen paths. A path that is no longer
// an alternative of its query is dropped.
func (f *Form) paths(m *model.Model, queries []model.ID) []edit.Command {
	var commands []edit.Command
	for _, query := range queries {
		chosen := f.Values.Get("path." + string(query))
		if chosen == "" {
			continue
		}
		path := mapping.Explore(m, query).Path
		for _, alternative := range path.Alternatives() {
			if alternative.Signature() == chosen {
				commands = append(commands, alternative.Commands(query, m.Workflow.Queries[query])...)
				break
			}
		}
	}
	return commands
}

// stores returns the commands that keep how attributes are stored.
func (f *Form) stores(m *model.Model) []edit.Command {
	var commands []edit.Command
	for _, id := range f.Values["stores"] {
		element, found := m.Element(model.ID(id))
		attribute, is := element.Value.(*model.Attribute)
		if !found || !is {
			continue
		}
		name := "stored_as"
		if attribute.Derived {
			name = "immutable"
		}
		field, _ := edit.FieldOf(model.AttributeKind, name)
		value, was := f.Values.Get("store."+id), field.Text(m, element)
		if value != was {
			commands = append(commands, edit.Set{Element: element.ID, Field: name, Was: was, Value: value})
		}
	}
	return commands
}

// Derived is the result of deriving tables from a document as a form asks.
type Derived struct {
	*mapping.Derivation
	// stores are the commands that keep how attributes are stored, Answers counts the paths
	// that are chosen.
	stores  []edit.Command
	Answers int
	Changes []edit.Command
	After   *model.Model
	// Splits lists a split for each table whose partitions are over a limit.
	Splits []*moves.Proposed
}

// Derive derives tables for the chosen queries. Until the form is sent, selected is
// the only one. The error is a *mapping.StoppedError if the context is done before.
func (f *Form) Derive(ctx context.Context, m *model.Model, selected model.ID, ids model.IDs) (*Derived, error) {
	d := &Derived{Derivation: &mapping.Derivation{}}
	queries := f.Queries(m, selected)
	d.stores = f.stores(m)
	answers := f.paths(m, queries)
	d.Answers = len(answers)
	paths := append(slices.Clone(d.stores), answers...)
	chosen, err := edit.Apply(m, ids, paths...)
	if err != nil {
		return nil, fmt.Errorf("choose paths: %w", err)
	}
	if len(queries) > 0 {
		if d.Derivation, err = mapping.DeriveContext(ctx, chosen, queries, f.choices(m)); err != nil {
			return nil, fmt.Errorf("derive tables: %w", err)
		}
	}
	d.Changes = append(paths, d.Commands(ids, f.Leaves)...)
	after, err := edit.Apply(m, ids, d.Changes...)
	if err != nil {
		return nil, fmt.Errorf("apply derived tables: %w", err)
	}
	cql.FollowRenames(m, after)
	tables, splits := map[model.ID]bool{}, map[model.ID]string{}
	for _, p := range d.Proposals {
		if id := d.logical(after, p); id != "" && !f.Leaves(p) {
			tables[id] = p.Kind == mapping.Added
			if p.Kind != mapping.Kept {
				splits[id] = f.Values.Get("split." + p.Key())
			}
		}
	}
	if d.After, d.Splits, err = moves.Propose(after, ids, tables, splits); err != nil {
		return nil, fmt.Errorf("split derived tables: %w", err)
	}
	return d, nil
}

// logical returns the table of a proposal in the document with it, "" for none.
func (d *Derived) logical(after *model.Model, p *mapping.Proposal) model.ID {
	if p.Table != "" {
		return p.Table
	}
	for _, table := range model.Sorted(after.Logical.Tables) {
		if table.Value.Name == p.Name {
			return table.ID
		}
	}
	return ""
}

// Words describes the tables and their splits for the history of a document.
func (d *Derived) Words(before *model.Model) string {
	words := cmp.Or(edit.Words(before, d.After, d.Changes...), "derived tables again")
	if splits := moves.History(d.Splits); splits != "" {
		words += ", " + splits
	}
	return words
}

// leftOut names the queries that get no table since their path is in question, "" for none.
func (d *Derived) leftOut() string {
	var labels []string
	for _, plan := range d.Open {
		labels = append(labels, d.After.Title(plan.Query))
	}
	switch len(labels) {
	case 0:
		return ""
	case 1:
		return ". " + labels[0] + " is left out until its path is chosen"
	}
	return ". " + strings.Join(labels[:len(labels)-1], ", ") + " and " + labels[len(labels)-1] + " are left out until their paths are chosen"
}

// SplitOf returns the split of a proposal, nil if its partitions are within the limits.
func (d *Derived) SplitOf(p *mapping.Proposal) *moves.Proposed {
	id := d.logical(d.After, p)
	for _, split := range d.Splits {
		if split.Logical == id {
			return split
		}
	}
	return nil
}

// Mark identifies what a derivation would do. Tables that stay the same do not
// count.
func (d *Derived) Mark(f *Form) string {
	hash := sha256.New()
	for _, name := range slices.Sorted(maps.Keys(f.Values)) {
		if strings.HasPrefix(name, "path.") {
			fmt.Fprintln(hash, name, f.Values.Get(name))
		}
	}
	for _, command := range d.stores {
		fmt.Fprintln(hash, command)
	}
	for _, split := range d.Splits {
		if split.Chosen != nil {
			fmt.Fprintln(hash, d.After.Title(split.Logical), split.Chosen.What)
		}
	}
	for _, p := range d.Proposals {
		if f.Leaves(p) || p.Kind == mapping.Kept {
			continue
		}
		fmt.Fprintln(hash, p.Kind, p.Table, p.Name, p.Queries)
		for _, column := range p.Columns {
			fmt.Fprintln(hash, column.Name, column.Role, column.Descending, column.Collection, column.Was)
		}
	}
	return hex.EncodeToString(hash.Sum(nil)[:8])
}

// Fails reports whether no table can be derived for a query.
func (d *Derived) Fails(query model.ID) bool {
	return slices.ContainsFunc(d.Failed, func(plan *mapping.Plan) bool { return plan.Query == query })
}
