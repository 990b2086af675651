package access

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"widerow/model"
)

// newIndex converts an index of a model. An index without a name gets the
// server's default name, with a number if that name is taken.
func (t *Table) newIndex(index *model.Index, column *Column) TableIndex {
	built := TableIndex{Name: index.Name, Column: column, Target: index.Target, Options: map[string]string{}, Kind: indexKind(index)}
	if built.Name == "" {
		name := IndexName(t.Name, column.Name)
		built.Name = name
		for i := 1; t.hasIndex(built.Name); i++ {
			built.Name = name + "_" + strconv.Itoa(i)
		}
	}
	if built.Target == model.IndexColumn && isCollection(column.Type) && !isFrozen(column.Type) {
		built.Target = model.IndexValues
	}
	for name, value := range index.Options {
		built.Options[name] = strings.Trim(value, "'")
	}
	return built
}

func (t *Table) hasIndex(name string) bool {
	return slices.ContainsFunc(t.Indexes, func(i TableIndex) bool { return i.Name == name })
}

var outsideWords = regexp.MustCompile(`\W`)

// IndexName returns the name that the server gives to an index without one.
func IndexName(table, column string) string {
	return outsideWords.ReplaceAllString(table+"_"+column+"_idx", "")
}

// NameOf returns the name that an index has on the server. It is "" if it has none
// and its column is gone.
func NameOf(table *model.Relation, index *model.Index) string {
	if column := table.Columns[index.Column]; index.Name == "" && column != nil {
		return IndexName(table.Name, column.Name)
	}
	return index.Name
}

// ClassOf returns the class of an index in one spelling: sai, sasi, the class of
// another custom index, or "" for a secondary index.
func ClassOf(index *model.Index) string {
	switch indexKind(index) {
	case StorageAttachedIndex:
		return "sai"
	case SASIIndex:
		return "sasi"
	case CustomIndex:
		return index.Class
	}
	return ""
}

func indexKind(index *model.Index) IndexKind {
	class := strings.ToLower(index.Class[strings.LastIndex(index.Class, ".")+1:])
	switch {
	case class == "sai" || class == "storageattachedindex":
		return StorageAttachedIndex
	case class == "sasiindex":
		return SASIIndex
	case index.Custom || index.Class != "" && class != "legacy_local_table":
		return CustomIndex
	}
	return SecondaryIndex
}

// supports reports whether the index can find rows by this operator on the
// column.
func (i *TableIndex) supports(column *Column, operator Operator) bool {
	if i.Column != column {
		return false
	}
	switch i.Kind {
	case SecondaryIndex:
		return i.secondarySupports(operator)
	case StorageAttachedIndex:
		return i.attachedSupports(operator)
	case SASIIndex:
		return i.sasiSupports(operator)
	}
	return false
}

// secondarySupports reports what the built-in index answers. An index on the
// values of a set stores them like the keys of a map.
func (i *TableIndex) secondarySupports(operator Operator) bool {
	isSet := i.Column.Type.Kind == model.SetType
	switch i.Target {
	case model.IndexKeys:
		return operator == ContainsKey || operator == Contains && isSet
	case model.IndexValues:
		return operator == Contains || operator == ContainsKey && isSet
	case model.IndexEntries:
		return operator == Equal
	}
	return operator == Equal
}

// attachedSupports follows IndexTermType.supports of storage-attached indexes.
func (i *TableIndex) attachedSupports(operator Operator) bool {
	t := i.Column.Type
	if operator == nearest {
		return t.Unfrozen().Kind == model.VectorType
	}
	if isCollection(t) && !isFrozen(t) {
		switch i.Target {
		case model.IndexKeys:
			return operator == ContainsKey
		case model.IndexValues:
			return operator == Contains
		}
		return i.Target == model.IndexEntries && operator == Equal
	}
	switch {
	case operator == Equal:
		return true
	case i.Target == model.IndexFull || isEqualOnly(t) || i.isLiteral():
		return false
	}
	return operator.isSlice() || operator == Contains || operator == ContainsKey
}

func isEqualOnly(t model.Type) bool {
	return t.Kind == model.NativeType && (t.Name == "text" || t.Name == "ascii" || t.Name == "boolean" || t.Name == "uuid")
}

// isLiteral reports whether the index compares whole values byte by byte, so
// that it has no ranges.
func (i *TableIndex) isLiteral() bool {
	kind := i.Column.Type.Unfrozen().Kind
	return kind == model.TupleType || kind == model.UserTypeRef || kind == model.VectorType || isCollection(i.Column.Type)
}

// sasiSupports follows ColumnIndex.supports of SASI.
func (i *TableIndex) sasiSupports(operator Operator) bool {
	isText := i.isText()
	if literal := i.Options["is_literal"]; literal != "" {
		isText = strings.EqualFold(literal, "true")
	}
	mode := strings.ToUpper(i.Options["mode"])
	switch {
	case operator == Like:
		return isText
	case operator == Equal:
		return !i.isTokenized()
	case operator.isSlice():
		return !isText && mode != "CONTAINS"
	}
	return false
}

// isTokenized reports whether a SASI index stores the words of a text instead
// of the text. An analyzer splits it; `analyzed` without a class means the
// standard one.
func (i *TableIndex) isTokenized() bool {
	class, analyzed := i.Options["analyzer_class"], i.Options["analyzed"]
	switch {
	case analyzed != "" && !strings.EqualFold(analyzed, "true"), class == "" && analyzed == "":
		return false
	case class == "":
		return i.isText()
	}
	return strings.HasSuffix(class, ".StandardAnalyzer") || strings.HasSuffix(class, ".DelimiterAnalyzer")
}

func (i *TableIndex) isText() bool {
	return isNative(i.Column.Type, "text") || isNative(i.Column.Type, "ascii")
}

// filtersMultipleContains reports whether several CONTAINS on one column need
// filtering besides the index.
func (i *TableIndex) filtersMultipleContains() bool { return i.Kind != StorageAttachedIndex }

// indexGroups groups the indexes that can answer a query together. All
// storage-attached indexes of a table are one group, every other index is its
// own.
func (t *Table) indexGroups() [][]*TableIndex {
	var attached []*TableIndex
	var groups [][]*TableIndex
	for i := range t.Indexes {
		index := &t.Indexes[i]
		if index.Kind == StorageAttachedIndex {
			attached = append(attached, index)
		} else {
			groups = append(groups, []*TableIndex{index})
		}
	}
	if attached != nil {
		groups = append(groups, attached)
	}
	return groups
}

// indexed reports whether any index is on the column.
func (t *Table) indexed(column *Column) bool {
	for i := range t.Indexes {
		if t.Indexes[i].Column == column {
			return true
		}
	}
	return false
}
