// Package convert turns syntax trees into the forms that packages schema and access
// check.
package convert

import (
	"slices"
	"strings"

	"widerow/cql/print"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/access"
	"widerow/model/schema"
)

// The functions of schema*.go convert statements on the schema.

// UserType converts CREATE TYPE.
func UserType(s *syntax.CreateType) schema.UserType {
	d := schema.UserType{Name: Name(s.Name), IfNotExists: s.IfNotExists, Unquoted: !s.Name.Name.Quoted,
		Fields: make([]schema.Field, len(s.Fields)), Note: NoteOf(&s.Remarks)}
	for i, field := range s.Fields {
		d.Fields[i] = schema.Field{Name: field.Name.Name, Type: TypeName(field.Type), Note: NoteOf(field.Remarks)}
	}
	return d
}

// CheckPrefix precedes the constraints of a column in CQL.
const CheckPrefix = "CHECK "

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
	return strings.TrimPrefix(check.String(), CheckPrefix), constraints
}

// Table converts CREATE TABLE.
func Table(s *syntax.CreateTable) schema.Table {
	d := schema.Table{Name: Name(s.Name), IfNotExists: s.IfNotExists, Options: Options(s.Options),
		Order: declareOrder(s.Options), CompactStorage: hasCompactStorage(s.Options), Columns: make([]schema.Column, 0, len(s.Elements)), Note: NoteOf(&s.Remarks)}
	for _, element := range s.Elements {
		if element.Column == nil {
			d.Keys = append(d.Keys, declareKey(*element.Key))
			continue
		}
		column := schema.Column{Name: element.Column.Name.Name, Type: TypeName(element.Column.Type), Static: element.Column.Static,
			Note: NoteOf(element.Remarks)}
		if element.Column.Mask != nil {
			column.Mask = strings.TrimPrefix(element.Column.Mask.String(), MaskPrefix)
		}
		column.Check, column.Constraints = declareCheck(element.Column.Check)
		d.Columns = append(d.Columns, column)
		if element.Column.PrimaryKey {
			d.Keys = append(d.Keys, schema.Key{Partition: []string{column.Name}})
		}
	}
	return d
}

// MaskPrefix precedes a mask. The document holds what follows it.
const MaskPrefix = "MASKED WITH "

// Index converts CREATE INDEX.
func Index(s *syntax.CreateIndex) schema.Index {
	d := schema.Index{Name: s.Name.Name, IfNotExists: s.IfNotExists, Table: Name(s.Table), Custom: s.Custom,
		HasClass: s.HasUsing, Class: s.Using, Options: Options(s.Options), Targets: make([]schema.Target, len(s.Targets))}
	for i, target := range s.Targets {
		d.Targets[i] = schema.Target{Column: target.Column.Name, Function: model.IndexTarget(target.Function)}
	}
	return d
}

// View converts CREATE MATERIALIZED VIEW.
func View(s *syntax.CreateView) schema.View {
	d := schema.View{Name: Name(s.Name), IfNotExists: s.IfNotExists, Base: Name(s.Table), Key: declareKey(s.Key),
		Order: declareOrder(s.Options), CompactStorage: hasCompactStorage(s.Options), Options: Options(s.Options), Note: NoteOf(&s.Remarks)}
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
		d.Where = append(d.Where, schema.Condition{Columns: names(condition.Columns), NotNull: condition.Operator == IsNotNull,
			Token: condition.Kind == syntax.TokenCondition, Expression: condition.Kind == syntax.CustomIndexCondition})
		if condition.Operator != IsNotNull || !keyHas(s.Key, condition.Columns[0].Name) {
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

// IsNotNull is the operator that a view needs for each column of its key.
const IsNotNull = "IS NOT NULL"

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

// Name converts the name of a table, view, type, function or index.
func Name(name syntax.QualifiedName) schema.Name {
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

// TypeName converts a type.
func TypeName(t syntax.TypeName) schema.Type {
	d := schema.Type{Kind: modelKinds[t.Kind], Unquoted: true, Dimension: t.Dimension}
	if t.Name != nil {
		d.Name, d.Unquoted = Name(*t.Name), !t.Name.Name.Quoted
	}
	if len(t.Arguments) > 0 {
		d.Arguments = make([]schema.Type, len(t.Arguments))
	}
	for i, argument := range t.Arguments {
		d.Arguments[i] = TypeName(argument)
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

// Options converts the options that are properties.
func Options(options []syntax.Option) []schema.Option {
	declared := make([]schema.Option, 0, len(options))
	for i := range options {
		if option := &options[i]; option.Kind == syntax.Property {
			declared = append(declared, schema.Option{Name: option.Name.Name, Value: Value(option.Value)})
		}
	}
	return declared
}

// Value converts the value of an option.
func Value(term syntax.Term) schema.Value {
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
	entry := schema.Entry{Key: key.Text, Value: Value(*value)}
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
	shaper := Rows{catalog: noTypes{}}
	value := shaper.Value(term)
	return print.ValueText{Table: &access.Table{}}.Of(&value)
}

// noTypes has no user-defined types.
type noTypes struct{}

func (noTypes) TypeIDs(string) map[string]model.ID { return nil }
