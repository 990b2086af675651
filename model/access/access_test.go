package access_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
	"widerow/model/access"
)

// readings returns the table ((sensor, day), taken DESC, number) → value, with
// a secondary index on value and a storage-attached index on unit. note has no
// index.
func readings() *access.Table {
	m := model.New("readings")
	columns := map[model.ID]*model.Column{}
	add := func(id model.ID, name, native string, role model.Role) {
		columns[id] = &model.Column{Order: model.Nth(len(columns)), Name: name, Type: model.Native(native), Role: role}
	}
	add("c0", "sensor", "int", model.Partition)
	add("c1", "day", "date", model.Partition)
	add("c2", "taken", "timestamp", model.Clustering)
	add("c3", "number", "int", model.Clustering)
	add("c4", "value", "int", model.Regular)
	add("c5", "unit", "text", model.Regular)
	add("c6", "note", "text", model.Regular)
	columns["c2"].Descending = true
	m.Physical.Keyspaces = map[model.ID]*model.Keyspace{"k": {Name: "shop"}}
	m.Physical.Relations = map[model.ID]*model.Relation{"r": {Keyspace: "k", Name: "readings", Kind: model.Table, Columns: columns,
		Indexes: map[model.ID]*model.Index{"i1": {Column: "c4"}, "i2": {Name: "by_unit", Column: "c5", Class: "sai"}}}}
	return access.NewTable(m, "r")
}

func on(column string, operator access.Operator, values ...access.Value) access.Condition {
	if len(values) == 0 {
		values = []access.Value{{}}
	}
	return access.Condition{Columns: []string{column}, Operator: operator, Values: values, List: operator == access.In}
}

func TestSelectPlans(t *testing.T) {
	two := []access.Value{{}, {}}
	key := []access.Condition{on("sensor", access.Equal), on("day", access.Equal)}
	twoKeys := []access.Condition{on("sensor", access.In, two...), on("day", access.In, two...)}
	with := func(key []access.Condition, more ...access.Condition) []access.Condition {
		return append(append([]access.Condition{}, key...), more...)
	}
	for _, test := range []struct {
		name string
		give access.Select
		want access.Plan
	}{
		{"partition", access.Select{Where: key}, access.Plan{Partitions: 1}},
		{"range of rows", access.Select{Where: with(key, on("taken", access.Greater))}, access.Plan{Partitions: 1}},
		{"four partitions", access.Select{Where: twoKeys}, access.Plan{Kind: access.Partitions, Partitions: 4}},
		{"partitions of a marker", access.Select{Where: []access.Condition{on("sensor", access.Equal),
			{Columns: []string{"day"}, Operator: access.In, Values: []access.Value{{}}}}}, access.Plan{Kind: access.Partitions}},
		{"mirrored", access.Select{Where: key, OrderBy: []access.Order{{Column: "taken"}}}, access.Plan{Partitions: 1, Reversed: true}},
		{"declared order", access.Select{Where: key, OrderBy: []access.Order{{Column: "taken", Descending: true}, {Column: "number"}}},
			access.Plan{Partitions: 1}},
		{"filter in a partition", access.Select{Where: with(key, on("note", access.Equal)), AllowFiltering: true},
			access.Plan{Kind: access.FilterInPartition, Partitions: 1, Filtering: true}},
		{"skipped clustering column", access.Select{Where: with(key, on("number", access.Equal)), AllowFiltering: true},
			access.Plan{Kind: access.FilterInPartition, Partitions: 1, Filtering: true}},
		{"scan", access.Select{}, access.Plan{Kind: access.Scan}},
		{"filtered scan", access.Select{Where: []access.Condition{on("note", access.Equal)}, AllowFiltering: true},
			access.Plan{Kind: access.Scan, Filtering: true}},
		{"secondary index", access.Select{Where: []access.Condition{on("value", access.Equal)}},
			access.Plan{Kind: access.Index, Indexes: []string{"readings_value_idx"}}},
		{"attached index", access.Select{Where: with(key, on("unit", access.Equal))},
			access.Plan{Kind: access.Index, Indexes: []string{"by_unit"}}},
		{"two kinds of index", access.Select{Where: []access.Condition{on("value", access.Equal), on("unit", access.Equal)}, AllowFiltering: true},
			access.Plan{Kind: access.Index, Filtering: true, Indexes: []string{"readings_value_idx", "by_unit"}}},
	} {
		got, refusal := readings().Select(test.give)
		if refusal != nil {
			t.Errorf("%s: refused, %s", test.name, refusal.Code.Text)
			continue
		}
		if diff := cmp.Diff(test.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

func TestRefusalNamesItsParts(t *testing.T) {
	_, refusal := readings().Select(access.Select{Where: []access.Condition{
		on("sensor", access.Equal), on("day", access.Equal), on("number", access.Equal)}})
	if refusal == nil || refusal.Code != access.PrecedingMissing || refusal.Column != "number" || refusal.Other != "taken" {
		t.Errorf("got %+v, want %s of number, preceded by taken", refusal, access.PrecedingMissing.Text)
	}
	if _, refusal = readings().Delete(access.Delete{Where: []access.Condition{on("day", access.Equal)}}); refusal == nil ||
		refusal.Code != access.PartitionMissing || !cmp.Equal(refusal.Columns, []string{"sensor"}) {
		t.Errorf("got %+v, want %s: sensor", refusal, access.PartitionMissing.Text)
	}
}

func TestWritePlans(t *testing.T) {
	row := []access.Condition{on("sensor", access.In, access.Value{}, access.Value{}), on("day", access.Equal),
		on("taken", access.Equal), on("number", access.Equal)}
	got, refusal := readings().Update(access.Update{Set: []access.Assignment{{Column: "value"}}, Where: row})
	if want := (access.Plan{Kind: access.Partitions, Partitions: 2}); refusal != nil || !cmp.Equal(got, want) {
		t.Errorf("got %+v, %+v, want %+v", got, refusal, want)
	}
}

func BenchmarkSelect(b *testing.B) {
	table := readings()
	statement := access.Select{Where: []access.Condition{on("sensor", access.Equal, access.Value{Kind: access.Integer, Text: "7"}),
		on("day", access.Equal, access.Value{Kind: access.String, Text: "2024-05-01"}), on("taken", access.GreaterOrEqual)},
		OrderBy: []access.Order{{Column: "taken", Descending: true}}, Limit: &access.Value{Kind: access.Integer, Text: "10"}}
	b.ReportAllocs()
	for b.Loop() {
		if _, refusal := table.Select(statement); refusal != nil {
			b.Fatal(refusal.Code.Text)
		}
	}
}
