package mapping_test

import (
	"slices"
	"testing"

	"widerow/model"
	"widerow/model/mapping"
)

// TestNamesApart derives tables beside others that have the names which the rule of the book gives:
// what is proposed is called as it will be, and deriving again keeps it.
func TestNamesApart(t *testing.T) {
	const concepts = "Hotel: hotel_id, name, city, stars"
	tables := func(m *model.Model) (names []string) {
		for _, table := range m.Logical.Tables {
			names = append(names, table.Name)
		}
		slices.Sort(names)
		return names
	}
	byHand := document(t, concepts, "SELECT Hotel.name WHERE Hotel.city = ?")
	byHand.Logical.Tables = map[model.ID]*model.LogicalTable{"hand": {Name: "hotels_by_city", Columns: map[model.ID]*model.LogicalColumn{
		"code": {Name: "code", Role: model.Partition}}}}
	ordered := document(t, concepts, "SELECT Hotel.name WHERE Hotel.city = ?", "SELECT Hotel.stars WHERE Hotel.city = ? ORDER BY Hotel.stars")
	ordered = apply(t, ordered, mapping.Derive(ordered, []model.ID{"q1"}, nil).Commands(model.RandomIDs(), nil)...)
	imported := document(t, concepts, "SELECT Hotel.name WHERE Hotel.city = ?")
	imported.Physical.Keyspaces = map[model.ID]*model.Keyspace{"k": {Name: "k"}}
	imported.Physical.Relations = map[model.ID]*model.Relation{"r": {Name: "hotels_by_city", Keyspace: "k", Kind: model.Table,
		Columns: map[model.ID]*model.Column{"c": {Name: "code", Role: model.Partition, Type: model.Native("text")}}}}
	for _, test := range []struct {
		name    string
		m       *model.Model
		queries []model.ID
		want    []string
	}{
		{"by hand", byHand, nil, []string{"hotels_by_city", "hotels_by_city_2"}},
		{"of another query", ordered, []model.ID{"q2"}, []string{"hotels_by_city", "hotels_by_city_stars"}},
		{"imported", imported, nil, []string{"hotels_by_city_2"}},
	} {
		d := mapping.Derive(test.m, test.queries, nil)
		m := apply(t, test.m, d.Commands(model.RandomIDs(), nil)...)
		if got := tables(m); !slices.Equal(got, test.want) || len(d.Proposals) != 1 || !slices.Contains(got, d.Proposals[0].Name) {
			t.Errorf("%s: got %v for the proposal %s, want %v", test.name, got, d.Proposals[0].Name, test.want)
		}
		for _, relation := range m.Physical.Relations {
			for table := range relation.Realizes {
				if relation.Name != m.Logical.Tables[table].Name {
					t.Errorf("%s: %s is realized as %s", test.name, m.Logical.Tables[table].Name, relation.Name)
				}
			}
		}
		again := mapping.Derive(m, nil, nil)
		for _, p := range again.Proposals {
			if p.Kind != mapping.Kept {
				t.Errorf("%s: deriving again: %s is %s", test.name, p.Name, p.Kind)
			}
		}
	}
}
