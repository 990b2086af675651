package validation

import (
	"fmt"
	"slices"

	"widerow/model"
)

// Mistyped is a physical column that cannot hold the values of its attribute: its type is
// another one than the declared type, or the collection another one than the logical column's.
type Mistyped struct {
	Column, Attribute model.ID
	Type              model.Type
	// Declared is the type of the attribute, the zero Type if the collection is at fault.
	Declared model.Type
	// Repeats reports that a list stores what should be a set, Single that the column holds one of
	// several values, Parts that it holds no parts of a composite attribute.
	Repeats, Single, Parts bool
}

// MistypedColumns returns the columns that cannot hold the values of their attribute, in order.
// Columns that differ from others of the same attribute are left out: TypeConflicts has them.
func MistypedColumns(m *model.Model) []Mistyped {
	attributes, declared, collected, composite := attributeOfColumns(m), declaredTypes(m), collections(m), compositeAttributes(m)
	mistyped := fractionalCounters(m)
	if len(declared)+len(collected)+len(composite) == 0 {
		return mistyped
	}
	differing := differing(m, attributes)
	for _, relation := range model.Sorted(m.Physical.Relations) {
		if relation.Value.Kind == model.MaterializedView {
			continue
		}
		for _, column := range relation.Value.SortedColumns() {
			attribute := soleOf(attributes, column.Value.From)
			if attribute == "" || !column.Value.Buckets.IsEmpty() || hasPart(relation.Value, column.ID) {
				continue
			}
			found := Mistyped{Column: column.ID, Attribute: attribute, Type: column.Value.Type}
			want, is := elementOf(declared[attribute]), elementOf(column.Value.Type)
			if composite[attribute] && is.Kind == model.NativeType && is.Name != "blob" {
				found.Parts = true
				mistyped = append(mistyped, found)
				continue
			}
			if !differing[attribute] && !want.IsZero() && !is.IsZero() && !holds(is, want) {
				found.Declared = want
				mistyped = append(mistyped, found)
			}
			for from := range column.Value.From {
				kind := column.Value.Type.Collection()
				if collected[from] != "" && collected[from] != kind && (kind == model.SetOf || kind == model.ListOf) {
					found.Declared, found.Repeats = model.Type{}, kind == model.ListOf
					mistyped = append(mistyped, found)
				}
				if collected[from] != "" && holdsOne(column.Value) {
					found.Declared, found.Single = model.Type{}, true
					mistyped = append(mistyped, found)
				}
			}
		}
	}
	return mistyped
}

// declaredTypes returns the types that a user has given to attributes.
func declaredTypes(m *model.Model) map[model.ID]model.Type {
	declared := map[model.ID]model.Type{}
	for element := range m.ElementsOf(model.AttributeKind) {
		if attribute, is := element.Value.(*model.Attribute); is && !attribute.Type.IsZero() {
			declared[element.ID] = attribute.Type
		}
	}
	return declared
}

// compositeAttributes returns the attributes that have parts.
func compositeAttributes(m *model.Model) map[model.ID]bool {
	found := map[model.ID]bool{}
	for _, attributes := range m.Attributes() {
		for _, attribute := range attributes {
			if attribute.Parent != "" {
				found[attribute.Parent] = true
			}
		}
	}
	return found
}

// fractionalCounters returns the counters that store an attribute with fractions, or sums of it: a counter adds whole
// numbers only.
func fractionalCounters(m *model.Model) []Mistyped {
	var found []Mistyped
	for _, relation := range model.Sorted(m.Physical.Relations) {
		for _, column := range relation.Value.SortedColumns() {
			if !column.Value.Type.IsCounter() {
				continue
			}
			for _, from := range column.Value.From.Sorted() {
				element, _ := m.Element(from)
				logical, is := element.Value.(*model.LogicalColumn)
				if !is || logical.Aggregate == model.Count {
					continue
				}
				typ, suggested := m.AttributeType(logical.Attribute)
				if suggested && len(m.Logical.Tables[element.Parent].Derived) == 0 {
					continue // the name of an imported counter is no declaration
				}
				if slices.Contains(fractional, typ.Name) {
					found = append(found, Mistyped{Column: column.ID, Attribute: logical.Attribute, Type: column.Value.Type, Declared: typ})
				}
			}
		}
	}
	return found
}

// fractional are the types of numbers with fractions.
var fractional = []string{"decimal", "double", "float"}

// whole are the types of whole numbers.
var whole = []string{"tinyint", "smallint", "int", "bigint", "varint"}

// collections returns the logical columns that are sets or lists of one attribute's values.
func collections(m *model.Model) map[model.ID]model.Collection {
	found := map[model.ID]model.Collection{}
	for _, table := range m.Logical.Tables {
		for id, column := range table.Columns {
			if column.Collection == model.SetOf || column.Collection == model.ListOf {
				found[id] = column.Collection
			}
		}
	}
	return found
}

// holdsOne reports whether a column holds one value: not a collection, or bytes or a structure that
// the application may encode one in.
func holdsOne(c *model.Column) bool {
	return c.Type.Kind == model.NativeType && c.Type.Name != "blob" && !c.Role.InKey()
}

// wider lists, for each native type, further types that hold all of its values.
var wider = map[string][]string{
	"tinyint":  {"smallint", "int", "bigint", "varint", "decimal", "float", "double"},
	"smallint": {"int", "bigint", "varint", "decimal", "float", "double"},
	"int":      {"bigint", "varint", "decimal", "double"},
	"bigint":   {"varint", "decimal", "counter"},
	"varint":   {"decimal"},
	"float":    {"double"},
	"ascii":    {"text", "varchar"},
	"text":     {"varchar"},
	"varchar":  {"text"},
	"uuid":     {"timeuuid"},
	"timeuuid": {"uuid"},
}

// holds reports whether a type holds all values of another one.
func holds(is, want model.Type) bool {
	if is.Kind != model.NativeType || want.Kind != model.NativeType {
		return is.Equal(want)
	}
	return is.Name == want.Name || slices.Contains(wider[want.Name], is.Name)
}

// Words describes the column: "readings.color is int, but Reading.color is text".
func (c Mistyped) Words(m *model.Model) string {
	switch {
	case c.Type.IsCounter() && !c.Declared.IsZero():
		return fmt.Sprintf("%s is a counter, which adds whole numbers only, but %s is %s", m.ShortTitle(c.Column), m.ShortTitle(c.Attribute), m.TypeText(c.Declared))
	case c.Parts:
		return fmt.Sprintf("%s is %s, which does not store the parts of %s", m.ShortTitle(c.Column), m.TypeText(c.Type), m.ShortTitle(c.Attribute))
	case !c.Declared.IsZero():
		return fmt.Sprintf("%s is %s, but %s is %s", m.ShortTitle(c.Column), m.TypeText(c.Type), m.ShortTitle(c.Attribute), m.TypeText(c.Declared))
	case c.Single:
		return fmt.Sprintf("%s is %s, which holds one value of %s, and the logical table has several",
			m.ShortTitle(c.Column), m.TypeText(c.Type), m.ShortTitle(c.Attribute))
	case c.Repeats:
		return fmt.Sprintf("%s is a list, which stores a value of %s again when it is added a second time", m.ShortTitle(c.Column), m.ShortTitle(c.Attribute))
	}
	return fmt.Sprintf("%s is a set, which drops equal values of %s and their order", m.ShortTitle(c.Column), m.ShortTitle(c.Attribute))
}
