package model

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// TypeConflict is an attribute whose values have different types in different
// physical columns, so that a value that one query returns is no parameter of the
// next. Uses has the type of most columns first.
type TypeConflict struct {
	Attribute ID
	Uses      []TypeUse
}

// TypeUse is a type, as CQL, with the columns that have it, in reading order.
type TypeUse struct {
	Type    string
	Columns []ID
}

// TypeConflicts returns the attributes whose columns have different types, in
// reading order. Collections count with the type of their elements. Columns of
// several attributes, parts of a value, buckets, maps, counters, aggregates and
// views are left out: views have the types of their base tables, and those of the
// others say nothing about the attribute.
func (m *Model) TypeConflicts() []TypeConflict {
	attributes := m.attributeOfColumns()
	differing := m.differing(attributes)
	if len(differing) == 0 {
		return nil
	}
	uses := m.typeUses(attributes, differing)
	var conflicts []TypeConflict
	for element := range m.ElementsOf(AttributeKind) {
		if types := uses[element.ID]; len(types) > 1 {
			slices.SortStableFunc(types, func(a, b TypeUse) int { return cmp.Compare(len(b.Columns), len(a.Columns)) })
			conflicts = append(conflicts, TypeConflict{element.ID, types})
		}
	}
	return conflicts
}

// differing returns the attributes that have columns of different types. It spares
// the usual model, which has none, from sorting and writing types.
func (m *Model) differing(attributes map[ID]ID) IDSet {
	first, differing := map[ID]Type{}, IDSet{}
	for _, relation := range m.Physical.Relations {
		if relation.Kind == MaterializedView {
			continue
		}
		for _, column := range relation.Columns {
			attribute, given := soleOf(attributes, column.From), column.Type.element()
			if attribute == "" || given.IsZero() {
				continue
			}
			if other, found := first[attribute]; !found {
				first[attribute] = given
			} else if !other.Equal(given) {
				differing[attribute] = true
			}
		}
	}
	return differing
}

// typeUses returns the types of the columns of some attributes.
func (m *Model) typeUses(attributes map[ID]ID, wanted IDSet) map[ID][]TypeUse {
	uses := map[ID][]TypeUse{}
	for _, relation := range Sorted(m.Physical.Relations) {
		if relation.Value.Kind == MaterializedView {
			continue
		}
		for _, column := range relation.Value.SortedColumns() {
			attribute := soleOf(attributes, column.Value.From)
			text := m.TypeText(column.Value.Type.element())
			if !wanted[attribute] || text == "" || !column.Value.Buckets.IsEmpty() || relation.Value.hasPart(column.ID) {
				continue
			}
			types := uses[attribute]
			i := slices.IndexFunc(types, func(u TypeUse) bool { return u.Type == text })
			if i < 0 {
				i, types = len(types), append(types, TypeUse{Type: text})
			}
			types[i].Columns = append(types[i].Columns, column.ID)
			uses[attribute] = types
		}
	}
	return uses
}

// hasPart reports whether a column stores a part of the values of its logical
// columns, such as a field: a further column, which is not a bucket, comes from the
// same logical ones.
func (r *Relation) hasPart(id ID) bool {
	for otherID, other := range r.Columns {
		if otherID != id && other.Buckets.IsEmpty() && len(other.From) > 0 && maps.Equal(other.From, r.Columns[id].From) {
			return true
		}
	}
	return false
}

// attributeOfColumns returns the attribute of each logical column that stores its
// values; "" for other columns.
func (m *Model) attributeOfColumns() map[ID]ID {
	attributes := make(map[ID]ID, 16*len(m.Logical.Tables))
	for _, table := range m.Logical.Tables {
		for id, column := range table.Columns {
			if column.Aggregate == "" && column.Role != RoleCounter {
				attributes[id] = column.Attribute
			}
		}
	}
	return attributes
}

// soleOf returns the attribute that all logical columns of a set store, or "".
func soleOf(attributes map[ID]ID, from IDSet) ID {
	var sole ID
	for id := range from {
		attribute := attributes[id]
		if attribute == "" || sole != "" && attribute != sole {
			return ""
		}
		sole = attribute
	}
	return sole
}

// element returns the type of one value of a column: of an element of a list or a
// set. It is the zero Type for maps and counters.
func (t Type) element() Type {
	switch t.collection() {
	case ListOf, SetOf:
		return t.Unfrozen().Arguments[0].Unfrozen()
	case MapOf, counterShape:
		return Type{}
	}
	return t.Unfrozen()
}

// maxNamed is how many columns of a type a conflict names.
const maxNamed = 3

// Words describes the conflict: "Hotel.hotel_id is uuid in hotels.hotel_id, text
// in rooms.hotel_id".
func (c TypeConflict) Words(m *Model) string {
	var parts []string
	for _, use := range c.Uses {
		var titles []string
		for _, id := range use.Columns[:min(len(use.Columns), maxNamed)] {
			titles = append(titles, inWords(m, id))
		}
		text := use.Type + " in " + strings.Join(titles, ", ")
		if more := len(use.Columns) - len(titles); more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		parts = append(parts, text)
	}
	return inWords(m, c.Attribute) + " is " + strings.Join(parts, "; ")
}

// Has reports whether a column is one of the conflict's.
func (c TypeConflict) Has(column ID) bool {
	return slices.ContainsFunc(c.Uses, func(u TypeUse) bool { return slices.Contains(u.Columns, column) })
}

// fixedLengths holds the lengths, in bytes, of native types of fixed length.
// Cassandra treats smallint, tinyint, date and time as types of variable length,
// although all their values have the same length.
var fixedLengths = map[string]int{"bigint": 8, "boolean": 1, "double": 8, "float": 4, "int": 4, "timestamp": 8, "timeuuid": 16, "uuid": 16}

// FixedLength returns the length in bytes of every value of the type, or 0 if
// the server treats it as variable (AbstractType.valueLengthIfFixed). Package
// sizing computes the bytes that values take on disk.
func (t Type) FixedLength() int {
	switch t.Kind {
	case NativeType:
		return fixedLengths[t.Name]
	case VectorType:
		return t.Dimension * t.Arguments[0].FixedLength()
	}
	return 0
}

// readable holds the native types whose stored bytes can be read as another
// native type, by that type. All can be read as blob.
var readable = map[string][]string{
	"bigint": {"timestamp"}, "date": {"int"}, "text": {"ascii"}, "time": {"bigint"}, "timestamp": {"bigint"}, "uuid": {"timeuuid"},
	"varint": {"int", "bigint", "timestamp"},
}

// Reads reports whether stored bytes of a native type can be read as the native
// type t (AbstractType.isValueCompatibleWith).
func (t Type) Reads(stored Type) bool {
	return t.Kind == NativeType && stored.Kind == NativeType &&
		(t.Name == "blob" || t.Name == stored.Name || slices.Contains(readable[t.Name], stored.Name))
}
