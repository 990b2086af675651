package schema_test

import (
	"testing"

	"widerow/model/schema"
)

func TestRenameKeepsIDs(t *testing.T) {
	s := newShop(t)
	s.RenameFilter = func(filter string, rename schema.Rename) string {
		return filter + " " + rename.From + "→" + rename.To
	}
	mustTake(t, s.CreateView(schema.View{Name: schema.Name{Name: "v"}, Base: schema.Name{Name: "orders"}, Filter: "id > 3",
		Selected: []schema.Selected{{Column: "id"}, {Column: "at"}},
		Where:    []schema.Condition{{Columns: []string{"id"}}, {Columns: []string{"at"}, NotNull: true}},
		Key:      schema.Key{Partition: []string{"id"}, Clustering: []string{"at"}}}))
	relations := []string{"orders", "v"}
	before := map[string]string{}
	for _, name := range relations {
		for id, column := range onlyRelation(t, s, name).Columns {
			before[name+"."+column.Name] = string(id)
		}
	}
	mustTake(t, s.AlterTable(schema.AlterTable{Name: schema.Name{Name: "orders"},
		Change: schema.RenameColumns{Columns: []schema.Rename{{From: "id", To: "number"}}}}))
	for _, name := range relations {
		for id, column := range onlyRelation(t, s, name).Columns {
			was := column.Name
			if was == "number" {
				was = "id"
			}
			if before[name+"."+was] != string(id) {
				t.Errorf("%s.%s has the ID %s, want %s", name, column.Name, id, before[name+"."+was])
			}
		}
	}
	if where := onlyRelation(t, s, "v").Where; where != "id > 3 id→number" {
		t.Errorf("the view's filter is %q", where)
	}
}

func TestDropMakesRoomForTheSameName(t *testing.T) {
	s := newShop(t)
	mustTake(t, s.DropTable(schema.Drop{Name: schema.Name{Name: "orders"}}))
	mustTake(t, s.CreateTable(schema.Table{Name: schema.Name{Name: "orders"}, Columns: []schema.Column{{Name: "id", Type: native("int")}},
		Keys: []schema.Key{{Partition: []string{"id"}}}}))
	if columns := onlyRelation(t, s, "orders").Columns; len(columns) != 1 || s.Columns != 1 || len(s.Physical.Relations) != 1 {
		t.Errorf("%d columns of %d, %d relations", len(columns), s.Columns, len(s.Physical.Relations))
	}
}
