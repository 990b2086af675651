package validation_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
	"widerow/model/example"
	"widerow/model/validation"
)

func TestExamplesAreValid(t *testing.T) {
	for _, e := range example.All() {
		m, err := example.Load(e.Slug)
		if err != nil {
			t.Fatal(err)
		}
		for _, problem := range validation.Problems(m) {
			t.Errorf("%s: %s: %s (%s)", e.Slug, problem.Path, problem.Message, problem.Code)
		}
	}
}

// TestProblems validates documents with one mistake each.
func TestProblems(t *testing.T) {
	const (
		keyspace = `"physical": {"keyspaces": {"k1": {"name": "shop"}, "k2": {"name": "other"}}, `
		columns  = `"columns": {"c1": {"name": "id", "role": "partition", "type": "int"}}`
		entity   = `"concepts": {"entities": {"e1": {"name": "A"}, "e2": {"name": "B"}}`
	)
	for _, test := range []struct {
		name, text string
		want       []string // "path code: message"
	}{
		{"nothing wrong", keyspace + `"relations": {"r1": {"keyspace": "k1", "kind": "table", "name": "t", ` + columns + `}}}`, nil},
		{"an unknown target", `"target": "mysql"`, []string{
			`target model/value: Target is "mysql"; it can be "cassandra-3.11", "cassandra-4.0", "cassandra-4.1", "cassandra-5.0", "cassandra-6.0", "scylladb", "astra", "amazon-keyspaces"`}},
		{"names", `"concepts": {"entities": {"e1": {"name": " "}, "e2": {"name": "` + strings.Repeat("é", 300) + `"}, "e3": {"name": "a\u0000b"}, "e4": {"order": "z", "name": "<script>😀"}, "e5": {"order": "zz", "name": "<script>😀"}}}`, []string{
			`concepts.entities.e1.name model/empty-name: Name is empty`,
			`concepts.entities.e2.name model/too-long: Name has 300 characters; the limit is 255`,
			`concepts.entities.e3.name model/character: Name contains the control character U+0000; remove it`,
			`concepts.entities.e5.name model/duplicate-name: Name "<script>😀" is already used here`}},
		{"attributes", `"concepts": {"entities": {"e1": {"name": "A", "attributes": {
			"a1": {"name": "x", "parent": "a2"}, "a2": {"name": "y", "parent": "a1"}, "a3": {"name": "x", "key": "partial"}, "a4": {"name": "x", "parent": "e1", "key": "no"}}}}}`, []string{
			`concepts.entities.e1.attributes.a3.key model/key: Only a weak entity type or a relationship type has a partial key`,
			`concepts.entities.e1.attributes.a4.key model/value: Key is "no"; it can be "key", "partial"`,
			`concepts.entities.e1.attributes.a4.parent model/dangling: Parent refers to "e1", which is not an attribute here`,
			`concepts.entities.e1.attributes.a2.parent model/cycle: The attribute is a part of itself, through A.x`}},
		{"types of attributes", `"concepts": {"entities": {"e1": {"name": "A", "attributes": {
			"a1": {"name": "x", "type": "adress"}, "a2": {"name": "y", "type": "@gone"}, "a3": {"name": "z", "type": "list<int>", "length": "3 +"}, "a4": {"name": "w", "type": "inet"}}}}}`, []string{
			`concepts.entities.e1.attributes.a1.type model/unresolved-type: There is no type "adress"`,
			`concepts.entities.e1.attributes.a2.type model/dangling: Type refers to "gone", which does not exist`,
			`concepts.entities.e1.attributes.a3.type model/value: Type list<int>: this is the type of one value; tick Multi-valued if the attribute has several`,
			`concepts.entities.e1.attributes.a3.length model/expression: Length: wanted a number or a quantity, got the end at character 4`}},
		{"relationships", entity + `, "relationships": {
			"r1": {"name": "has", "participants": {"p1": {"entity": "e9", "cardinality": "1"}, "p2": {"entity": "r1", "cardinality": "2"}}},
			"r2": {"name": "lacks", "participants": {"p3": {"entity": "e1", "cardinality": "n"}}}}}`, []string{
			`concepts.relationships.r1.participants.p1.entity model/dangling: Entity refers to "e9", which does not exist`,
			`concepts.relationships.r1.participants.p2.entity model/dangling: Entity refers to "r1", which is of another kind: relationship type`,
			`concepts.relationships.r1.participants.p2.cardinality model/value: Cardinality is "2"; it can be "1", "n", "m"`,
			`concepts.relationships.r2.participants model/unfinished: A relationship type needs at least two participants; this one has 1`}},
		{"hierarchies", entity + `, "hierarchies": {"h1": {"supertype": "e1", "subtypes": {"s1": {"entity": "e2"}}}, "h2": {"supertype": "e2", "subtypes": {"s2": {"entity": "e1"}}}}}`, []string{
			`concepts.hierarchies.h2.subtypes.s2.entity model/cycle: The entity type A is a subtype of itself`}},
		{"workflow", `"workflow": {"steps": {"s1": {"name": "Book", "actor": "x9"}}, "transitions": {"t1": {"from": "s1", "to": "q1", "access": "q1"}, "t2": {"to": ""}},
			"queries": {"q1": {"label": "Q1", "name": "", "limit": -1, "rate": "1 / 0", "given": {"g1": {"operator": "~", "name": "x"}}, "find": {"f1": {"aggregate": "median"}}}},
			"updates": {"u1": {"label": "Q1", "name": "", "kind": "upsert"}}}`, []string{
			`workflow.steps.s1.actor model/dangling: Actor refers to "x9", which does not exist`,
			`workflow.transitions.t1.to model/dangling: To refers to "q1", which is of another kind: query`,
			`workflow.transitions.t2.to model/unfinished: To has not been chosen yet`,
			`workflow.queries.q1.limit model/value: Limit is -1; it can be 1 or more`,
			`workflow.queries.q1.rate model/expression: Rate: division by zero at character 3`,
			`workflow.queries.q1.find.f1.attribute model/unfinished: Attribute has not been chosen yet`,
			`workflow.queries.q1.find.f1.aggregate model/value: Aggregate is "median"; it can be "count", "min", "max", "sum", "avg"`,
			`workflow.queries.q1.given.g1.operator model/value: Operator is "~"; it can be "=", "range", "in", "prefix"`,
			`workflow.updates.u1.label model/duplicate-name: Label "Q1" is already used here`,
			`workflow.updates.u1.kind model/value: Kind is "upsert"; it can be "insert", "change", "delete", "increment"`}},
		{"logical tables", `"logical": {"tables": {"t1": {"name": "t", "columns": {"c1": {"name": "a", "role": "static"}, "c2": {"name": "a", "role": "primary", "collection": "bag", "attribute": "gone"}}}, "t2": {"name": "t"}},
			"arrows": {"w1": {"access": "t1", "to": "t1"}}}`, []string{
			`logical.tables.t1.columns.c2.name model/duplicate-name: Name "a" is already used here`,
			`logical.tables.t1.columns.c2.role model/value: Role is "primary"; it can be "partition", "clustering", "static", "counter", "regular"`,
			`logical.tables.t1.columns.c2.collection model/value: Collection is "bag"; it can be "list", "set", "map", "tuple", "udt"`,
			`logical.tables.t1.columns.c2.attribute model/dangling: Attribute refers to "gone", which does not exist`,
			`logical.tables.t1.columns model/no-partition-key: The table has no partition key: give a column the role K`,
			`logical.tables.t1.columns model/static-without-clustering: The table has a static column but no clustering column: each partition has only one row`,
			`logical.tables.t2.name model/duplicate-name: Name "t" is already used here`,
			`logical.tables.t2.columns model/no-partition-key: The table has no partition key: give a column the role K`,
			`logical.arrows.w1.access model/dangling: Access refers to "t1", which is of another kind: logical table`}},
		{"relations", keyspace + `"relations": {
			"r1": {"keyspace": "k1", "kind": "table", "name": "t", "base": "r2", "realizes": {"t9": true}, "rows": "(", "columns": {"c1": {"name": "a", "role": "partition", "type": ""}, "c2": {"name": "b", "role": "counter", "type": "money", "length": "-1", "from": {"k1": true}}}},
			"r2": {"keyspace": "k1", "kind": "view", "name": "t", "base": "", "columns": {"c3": {"name": "a", "role": "partition", "type": "int"}}},
			"r3": {"keyspace": "k2", "kind": "view", "name": "t", "base": "r1", "columns": {"c4": {"name": "a", "role": "partition", "type": "int"}}},
			"r4": {"keyspace": "k1", "kind": "view", "name": "v", "base": "r2", "columns": {"c5": {"name": "a", "role": "partition", "type": "int"}}, "indexes": {"i1": {"column": "c1"}, "i2": {"column": "c5", "name": "i", "target": "rows"}, "i3": {"column": "c5", "name": "i"}}}}}`, []string{
			`physical.relations.r1.realizes model/dangling: Realizes refers to "t9", which does not exist`,
			`physical.relations.r1.base model/base: Only a materialized view has a base table`,
			`physical.relations.r1.rows model/expression: Rows: wanted a number or a quantity, got the end at character 2`,
			`physical.relations.r1.columns.c1.type model/unfinished: Type has not been chosen yet`,
			`physical.relations.r1.columns.c2.type model/unresolved-type: There is no type "money"`,
			`physical.relations.r1.columns.c2.role model/value: Role is "counter"; it can be "partition", "clustering", "static", "regular"`,
			`physical.relations.r1.columns.c2.from model/dangling: From refers to "k1", which is of another kind: keyspace`,
			`physical.relations.r1.columns.c2.length model/expression: Length: the value is negative: -1`,
			`physical.relations.r2.name model/duplicate-name: Name "t" is already used here`,
			`physical.relations.r2.base model/unfinished: Base has not been chosen yet`,
			`physical.relations.r3.base model/base: The base "t" is in another keyspace`,
			`physical.relations.r4.base model/base: The base "t" is a materialized view; it must be a table`,
			`physical.relations.r4.indexes.i1.column model/dangling: Column refers to "c1", a column of another table`,
			`physical.relations.r4.indexes.i2.target model/value: Target is "rows"; it can be "values", "keys", "entries", "full"`,
			`physical.relations.r4.indexes.i3.name model/duplicate-name: Name "i" is already used here`}},
		{"user-defined types", keyspace + `"types": {
			"u1": {"keyspace": "k1", "name": "one", "fields": {"f1": {"name": "a", "type": "list<frozen<@u2>>"}, "f2": {"name": "a", "type": "int"}}},
			"u2": {"keyspace": "k1", "name": "two", "fields": {"f3": {"name": "a", "type": "frozen<@u1>"}, "f4": {"name": "b", "type": "@u9"}}},
			"u3": {"keyspace": "k2", "name": "one", "fields": {"f5": {"name": "a", "type": "frozen<@u1>"}}},
			"u4": {"keyspace": "k9", "name": "four"}}}`, []string{
			`physical.types.u1.fields.f2.name model/duplicate-name: Name "a" is already used here`,
			`physical.types.u2.fields.f4.type model/dangling: Type refers to "u9", which does not exist`,
			`physical.types.u3.fields.f5.type model/dangling: The type "one" is in another keyspace; a type can only be used in its own keyspace`,
			`physical.types.u4.keyspace model/dangling: Keyspace refers to "k9", which does not exist`,
			`physical.types.u4.fields model/unfinished: The type has no fields yet`,
			`physical.types.u2.fields.f3.type model/cycle: The type one contains itself`}},
		{"quantities", `"quantities": {"q1": {"name": "rooms", "typical": "@q2"}, "q2": {"name": "rooms", "typical": "@q1"}, "q3": {"name": "2 beds", "typical": "1 +", "worst": "("}, "q4": {"name": "n", "typical": "guests"}, "q5": {"name": "huge", "typical": "1e308 * 10"}}`, []string{
			`quantities.q1.typical model/expression: Typical: in rooms: refers to itself: rooms → rooms → rooms at character 1`,
			`quantities.q2.name model/duplicate-name: Name "rooms" is already used here`,
			`quantities.q2.typical model/expression: Typical: in rooms: refers to itself: rooms → rooms → rooms at character 1`,
			`quantities.q3.name model/quantity: Name "2 beds" cannot be used in an expression: use letters, digits and underscores, starting with a letter`,
			`quantities.q3.typical model/expression: Typical: wanted a number or a quantity, got the end at character 4`,
			`quantities.q3.worst model/expression: Worst: wanted a number or a quantity, got the end at character 2`,
			`quantities.q5.typical model/expression: Typical: in huge: the value is too big at character 7`}},
	} {
		t.Run(test.name, func(t *testing.T) {
			m, err := model.Decode([]byte(`{"format": "widerow/2", "name": "x", ` + test.text + `}`))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, problem := range validation.Problems(m) {
				got = append(got, fmt.Sprintf("%s %s: %s", problem.Path, problem.Code, problem.Message))
				if id := string(problem.Element); id != "" && !strings.Contains(problem.Path, "."+id+"."+problem.Field) {
					t.Errorf("problem at %s names the element %q and the field %q", problem.Path, id, problem.Field)
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("Problems (-want +got):\n%s", diff)
			}
		})
	}
}

func TestUnfinished(t *testing.T) {
	m, err := model.Decode([]byte(`{"format": "widerow/2", "name": "x", "logical": {"tables": {"t1": {"name": "t"}}, "arrows": {"w1": {"access": "gone", "to": "t1"}}}}`))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]bool{}
	for _, problem := range validation.Problems(m) {
		got[problem.Path] = validation.Unfinished(problem)
	}
	if diff := cmp.Diff(map[string]bool{"logical.tables.t1.columns": true, "logical.arrows.w1.access": false}, got); diff != "" {
		t.Errorf("Unfinished (-want +got):\n%s", diff)
	}
}

func BenchmarkHotel(b *testing.B) {
	m, err := example.Load("hotel")
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		validation.Problems(m)
	}
}
