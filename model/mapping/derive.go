package mapping

import (
	"context"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping/er"
)

// Kind is the effect of a derivation on a table.
type Kind string

// The kinds. Kept means that the table serves its queries as it is.
const (
	Added   Kind = "new"
	Changed Kind = "changed"
	Kept    Kind = "kept"
)

// Choice is a user's choice for a query instead of the proposal.
type Choice struct {
	// Key is the Signature of the chosen alternative; empty for the first.
	Key string
	// Own asks for a table that serves no other query.
	Own bool
	// Leave leaves the query out.
	Leave bool
}

// Derivation holds the proposals of a derivation for a document.
type Derivation struct {
	Proposals []*Proposal
	// Failed are the plans of queries without a table. Open are the plans of queries whose path is
	// in question: they get no table until the query chooses one.
	Failed, Open []*Plan
	// Unused are the tables that served a query before, and serve none after it.
	Unused []model.ID
	// Costs lists the costs of the queries, the largest first.
	Costs []Cost
	plans map[model.ID]*Plan
}

// Plan returns the plan of a query, nil for a query that was not derived.
func (d *Derivation) Plan(query model.ID) *Plan { return d.plans[query] }

// Proposal is a table that a derivation adds, changes or keeps.
type Proposal struct {
	// Table is the existing table, empty for a new one.
	Table   model.ID
	Kind    Kind
	Name    string
	Queries []model.ID
	Columns []ProposedColumn
	// Reasons are sentences about the table as a whole.
	Reasons []string
	// Chosen is the alternative of each query that the table is. There is none for
	// a table that was made by hand with another key.
	Chosen map[model.ID]*Alternative
	// Serves reports whether the table serves its queries as it is now.
	Serves bool
	// Subtype is set if this is one of several tables of its query.
	Subtype     model.ID
	derivedName string
	removed     []edit.DerivedColumn
}

// Key identifies the proposal among those of a derivation, however its name and
// its columns change.
func (p *Proposal) Key() string {
	if p.Subtype == "" {
		return string(p.Queries[0])
	}
	return string(p.Queries[0]) + "-" + string(p.Subtype)
}

// ProposedColumn is a column of a proposal. ID is empty for a new column.
type ProposedColumn struct {
	Column
	ID model.ID
	// New reports that the column is added, Was describes its previous state if it changes, and
	// ByHand reports that a user changed or added it; such a column is kept.
	New    bool
	Was    string
	ByHand bool
	value  model.LogicalColumn
	base   *model.LogicalColumn
}

// Signature is the primary key of an alternative and its form, as text. It
// selects the alternative in a Choice.
func (a *Alternative) Signature() string {
	var partition, clustering []string
	for _, column := range a.Columns {
		switch {
		case column.Role == model.Partition:
			partition = append(partition, column.Name)
		case column.Role == model.Clustering && column.Descending:
			clustering = append(clustering, column.Name+" desc")
		case column.Role == model.Clustering:
			clustering = append(clustering, column.Name)
		}
	}
	form := [...]string{"", " set", " computed", " counter", " subtypes"}[a.Form]
	return "((" + strings.Join(partition, ", ") + ")" + strings.Join(append([]string{""}, clustering...), ", ") + ")" + form
}

// Derive proposes the tables for some queries of a document, all if there are
// none. The document is not changed: see Commands.
func Derive(m *model.Model, queries []model.ID, choices map[model.ID]Choice) *Derivation {
	d, err := DeriveContext(context.Background(), m, queries, choices)
	if err != nil {
		panic(err) // the background is never done
	}
	return d
}

// DeriveContext is like Derive, and stops soon after its context is done. The error is a
// *StoppedError then, which says at which query it was and what each one had cost.
func DeriveContext(ctx context.Context, m *model.Model, queries []model.ID, choices map[model.ID]Choice) (*Derivation, error) {
	d := &Derivation{plans: map[model.ID]*Plan{}}
	var tables []*table
	asked := askedFor(m, queries, choices)
	matcher, concepts, costs := newMatcher(m), er.NewConcepts(m), newCosts(ctx, m, len(asked))
	meanings := &meanings{concepts: concepts}
	concepts.Stopped = func() bool { return ctx.Err() != nil }
	for _, query := range asked {
		plan := explore(meanings, query)
		if err := costs.add(query); err != nil {
			return nil, err
		}
		plan.place = len(d.plans)
		d.plans[query] = plan
		if plan.Fatal() {
			d.Failed = append(d.Failed, plan)
			continue
		}
		if plan.IsOpen() {
			d.Open = append(d.Open, plan)
			continue
		}
		next := matcher.present(plan)
		if choice := choices[query]; len(next) == 0 || choice.Own || choice.Key != "" && choice.Key != next[0].signature() {
			next = newTables(plan, plan.choose(choice.Key))
			next[0].own = next[0].own || choice.Own
		}
		tables = append(tables, next...)
	}
	chosen := func(p *Plan) bool { return choices[p.Query].Key != "" }
	preferShared(tables, chosen, concepts.Stopped)
	tables = regroup(shareTables(tables, concepts.Stopped), chosen, concepts.Stopped)
	if err := costs.check("", len(asked)); err != nil {
		return nil, err
	}
	nameTables(tables)
	matcher.keepOthers(d)
	for _, t := range tables {
		matcher.found[t.existing] = true
	}
	for _, t := range tables {
		d.Proposals = append(d.Proposals, matcher.propose(t))
	}
	matcher.nameApart(d.Proposals, tables)
	d.Unused, d.Costs = d.unused(m), costs.sorted()
	return d, nil
}

// askedFor returns the queries to derive, in their order.
func askedFor(m *model.Model, queries []model.ID, choices map[model.ID]Choice) []model.ID {
	return slices.DeleteFunc(model.SortedIDs(m.Workflow.Queries), func(id model.ID) bool {
		return choices[id].Leave || len(queries) > 0 && !slices.Contains(queries, id)
	})
}

// choose returns the alternative with a signature, or the first.
func (p *Plan) choose(signature string) *Alternative {
	for i := range p.Alternatives {
		if p.Alternatives[i].Signature() == signature {
			return &p.Alternatives[i]
		}
	}
	return &p.Alternatives[0]
}

// derives reports whether a query gets its tables now. Others keep theirs.
func (d *Derivation) derives(query model.ID) bool {
	plan := d.plans[query]
	return plan != nil && !plan.Fatal() && !plan.IsOpen()
}

func (d *Derivation) unused(m *model.Model) []model.ID {
	serves := map[model.ID]bool{}
	for _, proposal := range d.Proposals {
		serves[proposal.Table] = true
	}
	lost := model.IDSet{}
	for _, arrow := range m.Logical.Arrows {
		if d.derives(arrow.Access) {
			lost[arrow.To] = true
		} else {
			serves[arrow.To] = true
		}
	}
	var unused []model.ID
	for _, table := range model.Sorted(m.Logical.Tables) {
		if lost[table.ID] && !serves[table.ID] {
			unused = append(unused, table.ID)
		}
	}
	return unused
}

// Commands returns the commands that carry out the proposals, except for those
// that leave says to leave out.
func (d *Derivation) Commands(ids model.IDs, leave func(*Proposal) bool) []edit.Command {
	var tables, arrows []edit.Command
	serving := map[model.ID][]model.ID{}
	for _, proposal := range d.Proposals {
		if leave != nil && leave(proposal) {
			continue
		}
		id := proposal.Table
		if id == "" {
			id = ids.New()
		}
		if proposal.Kind != Kept {
			tables = append(tables, proposal.command(id))
		}
		for _, query := range proposal.Queries {
			serving[query] = append(serving[query], id)
			arrows = append(arrows, edit.ServeQuery{Query: query, Table: id})
		}
	}
	for i, command := range arrows {
		serve := command.(edit.ServeQuery)
		serve.Others = slices.DeleteFunc(slices.Clone(serving[serve.Query]), func(id model.ID) bool { return id == serve.Table })
		arrows[i] = serve
	}
	return append(tables, arrows...)
}

func (p *Proposal) command(id model.ID) edit.Command {
	command := edit.DeriveTable{ID: id, Title: p.Name, DerivedName: p.derivedName}
	for _, column := range p.Columns {
		command.Columns = append(command.Columns, edit.DerivedColumn{ID: column.ID, Value: column.value, Derived: column.base})
	}
	command.Columns = append(command.Columns, p.removed...)
	return command
}

// logical returns the column as the document holds it.
func (c *Column) logical(query model.ID) model.LogicalColumn {
	return model.LogicalColumn{Name: c.Name, Role: c.Role, Descending: c.Descending, Collection: c.Collection,
		Attribute: c.Attribute, Participant: c.Participant, Aggregate: c.Aggregate, Query: query}
}

// wasInWords describes a column before it changes.
func wasInWords(c, becomes model.LogicalColumn) string {
	mark := map[model.Role]string{model.Partition: "K", model.Clustering: "C↑", model.Static: "S", model.RoleCounter: "++"}[c.Role]
	if c.Role == model.Clustering && c.Descending {
		mark = "C↓"
	}
	switch {
	case c.Name != becomes.Name:
		return strings.TrimSpace(c.Name + " " + mark)
	case mark == "" && becomes.Role.InKey():
		return "not in the key"
	case mark == "":
		return "regular"
	}
	return mark
}
