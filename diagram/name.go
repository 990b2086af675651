package diagram

import (
	"net/url"
	"slices"
	"strings"

	"widerow/model"
)

// ByID replaces names in the parameters of a display by IDs. A name may be that of
// a table (also with its keyspace), a type, a keyspace, an entity or relationship
// type, a step, a query or an update (also by label). Tables of the diagram take
// precedence. Unknown names are left as they are.
func ByID(query url.Values, m *model.Model, kind Kind) url.Values {
	named := url.Values{}
	for parameter, values := range query {
		find := finders[parameter]
		if find == nil {
			named[parameter] = values
			continue
		}
		if parameter == "collapse" {
			values = strings.Split(strings.Join(values, ","), ",")
		}
		lists := find(m, kind)
		for _, name := range values {
			named.Add(parameter, idOf(strings.TrimSpace(name), lists))
		}
	}
	return named
}

// finders return, by parameter, the names of elements by ID, in the order in which
// they are searched.
var finders = map[string]func(*model.Model, Kind) []naming{
	"focus":    focusNames,
	"keyspace": func(m *model.Model, _ Kind) []naming { return []naming{keyspaceNames(m)} },
	"collapse": func(m *model.Model, _ Kind) []naming { return []naming{keyspaceNames(m)} },
	"query":    func(m *model.Model, _ Kind) []naming { return []naming{accessNames(m)} },
}

// naming holds the names of elements.
type naming map[model.ID][]string

// focusNames returns the names that a focus may use, boxes of the diagram first.
func focusNames(m *model.Model, kind Kind) []naming {
	relations, logical := relationNames(m), called(m.Logical.Tables, func(t *model.LogicalTable) []string { return []string{t.Name} })
	entities := called(m.Concepts.Entities, func(e *model.Entity) []string { return []string{e.Name} })
	relationships := called(m.Concepts.Relationships, func(r *model.Relationship) []string { return []string{r.Name} })
	steps := called(m.Workflow.Steps, func(s *model.Step) []string { return []string{s.Name} })
	boxes := map[Kind][]naming{KindER: {entities, relationships}, KindWorkflow: {steps}, KindLogical: {logical}, KindPhysical: {relations}}
	return append(boxes[kind], relations, logical, keyspaceNames(m), accessNames(m), steps, entities, relationships)
}

func keyspaceNames(m *model.Model) naming {
	return called(m.Physical.Keyspaces, func(k *model.Keyspace) []string { return []string{k.Name} })
}

// relationNames returns the names of tables, views and types, with and without
// their keyspace.
func relationNames(m *model.Model) naming {
	list := naming{}
	add := func(id, keyspace model.ID, name string) {
		list[id] = append(list[id], name)
		if home := m.Physical.Keyspaces[keyspace]; home != nil {
			list[id] = append(list[id], home.Name+"."+name)
		}
	}
	for id, relation := range m.Physical.Relations {
		add(id, relation.Keyspace, relation.Name)
	}
	for id, userType := range m.Physical.Types {
		add(id, userType.Keyspace, userType.Name)
	}
	return list
}

func accessNames(m *model.Model) naming {
	list := called(m.Workflow.Queries, func(q *model.Query) []string { return []string{q.Label, q.Name} })
	for id, update := range m.Workflow.Updates {
		list[id] = []string{update.Label, update.Name}
	}
	return list
}

func called[T any](elements map[model.ID]T, names func(T) []string) naming {
	list := make(naming, len(elements))
	for id, element := range elements {
		list[id] = names(element)
	}
	return list
}

// idOf returns the ID of the element with a name. If several match, it returns the
// smallest ID.
func idOf(name string, lists []naming) string {
	id := model.ID(name)
	if name == "" || slices.ContainsFunc(lists, func(list naming) bool { return list[id] != nil }) {
		return name
	}
	for _, list := range lists {
		var found []model.ID
		for id, names := range list {
			if slices.Contains(names, name) {
				found = append(found, id)
			}
		}
		if len(found) > 0 {
			return string(slices.Min(found))
		}
	}
	return name
}
