package migration

import (
	"iter"
	"strconv"

	"widerow/cql/compare"
	"widerow/model"
)

func itoa(number int) string { return strconv.Itoa(number) }

// rename gives replaced elements a free name unless they have a new one.
func (p *planner) rename() {
	for _, id := range sortedIDs(p.target.Physical.Types, func(id model.ID) string { return compare.Name(p.after, id) }) {
		if userType := p.target.Physical.Types[id]; p.replaced[id] && !p.moved(id) {
			userType.Name = p.freed(id, userType.Keyspace, userType.Name)
		}
	}
	for _, id := range sortedIDs(p.target.Physical.Relations, func(id model.ID) string { return compare.Name(p.after, id) }) {
		relation := p.target.Physical.Relations[id]
		if !p.replaced[id] {
			continue
		}
		if !p.moved(id) {
			relation.Name = p.freed(id, relation.Keyspace, relation.Name)
		}
		for _, index := range relation.Indexes { // the old table keeps its indexes until it is dropped
			if index.Name != "" && taken(keyspaceName(p.target, relation.Keyspace), index.Name, p.before) {
				index.Name = p.freeName(keyspaceName(p.target, relation.Keyspace), index.Name)
			}
		}
	}
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
			if !yield(indexName(relation, index)) {
				return
			}
		}
	}
}
