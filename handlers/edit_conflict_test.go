package handlers_test

import (
	"encoding/json"
	"strings"
	"testing"

	"widerow/handlers"
	"widerow/handlers/feature"
	"widerow/model/diff"
)

func TestChangesOfAPlace(t *testing.T) {
	operation := func(path, old, new string) diff.Operation {
		o := diff.Operation{Path: strings.Fields(path)}
		if old != "" {
			o.Old = json.RawMessage(old)
		}
		if new != "" {
			o.New = json.RawMessage(new)
		}
		return o
	}
	renamed := operation("physical relations r1 columns c1 name", `"a"`, `"b"`)
	removed := operation("physical relations r1", `{"columns":{"c1":{"name":"b"}}}`, "")
	added := operation("physical relations r1 columns c1", "", `{"name":"a"}`)
	named := operation("name", `"Hotel"`, `"Inn"`)
	for _, test := range []struct {
		name    string
		touches func(diff.Operation) bool
		want    []bool // renamed, removed, added, named
	}{
		{"the field", feature.OfField("c1", "name"), []bool{true, false, true, false}},
		{"another field", feature.OfField("c1", "type"), []bool{false, false, true, false}},
		{"the table's own name", feature.OfField("r1", "name"), []bool{false, true, false, false}},
		{"the model's name", feature.OfField("model", "name"), []bool{false, false, false, true}},
		{"removal with the table", feature.OfRemoval("c1"), []bool{false, true, false, false}},
		{"removal of the table", feature.OfRemoval("r1"), []bool{false, true, false, false}},
		{"inside", handlers.OfPlace([]string{"physical", "relations", "r1"}), []bool{true, true, true, false}},
		{"around", handlers.OfPlace([]string{"physical", "relations", "r1", "columns", "c1", "name", "x"}), []bool{true, true, true, false}},
	} {
		for i, o := range []diff.Operation{renamed, removed, added, named} {
			if got := test.touches(o); got != test.want[i] {
				t.Errorf("%s: operation at %s is found: %t, want %t", test.name, strings.Join(o.Path, "."), got, test.want[i])
			}
		}
	}
}
