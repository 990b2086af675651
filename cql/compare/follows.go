package compare

import (
	"slices"

	"widerow/cql/check"
	"widerow/model"
)

// Effects are the consequences of changes for sizes, queries and findings.
type Effects struct {
	Tables  []Table
	Queries []Query
	Findings

	states []*State
}

// EffectsOf lists all that follows between two states.
func EffectsOf(before, after *State) Effects {
	return Effects{Tables(before, after), Queries(before, after), FindingsOf(before, after), []*State{before, after}}
}

// Following finds what follows from single changes.
type Following struct {
	effects Effects
	// elements are the elements of the models before and after, names the dotted names of their
	// relations.
	elements [2]map[model.ID]model.Element
	names    map[model.ID][]string
	// rest are the sizes of tables that no change is about. They follow from
	// changed quantities.
	rest []Table
	// realizations are the physical tables of each logical one, in either model.
	realizations map[model.ID][]model.ID
}

// NewFollowing prepares the effects of the changes between two models.
func NewFollowing(before, after *model.Model, changes []Change, effects Effects) *Following {
	f := &Following{effects: effects, names: map[model.ID][]string{}, realizations: map[model.ID][]model.ID{}}
	for i, m := range []*model.Model{before, after} {
		f.elements[i] = map[model.ID]model.Element{}
		for element := range m.Elements() {
			f.elements[i][element.ID] = element
		}
		for id, relation := range m.Physical.Relations {
			f.names[id] = append(f.names[id], Name(m, id))
			for table := range relation.Realizes {
				f.realizations[table] = append(f.realizations[table], id)
			}
		}
	}
	changed := model.IDSet{}
	for _, change := range changes {
		for id := range f.concerns(change) {
			changed[id] = true
		}
	}
	for _, table := range effects.Tables {
		if !changed[table.ID] {
			f.rest = append(f.rest, table)
		}
	}
	return f
}

// Of returns what follows from a change: the effects on its table or query. Other
// changes of the same table have the same effects.
func (f *Following) Of(change Change) Effects {
	ids, names := f.concerns(change), f.Names(change)
	of := Effects{Tables: chosen(f.effects.Tables, func(t Table) bool { return ids[t.ID] })}
	if change.Type == string(model.QuantityKind) {
		of.Tables = f.rest
	}
	reads := func(query model.ID, tables []model.ID) bool {
		return ids[query] || slices.ContainsFunc(tables, func(id model.ID) bool { return ids[id] })
	}
	of.Queries = chosen(f.effects.Queries, func(q Query) bool { return reads(q.ID, q.Tables) })
	for _, state := range f.effects.states {
		for _, query := range state.queries {
			names[query.label] = names[query.label] || reads(query.id, query.tables)
		}
	}
	about := func(found check.Finding) bool { return names[found.Element] }
	of.Findings = Findings{chosen(f.effects.New, about), chosen(f.effects.Mended, about)}
	return of
}

// Names returns the dotted names of the tables that a change concerns, before and after, or of
// another element that it changes.
func (f *Following) Names(change Change) map[string]bool {
	names := map[string]bool{change.Element: true}
	for id := range f.concerns(change) {
		for _, name := range f.names[id] {
			names[name] = true
		}
	}
	return names
}

func chosen[T any](list []T, is func(T) bool) []T {
	return slices.DeleteFunc(slices.Clone(list), func(element T) bool { return !is(element) })
}

// concerns returns the element of a change with all above it, the physical tables of
// a logical one, and both ends of a query arrow.
func (f *Following) concerns(change Change) model.IDSet {
	ids := model.IDSet{}
	for _, elements := range f.elements {
		for id := change.ID; id != ""; {
			element, found := elements[id]
			if !found {
				break
			}
			if arrow, is := element.Value.(*model.QueryArrow); is {
				ids[arrow.Access], ids[arrow.To] = true, true
			}
			if element.Kind != model.KeyspaceKind {
				ids[id] = true
			}
			id = element.Parent
		}
	}
	for _, table := range ids.Sorted() {
		for _, id := range f.realizations[table] {
			ids[id] = true
		}
	}
	return ids
}
