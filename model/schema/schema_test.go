package schema_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
	"widerow/model/schema"
)

// The tests of package cql compare the messages with those of a server
// (rules.txt). The tests here cover what declarations add.

func newShop(t *testing.T) *schema.Schema {
	t.Helper()
	s := schema.New(model.SeededIDs([]byte("shop")))
	mustTake(t, s.CreateKeyspace(schema.Keyspace{Name: "shop", Options: []schema.Option{{Name: "replication", Value: schema.Value{
		IsMap: true, Entries: []schema.Entry{{Key: "class", Value: schema.Value{Text: "SimpleStrategy"}}}}}}}))
	mustTake(t, s.Use("shop"))
	mustTake(t, s.CreateTable(schema.Table{Name: schema.Name{Name: "orders"},
		Columns: []schema.Column{{Name: "total", Type: native("decimal")}, {Name: "at", Type: native("timestamp")}, {Name: "id", Type: native("uuid")},
			{Name: "note", Type: native("text"), Static: true}},
		Keys:    []schema.Key{{Partition: []string{"id"}, Clustering: []string{"at"}}},
		Order:   []schema.Clustering{{Column: "at", Descending: true}},
		Options: []schema.Option{{Name: "comment", Value: schema.Value{Text: "it's", CQL: "'it''s'"}}, {Name: "cdc", Value: schema.Value{Text: "true", CQL: "true"}}}}))
	return s
}

func native(name string) schema.Type {
	return schema.Type{Kind: model.NativeType, Name: schema.Name{Name: name}}
}

func mustTake(t *testing.T, refusal *schema.Refusal) {
	t.Helper()
	if refusal != nil {
		t.Fatalf("refused: %+v", *refusal)
	}
}

func onlyRelation(t *testing.T, s *schema.Schema, name string) *model.Relation {
	t.Helper()
	for _, relation := range s.Physical.Relations {
		if relation.Name == name {
			return relation
		}
	}
	t.Fatalf("there is no %s", name)
	return nil
}

func TestTableBecomesRelation(t *testing.T) {
	orders := onlyRelation(t, newShop(t), "orders")
	var got []model.Column
	for _, column := range orders.SortedColumns() {
		got = append(got, *column.Value)
	}
	want := []model.Column{
		{Order: "2", Name: "id", Type: model.Native("uuid"), Role: model.Partition},
		{Order: "4", Name: "at", Type: model.Native("timestamp"), Role: model.Clustering, Descending: true},
		{Order: "8", Name: "note", Type: model.Native("text"), Role: model.Static},
		{Order: "6", Name: "total", Type: model.Native("decimal"), Role: model.Regular},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("columns (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(model.Options{"cdc": "true"}, orders.Options); diff != "" || orders.Comment != "it's" {
		t.Errorf("comment %q, options (-want +got):\n%s", orders.Comment, diff)
	}
}

func TestRefusalAddsNothing(t *testing.T) {
	s := newShop(t)
	before := len(s.Physical.Relations) + len(s.Physical.Types) + len(s.Physical.Keyspaces)
	for _, refusal := range []*schema.Refusal{
		s.CreateTable(schema.Table{Name: schema.Name{Name: "t"}, Columns: []schema.Column{{Name: "a", Type: native("int")}}}),
		s.CreateType(schema.UserType{Name: schema.Name{Name: "u"}, Fields: []schema.Field{{Name: "a", Type: native("int")},
			{Name: "b", Type: schema.Type{Kind: model.FrozenType, Arguments: []schema.Type{{Kind: model.UserTypeRef, Name: schema.Name{Name: "x"}}}}}}}),
		s.CreateView(schema.View{Name: schema.Name{Name: "v"}, Base: schema.Name{Name: "nosuch"}, Key: schema.Key{Partition: []string{"a"}}}),
		s.CreateIndex(schema.Index{Table: schema.Name{Name: "orders"}, Targets: []schema.Target{{Column: "nosuch"}}}),
		s.Use("nosuch"),
	} {
		if refusal == nil {
			t.Error("not refused")
		}
	}
	if after := len(s.Physical.Relations) + len(s.Physical.Types) + len(s.Physical.Keyspaces); after != before {
		t.Errorf("%d elements after the refusals, %d before", after, before)
	}
	if s.Current != "shop" {
		t.Errorf("a refused USE left %q", s.Current)
	}
}

func TestRefusalNamesPartAndOption(t *testing.T) {
	s := newShop(t)
	table := schema.Table{Name: schema.Name{Name: "t"}, Columns: []schema.Column{{Name: "a", Type: native("duration")}},
		Keys: []schema.Key{{Partition: []string{"a"}}}}
	want := &schema.Refusal{Code: schema.Invalid, Message: "duration type is not supported for PRIMARY KEY column 'a'", Part: "a",
		Arguments: []string{"a"}, Hint: "Durations cannot be ordered. Store seconds as bigint, or the start and the end."}
	if diff := cmp.Diff(want, s.CreateTable(table)); diff != "" {
		t.Errorf("refusal (-want +got):\n%s", diff)
	}
	table.Options = []schema.Option{{Name: "gc_grace_seconds", Value: schema.Value{Text: "-1", CQL: "-1"}}}
	want = &schema.Refusal{Code: schema.Config, Message: "gc_grace_seconds must be greater than or equal to 0 (got -1)", Option: "gc_grace_seconds",
		Arguments: []string{"-1"}, Hint: "Give the seconds that deletions are kept for repairs: 864000 is ten days."}
	if diff := cmp.Diff(want, s.CreateTable(table)); diff != "" {
		t.Errorf("refusal (-want +got):\n%s", diff)
	}
}

func TestIndexAndViewFollowTheTable(t *testing.T) {
	s := newShop(t)
	mustTake(t, s.CreateIndex(schema.Index{Table: schema.Name{Keyspace: "shop", Name: "orders"}, Targets: []schema.Target{{Column: "total"}}, HasClass: true, Class: "sai"}))
	mustTake(t, s.CreateView(schema.View{Name: schema.Name{Name: "v"}, Base: schema.Name{Name: "orders"},
		Selected: []schema.Selected{{Column: "id"}, {Column: "at"}, {Column: "total"}},
		Where:    []schema.Condition{{Columns: []string{"id"}, NotNull: true}, {Columns: []string{"at"}, NotNull: true}},
		Key:      schema.Key{Partition: []string{"id"}, Clustering: []string{"at"}}}))
	orders, view := onlyRelation(t, s, "orders"), onlyRelation(t, s, "v")
	for _, index := range orders.Indexes {
		if column := orders.Columns[index.Column]; column == nil || column.Name != "total" || index.Class != "sai" || index.Custom {
			t.Errorf("index %+v", *index)
		}
	}
	if len(orders.Indexes) != 1 || view.Kind != model.MaterializedView || s.Physical.Relations[view.Base] != orders {
		t.Errorf("%d indexes, view %+v", len(orders.Indexes), *view)
	}
	for _, column := range view.Columns {
		if column.Name == "at" && !column.Descending {
			t.Error("the view's clustering column does not keep the base's direction")
		}
	}
}
