package cql_test

import (
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/cql"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/example"
)

// ofQuery is a comment that names a query or an update of a table.
var ofQuery = regexp.MustCompile(`(?m)^-- [QU]\d.*\n`)

// The tables and types of every example, pasted into an empty document, are the
// same script.
func TestPastedTablesAreTheSame(t *testing.T) {
	for _, each := range example.All() {
		slug := each.Slug
		m, err := example.Load(slug)
		if err != nil {
			t.Fatal(err)
		}
		var elements []model.ID
		for element := range m.ElementsOf(model.UserTypeKind, model.RelationElement) {
			elements = append(elements, element.ID)
		}
		into := model.New(m.Name)
		into.Target = m.Target
		pasted, err := edit.Apply(into, model.SeededIDs([]byte("paste")), edit.Paste{From: m, Elements: elements, First: "pasted"})
		if err != nil {
			t.Fatalf("%s: %v", slug, err)
		}
		want := ofQuery.ReplaceAllString(cql.PrintModel(m, cql.PrintOptions{}), "")
		got := cql.PrintModel(pasted, cql.PrintOptions{})
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-was, +pasted):\n%s", slug, diff)
		}
		if findings := cql.CheckModel(pasted); len(findings) > len(cql.CheckModel(m)) {
			t.Errorf("%s: %v", slug, findings)
		}
	}
}
