package mapping

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestStoredAttributes: a derived attribute is stored if it never changes, and the
// values of a multi-valued one in a collection or in rows.
func TestStoredAttributes(t *testing.T) {
	for _, test := range []struct {
		name, query string
		numbers     []string
		want        string
		problem     string // the code of a problem
	}{
		{"derived and may change", "find Person.name Person.age given Person.id", nil, "id K, name", "computed"},
		{"derived and never changes", "find Person.name Person.age given Person.id", []string{"personage immutable true"}, "id K, name, age", ""},
		{"derived, of a whole entity type", "find Club given Club.id", nil, "id K, founded", "computed"},
		{"only derived", "find Person.age given Person.id", nil, "id K", "computed"},
		{"derived and given", "find Person.name given Person.age", nil, "age K, id C↑, name", "derived-key"},
		{"a set", "find Person.phones given Person.id", nil, "id K, {phones}", ""},
		{"a list", "find Person.phones given Person.id", []string{"personphones stored_as list"}, "id K, [phones]", ""},
		{"rows", "find Person.name Person.phones given Person.id", []string{"personphones stored_as rows"}, "id K, phone C↑, name S", ""},
		{"rows of two", "find Person.phones Person.tags given Person.id", []string{"personphones stored_as rows", "persontags stored_as rows"}, "id K, phone C↑, tag C↑", ""},
		{"rows, but given", "find Person.name Person.phones given Person.phones", []string{"personphones stored_as rows"}, "phone K, id C↑, name, {phones}", ""},
		{"a map without parts", "find Person.phones given Person.id", []string{"personphones stored_as map"}, "id K, {phones}", "no-map"},
		{"a map", "find Person.numbers given Person.id", []string{"personnumbers stored_as map"}, "id K, <numbers>", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := build(t)
			b.entity("Person", "id key", "name", "age", "phones multi", "tags multi", "numbers multi", "kind", "number")
			b.entity("Club", "id key", "founded", "years")
			b.numbers("clubyears derived true", "personage derived true", "personkind parent personnumbers", "personnumber parent personnumbers")
			b.numbers(test.numbers...)
			b.query("Q1", test.query)
			plan := Explore(b.m, "q1")
			got := ""
			if !plan.Fatal() {
				got = columnsInWords(plan.Alternatives[0].Columns)
			}
			if got != test.want {
				t.Errorf("%s, want %s", got, test.want)
			}
			var codes []string
			for _, p := range plan.Problems {
				codes = append(codes, p.Code)
			}
			if test.problem == "" && len(codes) > 0 || test.problem != "" && !slices.Contains(codes, test.problem) {
				t.Errorf("problems %v, want %q", codes, test.problem)
			}
		})
	}
}

// TestRowsOfValues: the numbers count a row for each value, and two attributes in
// rows are warned about.
func TestRowsOfValues(t *testing.T) {
	b := build(t)
	b.entity("Person", "id key", "phones multi", "tags multi")
	b.numbers("person instances 1000", "personphones stored_as rows", "personphones elements 3", "personid type uuid", "personphones length 15", "persontags length 5", "persontags elements 4")
	b.query("Q1", "find Person.phones given Person.id")
	b.query("Q2", "find Person.id given Person.tags")
	b.numbers("persontags distinct 200")
	if diff := cmp.Diff([]string{"((id), phone): partition of 3 rows, 109 B; reads 1 of 1,000 partitions"}, numbersOf(b.m, "q1")); diff != "" {
		t.Errorf("Q1 (-want +got):\n%s", diff)
	}
	// 1,000 persons with 4 tags each are 4,000 rows in 200 partitions.
	if diff := cmp.Diff([]string{"((tag), id): partition of 20 rows, 539 B; reads 1 of 200 partitions"}, numbersOf(b.m, "q2")); diff != "" {
		t.Errorf("Q2 (-want +got):\n%s", diff)
	}
	b.numbers("persontags stored_as rows")
	b.query("Q3", "find Person.phones Person.tags given Person.id")
	if reasons := Explore(b.m, "q3").Alternatives[0].Reasons; !slices.ContainsFunc(reasons, func(r string) bool { return strings.Contains(r, "a row for each pair") }) {
		t.Errorf("two attributes in rows: %s", reasons)
	}
}
