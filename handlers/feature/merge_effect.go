package feature

import (
	"bytes"
	"encoding/json"

	"widerow/cql/effective"
	"widerow/model"
	"widerow/model/diff"
)

// MergeSpellings settles conflicts in which a side changed only the spelling of a value, such
// as a class with its package: the other side's value counts. document is the merged text, which
// has theirs.
func MergeSpellings(document []byte, conflicts []diff.Conflict) (merged []byte, left []diff.Conflict) {
	for _, c := range conflicts {
		if len(c.Path) == 0 || c.Path[0] != "physical" || c.Theirs == nil || c.Mine == nil {
			left = append(left, c)
			continue
		}
		mine, ok := replaced(document, c.Path, c.Theirs, c.Mine)
		base, has := replaced(document, c.Path, c.Theirs, c.Base)
		switch {
		case ok && same(document, mine), ok && has && same(base, mine):
		case ok && has && same(base, document):
			document = mine
		default:
			left = append(left, c)
		}
	}
	return document, left
}

// replaced returns a document with another value at a path.
func replaced(document []byte, path []string, was, is json.RawMessage) ([]byte, bool) {
	if is == nil {
		return nil, false
	}
	other, conflicts, err := diff.Merge(document, diff.Patch{{Path: path, Old: was, New: is}})
	return other, err == nil && len(conflicts) == 0
}

// same reports whether two documents have the same schema in effect.
func same(one, other []byte) bool {
	a, errA := model.Decode(one)
	b, errB := model.Decode(other)
	return errA == nil && errB == nil && bytes.Equal(effective.Model(a).Encode(), effective.Model(b).Encode())
}
