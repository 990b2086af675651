package carry

import (
	"maps"

	"widerow/model"
)

// arrowsFollow applies a change of the workflow, or of the tables that serve
// queries, to the query arrows. An arrow starts where the workflow says: at the
// tables of the queries before its query. Arrows drawn by hand are kept.
func arrowsFollow(before, after *model.Model, ids model.IDs) {
	if sameFlow(before, after) {
		return
	}
	was, is := NewFlow(before), NewFlow(after)
	for _, query := range model.Sorted(after.Workflow.Queries) {
		for _, to := range is.Tables[query.ID].Sorted() {
			if !was.Tables[query.ID][to] {
				continue // whoever added the arrow chose its start
			}
			Of(after).moveStarts(query.ID, to, was.Starts(query.ID, to), is.Starts(query.ID, to), ids)
		}
	}
}

func sameFlow(before, after *model.Model) bool {
	return maps.EqualFunc(before.Workflow.Transitions, after.Workflow.Transitions, func(a, b *model.Transition) bool { return *a == *b }) &&
		maps.EqualFunc(before.Logical.Arrows, after.Logical.Arrows, func(a, b *model.QueryArrow) bool { return *a == *b }) &&
		maps.EqualFunc(before.Workflow.Queries, after.Workflow.Queries, func(a, b *model.Query) bool { return a.Parent == b.Parent })
}

// moveStarts removes the arrows whose start is no longer expected, and adds those
// that now are.
func (m Followers) moveStarts(query, to model.ID, was, is model.IDSet, ids model.IDs) {
	starts := model.IDSet{}
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
			m.AddArrow(query, from, to, ids)
			starts[from] = true
		}
	}
}

// AddArrow adds a query arrow.
func (m Followers) AddArrow(query, from, to model.ID, ids model.IDs) {
	m.Parts().Insert(model.Element{ID: ids.New(), Kind: model.ArrowKind, Parent: "", Value: &model.QueryArrow{Access: query, From: from, To: to}}, "")
}

// Flow is the workflow as query arrows need it.
type Flow struct {
	model *model.Model
	into  map[model.ID][]*model.Transition // by the step that they lead to
	by    map[model.ID][]*model.Transition // by their query or update
	// tables are those that serve each query, by its arrows.
	Tables map[model.ID]model.IDSet
}

// NewFlow returns the workflow of a model as query arrows need it.
func NewFlow(m *model.Model) *Flow {
	f := &Flow{m, map[model.ID][]*model.Transition{}, map[model.ID][]*model.Transition{}, map[model.ID]model.IDSet{}}
	for _, item := range model.Sorted(m.Workflow.Transitions) {
		f.into[item.Value.To] = append(f.into[item.Value.To], item.Value)
		f.by[item.Value.Access] = append(f.by[item.Value.Access], item.Value)
	}
	for _, arrow := range m.Logical.Arrows {
		if f.Tables[arrow.Access] == nil {
			f.Tables[arrow.Access] = model.IDSet{}
		}
		f.Tables[arrow.Access][arrow.To] = true
	}
	return f
}

// Starts returns the tables at which the arrows of a query to a table start: ""
// for an entry point of the application. A sub-query without a transition of its
// own starts where the query that it is a part of does.
func (f *Flow) Starts(query, to model.ID) model.IDSet {
	starts := model.IDSet{}
	seen := map[*model.Transition]bool{}
	var back func(t *model.Transition)
	back = func(t *model.Transition) {
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
			for table := range f.Tables[previous.Access] {
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
func (f *Flow) transitions(query model.ID) []*model.Transition {
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
func ArrowsByHand(m *model.Model) model.IDSet {
	f := NewFlow(m)
	byHand := model.IDSet{}
	for id, arrow := range m.Logical.Arrows {
		if m.Workflow.Queries[arrow.Access] != nil && len(f.transitions(arrow.Access)) > 0 && !f.Starts(arrow.Access, arrow.To)[arrow.From] {
			byHand[id] = true
		}
	}
	return byHand
}
