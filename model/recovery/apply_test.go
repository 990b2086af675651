package recovery

import (
	"fmt"
	"runtime"
	"testing"

	"widerow/model"
	"widerow/model/edit"
)

// TestApplyIsLinear: to accept everything of a wide schema copies the model a few
// times, not once for each attribute, and lists no choices for each part of a
// query. The page of 300 tables of 30 columns took minutes.
func TestApplyIsLinear(t *testing.T) {
	used := map[int]uint64{}
	for _, tables := range []int{5, 20} {
		m := wideModel(t, tables, 20)
		commands := Recover(m).Commands(model.SeededIDs([]byte("apply")), Accepted{})
		if len(commands) < tables*20 {
			t.Fatalf("%d commands for %d tables", len(commands), tables)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if _, err := edit.Apply(m, model.SeededIDs([]byte("ids")), commands...); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		used[tables] = after.TotalAlloc - before.TotalAlloc
	}
	t.Logf("bytes by tables: %v", used)
	if used[20] > 8*used[5] {
		t.Errorf("four times as many tables need %.1f times the memory: %v bytes", float64(used[20])/float64(used[5]), used)
	}
}

func wideModel(t *testing.T, tables, columns int) *model.Model {
	t.Helper()
	var commands []edit.Command
	for table := range tables {
		id := model.ID(fmt.Sprintf("table%07d", table))
		commands = append(commands, edit.Add{Kind: model.TableKind, ID: id, Values: map[string]string{"name": fmt.Sprint("t", table)}})
		for column := range columns {
			role := map[bool]string{true: "partition", false: "regular"}[column == 0]
			commands = append(commands, edit.Add{Kind: model.ColumnKind, Parent: id, Values: map[string]string{"name": fmt.Sprintf("c%d_%d", table, column), "role": role}})
		}
	}
	m, err := edit.Apply(model.New("Wide"), model.SeededIDs([]byte("wide")), commands...)
	if err != nil {
		t.Fatal(err)
	}
	return m
}
