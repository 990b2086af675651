package model_test

import (
	"slices"
	"testing"

	"widerow/model"
	"widerow/model/example"
)

// The examples have no column without an attribute. Buckets that a derivation
// adds, and tables that nobody has modelled, are not counted.
func TestColumnsWithoutAttribute(t *testing.T) {
	for _, e := range example.All() {
		m, err := example.Load(e.Slug)
		if err != nil {
			t.Fatal(err)
		}
		if found := m.ColumnsWithoutAttribute(); len(found) > 0 {
			t.Errorf("%s has %v", e.Slug, found)
		}
	}
	m := model.New("Shop")
	m.Logical.Tables = map[model.ID]*model.LogicalTable{
		"orders": {Name: "orders", Columns: map[model.ID]*model.LogicalColumn{
			"bucket": {Name: "bucket", Role: model.Partition}, "id": {Name: "id", Role: model.Clustering, Attribute: "orderid"}, "note": {Name: "note"}},
			Derived: map[model.ID]model.LogicalColumn{"bucket": {Name: "bucket", Role: model.Partition}}},
		"imported": {Name: "imported", Columns: map[model.ID]*model.LogicalColumn{"key": {Name: "key", Role: model.Partition}}},
	}
	if found := m.ColumnsWithoutAttribute(); !slices.Equal(found, []model.ID{"note"}) {
		t.Errorf("found %v, want note", found)
	}
}
