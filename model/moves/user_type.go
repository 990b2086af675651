package moves

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
)

// columnsToType stores several columns as one value of a user-defined type.
var columnsToType = kind{
	name: ColumnsToType, title: "Store columns as a user-defined type",
	offer: func(t *table) (string, []Parameter) {
		name, group := t.relatedColumns()
		if t.isView() || len(group) == 0 {
			return "", nil
		}
		movable := selected(t.inRole(model.Regular), t.canBeField)
		return fmt.Sprintf("The columns %s belong together. As one frozen value they are one cell, with one timestamp.", list(names(group))),
			[]Parameter{
				{Name: "columns", Label: "Columns", Input: edit.ReferencesInput, Value: idsOf(group), Choices: choices(movable)},
				{Name: "name", Label: "Name of the type and of the column", Input: edit.TextInput, Value: t.freeColumn(name, name+"_value")},
			}
	},
	make: func(e *editor) error {
		columns, name := e.chosen("columns"), model.Identifier(e.value("name"))
		if len(columns) < 2 {
			return e.move.invalid("columns", "Choose at least two columns")
		}
		if name == "" {
			return e.move.invalid("name", "Name must contain a letter")
		}
		typeName := e.userTypeFor(name, columns)
		for _, c := range columns {
			e.remove(c.ID)
		}
		e.add(model.RelationColumnKind, e.id, map[string]string{"name": name, "type": "frozen<" + typeName + ">", "from": joined(columns...)})
		e.words = fmt.Sprintf("stored %s of %s as the type %s", some(names(columns)), e.Name, typeName)
		e.cost = "The value is written as a whole: to change one field, the application writes all. A field cannot be a condition or part of a key."
		return nil
	},
}

func (t *table) canBeField(c column) bool {
	return native(c) != "" && !isType(c, "counter") && t.isFree(c)
}

// relatedColumns returns the columns that store the parts of a composite attribute,
// that have a common first word, or that are a place, and a name for them.
func (t *table) relatedColumns() (string, []column) {
	among := selected(t.inRole(model.Regular), t.canBeField)
	for _, first := range among {
		if whole := t.compositeOf(first); whole != "" {
			if group := selected(among, func(c column) bool { return t.compositeOf(c) == whole }); len(group) > 1 {
				return model.Identifier(t.model.Title(whole)[strings.LastIndexByte(t.model.Title(whole), '.')+1:]), group
			}
		}
	}
	place := selected(among, func(c column) bool {
		return slices.Contains([]string{"latitude", "longitude", "lat", "lon", "lng", "altitude"}, c.Value.Name)
	})
	if len(place) > 1 {
		return "location", place
	}
	for _, first := range among {
		word, _, found := strings.Cut(first.Value.Name, "_")
		if group := selected(among, func(c column) bool { return strings.HasPrefix(c.Value.Name, word+"_") }); found && len(group) > 2 {
			return word, group
		}
	}
	return "", nil
}

// compositeOf returns the composite attribute that a column stores a part of.
func (t *table) compositeOf(c column) model.ID {
	if attribute := t.attributeOf(c); attribute != nil {
		return attribute.Parent
	}
	return ""
}

// userTypeFor returns the name of a type with these columns as its fields. It adds
// one unless the keyspace has it.
func (e *editor) userTypeFor(name string, columns []column) string {
	field := func(c column) string { return strings.TrimPrefix(c.Value.Name, name+"_") }
	fits := func(u *model.UserType) bool {
		fields := model.Sorted(u.Fields)
		return slices.EqualFunc(fields, columns, func(f model.Item[*model.TypeField], c column) bool {
			return f.Value.Name == field(c) && f.Value.Type.Equal(c.Value.Type)
		})
	}
	typeName := free([]string{name, name + "_type"}, func(name string) bool {
		id, taken := e.model.UserTypeNamed(e.Keyspace, name)
		return taken && !fits(e.model.Physical.Types[id])
	})
	if _, exists := e.model.UserTypeNamed(e.Keyspace, typeName); exists {
		return typeName
	}
	id := e.add(model.UserTypeKind, e.Keyspace, map[string]string{"name": typeName})
	for _, c := range columns {
		e.add(model.TypeFieldKind, id, map[string]string{"name": field(c), "type": e.model.TypeText(c.Value.Type), "length": e.model.ExpressionText(c.Value.Length)})
	}
	return typeName
}

// typeToColumns stores each field of a user-defined type in a column.
var typeToColumns = kind{
	name: TypeToColumns, title: "Store a user-defined type as columns",
	offer: func(t *table) (string, []Parameter) {
		values := selected(t.inRole(model.Regular), func(c column) bool { return t.fieldsOf(c) != nil && t.isFree(c) })
		if t.isView() || len(values) == 0 {
			return "", nil
		}
		return fmt.Sprintf("Each field of %s becomes a column: it can be written alone, and be an indexed or a key column.", values[0].Value.Name),
			[]Parameter{{Name: "column", Label: "Column", Input: edit.ChoiceInput, Value: string(values[0].ID), Choices: choices(values)}}
	},
	make: func(e *editor) error {
		c := e.column(e.value("column"))
		e.remove(c.ID)
		for _, field := range e.fieldsOf(c) {
			name := e.freeColumn(field.Value.Name, c.Value.Name+"_"+field.Value.Name)
			e.add(model.RelationColumnKind, e.id, map[string]string{"name": name, "type": e.model.TypeText(field.Value.Type), "from": idText(c.Value.From),
				"length": e.model.ExpressionText(field.Value.Length), "elements": e.model.ExpressionText(field.Value.Elements)})
		}
		e.words = fmt.Sprintf("stored %s of %s as columns", c.Value.Name, e.Name)
		e.cost = "A row has one cell for each field, with a timestamp of its own: two writes at once may mix " +
			"their fields. The type stays, also if no other column needs it."
		return nil
	},
}

// fieldsOf returns the fields of a column's user-defined type, nil if it has
// another type.
func (t *table) fieldsOf(c column) []model.Item[*model.TypeField] {
	userType := t.model.Physical.Types[c.Value.Type.Unfrozen().UserType]
	if userType == nil {
		return nil
	}
	return model.Sorted(userType.Fields)
}
