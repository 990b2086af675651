package workload

import (
	"maps"
	"strconv"

	"widerow/model"
	"widerow/model/edit"
)

// Commands adds the accesses that are accepted; a nil function accepts all. It
// leaves out those that the model has, and notes the IDs of the others in Added.
func (w *Workload) Commands(ids model.IDs, accepted func(*Access) bool) []edit.Command {
	w.Added = map[*Access]model.ID{}
	var commands, serves []edit.Command // commands of one kind in a row are fast
	add := func(kind model.Kind, parent model.ID, values map[string]string) model.ID {
		id := ids.New()
		commands = append(commands, edit.Add{Kind: kind, Parent: parent, ID: id, Values: values})
		return id
	}
	for _, a := range w.Accesses {
		if a.Known != "" || accepted != nil && !accepted(a) {
			continue
		}
		kind := model.UpdateElement
		if a.reads {
			kind = model.QueryKind
		}
		values := maps.Clone(a.values)
		values["name"] = a.Name
		if len(a.source) <= edit.MaxStatementLength {
			values["statement"] = a.source
		}
		id := add(kind, "", values)
		w.Added[a] = id
		for _, p := range a.parts {
			values := p.column.values()
			if attribute := values["attribute"]; p.kind == model.WriteKind && attribute != "" {
				values = map[string]string{"element": attribute}
			}
			maps.Copy(values, p.values)
			add(p.kind, id, values)
		}
		for _, table := range a.tables {
			if a.reads {
				serves = append(serves, edit.ServeQuery{Query: id, Table: table})
			} else {
				serves = append(serves, edit.Add{Kind: model.ArrowKind, ID: ids.New(), Values: map[string]string{"access": string(id), "to": string(table)}})
			}
		}
	}
	return append(commands, serves...)
}

// findKnown finds the accesses that the model already has: a query on the same
// table with the same conditions that returns at least as much.
func (r *reader) findKnown() {
	queries := model.Sorted(r.model.Workflow.Queries)
	readers := map[model.ID]model.IDSet{} // of each table
	for _, arrow := range r.model.Logical.Arrows {
		if readers[arrow.To] == nil {
			readers[arrow.To] = model.IDSet{}
		}
		readers[arrow.To][arrow.Access] = true
	}
	for _, a := range r.accesses {
		if !a.reads || len(a.tables) == 0 {
			continue
		}
		for _, item := range queries {
			if readers[a.tables[0]][item.ID] && a.asks(item.Value) {
				a.Known = item.ID
				break
			}
		}
	}
}

// sortsAs reports whether the access requires no order, or the order of a query.
func (a *Access) sortsAs(q *model.Query) bool {
	var sorts []string
	for _, p := range a.parts {
		if p.kind == model.SortKind {
			sorts = append(sorts, p.column.names()+p.values["descending"])
		}
	}
	for i, s := range model.Sorted(q.SortBy) {
		if i < len(sorts) && sorts[i] != (&column{s.Value.Name, s.Value.Attribute}).names()+strconv.FormatBool(s.Value.Descending) {
			return false
		}
	}
	return len(sorts) <= len(q.SortBy)
}

// asks reports whether a query has the same conditions, returns everything that the
// access returns, and in its order.
func (a *Access) asks(q *model.Query) bool {
	given := map[string]model.Operator{}
	for _, g := range q.Given {
		given[(&column{g.Name, g.Attribute}).names()] = g.Operator
	}
	found := map[string]bool{}
	for _, f := range q.Find {
		found[(&column{f.Name, f.Attribute}).names()] = true
	}
	conditions := 0
	for _, p := range a.parts {
		switch p.kind {
		case model.GivenKind:
			conditions++
			if given[p.column.names()] != model.Operator(p.values["operator"]) {
				return false
			}
		case model.FindKind:
			_, isGiven := given[p.column.names()]
			if !found[p.column.names()] && !isGiven || p.values["aggregate"] != "" {
				return false
			}
		}
	}
	return conditions == len(given) && a.sortsAs(q)
}
