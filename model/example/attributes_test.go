package example

import (
	"widerow/model"
)

// described returns the document after giving each attribute the type of its
// columns, where its name suggests another one, and their length.
func (b *builder) described() *model.Model {
	b.t.Helper()
	columns := map[model.ID][]*model.Column{}
	attributes := map[model.ID]model.ID{}
	for _, table := range b.m.Logical.Tables {
		for id, column := range table.Columns {
			attributes[id] = column.Attribute
		}
	}
	for _, relation := range b.m.Physical.Relations {
		for _, column := range relation.Columns {
			if from := column.From.Sorted(); len(from) == 1 {
				columns[attributes[from[0]]] = append(columns[attributes[from[0]]], column)
			}
		}
	}
	for attribute := range b.m.ElementsOf(model.AttributeKind) {
		if stored := columns[attribute.ID]; len(stored) > 0 {
			b.describe(attribute.ID, stored)
		}
	}
	return b.m
}

func (b *builder) describe(attribute model.ID, columns []*model.Column) {
	first := columns[0]
	given := first.Type.Unfrozen()
	switch given.Kind {
	case model.ListType, model.SetType:
		given = given.Arguments[0]
	case model.MapType:
		return
	case model.UserTypeRef:
		given = first.Type
	}
	if suggested, _ := b.m.AttributeType(attribute); !suggested.Equal(given) {
		b.set(attribute, "type", b.m.TypeText(given))
	}
	for _, column := range columns {
		if column.Length != first.Length {
			return
		}
	}
	b.set(attribute, "length", b.m.ExpressionText(first.Length))
}
