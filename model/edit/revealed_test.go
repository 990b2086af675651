package edit

import (
	"fmt"
	"testing"

	"widerow/model"
	"widerow/model/carry"
)

// TestConstantsRevealTypes: the type of an attribute takes the constants that queries
// compare it with.
func TestConstantsRevealTypes(t *testing.T) {
	for _, test := range []struct {
		name, operator string
		constants      []string
		want           string
	}{
		{"phase", "in", []string{"(2, 3)"}, "int"},
		{"phase", "=", []string{"2", "3000000000"}, "bigint"},
		{"phase", "range", []string{"2", "2.5"}, "double"},
		{"phase", "=", []string{"99999999999999999999"}, "varint"},
		{"phase", "=", []string{"true"}, "boolean"},
		{"phase", "=", []string{"'x'", "'y'", "2"}, "text"},
		{"phase", "=", []string{"now()"}, "text"},
		{"phase", "=", []string{"550e8400-e29b-41d4-a716-446655440000"}, "uuid"},
		{"phase", "=", []string{"0xcafe"}, "blob"},
		{"phase", "=", []string{"1h30m"}, "duration"},
		{"user_id", "=", []string{"'admin'"}, "text"},
		{"user_id", "=", []string{"17"}, "int"},
		{"user_id", "prefix", []string{"'ad'"}, "text"},
		{"created_at", "range", []string{"'2026-01-01'"}, "timestamp"},
		{"created_at", "range", []string{"1700000000000"}, "timestamp"},
		{"created_at", "=", []string{"'yesterday'"}, "text"},
		{"price", "range", []string{"5"}, "decimal"},
		{"is_open", "=", []string{"1"}, "int"},
	} {
		m := must(t, model.New("x"), Add{Kind: model.EntityKind, ID: "e", Values: map[string]string{"name": "E"}}, Add{Kind: model.AttributeKind, Parent: "e", ID: "a", Values: map[string]string{"name": test.name}})
		for i, constant := range test.constants {
			id := model.ID(fmt.Sprint("q", i))
			m = must(t, m, Add{Kind: model.QueryKind, ID: id, Values: map[string]string{"label": string(id), "name": "x"}},
				Add{Kind: model.GivenKind, Parent: id, Values: map[string]string{"attribute": "a", "operator": test.operator, "source": "constant", "constant": constant}})
		}
		if got, suggested := m.AttributeType("a"); m.TypeText(got) != test.want || !suggested {
			t.Errorf("%s %s %v: %s, want %s", test.name, test.operator, test.constants, m.TypeText(got), test.want)
		}
		m = must(t, m, Set{"a", "type", "", "ascii"})
		if got, _ := m.AttributeType("a"); m.TypeText(got) != "ascii" {
			t.Errorf("%s: the chosen type became %s", test.name, m.TypeText(got))
		}
	}
}

// TestColumnsFollowRevealedTypes: a column whose type nobody chose follows a new query.
func TestColumnsFollowRevealedTypes(t *testing.T) {
	m := must(t, shop(t), Add{Kind: model.AttributeKind, Parent: "order", ID: "phase", Values: map[string]string{"name": "phase"}},
		Add{Kind: model.ColumnKind, Parent: "orders", ID: "ph", Values: map[string]string{"name": "phase", "attribute": "phase"}})
	typeOf := func() string {
		for _, relation := range m.Physical.Relations {
			for _, column := range relation.Columns {
				if column.From["ph"] {
					return m.TypeText(column.Type)
				}
			}
		}
		return "no column"
	}
	if got := typeOf(); got != "text" {
		t.Fatalf("the column is %s, want text", got)
	}
	m = must(t, m, Add{Kind: model.QueryKind, ID: "q9", Values: map[string]string{"label": "Q9", "name": "x"}},
		Add{Kind: model.GivenKind, Parent: "q9", ID: "g9", Values: map[string]string{"attribute": "phase", "operator": "=", "source": "constant", "constant": "2"}})
	if got := typeOf(); got != "int" {
		t.Errorf("after a query with a constant, the column is %s, want int", got)
	}
	if m = must(t, m, Remove{Element: "q9"}); typeOf() != "text" {
		t.Errorf("without the query, the column is %s, want text", typeOf())
	}
	m = must(t, m, Add{Kind: model.UpdateElement, ID: "u9", Values: map[string]string{"label": "U9", "name": "x", "kind": "increment"}},
		Add{Kind: model.WriteKind, Parent: "u9", Values: map[string]string{"element": "phase"}})
	if typeOf() != "int" {
		t.Errorf("after an update that increments it, the column is %s, want int", typeOf())
	}
}

// TestTypesHoldAggregates: an average has fractions, and a sum more digits than its values.
func TestTypesHoldAggregates(t *testing.T) {
	for _, test := range []struct{ values, function, want string }{
		{"int", "avg", "double"}, {"bigint", "avg", "double"}, {"decimal", "avg", "decimal"}, {"varint", "avg", "decimal"}, {"float", "avg", "double"},
		{"tinyint", "sum", "bigint"}, {"int", "sum", "bigint"}, {"bigint", "sum", "varint"}, {"decimal", "sum", "decimal"},
		{"int", "max", "int"}, {"text", "count", "bigint"},
	} {
		m := must(t, shop(t), Add{Kind: model.AttributeKind, Parent: "order", ID: "value", Values: map[string]string{"name": "value", "type": test.values}})
		column := &model.LogicalColumn{Name: "c", Attribute: "value", Role: model.Regular, Aggregate: model.Aggregate(test.function)}
		if got := m.TypeText(carry.PhysicalColumn(m, "", column).Type); got != test.want {
			t.Errorf("%s of %s: %s, want %s", test.function, test.values, got, test.want)
		}
	}
}
