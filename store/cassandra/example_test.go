package cassandra

import (
	"slices"
	"testing"

	"widerow/model"
	"widerow/model/example"
)

// TestExampleIsTheSchema: the example on the home page has the tables of schema.cql, column by column.
func TestExampleIsTheSchema(t *testing.T) {
	m, err := example.Load("store")
	if err != nil {
		t.Fatal(err)
	}
	drawn := map[string]table{}
	for _, relation := range m.Physical.Relations {
		drawn[relation.Name] = tableOf(m, relation)
	}
	for _, want := range tables {
		got, found := drawn[want.name]
		delete(drawn, want.name)
		switch {
		case !found:
			t.Errorf("the example lacks the table %s: add it in model/example/store_test.go", want.name)
		case !slices.Equal(got.partition, want.partition) || !slices.Equal(got.clustering, want.clustering):
			t.Errorf("%s has the key %v, %v in the example, and %v, %v in schema.cql", want.name, got.partition, got.clustering, want.partition, want.clustering)
		case !sameColumns(got.columns, want.columns):
			t.Errorf("%s has the columns %v in the example, and %v in schema.cql", want.name, got.columns, want.columns)
		}
	}
	for name := range drawn {
		t.Errorf("schema.cql lacks the table %s of the example", name)
	}
}

// tableOf returns a relation as the table that the server would describe. Clustering columns are
// in ascending order, as all in schema.cql.
func tableOf(m *model.Model, relation *model.Relation) table {
	t := table{name: relation.Name}
	for _, item := range relation.SortedColumns() {
		c := column{name: item.Value.Name, kind: "regular", typed: m.TypeText(item.Value.Type)}
		switch item.Value.Role {
		case model.Partition:
			c.kind = "partition_key"
			t.partition = append(t.partition, c.name)
		case model.Clustering:
			c.kind = "clustering"
			t.clustering = append(t.clustering, c.name)
			if item.Value.Descending {
				c.kind = "descending"
			}
		case model.Static:
			c.kind = "static"
		}
		t.columns = append(t.columns, c)
	}
	return t
}

// sameColumns compares columns in any order.
func sameColumns(a, b []column) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(c column) bool { return !slices.Contains(b, c) })
}
