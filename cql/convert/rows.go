package convert

import (
	"slices"
	"strings"

	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/access"
	"widerow/model/schema"
)

// Rows converts a statement on rows to the form that package access checks.
type Rows struct {
	// Keyspace is the keyspace of the table, types are its user-defined types.
	Keyspace string
	catalog  UserTypes
	// Marked means that the statement has a bind marker, so that the server
	// prepares it and does not execute it yet.
	Marked bool
	room
	// selecting means that the terms are selected and may name columns.
	selecting bool
}

// UserTypes finds the user-defined types of a keyspace by name.
type UserTypes interface {
	TypeIDs(keyspace string) map[string]model.ID
}

// Begin starts a statement and invalidates what was returned for the previous one.
func (s *Rows) Begin(keyspace string, catalog UserTypes) {
	s.room.clear()
	s.Keyspace, s.catalog, s.Marked = keyspace, catalog, false
}

// Term returns the term of a value, given the number of the value.
func (s *Rows) Term(source int32) *syntax.Term { return s.terms[source-1] }

var valueKinds = [...]access.ValueKind{syntax.StringTerm: access.String, syntax.IntegerTerm: access.Integer, syntax.FloatTerm: access.Float,
	syntax.BooleanTerm: access.Boolean, syntax.UUIDTerm: access.UUID, syntax.HexTerm: access.Hex,
	syntax.DurationTerm: access.Duration, syntax.NullTerm: access.Null,
	syntax.BindTerm: access.Marker, syntax.ListTerm: access.List, syntax.SetTerm: access.Set, syntax.MapTerm: access.Map, syntax.TupleTerm: access.Tuple,
	syntax.CastTerm: access.Cast, syntax.FunctionTerm: access.Function, syntax.CastFunctionTerm: access.CastFunction, syntax.OperationTerm: access.Operation,
	syntax.NegationTerm: access.Negation, syntax.ColumnTerm: access.Reference, syntax.ElementTerm: access.Element,
	syntax.SliceTerm: access.Slice, syntax.FieldTerm: access.Field}

// Value converts a term and numbers it, for refusals of the value.
func (s *Rows) Value(term *syntax.Term) access.Value {
	s.terms = append(s.terms, term)
	source := int32(len(s.terms))
	value := s.valueOf(term)
	value.Source = source
	return value
}

func (s *Rows) valueOf(term *syntax.Term) access.Value {
	value := access.Value{Kind: valueKinds[term.Kind], Text: term.Text}
	switch term.Kind {
	case syntax.BindTerm:
		s.Marked = true
	case syntax.FloatTerm:
		value.Text = specialFloat(term.Text)
	case syntax.FunctionTerm:
		return s.function(term)
	case syntax.CastTerm, syntax.CastFunctionTerm:
		s.cast(term, &value)
	case syntax.ColumnTerm, syntax.FieldTerm:
		value.Text = term.Name.Name.Name
	case syntax.ElementTerm, syntax.SliceTerm:
		return s.element(term)
	case syntax.MapTerm:
		if term.Terms[0].Kind == syntax.ColumnTerm && !s.selecting {
			return s.fields(term)
		}
	}
	if len(term.Terms) > 0 {
		value.Values = s.values(term.Terms)
	}
	return value
}

// specialFloat normalizes NaN and Infinity. The server ignores the sign of a NaN.
func specialFloat(text string) string {
	switch lower := strings.ToLower(text); {
	case strings.HasSuffix(lower, "nan"):
		return "NaN"
	case lower == "-infinity":
		return "-Infinity"
	case lower == "infinity":
		return "Infinity"
	}
	return text
}

var cellFunctions = []string{"writetime", "maxwritetime", "ttl"}

// function converts a call. count(*) has a function of its own, and the functions
// of cells are keywords of the grammar.
func (s *Rows) function(term *syntax.Term) access.Value {
	name := term.Name
	value := access.Value{Kind: access.Function, Text: name.Name.Name, Keyspace: name.Keyspace.Name}
	switch {
	case len(term.Terms) == 1 && term.Terms[0].Kind == syntax.StarTerm:
		return access.Value{Kind: access.Function, Text: "count_rows", Keyspace: "system"}
	case s.selecting && value.Keyspace == "" && !name.Name.Quoted && slices.Contains(cellFunctions, value.Text):
		value.Kind = access.Cell
	}
	value.Values = s.values(term.Terms)
	return value
}

// element converts a part of a selected term. Its index cannot name a column.
func (s *Rows) element(term *syntax.Term) access.Value {
	value := access.Value{Kind: valueKinds[term.Kind], Values: s.values(term.Terms[:1])}
	s.selecting = false
	ends := s.values(term.Terms[1:])
	s.selecting = true
	if term.Kind == syntax.SliceTerm && !strings.HasPrefix(term.Text, "from") {
		ends = append([]access.Value{{Kind: access.Open}}, ends...)
	}
	if term.Kind == syntax.SliceTerm && !strings.HasSuffix(term.Text, "to") {
		ends = append(ends, access.Value{Kind: access.Open})
	}
	value.Values = append(value.Values, ends...)
	return value
}

func (s *Rows) values(terms []syntax.Term) []access.Value {
	if len(terms) == 0 {
		return nil
	}
	values := take(&s.room.values, len(terms))
	for i := range terms {
		values[i] = s.Value(&terms[i])
	}
	return values
}

// fields converts a value of a user-defined type.
func (s *Rows) fields(term *syntax.Term) access.Value {
	value := access.Value{Kind: access.Fields}
	for _, entry := range term.Entries() {
		value.Fields = append(value.Fields, entry[0].Name.Name.Name)
		value.Values = append(value.Values, s.Value(entry[1]))
	}
	return value
}

// cast resolves the type of a cast and keeps its text, which messages of the server
// repeat.
func (s *Rows) cast(term *syntax.Term, value *access.Value) {
	declared := TypeName(*term.Type)
	resolved, refusal := schema.ResolveType(declared, s.Keyspace, s.catalog.TypeIDs(s.Keyspace))
	if refusal != nil {
		resolved = model.Type{Kind: model.UnresolvedType, Name: refusal.Message}
	}
	value.Type = resolved
	if term.Kind == syntax.CastTerm {
		value.Text = schema.TypeText(declared, s.Keyspace)
	}
}

// optional returns the value of an optional clause.
func (s *Rows) optional(term *syntax.Term) *access.Value {
	if term == nil {
		return nil
	}
	value := &take(&s.room.values, 1)[0]
	*value = s.Value(term)
	return value
}

var conditionKinds = [...]access.ConditionKind{syntax.ColumnCondition: access.ColumnCondition, syntax.TupleCondition: access.TupleCondition,
	syntax.TokenCondition: access.TokenCondition, syntax.ElementCondition: access.EntryCondition, syntax.CustomIndexCondition: access.IndexCondition,
	syntax.FieldCondition: access.ColumnCondition}

// Conditions converts the conditions of WHERE or IF.
func (s *Rows) Conditions(conditions []syntax.Condition) []access.Condition {
	conditions = withoutBetween(conditions)
	shapes := take(&s.room.conditions, len(conditions))
	for i := range conditions {
		c := &conditions[i]
		shapes[i] = access.Condition{Kind: conditionKinds[c.Kind], Columns: s.columns(c.Columns),
			Operator: access.Operator(c.Operator), Key: s.optional(c.Key), Values: s.values(c.Values), List: c.List}
	}
	return shapes
}

// withoutBetween writes BETWEEN as two conditions, since the server treats both as
// the same slice.
func withoutBetween(conditions []syntax.Condition) []syntax.Condition {
	isBetween := func(c syntax.Condition) bool { return c.Operator == "BETWEEN" && len(c.Values) == 2 }
	if !slices.ContainsFunc(conditions, isBetween) {
		return conditions
	}
	var all []syntax.Condition
	for _, c := range conditions {
		if !isBetween(c) {
			all = append(all, c)
			continue
		}
		from, to := c, c
		from.Operator, from.Values = ">=", c.Values[:1]
		to.Operator, to.Values = "<=", c.Values[1:]
		all = append(all, from, to)
	}
	return all
}

func (s *Rows) columns(columns []syntax.Identifier) []string {
	names := take(&s.room.names, len(columns))
	for i := range columns {
		names[i] = columns[i].Name
	}
	return names
}
