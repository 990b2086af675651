package apply

import (
	"cmp"
	"slices"
	"strings"

	"widerow/model"
)

// Effect is the consequence of table changes for a query or an update.
type Effect struct {
	// Access is the ID of the query or update. Label and Name are its own.
	Access      model.ID
	Label, Name string
	// Lost are its tables that were dropped. Orphan means that none is left.
	// Rekeyed are tables whose primary key changed.
	Lost, Rekeyed []string
	Orphan        bool
}

// Effects lists the queries and updates that changes affect, in their order.
func Effects(before, after *model.Model, changes []Change) []Effect {
	rekeyed := map[model.ID]bool{}
	for _, change := range changes {
		rekeyed[change.ID] = change.KeyChanged
	}
	had, has := tablesOf(before), tablesOf(after)
	var effects []Effect
	for access, tables := range had {
		effect := Effect{Access: access, Orphan: len(has[access]) == 0}
		effect.Label, effect.Name = accessName(before, access)
		for id, name := range tables {
			switch {
			case after.Physical.Relations[id] == nil:
				effect.Lost = append(effect.Lost, name)
			case rekeyed[id]:
				effect.Rekeyed = append(effect.Rekeyed, name)
			}
		}
		if len(effect.Lost)+len(effect.Rekeyed) > 0 {
			slices.Sort(effect.Lost)
			slices.Sort(effect.Rekeyed)
			effects = append(effects, effect)
		}
	}
	slices.SortFunc(effects, func(a, b Effect) int {
		return cmp.Or(cmp.Compare(len(a.Label), len(b.Label)), strings.Compare(a.Label, b.Label), strings.Compare(string(a.Access), string(b.Access)))
	})
	return effects
}

// tablesOf returns the tables and views of each query and update, with their
// names.
func tablesOf(m *model.Model) map[model.ID]map[model.ID]string {
	realising := map[model.ID][]model.ID{}
	for id, relation := range m.Physical.Relations {
		for table := range relation.Realizes {
			realising[table] = append(realising[table], id)
		}
	}
	tables := map[model.ID]map[model.ID]string{}
	for _, arrow := range m.Logical.Arrows {
		for _, id := range realising[arrow.To] {
			if tables[arrow.Access] == nil {
				tables[arrow.Access] = map[model.ID]string{}
			}
			tables[arrow.Access][id] = qualifiedName(m, id)
		}
	}
	return tables
}

func accessName(m *model.Model, id model.ID) (label, name string) {
	if query := m.Workflow.Queries[id]; query != nil {
		return query.Label, query.Name
	}
	if update := m.Workflow.Updates[id]; update != nil {
		return update.Label, update.Name
	}
	return "", ""
}
