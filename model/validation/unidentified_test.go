package validation_test

import (
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/example"
	"widerow/model/validation"
)

// TestUnidentified lists the entity types whose instances nothing identifies, and the relationship
// types that only a time identifies.
func TestUnidentified(t *testing.T) {
	for _, test := range []struct {
		name, concepts string
		want           []string // "id: message"
	}{
		{"only begun", `"entities": {"e1": {"name": "A"}, "e2": {"name": "B", "weak": true}}`, nil},
		{"with a key", `"entities": {"e1": {"name": "A", "attributes": {"a1": {"name": "x", "key": "key"}}}}`, nil},
		{"without a key", `"entities": {"e1": {"name": "A", "attributes": {"a1": {"name": "x"}}}}`,
			[]string{"e1: A has no key: mark the attributes that identify one"}},
		{"without attributes, but joined", `"entities": {"e1": {"name": "A"}, "e2": {"name": "B", "attributes": {"a1": {"name": "x", "key": "key"}}}},
			"relationships": {"r1": {"name": "has", "participants": {"p1": {"entity": "e1", "cardinality": "1"}, "p2": {"entity": "e2", "cardinality": "n"}}}}`,
			[]string{"e1: A has no key: mark the attributes that identify one"}},
		{"weak without an owner", `"entities": {"e1": {"name": "A", "weak": true, "attributes": {"a1": {"name": "x", "key": "partial"}}}}`,
			[]string{"e1: A is weak, but no identifying relationship type leads to its owner"}},
		{"weak with an owner", `"entities": {"e1": {"name": "A", "weak": true, "attributes": {"a1": {"name": "x", "key": "partial"}}},
			"e2": {"name": "B", "attributes": {"a2": {"name": "y", "key": "key"}}}},
			"relationships": {"r1": {"name": "has", "identifying": true, "participants": {"p1": {"entity": "e2", "cardinality": "1"}, "p2": {"entity": "e1", "cardinality": "n"}}}}`, nil},
		{"a subtype", `"entities": {"e1": {"name": "A", "attributes": {"a1": {"name": "x", "key": "key"}}}, "e2": {"name": "B", "attributes": {"a2": {"name": "y"}}}},
			"hierarchies": {"h1": {"supertype": "e1", "subtypes": {"s1": {"entity": "e2"}}}}`, nil},
		{"a time alone identifies a relationship", `"entities": {"e1": {"name": "A", "attributes": {"a1": {"name": "x", "key": "key"}}}, "e2": {"name": "B", "attributes": {"a2": {"name": "y", "key": "key"}}}},
			"relationships": {"r1": {"name": "visits", "attributes": {"a3": {"name": "visited_at", "key": "key"}}, "participants": {"p1": {"entity": "e1", "cardinality": "n"}, "p2": {"entity": "e2", "cardinality": "m"}}}}`,
			[]string{"a3: visited_at alone identifies visits: two at the same time would be one row. As a partial key it tells apart those of the same participants"}},
		{"a time among the same participants", `"entities": {"e1": {"name": "A", "attributes": {"a1": {"name": "x", "key": "key"}}}, "e2": {"name": "B", "attributes": {"a2": {"name": "y", "key": "key"}}}},
			"relationships": {"r1": {"name": "visits", "attributes": {"a3": {"name": "visited_at", "key": "partial"}}, "participants": {"p1": {"entity": "e1", "cardinality": "n"}, "p2": {"entity": "e2", "cardinality": "m"}}}}`, nil},
		{"an ID identifies a relationship", `"entities": {"e1": {"name": "A", "attributes": {"a1": {"name": "x", "key": "key"}}}, "e2": {"name": "B", "attributes": {"a2": {"name": "y", "key": "key"}}}},
			"relationships": {"r1": {"name": "visits", "attributes": {"a3": {"name": "visit_id", "key": "key"}}, "participants": {"p1": {"entity": "e1", "cardinality": "n"}, "p2": {"entity": "e2", "cardinality": "m"}}}}`, nil},
	} {
		m, err := model.Decode([]byte(`{"format": "widerow/2", "name": "m", "concepts": {` + test.concepts + `}}`))
		if err != nil {
			t.Fatal(test.name, err)
		}
		var got []string
		for _, problem := range validation.Unidentified(m) {
			got = append(got, string(problem.Element)+": "+problem.Message)
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("%s: got %s, want %s", test.name, strings.Join(got, "; "), strings.Join(test.want, "; "))
		}
	}
	for _, e := range example.All() {
		if m, err := example.Load(e.Slug); err != nil || len(validation.Unidentified(m)) > 0 {
			t.Errorf("%s: %v, %v", e.Slug, validation.Unidentified(m), err)
		}
	}
}
