package cql

import (
	"slices"
	"testing"

	"widerow/cql/syntaxtest"
)

// TestEveryKindIsJudged: each kind of statement in the sources of package syntax
// has exactly one row in allKinds.
func TestEveryKindIsJudged(t *testing.T) {
	unjudged := syntaxtest.Kinds(t, "syntax")
	for _, kind := range allKinds() {
		name := kind.node.Elem().Name()
		at := slices.Index(unjudged, name)
		if at < 0 {
			t.Errorf("%s has two rows among the kinds, or is no statement", name)
			continue
		}
		unjudged = slices.Delete(unjudged, at, at+1)
		if (kind.apply == nil) == (kind.rows == nil) {
			t.Errorf("%s has to be judged by the schema or by its rows", name)
		}
	}
	for _, name := range unjudged {
		t.Errorf("%s has no row among the kinds: nothing judges it", name)
	}
}
