package access

import "widerow/model"

// build follows Selectable.newSelectorFactory. It checks a selector and returns
// its type. expected is the type that is wanted, the zero Type if none is.
func (s *selection) build(v *Value, expected model.Type) (model.Type, *Refusal) {
	switch v.Kind {
	case Reference:
		column := s.table.byName[v.Text]
		s.add(column)
		return unwrap(column.Type), nil
	case Element, Slice:
		return s.buildElement(v, expected)
	case Field:
		return s.buildField(v)
	case Cell:
		return s.buildCell(v, expected)
	case Cast:
		return s.buildCast(v)
	case CastFunction:
		return s.buildCastFunction(v)
	case Function, Operation, Negation:
		return s.buildCall(v)
	case List, Set, Tuple, Map:
		return s.buildLiteral(v, expected)
	}
	return s.buildTerm(v, expected)
}

func (s *selection) add(column *Column) {
	for _, known := range s.columns {
		if known == column {
			return
		}
	}
	s.columns = append(s.columns, column)
}

func (s *selection) buildTerm(v *Value, expected model.Type) (model.Type, *Refusal) {
	if expected.IsZero() {
		return expected, s.refuse(OpenTerm, v, expected)
	}
	terms := scope{table: s.table}
	return expected, terms.check(v, receiver{name: "[selection]", typ: expected})
}

// refuse returns a refusal of a selector.
func (s *selection) refuse(code *Code, v *Value, t model.Type) *Refusal {
	return s.orMapRefusal(&Refusal{Code: code, Value: v, Type: unwrap(t), Selecting: true})
}

func (s *selection) buildAll(values []Value, from, step int, expected model.Type) *Refusal {
	for i := from; i < len(values); i += step {
		if _, refusal := s.build(&values[i], expected); refusal != nil {
			return refusal
		}
	}
	return nil
}

func (s *selection) buildLiteral(v *Value, expected model.Type) (model.Type, *Refusal) {
	t := s.exactType(v)
	if t.IsZero() {
		t = expected
	}
	bare := unwrap(t).Unfrozen()
	switch {
	case t.IsZero():
		return t, s.refuse(OpenTerm, v, t)
	case !v.canBe(t):
		return t, s.refuse(ServerFails, v, t)
	case v.Kind == Map:
		return t, s.buildEntries(v, t)
	case v.Kind == Set && bare.Kind == model.MapType:
		return t, nil
	case v.Kind == Set && isNative(bare.Arguments[0], "duration"):
		return t, s.refuse(DurationInSet, v, t)
	case v.Kind == Tuple:
		return t, s.buildTuple(v, t, expected)
	case bare.Kind == model.VectorType && bare.Dimension != len(v.Values):
		refusal := s.refuse(VectorSelector, v, t)
		refusal.Got = len(v.Values)
		return t, refusal
	}
	return t, s.buildAll(v.Values, 0, 1, bare.Arguments[0])
}

// canBe reports whether a literal is of the kind of a type. If it is not, the
// server fails: it relies on a check that is not made for selectors.
func (v *Value) canBe(t model.Type) bool {
	to := receiver{typ: unwrap(t)}
	switch kind := to.kind(); v.Kind {
	case Map:
		return kind == model.MapType || kind == model.UserTypeRef
	case Set:
		return kind == model.SetType || kind == model.MapType
	case List:
		return kind == model.ListType || kind == model.VectorType
	}
	return to.isTuple() || len(v.Values) == 1
}

// buildTuple checks a tuple. A single selector in parentheses is a tuple only
// if one is expected.
func (s *selection) buildTuple(v *Value, t, expected model.Type) *Refusal {
	if len(v.Values) == 1 && t.Kind != model.TupleType {
		_, refusal := s.build(&v.Values[0], expected)
		return refusal
	}
	types := s.table.components(t)
	for i := range v.Values {
		if i == len(types) {
			return s.refuse(ServerFails, v, t)
		}
		if _, refusal := s.build(&v.Values[i], types[i]); refusal != nil {
			return refusal
		}
	}
	return nil
}

// buildEntries checks a map, or a literal of a user-defined type.
func (s *selection) buildEntries(v *Value, t model.Type) *Refusal {
	if isUserType(t) {
		return s.buildFields(v, t)
	}
	bare := t.Unfrozen()
	if refusal := s.prepareAll(v.Values); refusal != nil {
		return refusal
	}
	if isNative(bare.Arguments[0], "duration") {
		return s.refuse(DurationAsKey, v, t)
	}
	for i := range v.Values {
		if _, refusal := s.build(&v.Values[i], bare.Arguments[i%2]); refusal != nil {
			return refusal
		}
	}
	return nil
}

func (s *selection) buildFields(v *Value, t model.Type) *Refusal {
	for i := 0; i+1 < len(v.Values); i += 2 {
		field, refusal := s.selectedField(&v.Values[i], t)
		if refusal != nil {
			return refusal
		}
		value := &v.Values[i+1]
		if refusal := s.prepare(value); refusal != nil {
			return refusal
		}
		if _, refusal := s.build(value, canonical(field.Type, isFrozen(t))); refusal != nil {
			return refusal
		}
	}
	return nil
}

// selectedField returns the field that a key of a map names. The parser reads
// it as a column.
func (s *scope) selectedField(key *Value, t model.Type) (*model.TypeField, *Refusal) {
	if key.Kind != Reference {
		return nil, &Refusal{Code: NoField, Value: key, Type: t, Selecting: true}
	}
	field := s.table.field(t, key.Text)
	if field == nil {
		return nil, &Refusal{Code: UnknownField, Column: key.Text, Type: t}
	}
	return field, nil
}

// selectedFieldsFit follows Selectable.WithMapOrUdt.testUserTypeAssignment.
func (s *scope) selectedFieldsFit(v *Value, to receiver) (fit, *Refusal) {
	values := map[string]*Value{}
	for i := 0; i+1 < len(v.Values); i += 2 {
		field, refusal := s.selectedField(&v.Values[i], to.typ)
		if refusal == nil {
			refusal = s.prepare(&v.Values[i+1])
		}
		if refusal != nil {
			return misfit, refusal
		}
		values[field.Name] = &v.Values[i+1]
	}
	for _, field := range s.table.fields(to.typ) {
		if value := values[field.Value.Name]; value != nil {
			if f, refusal := s.fit(value, to.field(field.Value)); f == misfit || refusal != nil {
				return misfit, nil
			}
		}
	}
	return weak, nil
}

// buildElement checks an element or a slice of a set or map.
func (s *selection) buildElement(v *Value, expected model.Type) (model.Type, *Refusal) {
	selected, notCollection, text := &v.Values[0], ElementOfNone, "Element"
	if v.Kind == Slice {
		notCollection, text = SliceOfNone, "Slice"
	} else {
		expected = model.Type{}
	}
	t, refusal := s.build(selected, expected)
	switch {
	case refusal != nil:
		return t, refusal
	case !isCollection(t):
		return t, s.refuse(notCollection, selected, t)
	case t.Unfrozen().Kind == model.ListType:
		refusal := s.refuse(ElementOfList, selected, t)
		refusal.Text = text
		return t, refusal
	}
	to := receiver{name: s.nameOf(selected), typ: t}
	if t.Unfrozen().Kind == model.MapType {
		to = to.key()
	} else {
		to = to.element()
	}
	terms := scope{table: s.table}
	for i := range v.Values[1:] {
		if end := &v.Values[1+i]; end.Kind != Open {
			if refusal := terms.check(end, to); refusal != nil {
				return t, refusal
			}
		}
	}
	if v.Kind == Slice {
		return t, nil
	}
	return valueOf(t), nil
}

// buildField checks a field of a user-defined type. For a value in parentheses
// the server determines the type first.
func (s *selection) buildField(v *Value) (model.Type, *Refusal) {
	selected, expected := &v.Values[0], model.Type{}
	if selected.Kind == Tuple {
		expected = s.exactType(&selected.Values[0])
	}
	t, refusal := s.build(selected, expected)
	if refusal != nil {
		return t, refusal
	}
	if !isUserType(t) {
		return t, s.refuse(FieldOfNone, selected, t)
	}
	field := s.table.field(t, v.Text)
	if field == nil {
		refusal := s.refuse(FieldUnknown, selected, t)
		refusal.Other = v.Text
		return t, refusal
	}
	return canonical(field.Type, isFrozen(t)), nil
}

func (s *selection) buildCell(v *Value, expected model.Type) (model.Type, *Refusal) {
	name := v.cellColumn()
	if s.table.byName[name].Role.InKey() {
		return expected, &Refusal{Code: CellOfKey, Column: name, Text: v.Text}
	}
	t, refusal := s.build(&v.Values[0], expected)
	if refusal != nil {
		return t, refusal
	}
	return s.cellType(v), nil
}

// buildCast follows Selectable.WithTypeHint.
func (s *selection) buildCast(v *Value) (model.Type, *Refusal) {
	to := receiver{typ: s.castType(v)}
	f, refusal := s.fit(&v.Values[0], to)
	if refusal == nil && f == misfit {
		refusal = s.refuse(CannotAssignSelected, v, to.typ)
	}
	if refusal != nil {
		return to.typ, refusal
	}
	_, refusal = s.build(&v.Values[0], to.typ)
	return to.typ, refusal
}

func (s *selection) buildCastFunction(v *Value) (model.Type, *Refusal) {
	t, refusal := s.build(&v.Values[0], model.Type{})
	if refusal != nil || t.Equal(v.Type) && !s.isDescending(&v.Values[0]) {
		return v.Type, refusal
	}
	c := s.newCall(v, receiver{})
	f, refusal := c.find()
	switch {
	case refusal != nil:
		return v.Type, refusal
	case f == nil && len(s.columns) > 0:
		return v.Type, &Refusal{Code: NoCast, Column: s.columns[0].Name, Text: v.Text}
	}
	return v.Type, nil
}

// isDescending reports whether a value is a clustering column in descending order.
// The server wraps the type of such a column, so it equals no other.
func (s *selection) isDescending(v *Value) bool {
	return v.Kind == Reference && s.table.byName[v.Text] != nil && s.table.byName[v.Text].Descending
}

func (s *selection) buildCall(v *Value) (model.Type, *Refusal) {
	f, outer := s.functions[v], s.aggregate
	s.aggregate = false
	if f != countRows {
		for i := range v.Values {
			if _, refusal := s.build(&v.Values[i], f.Arguments[i]); refusal != nil {
				return f.Returns, refusal
			}
		}
	}
	if f.Aggregate && s.aggregate {
		return f.Returns, s.refuse(AggregateOfAggregate, v, f.Returns)
	}
	s.aggregate = outer || s.aggregate || f.Aggregate
	return f.Returns, nil
}

// nameOf returns the name of a column of the result.
func (s *selection) nameOf(v *Value) string { return v.Text }
