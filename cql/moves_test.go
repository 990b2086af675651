package cql_test

import (
	"fmt"
	"testing"

	"widerow/cql"
	"widerow/cql/cassandratest"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/example"
	"widerow/model/moves"
)

// TestCassandraTakesTheMoves has a real server take the tables that a move changes
// or adds: the first offer of each move in each example.
func TestCassandraTakesTheMoves(t *testing.T) {
	session := cassandratest.Session(t)
	for _, e := range example.All() {
		m := loadForOneNode(t, e.Slug)
		seen := map[moves.Name]bool{}
		for _, relation := range model.Sorted(m.Physical.Relations) {
			for _, move := range moves.Offers(m, relation.ID) {
				if seen[move.Name] {
					continue
				}
				seen[move.Name] = true
				t.Run(fmt.Sprintf("%s/%s of %s", e.Slug, move.Name, relation.Value.Name), func(t *testing.T) {
					preview, err := move.Sizes(model.SeededIDs([]byte("moves")))
					if err != nil {
						t.Fatal(err)
					}
					changed := onlyChanged(preview, fmt.Sprintf("_%s%d", e.Slug[:1], len(seen)))
					for _, keyspace := range changed.Physical.Keyspaces {
						cassandratest.DropAfter(t, session, syntax.QuoteName(keyspace.Name))
					}
					for _, statement := range statements(t, cql.PrintModel(changed, cql.PrintOptions{})) {
						cassandratest.Run(t, session, statement)
					}
				})
			}
		}
	}
}

// onlyChanged returns the tables that a move changes, with the bases of views. The
// names of the keyspaces end with a suffix.
func onlyChanged(p *moves.Preview, suffix string) *model.Model {
	m := p.After.Clone()
	needed := map[model.ID]bool{}
	for _, change := range p.Tables {
		if relation := m.Physical.Relations[change.Table]; relation != nil {
			needed[change.Table], needed[relation.Base] = true, true
		}
	}
	keyspaces := map[model.ID]bool{}
	for id, relation := range m.Physical.Relations {
		if needed[id] {
			keyspaces[relation.Keyspace] = true
		} else {
			delete(m.Physical.Relations, id)
		}
	}
	for id, keyspace := range m.Physical.Keyspaces {
		keyspace.Name += suffix
		if !keyspaces[id] {
			delete(m.Physical.Keyspaces, id)
		}
	}
	for id, userType := range m.Physical.Types {
		if !keyspaces[userType.Keyspace] {
			delete(m.Physical.Types, id)
		}
	}
	return m
}
