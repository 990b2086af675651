package cql

import (
	"fmt"
	"testing"
)

// A drop is never among the changes of which only the name is shown, as long as
// there is room.
func TestFirstChangesShowDrops(t *testing.T) {
	var changes []ScriptChange
	for i := range 3 * shownChanges {
		changes = append(changes, ScriptChange{Kind: "added", Name: fmt.Sprint(i)})
	}
	changes = append(changes, ScriptChange{Kind: "changed", Name: "old"}, ScriptChange{Kind: "dropped", Name: "gone"})
	shown, rest := firstChanges(changes)
	if len(shown) != shownChanges || len(rest) != len(changes)-shownChanges {
		t.Fatalf("%d shown, %d others", len(shown), len(rest))
	}
	if shown[0].Name != "old" || shown[1].Name != "gone" || shown[2].Name != "0" {
		t.Errorf("the first are %v", shown[:3])
	}
	few := changes[len(changes)-5:]
	if shown, rest := firstChanges(few); len(rest) > 0 || shown[4].Name != "gone" {
		t.Errorf("few changes are in another order: %v", shown)
	}
}
