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

// TestCassandraTakesTheMoves runs on a real server the tables that a move changes
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

// TestCassandraTakesTheProofsOfMoves has a real server judge the statements of the
// queries after several moves.
func TestCassandraTakesTheProofsOfMoves(t *testing.T) {
	for slug, steps := range map[string][]struct {
		table string
		move  moves.Name
	}{
		"hotel": {
			{"available_rooms_by_hotel_date", moves.SplitByTime}, {"reservations_by_hotel_date", moves.MergePartitions}, {"hotels", moves.TypeToColumns},
			{"pois_by_hotel", moves.RowsToCollection}, {"reservations_by_guest", moves.SplitByHash}, {"guests", moves.SplitTable},
		},
		"supermarket": {
			{"orders_by_customer", moves.SplitByTime}, {"orders_by_customer", moves.UseTimeuuid}, {"basket_by_customer", moves.CollectionToRows},
			{"delivery_timeslots", moves.SplitByAttribute},
		},
	} {
		t.Run(slug, func(t *testing.T) {
			m := loadForOneNode(t, slug)
			for number, step := range steps {
				move, found := offered(m, relationNamed(m, step.table), step.move)
				if !found {
					t.Fatalf("%s is not offered %s", step.table, step.move)
				}
				preview, err := move.Sizes(model.SeededIDs([]byte(fmt.Sprint("step", number))))
				if err != nil {
					t.Fatal(err)
				}
				m = preview.After
			}
			compareProofs(t, m)
		})
	}
}

func relationNamed(m *model.Model, name string) model.ID {
	for id, relation := range m.Physical.Relations {
		if relation.Name == name {
			return id
		}
	}
	return ""
}

// offered returns the move of a kind that a relation is offered.
func offered(m *model.Model, relation model.ID, name moves.Name) (moves.Move, bool) {
	for _, move := range moves.Offers(m, relation) {
		if move.Name == name {
			return move, true
		}
	}
	return moves.Move{}, false
}
