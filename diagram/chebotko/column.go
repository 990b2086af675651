package chebotko

import (
	"slices"
	"strconv"
	"strings"

	"widerow/diagram/figure"
	"widerow/diagram/typeface"
	"widerow/model"
)

// roleMarks returns the symbols of a column's role in the right margin (Chebotko's notation), and
// their name.
func roleMarks(role model.Role, descending, counter bool) (marks []Mark, called string) {
	switch role {
	case model.Partition:
		marks, called = append(marks, MarkPartition), "partition key column"
	case model.Clustering:
		if descending {
			marks, called = append(marks, MarkDescending), "clustering column, descending"
		} else {
			marks, called = append(marks, MarkAscending), "clustering column, ascending"
		}
	case model.Static:
		marks, called = append(marks, MarkStatic), "static column"
	}
	if counter || role == model.RoleCounter {
		marks, called = append(marks, MarkCounter), figure.Sentence(called, "counter column")
	}
	return marks, called
}

func logicalRow(id model.ID, column *model.LogicalColumn) Row {
	marks, called := roleMarks(column.Role, column.Descending, false)
	name := typeface.Clean(column.Name)
	row := Row{ID: id, Name: Bracketed(name, column.Collection), Key: column.Role.InKey(), heads: column.Role == model.Partition, Marks: marks}
	if bracket, ok := brackets[column.Collection]; ok {
		row.symbols = append(row.symbols, bracket.symbol)
	}
	row.title = figure.Titled(name, collectionWords[column.Collection], called, column.Note)
	return row
}

func columnRow(m *model.Model, item model.Item[*model.Column], indexes columnIndexes, changed columnChange) Row {
	column := item.Value
	marks, called := roleMarks(column.Role, column.Descending, column.Type.IsCounter())
	if changed.bucket {
		marks[0], called = MarkBucket, figure.Sentence(called, "bucket")
	}
	name := typeface.Clean(column.Name)
	row := typedRow(m, item.ID, name, column.Type)
	row.Key, row.heads = column.Role.InKey(), column.Role == model.Partition
	row.Changed, row.Marks = changed, append(marks, indexes.marks...)
	masked := ""
	if column.Mask != "" {
		row.Marks = append(row.Marks, MarkMasked)
		masked = "masked with " + typeface.Clean(column.Mask)
	}
	if len(row.Marks) == 0 && changed.Mark { // a role without a mark
		row.Changed.Name = true
	}
	row.title = figure.Titled(name, typeWords(m, column.Type), called, strings.Join(indexes.words, ", "), masked, changed.text(), column.Note)
	return row
}

// typedRow writes the name in the brackets of its type, and in the pill what the
// brackets do not show: the element types, or the user-defined type.
func typedRow(m *model.Model, id model.ID, name string, t model.Type) Row {
	inner := t.Unfrozen()
	collection := collectionOf[inner.Kind]
	row := Row{ID: id, Name: Bracketed(name, collection), Uses: t.UserTypes()}
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
	row.Pill = NewPill(typeface.Clean(text))
	row.symbols = append(row.symbols, row.Pill.symbols...)
	return row
}

var collectionOf = map[model.TypeKind]model.Collection{
	model.ListType: model.ListOf, model.SetType: model.SetOf, model.MapType: model.MapOf,
	model.TupleType: model.TupleOf, model.UserTypeRef: model.UserDefined, model.VectorType: VectorOf,
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
	marks []Mark
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

func indexMark(index *model.Index) (Mark, string) {
	class := strings.ToLower(index.Class)
	switch {
	case class == "sai", strings.HasSuffix(class, "storageattachedindex"):
		return MarkStorageIndex, "storage-attached index"
	case strings.HasSuffix(class, "sasiindex"):
		return MarkSuffixIndex, "SASI index"
	case index.Custom && class != "":
		return MarkCustomIndex, "custom index"
	}
	return MarkIndex, "secondary index"
}
