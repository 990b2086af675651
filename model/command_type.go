package model

import "fmt"

// KeepTypes confirms the assumed types of a column or of all columns of a
// relation.
type KeepTypes struct{ Element ID }

// Name returns "KeepTypes".
func (KeepTypes) Name(*Model) string { return "KeepTypes" }

func (k KeepTypes) apply(m *Model, _ IDs) error {
	element, found := m.Element(k.Element)
	if !found {
		return &GoneError{k.Element}
	}
	for _, column := range AssumedTypes(element) {
		column.Value.TypeAssumed = false
	}
	return nil
}

func (k KeepTypes) words(before, after *Model) string {
	element, found := before.Element(k.Element)
	kept := AssumedTypes(element)
	switch {
	case !found || len(kept) == 0:
		return ""
	case element.Kind == RelationColumnKind:
		return fmt.Sprintf("kept type %s of %s", before.TypeText(kept[0].Value.Type), inWords(after, k.Element))
	}
	return fmt.Sprintf("kept the assumed types of %s", inWords(after, k.Element))
}

// AssumedTypes returns the columns with assumed types: those of a relation, or
// the column itself.
func AssumedTypes(element Element) []Item[*Column] {
	var assumed []Item[*Column]
	switch value := element.Value.(type) {
	case *Column:
		if value.TypeAssumed {
			assumed = append(assumed, Item[*Column]{ID: element.ID, Value: value})
		}
	case *Relation:
		for _, column := range value.SortedColumns() {
			if column.Value.TypeAssumed {
				assumed = append(assumed, column)
			}
		}
	}
	return assumed
}
