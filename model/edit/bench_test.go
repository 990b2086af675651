package edit

import (
	"fmt"
	"testing"

	"widerow/model"
)

func BenchmarkApplySet(b *testing.B) {
	m, err := Apply(model.New("Shop"), model.SeededIDs(nil), shopCommands()...)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Apply(m, model.RandomIDs(), Set{"oid", "name", "order_id", "id"}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkElement(b *testing.B) {
	m, err := Apply(model.New("Shop"), model.SeededIDs(nil), shopCommands()...)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, found := m.Element("cartindex"); !found {
			b.Fatal("cartindex is gone")
		}
	}
}

func BenchmarkChoices(b *testing.B) {
	m, err := Apply(model.New("Shop"), model.SeededIDs(nil), shopCommands()...)
	if err != nil {
		b.Fatal(err)
	}
	element, _ := m.Element("oid")
	field, _ := FieldOf(model.ColumnKind, "attribute")
	for b.Loop() {
		field.Choices(m, element)
	}
}

// BenchmarkApplyToLarge edits a column of 100 tables with 12 columns each.
func BenchmarkApplyToLarge(b *testing.B) {
	m := model.New("Large")
	ids := model.SeededIDs(nil)
	var commands []Command
	for table := range 100 {
		id := model.ID(fmt.Sprint("t", table))
		commands = append(commands, Add{Kind: model.TableKind, ID: id, Values: map[string]string{"name": string(id)}})
		for column := range 12 {
			name := fmt.Sprintf("%sc%d", id, column)
			commands = append(commands, Add{Kind: model.ColumnKind, Parent: id, ID: model.ID(name), Values: map[string]string{"name": name}})
		}
	}
	m, err := Apply(m, ids, commands...)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Apply(m, ids, Set{"t50c6", "name", "t50c6", "renamed"}); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkDifferences compares each of 300 relations of 12 columns with the
// logical table that it realizes, as a diagram does.
func BenchmarkDifferences(b *testing.B) {
	m := model.New("Large")
	m.Logical.Tables, m.Physical.Relations = map[model.ID]*model.LogicalTable{}, map[model.ID]*model.Relation{}
	for number := range 300 {
		id := model.ID(fmt.Sprint("t", number))
		table := &model.LogicalTable{Name: string(id), Columns: map[model.ID]*model.LogicalColumn{}}
		relation := &model.Relation{Name: string(id), Realizes: model.SetOfIDs(id), Columns: map[model.ID]*model.Column{}}
		for column := range 12 {
			name := fmt.Sprintf("%sc%d", id, column)
			table.Columns[model.ID(name)] = &model.LogicalColumn{Name: name, Role: model.Regular}
			relation.Columns[model.ID("p"+name)] = &model.Column{Name: name, Role: model.Regular, From: model.SetOfIDs(model.ID(name))}
		}
		m.Logical.Tables[id], m.Physical.Relations["p"+id] = table, relation
	}
	for b.Loop() {
		for id := range m.Physical.Relations {
			if differences := model.Differences(m, id); len(differences) > 0 {
				b.Fatal(differences)
			}
		}
	}
}
