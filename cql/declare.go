package cql

import (
	"slices"
	"strings"

	"widerow/cql/print"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/access"
	"widerow/model/schema"
)

// The functions in this file convert statements to declarations, which package
// schema checks.

func declareType(s *syntax.CreateType) schema.UserType {
	d := schema.UserType{Name: declareName(s.Name), IfNotExists: s.IfNotExists, Unquoted: !s.Name.Name.Quoted,
		Fields: make([]schema.Field, len(s.Fields)), Note: noteOf(&s.Remarks)}
	for i, field := range s.Fields {
		d.Fields[i] = schema.Field{Name: field.Name.Name, Type: declareTypeName(field.Type), Note: noteOf(field.Remarks)}
	}
	return d
}

// checkPrefix precedes the constraints of a column in CQL.
const checkPrefix = "CHECK "

// declareCheck is empty for no constraints.
func declareCheck(check *syntax.Check) (string, []schema.Constraint) {
	if check == nil {
		return "", nil
	}
	constraints := make([]schema.Constraint, len(check.Constraints))
	for i, c := range check.Constraints {
		constraints[i] = schema.Constraint{NotNull: c.NotNull, Short: c.NotNull && check.NotNull &&
			i == len(constraints)-1, Column: c.Column.Name, Function: c.Function, Arguments: len(c.Arguments),
			Operator: c.Operator}
		if c.Value != nil {
			if constraints[i].Value = c.Value.String(); c.Value.Kind == syntax.NullTerm {
				constraints[i].Value = "NULL"
			}
		}
	}
	return strings.TrimPrefix(check.String(), checkPrefix), constraints
}

func declareTable(s *syntax.CreateTable) schema.Table {
	d := schema.Table{Name: declareName(s.Name), IfNotExists: s.IfNotExists, Options: declareOptions(s.Options),
		Order: declareOrder(s.Options), CompactStorage: hasCompactStorage(s.Options), Columns: make([]schema.Column, 0, len(s.Elements)), Note: noteOf(&s.Remarks)}
	for _, element := range s.Elements {
		if element.Column == nil {
			d.Keys = append(d.Keys, declareKey(*element.Key))
			continue
		}
		column := schema.Column{Name: element.Column.Name.Name, Type: declareTypeName(element.Column.Type), Static: element.Column.Static,
			Note: noteOf(element.Remarks)}
		if element.Column.Mask != nil {
			column.Mask = strings.TrimPrefix(element.Column.Mask.String(), maskPrefix)
		}
		column.Check, column.Constraints = declareCheck(element.Column.Check)
		d.Columns = append(d.Columns, column)
		if element.Column.PrimaryKey {
			d.Keys = append(d.Keys, schema.Key{Partition: []string{column.Name}})
		}
	}
	return d
}

// maskPrefix precedes a mask. The document holds what follows it.
const maskPrefix = "MASKED WITH "

func declareIndex(s *syntax.CreateIndex) schema.Index {
	d := schema.Index{Name: s.Name.Name, IfNotExists: s.IfNotExists, Table: declareName(s.Table), Custom: s.Custom,
		HasClass: s.HasUsing, Class: s.Using, Options: declareOptions(s.Options), Targets: make([]schema.Target, len(s.Targets))}
	for i, target := range s.Targets {
		d.Targets[i] = schema.Target{Column: target.Column.Name, Function: model.IndexTarget(target.Function)}
	}
	return d
}

func declareView(s *syntax.CreateView) schema.View {
	d := schema.View{Name: declareName(s.Name), IfNotExists: s.IfNotExists, Base: declareName(s.Table), Key: declareKey(s.Key),
		Order: declareOrder(s.Options), CompactStorage: hasCompactStorage(s.Options), Options: declareOptions(s.Options), Note: noteOf(&s.Remarks)}
	for _, selector := range s.Selectors {
		selected := schema.Selected{Alias: selector.Alias.Name, Text: selector.Term.String()}
		if selector.Term.Kind == syntax.ColumnTerm {
			selected.Column = selector.Term.Name.Name.Name
		}
		d.Selected = append(d.Selected, selected)
	}
	for _, selector := range s.Selectors {
		d.Marked = d.Marked || hasMarker(selector.Term)
	}
	var filter []string
	for _, condition := range s.Where {
		d.Marked = d.Marked || slices.ContainsFunc(condition.Values, hasMarker) || condition.Key != nil && hasMarker(*condition.Key)
		d.Where = append(d.Where, schema.Condition{Columns: names(condition.Columns), NotNull: condition.Operator == isNotNull,
			Token: condition.Kind == syntax.TokenCondition, Expression: condition.Kind == syntax.CustomIndexCondition})
		if condition.Operator != isNotNull || !keyHas(s.Key, condition.Columns[0].Name) {
			filter = append(filter, condition.String())
		}
	}
	d.Filter = strings.Join(filter, " AND ")
	return d
}

// hasMarker reports whether the term contains a bind marker.
func hasMarker(t syntax.Term) bool {
	return t.Kind == syntax.BindTerm || slices.ContainsFunc(t.Terms, hasMarker)
}

const isNotNull = "IS NOT NULL"

func keyHas(k syntax.PrimaryKey, column string) bool {
	for _, part := range [][]syntax.Identifier{k.Partition, k.Clustering} {
		for _, name := range part {
			if name.Name == column {
				return true
			}
		}
	}
	return false
}

func declareName(name syntax.QualifiedName) schema.Name {
	return schema.Name{Keyspace: name.Keyspace.Name, Name: name.Name.Name}
}

func declareKey(key syntax.PrimaryKey) schema.Key {
	return schema.Key{Partition: names(key.Partition), Clustering: names(key.Clustering)}
}

func names(identifiers []syntax.Identifier) []string {
	names := make([]string, len(identifiers))
	for i, identifier := range identifiers {
		names[i] = identifier.Name
	}
	return names
}

var modelKinds = [...]model.TypeKind{syntax.UserType: model.UserTypeRef, syntax.NativeType: model.NativeType, syntax.CustomType: model.CustomType,
	syntax.ListType: model.ListType, syntax.SetType: model.SetType, syntax.MapType: model.MapType, syntax.TupleType: model.TupleType,
	syntax.VectorType: model.VectorType, syntax.FrozenType: model.FrozenType}

func declareTypeName(t syntax.TypeName) schema.Type {
	d := schema.Type{Kind: modelKinds[t.Kind], Unquoted: true, Dimension: t.Dimension}
	if t.Name != nil {
		d.Name, d.Unquoted = declareName(*t.Name), !t.Name.Name.Quoted
	}
	if len(t.Arguments) > 0 {
		d.Arguments = make([]schema.Type, len(t.Arguments))
	}
	for i, argument := range t.Arguments {
		d.Arguments[i] = declareTypeName(argument)
	}
	return d
}

func hasCompactStorage(options []syntax.Option) bool {
	for _, option := range options {
		if option.Kind == syntax.CompactStorage {
			return true
		}
	}
	return false
}

func declareOrder(options []syntax.Option) []schema.Clustering {
	var order []schema.Clustering
	for _, option := range options {
		for _, column := range option.Order {
			order = append(order, schema.Clustering{Column: column.Column.Name, Descending: column.Descending})
		}
	}
	return order
}

func declareOptions(options []syntax.Option) []schema.Option {
	declared := make([]schema.Option, 0, len(options))
	for i := range options {
		if option := &options[i]; option.Kind == syntax.Property {
			declared = append(declared, schema.Option{Name: option.Name.Name, Value: declareValue(option.Value)})
		}
	}
	return declared
}

func declareValue(term syntax.Term) schema.Value {
	value := schema.Value{Text: term.Text, CQL: term.String()}
	switch {
	case term.IsMap():
		value.IsMap, value.Entries = true, make([]schema.Entry, 0, len(term.Terms)/2)
		for _, entry := range term.Entries() {
			value.Entries = append(value.Entries, declareEntry(entry[0], entry[1]))
		}
	case !isPlain(&term):
		value.Odd = oddText(&term)
	}
	return value
}

// isPlain reports whether a property is given by a constant or a word.
func isPlain(t *syntax.Term) bool { return t.Kind <= syntax.WordTerm && t.Kind != syntax.NullTerm }

func declareEntry(key, value *syntax.Term) schema.Entry {
	entry := schema.Entry{Key: key.Text, Value: declareValue(*value)}
	if !isPlain(key) {
		entry.OddKey = oddText(key)
	}
	if entry.Value.IsMap {
		entry.Value.Odd = oddText(value)
	}
	return entry
}

// oddText formats a term as messages repeat it.
func oddText(term *syntax.Term) string {
	shaper := shaper{catalog: noCatalog}
	value := shaper.value(term)
	return print.ValueText{Table: &access.Table{}}.Of(&value)
}

// noCatalog is an empty catalog.
var noCatalog = newModelCatalog(&model.Model{})
