package model

import "maps"

// arrowsFollow applies a change of the workflow, or of the tables that serve
// queries, to the query arrows. An arrow starts where the workflow says: at the
// tables of the queries before its query. Arrows drawn by hand are kept.
func arrowsFollow(before, after *Model, ids IDs) {
	if sameFlow(before, after) {
		return
	}
	was, is := newFlow(before), newFlow(after)
	for _, query := range Sorted(after.Workflow.Queries) {
		for _, to := range is.tables[query.ID].Sorted() {
			if !was.tables[query.ID][to] {
				continue // whoever added the arrow chose its start
			}
			after.followers().moveStarts(query.ID, to, was.starts(query.ID, to), is.starts(query.ID, to), ids)
		}
	}
}

func sameFlow(before, after *Model) bool {
	return maps.EqualFunc(before.Workflow.Transitions, after.Workflow.Transitions, func(a, b *Transition) bool { return *a == *b }) &&
		maps.EqualFunc(before.Logical.Arrows, after.Logical.Arrows, func(a, b *QueryArrow) bool { return *a == *b }) &&
		maps.EqualFunc(before.Workflow.Queries, after.Workflow.Queries, func(a, b *Query) bool { return a.Parent == b.Parent })
}

// moveStarts removes the arrows whose start is no longer expected, and adds those
// that now are.
func (m followers) moveStarts(query, to ID, was, is IDSet, ids IDs) {
	starts := IDSet{}
	for id, arrow := range m.Logical.Arrows {
		switch {
		case arrow.Access != query || arrow.To != to:
		case was[arrow.From] && !is[arrow.From]:
			delete(m.Logical.Arrows, id)
		default:
			starts[arrow.From] = true
		}
	}
	for _, from := range is.Sorted() {
		if !starts[from] && (!was[from] || len(starts) == 0) {
			m.addArrow(query, from, to, ids)
			starts[from] = true
		}
	}
}

func (m followers) addArrow(query, from, to ID, ids IDs) {
	m.places().insert(Element{ids.New(), ArrowKind, "", &QueryArrow{Access: query, From: from, To: to}}, "")
}

// flow is the workflow as query arrows need it.
type flow struct {
	model *Model
	into  map[ID][]*Transition // by the step that they lead to
	by    map[ID][]*Transition // by their query or update
	// tables are those that serve each query, by its arrows.
	tables map[ID]IDSet
}

func newFlow(m *Model) *flow {
	f := &flow{m, map[ID][]*Transition{}, map[ID][]*Transition{}, map[ID]IDSet{}}
	for _, item := range Sorted(m.Workflow.Transitions) {
		f.into[item.Value.To] = append(f.into[item.Value.To], item.Value)
		f.by[item.Value.Access] = append(f.by[item.Value.Access], item.Value)
	}
	for _, arrow := range m.Logical.Arrows {
		if f.tables[arrow.Access] == nil {
			f.tables[arrow.Access] = IDSet{}
		}
		f.tables[arrow.Access][arrow.To] = true
	}
	return f
}

// starts returns the tables at which the arrows of a query to a table start: ""
// for an entry point of the application. A sub-query without a transition of its
// own starts where the query that it is a part of does.
func (f *flow) starts(query, to ID) IDSet {
	starts := IDSet{}
	seen := map[*Transition]bool{}
	var back func(t *Transition)
	back = func(t *Transition) {
		if seen[t] {
			return
		}
		seen[t] = true
		if t.From == "" {
			starts[""] = true
		}
		for _, previous := range f.into[t.From] {
			switch {
			case t.From == "":
			case previous.Access == "":
				back(previous)
			case f.model.Workflow.Updates[previous.Access] != nil:
				starts[""] = true // what an update wrote is known without a table
			}
			for table := range f.tables[previous.Access] {
				if f.model.Workflow.Queries[previous.Access] != nil {
					starts[table] = true
				}
			}
		}
	}
	for _, transition := range f.transitions(query) {
		back(transition)
	}
	delete(starts, to)
	if len(starts) == 0 {
		starts[""] = true
	}
	return starts
}

// transitions returns the transitions of a query. A sub-query without any has
// those of the query that it is a part of.
func (f *flow) transitions(query ID) []*Transition {
	for range len(f.model.Workflow.Queries) {
		parent := f.model.Workflow.Queries[query]
		if len(f.by[query]) > 0 || parent == nil || parent.Parent == "" {
			break
		}
		query = parent.Parent
	}
	return f.by[query]
}

// ArrowsByHand returns the query arrows that do not start where the workflow and
// the tables of the queries before say. A query without a step has none.
func (m *Model) ArrowsByHand() IDSet {
	f := newFlow(m)
	byHand := IDSet{}
	for id, arrow := range m.Logical.Arrows {
		if m.Workflow.Queries[arrow.Access] != nil && len(f.transitions(arrow.Access)) > 0 && !f.starts(arrow.Access, arrow.To)[arrow.From] {
			byHand[id] = true
		}
	}
	return byHand
}
