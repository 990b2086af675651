package moves

import (
	"bytes"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/example"
)

// TestCommandsInRuns: the commands of a move, applied at once, make what they make
// one after another.
func TestCommandsInRuns(t *testing.T) {
	compared := 0
	for _, e := range example.All() {
		m := load(t, e.Slug)
		for id := range m.Physical.Relations {
			for _, move := range Offers(m, id) {
				commands, err := move.Commands(model.SeededIDs([]byte("runs")))
				if err != nil {
					continue
				}
				want := m
				for _, command := range commands {
					if want, err = edit.Apply(want, model.SeededIDs([]byte("apply")), command); err != nil {
						break // not every step of a move is complete
					}
				}
				if err != nil {
					continue
				}
				got, err := edit.Apply(m, model.SeededIDs([]byte("apply")), commands...)
				if err != nil || !bytes.Equal(got.Encode(), want.Encode()) {
					t.Errorf("%s: %s of %s differs, %v", e.Slug, move.Name, m.Title(id), err)
				}
				compared++
			}
		}
	}
	if compared < 50 {
		t.Errorf("%d moves were compared, want at least 50", compared)
	}
}

// TestSplitOfAWideTable: a move of many columns copies the model a few times, not
// once for each column, which took 625 times the memory of a copy here, and a
// minute with 250 columns in each of 300 tables.
func TestSplitOfAWideTable(t *testing.T) {
	m := load(t, "hotel")
	id, relation := relationNamed(t, m, "pois_by_hotel")
	var commands []edit.Command
	var wide []string
	for n := range 200 {
		column := model.ID(fmt.Sprintf("wide%08d", n))
		wide = append(wide, string(column))
		commands = append(commands, edit.Add{Kind: model.RelationColumnKind, Parent: id, ID: column, Values: map[string]string{"name": string(column), "type": "text"}})
	}
	m, err := edit.Apply(m, model.SeededIDs([]byte("wide")), commands...)
	if err != nil {
		t.Fatal(err)
	}
	once := allocated(func() { m.Clone() })
	move, found := Offer(m, id, SplitTable)
	if !found {
		t.Fatal("the table cannot be split")
	}
	move = move.With(map[string]string{"columns": strings.Join(wide, " ")})
	took := allocated(func() { _, err = move.Sizes(model.SeededIDs([]byte("split"))) })
	if err != nil {
		t.Fatal(err)
	}
	if took > 250*once {
		t.Errorf("a split that moves %d columns of %s allocates %d bytes, %d times a copy of the model", len(wide), relation.Name, took, took/once)
	}
	t.Logf("%d times a copy of the model", took/once)
}

func allocated(work func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	work()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}
