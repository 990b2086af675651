package sample_test

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"testing"

	"widerow/cql/sample"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/stored"
)

const wanted = 400

// contents are the rows of a model's tables.
func contents(m *model.Model, seed uint64) (tables []sample.Table, rows map[model.ID][]sample.Row) {
	s := sample.New(m, sample.Options{Rows: wanted, Seed: seed})
	rows = map[model.ID][]sample.Row{}
	for _, table := range s.Tables() {
		rows[table.Relation] = slices.Collect(s.Rows(table.Relation))
	}
	return s.Tables(), rows
}

// TestRowsAreWhole: no two rows of a table have the same key, no key lacks a value, and the largest table has
// about as many rows as were wanted.
func TestRowsAreWhole(t *testing.T) {
	all := models(t)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		tables, rows := contents(all[name], 1)
		most := 0
		for _, table := range tables {
			relation := all[name].Physical.Relations[table.Relation]
			keys := map[string]bool{}
			for _, row := range rows[table.Relation] {
				key := ""
				for i, c := range table.Columns {
					if !c.InKey {
						continue
					}
					if row[i] == nil {
						t.Errorf("%s: %s has no %s in its key", name, relation.Name, c.Name)
					}
					key += fmt.Sprintf("%x|", row[i])
				}
				if keys[key] {
					t.Errorf("%s: two rows of %s have the key %s", name, relation.Name, key)
				}
				keys[key] = true
			}
			if most = max(most, len(rows[table.Relation])); len(rows[table.Relation]) == 0 {
				t.Logf("%s: %s has no rows", name, relation.Name)
			}
		}
		if most < wanted/2 || most > wanted*2 {
			t.Errorf("%s: the largest table has %d rows, not about %d", name, most, wanted)
		}
	}
}

// TestTablesAgree: what tables store of the same instance is the same.
func TestTablesAgree(t *testing.T) {
	all := models(t)
	facts := 0
	for _, name := range slices.Sorted(maps.Keys(all)) {
		m := all[name]
		tables, rows := contents(m, 2)
		meanings := mapping.NewStored(m)
		known := map[string][]byte{}
		for _, table := range tables {
			meaning := meanings.Of(table.Relation)
			if meaning == nil || table.Guessed {
				continue
			}
			for _, v := range views(m, table, meaning) {
				for _, row := range rows[table.Relation] {
					at := fmt.Sprintf("%s %x", v.what, row[v.key])
					if before, is := known[at]; is && !bytes.Equal(before, row[v.column]) {
						t.Fatalf("%s: %s.%s of %s is %q here and %q in another table", name, m.Physical.Relations[table.Relation].Name,
							table.Columns[v.column].Name, at, row[v.column], before)
					}
					known[at] = row[v.column]
					facts++
				}
			}
		}
	}
	if facts < 10_000 {
		t.Errorf("only %d values were compared", facts)
	}
}

// view is a column of a table whose value follows from the key of one entity type in another column.
type view struct {
	what        string
	key, column int
}

func views(m *model.Model, table sample.Table, meaning *stored.Meaning) []view {
	var found []view
	simple := func(id model.ID) (stored.Value, bool) {
		value, has := meaning.Columns[id]
		return value, has && value.Aggregate == "" && !value.Element && !meaning.Nodes[value.Node].Collected && value.Attribute != "" && len(meaning.Merged[id]) == 0
	}
	relation := m.Physical.Relations[table.Relation]
	for k, key := range table.Columns {
		keyValue, is := simple(key.ID)
		entity := m.Concepts.Entities[meaning.Nodes[keyValue.Node].Of]
		if !is || entity == nil || entity.Weak || !isOnlyKey(entity, keyValue.Attribute) {
			continue
		}
		for c, column := range table.Columns {
			if value, is := simple(column.ID); is && value.Node == keyValue.Node && c != k {
				found = append(found, view{fmt.Sprint(keyValue.Attribute, relation.Columns[key.ID].Type, value.Attribute, relation.Columns[column.ID].Type), k, c})
			}
		}
	}
	return found
}

func isOnlyKey(entity *model.Entity, attribute model.ID) bool {
	keys := 0
	for _, a := range entity.Attributes {
		if a.Key == model.Key {
			keys++
		}
	}
	return keys == 1 && entity.Attributes[attribute] != nil && entity.Attributes[attribute].Key == model.Key
}

// TestSeed: the same seed gives the same rows, another one gives others.
func TestSeed(t *testing.T) {
	m := models(t)["hotel"]
	tables, first := contents(m, 7)
	_, again := contents(m, 7)
	_, other := contents(m, 8)
	differ := 0
	for _, table := range tables {
		if !slices.EqualFunc(first[table.Relation], again[table.Relation], sameRow) {
			t.Errorf("%s differs with the same seed", m.Physical.Relations[table.Relation].Name)
		}
		if !slices.EqualFunc(first[table.Relation], other[table.Relation], sameRow) {
			differ++
		}
	}
	if differ < len(tables) {
		t.Errorf("%d of %d tables are the same with another seed", len(tables)-differ, len(tables))
	}
}

func sameRow(a, b sample.Row) bool { return slices.EqualFunc(a, b, bytes.Equal) }
