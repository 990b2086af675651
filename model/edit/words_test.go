package edit

import (
	"testing"

	"widerow/model"
)

// A form that changes one field of many parts makes one change in the history.
func TestWordsOfManyParts(t *testing.T) {
	m := must(t, model.New("Shop"),
		Add{Kind: model.TableKind, ID: "orders", Values: map[string]string{"name": "orders"}},
		Add{Kind: model.ColumnKind, Parent: "orders", ID: "a", Values: map[string]string{"name": "id", "role": string(model.Partition)}},
		Add{Kind: model.ColumnKind, Parent: "orders", ID: "b", Values: map[string]string{"name": "day"}},
		Add{Kind: model.ColumnKind, Parent: "orders", ID: "c", Values: map[string]string{"name": "total"}},
		Add{Kind: model.ColumnKind, Parent: "orders", ID: "d", Values: map[string]string{"name": "remark"}},
		Add{Kind: model.QuantityKind, ID: "q", Values: map[string]string{"name": "orders_per_day", "typical": "1"}},
		Add{Kind: model.QuantityKind, ID: "r", Values: map[string]string{"name": "days", "typical": "1"}},
	)
	rename := func(id model.ID, from, to string) Command {
		return Set{Element: id, Field: "name", Was: from, Value: to}
	}
	for _, test := range []struct {
		want     string
		commands []Command
	}{
		{"renamed column orders.day to date", []Command{rename("b", "day", "date")}},
		{"renamed 2 columns of orders: day to date, total to sum", []Command{rename("b", "day", "date"), rename("c", "total", "sum")}},
		{"renamed 4 columns of orders: id to order, day to date, total to sum and 1 more",
			[]Command{rename("a", "id", "order"), rename("b", "day", "date"), rename("c", "total", "sum"), rename("d", "remark", "note")}},
		{"changed role of 2 columns of orders: date, total, renamed column orders.day to date",
			[]Command{Set{"b", "role", "regular", "clustering"}, Set{"c", "role", "regular", "clustering"}, rename("b", "day", "date")}},
		{"changed typical of 2 quantities: orders_per_day, days", []Command{Set{"q", "typical", "1", "2"}, Set{"r", "typical", "1", "2"}}},
	} {
		if got := Words(m, must(t, m, test.commands...), test.commands...); got != test.want {
			t.Errorf("the history says %q, want %q", got, test.want)
		}
	}
}
