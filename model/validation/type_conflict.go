package validation

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"widerow/model"
)

// TypeConflict is an attribute whose values have different types in different
// physical columns, so that a value that one query returns is no parameter of the
// next. Uses has the type of most columns first.
type TypeConflict struct {
	Attribute model.ID
	Uses      []TypeUse
}

// TypeUse is a type, as CQL, with the columns that have it, in reading order.
type TypeUse struct {
	Type    string
	Columns []model.ID
}

// TypeConflicts returns the attributes whose columns have different types, in
// reading order. Collections count with the type of their elements. Columns of
// several attributes, parts of a value, buckets, maps, counters, aggregates and
// views are left out: views have the types of their base tables, and those of the
// others say nothing about the attribute.
func TypeConflicts(m *model.Model) []TypeConflict {
	attributes := attributeOfColumns(m)
	wanted := differing(m, attributes)
	if len(wanted) == 0 {
		return nil
	}
	uses := typeUses(m, attributes, wanted)
	var conflicts []TypeConflict
	for element := range m.ElementsOf(model.AttributeKind) {
		if types := uses[element.ID]; len(types) > 1 {
			slices.SortStableFunc(types, func(a, b TypeUse) int { return cmp.Compare(len(b.Columns), len(a.Columns)) })
			conflicts = append(conflicts, TypeConflict{element.ID, types})
		}
	}
	return conflicts
}

// differing returns the attributes that have columns of different types. It spares
// the usual model, which has none, from sorting and writing types.
func differing(m *model.Model, attributes map[model.ID]model.ID) model.IDSet {
	first, differing := map[model.ID]model.Type{}, model.IDSet{}
	for _, relation := range m.Physical.Relations {
		if relation.Kind == model.MaterializedView {
			continue
		}
		for _, column := range relation.Columns {
			attribute, given := soleOf(attributes, column.From), elementOf(column.Type)
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
func typeUses(m *model.Model, attributes map[model.ID]model.ID, wanted model.IDSet) map[model.ID][]TypeUse {
	uses := map[model.ID][]TypeUse{}
	for _, relation := range model.Sorted(m.Physical.Relations) {
		if relation.Value.Kind == model.MaterializedView {
			continue
		}
		for _, column := range relation.Value.SortedColumns() {
			attribute := soleOf(attributes, column.Value.From)
			text := m.TypeText(elementOf(column.Value.Type))
			if !wanted[attribute] || text == "" || !column.Value.Buckets.IsEmpty() || hasPart(relation.Value, column.ID) ||
				hasSplitPart(m, relation.Value, column.ID) {
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
func hasPart(r *model.Relation, id model.ID) bool {
	for otherID, other := range r.Columns {
		if otherID != id && other.Buckets.IsEmpty() && len(other.From) > 0 && maps.Equal(other.From, r.Columns[id].From) {
			return true
		}
	}
	return false
}

// hasSplitPart reports whether the further column of hasPart is in another table, by another name: the
// table was split after the fields had become columns.
func hasSplitPart(m *model.Model, r *model.Relation, id model.ID) bool {
	column := r.Columns[id]
	for _, relation := range m.Physical.Relations {
		for _, other := range relation.Columns {
			if relation != r && other.Name != column.Name && other.Buckets.IsEmpty() && len(other.From) > 0 && maps.Equal(other.From, column.From) {
				return true
			}
		}
	}
	return false
}

// attributeOfColumns returns the attribute of each logical column that stores its
// values; "" for other columns.
func attributeOfColumns(m *model.Model) map[model.ID]model.ID {
	attributes := make(map[model.ID]model.ID, 16*len(m.Logical.Tables))
	for _, table := range m.Logical.Tables {
		for id, column := range table.Columns {
			if column.Aggregate == "" && column.Role != model.RoleCounter {
				attributes[id] = column.Attribute
			}
		}
	}
	return attributes
}

// soleOf returns the attribute that all logical columns of a set store, or "".
func soleOf(attributes map[model.ID]model.ID, from model.IDSet) model.ID {
	var sole model.ID
	for id := range from {
		attribute := attributes[id]
		if attribute == "" || sole != "" && attribute != sole {
			return ""
		}
		sole = attribute
	}
	return sole
}

// elementOf returns the type of one value of a column: of an element of a list or a
// set. It is the zero Type for maps and counters.
func elementOf(t model.Type) model.Type {
	if t.IsCounter() {
		return model.Type{}
	}
	switch t.Collection() {
	case model.ListOf, model.SetOf:
		return t.Unfrozen().Arguments[0].Unfrozen()
	case model.MapOf:
		return model.Type{}
	}
	return t.Unfrozen()
}

// maxNamed bounds the columns of a type that a conflict names.
const maxNamed = 3

// Words describes the conflict: "Hotel.hotel_id is uuid in hotels.hotel_id, text
// in rooms.hotel_id".
func (c TypeConflict) Words(m *model.Model) string {
	var parts []string
	for _, use := range c.Uses {
		var titles []string
		for _, id := range use.Columns[:min(len(use.Columns), maxNamed)] {
			titles = append(titles, m.ShortTitle(id))
		}
		text := use.Type + " in " + strings.Join(titles, ", ")
		if more := len(use.Columns) - len(titles); more > 0 {
			text += fmt.Sprintf(" and %d more", more)
		}
		parts = append(parts, text)
	}
	return m.ShortTitle(c.Attribute) + " is " + strings.Join(parts, "; ")
}

// LosesFraction reports whether some columns have fractions and others whole numbers only: a price of 9.99 is 9 in these.
func (c TypeConflict) LosesFraction() bool {
	isOf := func(types []string) bool {
		return slices.ContainsFunc(c.Uses, func(u TypeUse) bool { return slices.Contains(types, u.Type) })
	}
	return isOf(fractional) && isOf(whole)
}

// Has reports whether a column is one of the conflict's.
func (c TypeConflict) Has(column model.ID) bool {
	return slices.ContainsFunc(c.Uses, func(u TypeUse) bool { return slices.Contains(u.Columns, column) })
}
