package check_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql/check"
)

// A finding that moved to another line is not new; a second one like it is.
func TestNew(t *testing.T) {
	before := []check.Finding{{Code: "a", Message: "m", Line: 3}, {Code: "b", Message: "m"}}
	after := []check.Finding{{Code: "a", Message: "m", Line: 9}, {Code: "a", Message: "m", Line: 12}, {Code: "c", Message: "m"}}
	if diff := cmp.Diff([]check.Finding{after[1], after[2]}, check.New(before, after, nil)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]check.Finding{before[1]}, check.New(after, before, nil)); diff != "" {
		t.Errorf("mended: %s", diff)
	}
}
