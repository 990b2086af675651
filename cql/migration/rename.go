package migration

import (
	"iter"

	"widerow/cql"
	"widerow/cql/compare"
	"widerow/model"
	"widerow/model/access"
)

// placed is an element by its kind and qualified name.
type placed struct {
	kind model.Kind
	name string
}

// elementsOf returns the keyspaces, types and relations of a model by name.
func elementsOf(m *model.Model) map[placed]model.ID {
	elements := map[placed]model.ID{}
	for id := range m.Physical.Keyspaces {
		elements[placed{model.KeyspaceKind, quoted(m, id)}] = id
	}
	for id := range m.Physical.Types {
		elements[placed{model.UserTypeKind, quoted(m, id)}] = id
	}
	for id := range m.Physical.Relations {
		elements[placed{model.RelationElement, quoted(m, id)}] = id
	}
	return elements
}

// rename gives replaced elements a free name unless they have a new one, and those
// whose name another element still has.
func (p *planner) rename() {
	for _, id := range model.SortedIDs(p.target.Physical.Keyspaces) {
		keyspace := p.target.Physical.Keyspaces[id]
		if p.nameInUse(model.KeyspaceKind, id) {
			free := p.freeName("", keyspace.Name)
			p.names[keyspace.Name], keyspace.Name = free, free
		}
	}
	for _, id := range sortedIDs(p.target.Physical.Types, func(id model.ID) string { return compare.Name(p.after, id) }) {
		if userType := p.target.Physical.Types[id]; p.replaced[id] && !p.moved(id) || p.nameInUse(model.UserTypeKind, id) {
			userType.Name = p.freed(id, userType.Keyspace, userType.Name)
		}
	}
	cql.FollowRenames(p.after, p.target)
	for _, id := range sortedIDs(p.target.Physical.Relations, func(id model.ID) string { return compare.Name(p.after, id) }) {
		relation := p.target.Physical.Relations[id]
		if p.replaced[id] && !p.moved(id) || p.nameInUse(model.RelationElement, id) {
			relation.Name = p.freed(id, relation.Keyspace, relation.Name)
		}
		for _, index := range relation.Indexes { // the old table keeps its indexes until it is dropped
			if in := keyspaceName(p.target, relation.Keyspace); p.replaced[id] && index.Name != "" && taken(in, index.Name, p.before) {
				free := p.freeName(in, index.Name)
				p.names[in+"."+index.Name], index.Name = in+"."+free, free
			}
		}
	}
}

// nameInUse reports whether another element of the kind has the name of a new or
// moved keyspace, type or relation before the plan. It is removed or renamed at the
// end.
func (p *planner) nameInUse(kind model.Kind, id model.ID) bool {
	other, found := p.inUse[placed{kind, quoted(p.target, id)}]
	return found && other != id
}

// freed returns a free name and records it under the element's name.
func (p *planner) freed(id, keyspace model.ID, name string) string {
	in := keyspaceName(p.target, keyspace)
	free := p.freeName(in, name)
	p.names[compare.Name(p.after, id)] = in + "." + free
	return free
}

func indexNames(relation *model.Relation) iter.Seq[string] {
	return func(yield func(string) bool) {
		for _, index := range relation.Indexes {
			if !yield(access.NameOf(relation, index)) {
				return
			}
		}
	}
}
