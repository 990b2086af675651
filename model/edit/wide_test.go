package edit_test

import (
	"fmt"
	"testing"

	"widerow/model"
)

// TestDifferencesOfWideTables: a relation of two wide tables is compared with both. Its columns
// have their original positions, although the first table has more than 65,536.
func TestDifferencesOfWideTables(t *testing.T) {
	m := model.New("wide")
	relation := &model.Relation{Name: "wide", Realizes: model.IDSet{}, Columns: map[model.ID]*model.Column{}}
	m.Physical.Relations = map[model.ID]*model.Relation{"r": relation}
	m.Logical.Tables = map[model.ID]*model.LogicalTable{}
	for number, count := range []int{70_000, 3} {
		table := &model.LogicalTable{Name: "wide", Order: model.Order(fmt.Sprint("m", number)), Columns: map[model.ID]*model.LogicalColumn{}}
		id := model.ID(fmt.Sprint("t", number))
		m.Logical.Tables[id], relation.Realizes[id] = table, true
		for i := range count {
			name, order := fmt.Sprintf("c%d_%d", number, i), model.Order(fmt.Sprintf("m%d%05d", number, i))
			table.Columns[model.ID("l"+name)] = &model.LogicalColumn{Name: name, Order: order}
			relation.Columns[model.ID("p"+name)] = &model.Column{Name: name, Order: order, From: model.SetOfIDs(model.ID("l" + name))}
		}
	}
	if differences := model.Differences(m, "r"); len(differences) > 0 {
		t.Errorf("%d differences, the first is %+v", len(differences), differences[0])
	}
}
