package model

import (
	"fmt"
	"testing"
)

func BenchmarkApplySet(b *testing.B) {
	m, err := Apply(New("Shop"), SeededIDs(nil), shopCommands()...)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := Apply(m, RandomIDs(), Set{"oid", "name", "order_id", "id"}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkElement(b *testing.B) {
	m, err := Apply(New("Shop"), SeededIDs(nil), shopCommands()...)
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
	m, err := Apply(New("Shop"), SeededIDs(nil), shopCommands()...)
	if err != nil {
		b.Fatal(err)
	}
	element, _ := m.Element("oid")
	field, _ := FieldOf(ColumnKind, "attribute")
	for b.Loop() {
		field.Choices(m, element)
	}
}

// BenchmarkApplyToLarge edits a column of 100 tables with 12 columns each.
func BenchmarkApplyToLarge(b *testing.B) {
	m := New("Large")
	ids := SeededIDs(nil)
	var commands []Command
	for table := range 100 {
		id := ID(fmt.Sprint("t", table))
		commands = append(commands, Add{Kind: TableKind, ID: id, Values: map[string]string{"name": string(id)}})
		for column := range 12 {
			name := fmt.Sprintf("%sc%d", id, column)
			commands = append(commands, Add{Kind: ColumnKind, Parent: id, ID: ID(name), Values: map[string]string{"name": name}})
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
	m := New("Large")
	m.Logical.Tables, m.Physical.Relations = map[ID]*LogicalTable{}, map[ID]*Relation{}
	for number := range 300 {
		id := ID(fmt.Sprint("t", number))
		table := &LogicalTable{Name: string(id), Columns: map[ID]*LogicalColumn{}}
		relation := &Relation{Name: string(id), Realizes: SetOfIDs(id), Columns: map[ID]*Column{}}
		for column := range 12 {
			name := fmt.Sprintf("%sc%d", id, column)
			table.Columns[ID(name)] = &LogicalColumn{Name: name, Role: Regular}
			relation.Columns[ID("p"+name)] = &Column{Name: name, Role: Regular, From: SetOfIDs(ID(name))}
		}
		m.Logical.Tables[id], m.Physical.Relations["p"+id] = table, relation
	}
	for b.Loop() {
		for id := range m.Physical.Relations {
			if differences := Differences(m, id); len(differences) > 0 {
				b.Fatal(differences)
			}
		}
	}
}
