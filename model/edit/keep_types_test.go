package edit

import (
	"testing"

	"widerow/model"
	"widerow/model/carry"
)

// A type that no user chose is marked as assumed until somebody sets it, to any
// type, or keeps it.
func TestTypesAreAssumed(t *testing.T) {
	m := must(t, model.New("Shop"),
		Add{Kind: model.KeyspaceKind, ID: "ks", Values: map[string]string{"name": "shop"}},
		Add{Kind: model.UserTypeKind, Parent: "ks", ID: "address", Values: map[string]string{"name": "address"}},
		Add{Kind: model.TableKind, ID: "orders", Values: map[string]string{"name": "orders"}},
		Add{Kind: model.ColumnKind, Parent: "orders", ID: "id", Values: map[string]string{"name": "id", "role": string(model.Partition)}},
		Add{Kind: model.ColumnKind, Parent: "orders", ID: "tags", Values: map[string]string{"name": "tags", "collection": string(model.SetOf)}},
		Add{Kind: model.ColumnKind, Parent: "orders", ID: "place", Values: map[string]string{"name": "address", "collection": string(model.UserDefined)}},
		Add{Kind: model.ColumnKind, Parent: "orders", ID: "note", Values: map[string]string{"name": "note"}},
	)
	relation := carry.Of(m).Realizing("orders")[0]
	assumed := func(m *model.Model) string {
		names := ""
		element, _ := m.Element(relation.ID)
		for _, column := range model.AssumedTypes(element) {
			names += column.Value.Name + " "
		}
		return names
	}
	if got, want := assumed(m), "id tags note "; got != want {
		t.Fatalf("assumed are the types of %q, want %q", got, want)
	}
	columns := map[string]model.ID{}
	for id, column := range relation.Value.Columns {
		columns[column.Name] = id
	}
	m = must(t, m, Set{Element: columns["id"], Field: "type", Was: "text", Value: "uuid"}, Set{Element: "note", Field: "name", Was: "note", Value: "remark"})
	if got, want := assumed(m), "tags remark "; got != want {
		t.Errorf("after one was set, assumed are %q, want %q", got, want)
	}
	kept := must(t, m, KeepTypes{columns["note"]})
	if got, want := assumed(kept), "tags "; got != want {
		t.Errorf("after one was kept, assumed are %q, want %q", got, want)
	}
	if got, want := Words(m, kept, KeepTypes{columns["note"]}), "kept type text of orders.remark"; got != want {
		t.Errorf("keeping one says %q, want %q", got, want)
	}
	all := must(t, m, KeepTypes{relation.ID})
	if got, want := assumed(all)+Words(m, all, KeepTypes{relation.ID}), "kept the assumed types of orders"; got != want {
		t.Errorf("keeping all: %q, want %q", got, want)
	}
	if got := Words(all, all, KeepTypes{relation.ID}); got != "" {
		t.Errorf("keeping none says %q", got)
	}
	if _, err := Apply(m, model.SeededIDs(nil), KeepTypes{"nothing"}); err == nil {
		t.Error("the types of nothing can be kept")
	}
}
