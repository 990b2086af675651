package edit

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
)

func TestRemoveCleansUp(t *testing.T) {
	layout := func(m *model.Model) *model.Model {
		m.Layout = model.Layout{"er": {"customer": {X: 1}, "order": {X: 2}}}
		return m
	}
	for _, test := range []struct {
		element model.ID
		words   string
		check   func(m *model.Model) any
		want    any
	}{
		{"customer", "removed entity type Customer", func(m *model.Model) any { return len(m.Concepts.Relationships["places"].Participants) }, 1},
		{"customer", "removed entity type Customer", func(m *model.Model) any { return len(m.Concepts.Hierarchies) }, 0},
		{"customer", "removed entity type Customer", func(m *model.Model) any { return *m.Workflow.Queries["q1"].Given["q1given"] }, model.Given{Order: "2", Name: "email", Operator: model.Equal}},
		{"customer", "removed entity type Customer", func(m *model.Model) any { return m.Logical.Tables["orders"].Columns["oemail"].Attribute }, model.ID("")},
		{"customer", "removed entity type Customer", func(m *model.Model) any { return len(m.Layout["er"]) }, 1},
		{"address", "removed attribute Customer.address", func(m *model.Model) any { return model.SortedKeys(m.Concepts.Entities["customer"].Attributes) }, []model.ID{"email"}},
		{"order", "removed entity type Order", func(m *model.Model) any { return m.Workflow.Updates["u1"].Writes["u1write"].Name }, "Order"},
		{"clerk", "removed actor Clerk", func(m *model.Model) any { return m.Workflow.Steps["list"].Actor }, model.ID("")},
		{"list", "removed step List orders", func(m *model.Model) any { return *m.Workflow.Transitions["go"] }, model.Transition{Order: "4", To: "open"}},
		{"list", "removed step List orders", func(m *model.Model) any { return model.SortedKeys(m.Workflow.Transitions) }, []model.ID{"go"}},
		{"q1", "removed query Q1", func(m *model.Model) any { return len(m.Logical.Arrows) }, 0},
		{"q1", "removed query Q1", func(m *model.Model) any { return m.Workflow.Transitions["enter"].Access }, model.ID("")},
		{"orders", "removed logical table orders_by_customer", func(m *model.Model) any { return len(m.Logical.Arrows) }, 0},
		{"orders", "removed logical table orders_by_customer", func(m *model.Model) any { return model.SortedKeys(m.Physical.Relations) }, []model.ID{"carts"}},
		{"cartuser", "removed column carts.user", func(m *model.Model) any { return len(m.Physical.Relations["carts"].Indexes) }, 0},
		{"percustomer", "removed quantity orders_per_customer", func(m *model.Model) any { return m.Physical.Relations["carts"].Rows }, model.Expression("orders_per_customer * 2")},
		{"cartindex", "removed index carts index on user", func(m *model.Model) any { return len(m.Physical.Relations["carts"].Indexes) }, 0},
	} {
		before := layout(shop(t))
		after := must(t, before, Remove{test.element})
		if diff := cmp.Diff(test.want, test.check(after)); diff != "" {
			t.Errorf("after Remove(%s) (-want +got):\n%s", test.element, diff)
		}
		if dangling := danglingReferences(after); len(dangling) > 0 {
			t.Errorf("after Remove(%s): %s", test.element, dangling)
		}
		if got := Words(before, after, Remove{test.element}); got != test.words {
			t.Errorf("Words of Remove(%s) = %q, want %q", test.element, got, test.words)
		}
	}
}

func TestRemoveRejects(t *testing.T) {
	m := withView(t, inventory(t))
	m = must(t, m, Set{"e", "collection", "", "udt"})
	for element, want := range map[model.ID]string{
		"ks":    "Keyspace ks still contains place, stock, stock_by_item; remove or move them first",
		"place": "Type place is used by stock.place; give them another type first",
		"p":     "Table stock is the base of the materialized view stock_by_item; remove the view first",
		"":      "The model itself cannot be removed from itself",
	} {
		_, err := Apply(m, model.RandomIDs(), Remove{element})
		var wrong *InvalidError
		if !errors.As(err, &wrong) || err.Error() != want {
			t.Errorf("Remove(%s) = %v, want %s", element, err, want)
		}
	}
}

func TestNewQuantityBindsWhatWaitedForIt(t *testing.T) {
	m := must(t, shop(t), Set{"carts", "partitions", "", "shops * 3"})
	m = must(t, m, Add{Kind: model.QuantityKind, ID: "s", Values: map[string]string{"name": "shops", "typical": "5"}})
	if got := m.Physical.Relations["carts"].Partitions; got != "@s * 3" {
		t.Errorf("partitions = %s, want @s * 3", got)
	}
	m = must(t, m, Set{"s", "name", "shops", "branches"})
	if got := m.ExpressionText(m.Physical.Relations["carts"].Partitions); got != "branches * 3" {
		t.Errorf("after the rename partitions are %s, want branches * 3", got)
	}
	m = must(t, m, Remove{"s"}, Add{Kind: model.QuantityKind, ID: "s2", Values: map[string]string{"name": "branches", "typical": "6"}})
	if got := m.Physical.Relations["carts"].Partitions; got != "@s2 * 3" {
		t.Errorf("after another of that name came, partitions = %s, want @s2 * 3", got)
	}
}

func TestMove(t *testing.T) {
	names := func(m *model.Model) string {
		var list []string
		for _, column := range m.Logical.Tables["l"].SortedColumns() {
			list = append(list, column.Value.Name)
		}
		return strings.Join(list, " ")
	}
	for _, test := range []struct {
		move  Move
		want  string
		words string
	}{
		{Move{"e", -1}, "shop day item place amount", "moved column stock.place up"},
		{Move{"b", 1}, "shop item day amount place", "moved column stock.day down"},
		{Move{"b", 9}, "shop item day amount place", "moved column stock.day down"},
		{Move{"d", -1}, "shop day item amount place", ""},
		{Move{"a", 1}, "shop day item amount place", ""},
		{Move{"a", 0}, "shop day item amount place", ""},
	} {
		before := inventory(t)
		after := must(t, before, test.move)
		if got := names(after); got != test.want {
			t.Errorf("after %+v the columns are %s, want %s", test.move, got, test.want)
		}
		if got := Words(before, after, test.move); got != test.words {
			t.Errorf("Words of %+v = %q, want %q", test.move, got, test.words)
		}
	}
	m := inventory(t)
	for _, column := range m.Logical.Tables["l"].Columns {
		column.Order = "" // as in a document that was written by hand
	}
	m = must(t, m, Move{"e", -1}, Move{"c", -1})
	if got := names(m); got != "shop item day place amount" {
		t.Errorf("without order keys: %s", got)
	}
	m = must(t, m, Add{Kind: model.ColumnKind, Parent: "l", Before: "d", Values: map[string]string{"name": "shelf"}},
		Add{Kind: model.ColumnKind, Parent: "l", Before: "d", Values: map[string]string{"name": "week", "role": "partition"}})
	if got := names(m); got != "shop week item day place shelf amount" {
		t.Errorf("after adding before d: %s", got)
	}
}

func TestWordsStayShort(t *testing.T) {
	before := shop(t)
	var commands []Command
	for _, id := range []model.ID{"oemail", "oplaced", "oid", "oaddress", "otags"} {
		commands = append(commands, Set{id, "name", before.Logical.Tables["orders"].Columns[id].Name, strings.Repeat(string(id), 18)})
	}
	words := Words(before, must(t, before, commands...), commands...)
	if length := len([]rune(words)); length > 200 || !strings.HasPrefix(words, "renamed 5 columns of orders_by_customer: email to oemailoemail") || !strings.HasSuffix(words, "and 3 more") {
		t.Errorf("words of five renames are %d characters: %s", length, words)
	}
}
