package mapping_test

import (
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"widerow/model"
	"widerow/model/example"
	"widerow/model/mapping"
)

// TestMirrors compares what Mirrors says without a search with the meanings of queries and tables, in
// examples and random documents whose tables lose columns, and are served by other queries.
func TestMirrors(t *testing.T) {
	mirrored := 0
	for _, name := range []string{"hotel", "magazine", "supermarket", "suspensions", "sensors"} {
		m, err := example.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		mirrored += compareMirrors(t, name, m)
	}
	for seed := range uint64(200) {
		random := rand.New(rand.NewPCG(seed, 11))
		m := mapping.WideModel(t, random, 5)
		m = apply(t, m, mapping.Derive(m, nil, nil).Commands(model.RandomIDs(), nil)...)
		mirrored += compareMirrors(t, "random", m)
		for _, id := range model.SortedIDs(m.Logical.Tables) {
			forget(m, m.Logical.Tables[id], random)
		}
		mirrored += compareMirrors(t, "damaged", m)
	}
	if mirrored < 100 {
		t.Errorf("only %d tables mirror a query", mirrored)
	}
}

// forget removes a column of a table, or forgets from which query one was derived.
func forget(m *model.Model, table *model.LogicalTable, random *rand.Rand) {
	ids := slices.Sorted(maps.Keys(table.Columns))
	id := ids[random.IntN(len(ids))]
	switch random.IntN(3) {
	case 0:
		delete(table.Columns, id)
	case 1:
		column := *table.Columns[id]
		column.Query = ""
		table.Columns[id] = &column
	default:
		queries := model.SortedIDs(m.Workflow.Queries)
		for _, arrow := range m.Logical.Arrows {
			if random.IntN(4) == 0 {
				arrow.Access = queries[random.IntN(len(queries))]
			}
		}
	}
}

func compareMirrors(t *testing.T, name string, m *model.Model) (mirrored int) {
	t.Helper()
	s := mapping.NewStored(m)
	for _, query := range model.SortedIDs(m.Workflow.Queries) {
		for _, table := range slices.Concat(model.SortedIDs(m.Logical.Tables), model.SortedIDs(m.Physical.Relations)) {
			rows, patterns := s.Of(table), s.PatternsIn(query, table)
			if !s.Mirrors(query, table) || rows == nil || len(patterns) == 0 {
				continue
			}
			mirrored++
			plain := *rows
			plain.Grouped = false
			whole := false
			for _, answer := range s.Facts().Answers(&plain, patterns[0], nil) {
				whole = whole || !answer.Repeats && len(answer.Lacking) == 0
			}
			if !whole {
				t.Errorf("%s: %s does not have the rows of %s", name, m.Title(table), m.Title(query))
			}
		}
	}
	return mirrored
}
