package cql

import (
	"widerow/model/access"
	"widerow/model/schema"
)

// shaper makes the shape of one statement.
type shaper struct {
	// keyspace is that of the table, types are its user-defined types.
	keyspace string
	catalog  catalog
	// marked says that there is a bind marker: the server prepares the
	// statement and does not run it yet.
	marked bool
	// refusal is the first about a type in a cast.
	refusal *schema.Refusal
}

var valueKinds = [...]access.ValueKind{StringTerm: access.String, IntegerTerm: access.Integer, FloatTerm: access.Float,
	BooleanTerm: access.Boolean, UUIDTerm: access.UUID, HexTerm: access.Hex, DurationTerm: access.Duration, NullTerm: access.Null,
	BindTerm: access.Marker, ListTerm: access.List, SetTerm: access.Set, MapTerm: access.Map, TupleTerm: access.Tuple,
	CastTerm: access.Cast, FunctionTerm: access.Function, CastFunctionTerm: access.Function, OperationTerm: access.Function,
	NegationTerm: access.Function}

func (s *shaper) value(term *Term) access.Value {
	value := access.Value{Kind: access.Function, Text: term.Text}
	if int(term.Kind) < len(valueKinds) {
		value.Kind = valueKinds[term.Kind]
	}
	switch term.Kind {
	case BindTerm:
		s.marked = true
	case FunctionTerm:
		value.Text = term.Name.Name.Name
	case CastTerm:
		s.cast(term, &value)
	case MapTerm:
		if term.Terms[0].Kind == ColumnTerm {
			return s.fields(term)
		}
	}
	if len(term.Terms) > 0 {
		value.Values = s.values(term.Terms)
	}
	return value
}

func (s *shaper) values(terms []Term) []access.Value {
	values := make([]access.Value, len(terms))
	for i := range terms {
		values[i] = s.value(&terms[i])
	}
	return values
}

// fields is a value of a user-defined type.
func (s *shaper) fields(term *Term) access.Value {
	value := access.Value{Kind: access.Fields}
	for _, entry := range term.Entries() {
		value.Fields = append(value.Fields, entry[0].Name.Name.Name)
		value.Values = append(value.Values, s.value(entry[1]))
	}
	return value
}

func (s *shaper) cast(term *Term, value *access.Value) {
	resolved, refusal := schema.ResolveType(declareTypeName(*term.Type), s.keyspace, s.catalog.TypeIDs(s.keyspace))
	if s.refusal == nil {
		s.refusal = refusal
	}
	value.Type = resolved
}

// optional is the value of a clause that may be missing.
func (s *shaper) optional(term *Term) *access.Value {
	if term == nil {
		return nil
	}
	value := s.value(term)
	return &value
}

var relationKinds = map[RelationKind]access.RelationKind{TupleRelation: access.TupleRelation, TokenRelation: access.TokenRelation,
	ElementRelation: access.EntryRelation, CustomIndexRelation: access.IndexRelation}

func (s *shaper) relations(relations []Relation) []access.Relation {
	shapes := make([]access.Relation, len(relations))
	for i := range relations {
		r := &relations[i]
		shapes[i] = access.Relation{Kind: relationKinds[r.Kind], Columns: names(r.Columns),
			Operator: access.Operator(r.Operator), Key: s.optional(r.Key), Values: s.values(r.Values), List: r.List}
	}
	return shapes
}
