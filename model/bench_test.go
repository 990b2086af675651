package model

import "testing"

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
