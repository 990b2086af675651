package diagram

import (
	"slices"
	"strconv"
	"strings"

	"widerow/diagram/typeface"
	"widerow/model"
)

// roleMarks are the symbols of a column's role in the right margin
// (Chebotko's notation), and what they are called.
func roleMarks(role model.Role, descending, counter bool) (marks []mark, called string) {
	switch role {
	case model.Partition:
		marks, called = append(marks, markPartition), "partition key column"
	case model.Clustering:
		if descending {
			marks, called = append(marks, markDescending), "clustering column, descending"
		} else {
			marks, called = append(marks, markAscending), "clustering column, ascending"
		}
	case model.Static:
		marks, called = append(marks, markStatic), "static column"
	}
	if counter || role == model.RoleCounter {
		marks, called = append(marks, markCounter), sentence(called, "counter column")
	}
	return marks, called
}

func logicalRow(id model.ID, column *model.LogicalColumn) tableRow {
	marks, called := roleMarks(column.Role, column.Descending, false)
	name := typeface.Clean(column.Name)
	row := tableRow{id: id, name: bracketed(name, column.Collection), key: column.Role.InKey(), heads: column.Role == model.Partition, marks: marks}
	if bracket, ok := brackets[column.Collection]; ok {
		row.symbols = append(row.symbols, bracket.symbol)
	}
	row.title = titled(name, collectionWords[column.Collection], called, column.Note)
	return row
}

func columnRow(m *model.Model, item model.Item[*model.Column], indexes columnIndexes, changed columnChange) tableRow {
	column := item.Value
	marks, called := roleMarks(column.Role, column.Descending, column.Type.IsCounter())
	if changed.bucket {
		marks[0], called = markBucket, sentence(called, "bucket")
	}
	name := typeface.Clean(column.Name)
	row := typedRow(m, item.ID, name, column.Type)
	row.key, row.heads = column.Role.InKey(), column.Role == model.Partition
	row.changed, row.marks = changed, append(marks, indexes.marks...)
	masked := ""
	if column.Mask != "" {
		row.marks = append(row.marks, markMasked)
		masked = "masked with " + typeface.Clean(column.Mask)
	}
	if len(row.marks) == 0 && changed.mark { // a role without a mark
		row.changed.name = true
	}
	row.title = titled(name, typeWords(m, column.Type), called, strings.Join(indexes.words, ", "), masked, changed.text(), column.Note)
	return row
}

// typedRow writes the name in the brackets of its type, and in the pill what the
// brackets do not show: the element types, or the user-defined type.
func typedRow(m *model.Model, id model.ID, name string, t model.Type) tableRow {
	inner := t.Unfrozen()
	collection := collectionOf[inner.Kind]
	row := tableRow{id: id, name: bracketed(name, collection), uses: t.UserTypes()}
	if bracket, ok := brackets[collection]; ok {
		row.symbols = append(row.symbols, bracket.symbol)
	}
	text := argumentsText(m, inner)
	switch {
	case t.IsZero():
		text = "type?"
	case collection == model.SingleValue, collection == model.UserDefined:
		text = typeText(m, inner)
	}
	if t.Kind == model.FrozenType {
		text = typeface.Flake + text
	}
	row.pill = newPill(typeface.Clean(text))
	row.symbols = append(row.symbols, row.pill.symbols...)
	return row
}

var collectionOf = map[model.TypeKind]model.Collection{
	model.ListType: model.ListOf, model.SetType: model.SetOf, model.MapType: model.MapOf,
	model.TupleType: model.TupleOf, model.UserTypeRef: model.UserDefined, model.VectorType: vectorOf,
}

// typeText is CQL with a flake for frozen<…>.
func typeText(m *model.Model, t model.Type) string {
	switch {
	case t.Kind == model.FrozenType:
		return typeface.Flake + typeText(m, t.Unfrozen())
	case len(t.Arguments) > 0:
		return string(t.Kind) + "<" + argumentsText(m, t) + ">"
	}
	return t.Text(typeName(m))
}

func argumentsText(m *model.Model, t model.Type) string {
	parts := make([]string, len(t.Arguments), len(t.Arguments)+1)
	for i, argument := range t.Arguments {
		parts[i] = typeText(m, argument)
	}
	if t.Kind == model.VectorType {
		parts = append(parts, strconv.Itoa(t.Dimension))
	}
	return strings.Join(parts, ", ")
}

func typeWords(m *model.Model, t model.Type) string {
	if t.IsZero() {
		return "type not chosen"
	}
	return typeface.Clean(t.Text(typeName(m)))
}

// typeName returns the name of a user-defined type, "?" if it is missing.
func typeName(m *model.Model) func(model.ID) string {
	return func(id model.ID) string {
		if t := m.Physical.Types[id]; t != nil {
			return typeface.Clean(t.Name)
		}
		return "?"
	}
}

// columnIndexes are the indexes of one column, as marks and in words.
type columnIndexes struct {
	marks []mark
	words []string
}

// indexesOf returns the indexes of a relation by column.
func indexesOf(relation *model.Relation) map[model.ID]columnIndexes {
	found := map[model.ID]columnIndexes{}
	for _, item := range model.Sorted(relation.Indexes) {
		index := item.Value
		m, words := indexMark(index)
		add := func(column model.ID, target model.IndexTarget) {
			of := found[column]
			if !slices.Contains(of.marks, m) {
				of.marks = append(of.marks, m)
			}
			text := words
			if target != model.IndexColumn {
				text += " on its " + indexed[target]
			}
			if !slices.Contains(of.words, text) {
				of.words = append(of.words, text)
			}
			found[column] = of
		}
		add(index.Column, index.Target)
		for _, part := range index.More {
			add(part.Column, part.Target)
		}
	}
	return found
}

var indexed = map[model.IndexTarget]string{
	model.IndexValues: "values", model.IndexKeys: "keys", model.IndexEntries: "entries", model.IndexFull: "full value",
}

func indexMark(index *model.Index) (mark, string) {
	class := strings.ToLower(index.Class)
	switch {
	case class == "sai", strings.HasSuffix(class, "storageattachedindex"):
		return markStorageIndex, "storage-attached index"
	case strings.HasSuffix(class, "sasiindex"):
		return markSuffixIndex, "SASI index"
	case index.Custom && class != "":
		return markCustomIndex, "custom index"
	}
	return markIndex, "secondary index"
}
