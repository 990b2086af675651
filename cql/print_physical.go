package cql

import (
	"maps"
	"slices"
	"strconv"

	"widerow/cql/convert"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
)

func (w *modelWriter) keyspace(keyspace *model.Keyspace) syntax.Statement {
	s := &syntax.CreateKeyspace{Base: noted(keyspace.Note), Name: syntax.Identifier{Name: keyspace.Name}}
	replication := syntax.Term{Kind: syntax.MapTerm}
	names := slices.Sorted(maps.Keys(keyspace.Replication))
	slices.SortStableFunc(names, func(a, b string) int { return boolRank(a != "class") - boolRank(b != "class") })
	for _, name := range names {
		replication.Terms = append(replication.Terms, stringTerm(name), numberOrString(keyspace.Replication[name]))
	}
	s.Options = append(s.Options, syntax.Option{Name: syntax.Identifier{Name: "replication"}, Value: replication})
	s.Options = append(s.Options, propertiesOf(keyspace.Options)...)
	return s
}

func boolRank(b bool) int {
	if b {
		return 1
	}
	return 0
}

func stringTerm(text string) syntax.Term { return syntax.Term{Kind: syntax.StringTerm, Text: text} }

func numberOrString(text string) syntax.Term {
	if number, err := strconv.ParseUint(text, 10, 31); err == nil && strconv.FormatUint(number, 10) == text {
		return syntax.Term{Kind: syntax.IntegerTerm, Text: text}
	}
	return stringTerm(text)
}

// propertiesOf writes options by name.
func propertiesOf(options model.Options) []syntax.Option {
	var properties []syntax.Option
	for _, name := range slices.Sorted(maps.Keys(options)) {
		properties = append(properties, syntax.Option{Name: syntax.Identifier{Name: name}, Value: valueOf(options[name])})
	}
	return properties
}

// valueOf parses the CQL text of an option. Text that is not a value becomes a
// string.
func valueOf(text string) syntax.Term {
	if value, ok := parse.ParseValue(text); ok {
		return value
	}
	return stringTerm(text)
}

func (w *modelWriter) userType(userType *model.UserType) syntax.Statement {
	s := &syntax.CreateType{Base: noted(userType.Note), Name: w.qualified(userType.Keyspace, userType.Name)}
	for _, field := range model.Sorted(userType.Fields) {
		name, untyped := w.typeOf(field.Value.Type)
		s.Fields = append(s.Fields, syntax.Field{Remarks: remarksOf(field.Value.Note, untyped...), Name: syntax.Identifier{Name: field.Value.Name}, Type: name})
	}
	return s
}

// typeOf writes a type. A type that is not chosen yet becomes text, with a comment.
func (w *modelWriter) typeOf(t model.Type) (syntax.TypeName, []syntax.Remark) {
	if t.IsZero() {
		return syntax.TypeName{Kind: syntax.NativeType, Name: syntax.Unqualified(syntax.Identifier{Name: "text"})},
			[]syntax.Remark{convert.RemarkOf("no type was chosen yet")}
	}
	return w.typeName(t), nil
}

var constructorKinds = map[model.TypeKind]syntax.TypeKind{model.ListType: syntax.ListType, model.SetType: syntax.SetType, model.MapType: syntax.MapType,
	model.TupleType: syntax.TupleType, model.VectorType: syntax.VectorType, model.FrozenType: syntax.FrozenType}

func (w *modelWriter) typeName(t model.Type) syntax.TypeName {
	name := syntax.TypeName{Name: syntax.Unqualified(syntax.Identifier{Name: t.Name, Quoted: true})}
	switch t.Kind {
	case model.NativeType:
		name.Kind = syntax.NativeType
	case model.CustomType:
		name.Kind = syntax.CustomType
	case model.UserTypeRef:
		name.Name.Name.Name = string(t.UserType)
		if userType := w.m.Physical.Types[t.UserType]; userType != nil {
			name.Name.Name.Name = userType.Name
		}
	case model.UnresolvedType:
	default:
		name.Kind = constructorKinds[t.Kind]
		name.Dimension = strconv.Itoa(t.Dimension)
	}
	for _, argument := range t.Arguments {
		name.Arguments = append(name.Arguments, w.typeName(argument))
	}
	return name
}

func (w *modelWriter) table(table model.Item[*model.Relation]) syntax.Statement {
	s := &syntax.CreateTable{Base: w.described(table.Value), Name: w.qualified(table.Value.Keyspace, table.Value.Name)}
	columns := table.Value.SortedColumns()
	key := keyOf(columns)
	inline := len(key.Partition) == 1 && len(key.Clustering) == 0
	for _, column := range columns {
		element := w.column(column.Value)
		element.Column.PrimaryKey = inline && column.Value.Role == model.Partition
		s.Elements = append(s.Elements, element)
	}
	if !inline && len(key.Partition) > 0 {
		s.Elements = append(s.Elements, syntax.TableElement{Key: &key})
	}
	if slices.ContainsFunc(columns, func(c model.Item[*model.Column]) bool { return c.Value.Role == model.Clustering && c.Value.Descending }) {
		s.Options = append(s.Options, orderOption(columns))
	}
	s.Options = append(s.Options, w.relationOptions(table.Value)...)
	return s
}

func (w *modelWriter) column(column *model.Column) syntax.TableElement {
	name, after := w.typeOf(column.Type)
	definition := &syntax.ColumnDefinition{Name: syntax.Identifier{Name: column.Name}, Type: name, Static: column.Role == model.Static}
	if column.Mask != "" {
		mask, ok := parse.ParseMask(convert.MaskPrefix + column.Mask)
		if definition.Mask = mask; !ok {
			definition.Mask, after = nil, []syntax.Remark{convert.RemarkOf("not a mask: " + column.Mask)}
		}
	}
	switch {
	case column.Check == "":
	case w.m.Target != model.Cassandra60 && !w.whole:
		after = append(after, convert.RemarkOf("not before Cassandra 6.0: "+convert.CheckPrefix+column.Check))
	default:
		check, ok := parse.ParseCheck(convert.CheckPrefix + column.Check)
		if definition.Check = check; !ok {
			definition.Check, after = nil, append(after, convert.RemarkOf("not a constraint: "+column.Check))
		}
	}
	return syntax.TableElement{Remarks: remarksOf(column.Note, after...), Column: definition}
}

// remarksOf returns the comments of a part with a note.
func remarksOf(note string, after ...syntax.Remark) *syntax.Remarks {
	remarks := syntax.Remarks{Before: convert.NoteRemarks(note), After: after}
	if len(remarks.Before)+len(after) == 0 {
		return nil
	}
	return &remarks
}

func keyOf(columns []model.Item[*model.Column]) syntax.PrimaryKey {
	var key syntax.PrimaryKey
	for _, column := range columns {
		name := syntax.Identifier{Name: column.Value.Name}
		switch column.Value.Role {
		case model.Partition:
			key.Partition = append(key.Partition, name)
		case model.Clustering:
			key.Clustering = append(key.Clustering, name)
		}
	}
	return key
}

func orderOption(columns []model.Item[*model.Column]) syntax.Option {
	option := syntax.Option{Kind: syntax.ClusteringOrder}
	for _, column := range columns {
		if column.Value.Role == model.Clustering {
			option.Order = append(option.Order, syntax.OrderColumn{Column: syntax.Identifier{Name: column.Value.Name}, Descending: column.Value.Descending})
		}
	}
	return option
}

// droppedOptions are options of Cassandra up to 3.11 that many dumps contain and
// later versions refuse. They have no effect there.
var droppedOptions = []string{"dclocal_read_repair_chance", "read_repair_chance"}

func (w *modelWriter) relationOptions(relation *model.Relation) []syntax.Option {
	var options []syntax.Option
	if relation.CompactStorage {
		options = append(options, syntax.Option{Kind: syntax.CompactStorage})
	}
	all := model.Options{}
	for name, value := range relation.Options {
		if w.whole || w.m.Target == model.Cassandra311 || !slices.Contains(droppedOptions, name) {
			all[name] = value
		}
	}
	if relation.Comment != "" {
		all["comment"] = syntax.QuoteString(relation.Comment)
	}
	return append(options, propertiesOf(all)...)
}

func (w *modelWriter) index(table *model.Relation, index *model.Index) syntax.Statement {
	s := &syntax.CreateIndex{Custom: index.Custom, Name: syntax.Identifier{Name: index.Name}, Table: w.qualified(table.Keyspace, table.Name),
		Using: index.Class, HasUsing: index.Class != ""}
	for _, part := range append([]model.IndexPart{{Column: index.Column, Target: index.Target}}, index.More...) {
		if column := table.Columns[part.Column]; column != nil {
			s.Targets = append(s.Targets, syntax.IndexTarget{Function: string(part.Target), Column: syntax.Identifier{Name: column.Name}})
		}
	}
	if len(index.Options) > 0 {
		options := syntax.Term{Kind: syntax.MapTerm}
		for _, option := range propertiesOf(index.Options) {
			options.Terms = append(options.Terms, stringTerm(option.Name.Name), option.Value)
		}
		s.Options = []syntax.Option{{Name: syntax.Identifier{Name: "options"}, Value: options}}
	}
	return s
}

func (w *modelWriter) view(view model.Item[*model.Relation]) syntax.Statement {
	columns := view.Value.SortedColumns()
	s := &syntax.CreateView{Base: w.described(view.Value), Name: w.qualified(view.Value.Keyspace, view.Value.Name),
		Key: keyOf(columns)}
	base := w.m.Physical.Relations[view.Value.Base]
	if base != nil {
		s.Table = w.qualified(base.Keyspace, base.Name)
	} else {
		s.Table.Name.Name = string(view.Value.Base)
	}
	all := view.Value.AllColumns && sameNames(base, columns)
	for _, column := range columns {
		name := syntax.Identifier{Name: column.Value.Name}
		if !all {
			s.Selectors = append(s.Selectors, syntax.Selector{Term: syntax.Term{Kind: syntax.ColumnTerm, Name: syntax.Unqualified(name)}})
		}
		if column.Value.Role.InKey() {
			s.Where = append(s.Where, syntax.Condition{Columns: []syntax.Identifier{name}, Operator: convert.IsNotNull})
		}
	}
	w.filter(s, view.Value.Where)
	if reordered(base, columns) {
		s.Options = append(s.Options, orderOption(columns))
	}
	s.Options = append(s.Options, w.relationOptions(view.Value)...)
	return s
}

// sameNames reports whether a view has exactly the columns of its base.
func sameNames(base *model.Relation, columns []model.Item[*model.Column]) bool {
	if base == nil || len(base.Columns) != len(columns) {
		return false
	}
	names := map[string]bool{}
	for _, column := range base.Columns {
		names[column.Name] = true
	}
	return !slices.ContainsFunc(columns, func(c model.Item[*model.Column]) bool { return !names[c.Value.Name] })
}

// filter adds the conditions of a view beyond IS NOT NULL. Text that is not a
// condition becomes a comment.
func (w *modelWriter) filter(s *syntax.CreateView, where string) {
	if where == "" {
		return
	}
	conditions, ok := parse.ParseConditions(where)
	if !ok {
		s.Before = append(s.Before, convert.RemarkOf("not a condition: "+where))
		return
	}
	s.Where = append(s.Where, conditions...)
}

// reordered reports whether a view must specify its clustering order. Otherwise its
// columns keep the direction that they have in the base.
func reordered(base *model.Relation, columns []model.Item[*model.Column]) bool {
	directions := map[string]bool{}
	if base != nil {
		for _, column := range base.Columns {
			directions[column.Name] = column.Role == model.Clustering && column.Descending
		}
	}
	for _, column := range columns {
		if column.Value.Role == model.Clustering && column.Value.Descending != directions[column.Value.Name] {
			return true
		}
	}
	return false
}
