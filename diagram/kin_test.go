package diagram

import (
	"fmt"
	"slices"
	"testing"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/model"
)

func TestStemsOfNames(t *testing.T) {
	for _, test := range []struct{ names, want []string }{
		{[]string{"users", "users_by_email", "user_settings"}, []string{"user", "user", "user"}},
		{[]string{"app_orders", "app_orderItems", "app_boxes"}, []string{"order", "order", "box"}},
		{[]string{"categories", "category_names", "status_by_day", "addresses"}, []string{"category", "category", "status", "address"}},
		{[]string{"log"}, []string{"log"}},
		{[]string{"log", "log"}, []string{"log", "log"}},
		{[]string{"_", "täglich"}, []string{"", "täglich"}},
	} {
		if got := stemsOf(test.names); !slices.Equal(got, test.want) {
			t.Errorf("%q: %q, want %q", test.names, got, test.want)
		}
	}
}

// TestKinStandTogether: tables without arrows share a column if their names have the same stem. The
// table watches has the key of users and is in their column. The table sessions has no kin and is in
// none of their columns.
func TestKinStandTogether(t *testing.T) {
	m := model.New("imported")
	m.Logical.Tables = map[model.ID]*model.LogicalTable{}
	add := func(name string, key ...string) {
		order := model.Order(fmt.Sprintf("%04d1", len(m.Logical.Tables)))
		table := &model.LogicalTable{Name: name, Order: order, Columns: map[model.ID]*model.LogicalColumn{}}
		for i, column := range key {
			role := model.Regular
			if i == 0 {
				role = model.Partition
			}
			table.Columns[model.ID(name+column)] = &model.LogicalColumn{Name: column, Role: role, Order: model.Order(fmt.Sprintf("%04d1", i))}
		}
		m.Logical.Tables[model.ID(name)] = table
	}
	for _, name := range []string{"users", "orders", "users_by_email", "sessions", "orders_by_day", "user_settings", "order_items"} {
		add(name, name+"_key", "a", "b")
	}
	add("watches", "users_key", "video")
	d := Build(m, graph.KindLogical, Display{})
	made, err := (inProcess{}).Layout(t.Context(), d.Graph())
	if err != nil {
		t.Fatal(err)
	}
	lefts := func(names ...string) (out []float64) {
		for _, name := range names {
			out = append(out, made.Boxes[name].X)
		}
		return slices.Compact(out)
	}
	users, orders := lefts("users", "users_by_email", "user_settings", "watches"), lefts("orders", "orders_by_day", "order_items")
	if len(users) != 1 || len(orders) != 1 || users[0] == orders[0] {
		t.Errorf("users stand at x = %v, orders at %v", users, orders)
	}
	for _, name := range []string{"users", "orders"} {
		if gap := gapBetween(made.Boxes["sessions"], made.Boxes[name]); gap < 40 {
			t.Errorf("sessions is %.0f px from %s", gap, name)
		}
	}
}

// gapBetween returns the gap between two rectangles along the axis on which they are further apart.
func gapBetween(a, b geom.Rect) float64 {
	return max(a.X-b.X-b.Width, b.X-a.X-a.Width, a.Y-b.Y-b.Height, b.Y-a.Y-a.Height)
}
