package sample

import (
	"fmt"
	"maps"
	"runtime"
	"slices"
	"testing"

	"widerow/model"
	"widerow/model/example"
)

// grouped returns the tables of the examples that aggregate.
func grouped(t *testing.T, rows int) map[string]*table {
	t.Helper()
	tables := map[string]*table{}
	for _, name := range []string{"likes", "sensors", "supermarket"} {
		m, err := example.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, table := range New(m, Options{Rows: rows, Seed: 3}).tables {
			if table.meaning != nil && table.meaning.Grouped && table.relation.Kind == model.Table {
				tables[name+" "+table.relation.Name] = table
			}
		}
	}
	if tables["sensors temperatures_by_network"] == nil {
		t.Fatalf("the sensors have no table that aggregates: %v", slices.Collect(maps.Keys(tables)))
	}
	return tables
}

// TestGroupsInParts: a table that is read for a part of its keys at a time has the rows of one that is read once.
func TestGroupsInParts(t *testing.T) {
	for name, table := range grouped(t, 400) {
		rows := func(most int) (all []string) {
			table.groupsInMemory(most, func(row Row) bool { all = append(all, fmt.Sprintf("%x", row)); return true })
			slices.Sort(all)
			return all
		}
		whole := rows(mostGroups)
		if len(whole) == 0 {
			t.Errorf("%s has no rows", name)
		}
		for _, most := range []int{13, 150} {
			if parts := rows(most); !slices.Equal(parts, whole) {
				t.Errorf("%s: %d rows with %d groups in memory, %d with all", name, len(parts), most, len(whole))
			}
		}
	}
}

// TestGroupsTakeLittleMemory: a table of many groups takes the memory of those of a part.
func TestGroupsTakeLittleMemory(t *testing.T) {
	const rows, most, bytes = 12_000, 2_000, 400
	table := grouped(t, rows)["sensors temperatures_by_network"]
	live := func() int64 {
		runtime.GC()
		var memory runtime.MemStats
		runtime.ReadMemStats(&memory)
		return int64(memory.HeapAlloc)
	}
	before, largest, count := live(), int64(0), 0
	table.groupsInMemory(most, func(Row) bool {
		if count++; count%most == most/2 { // in the middle of a part
			largest = max(largest, live()-before)
		}
		return true
	})
	if count < rows/2 || largest > most*bytes {
		t.Errorf("%d rows take %d bytes at a time, more than %d", count, largest, most*bytes)
	}
	t.Logf("%d rows take %d bytes at a time", count, largest)
}
