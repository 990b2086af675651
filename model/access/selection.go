package access

import (
	"slices"

	"widerow/model"
)

// selection judges the selectors of a SELECT: first the names in them
// (prepare), then, after the WHERE clause, their types (build).
type selection struct {
	scope
	// columns are the columns that are read. aggregate reports whether an
	// aggregate was selected.
	columns   []*Column
	aggregate bool
}

func newSelection(t *Table) selection {
	return selection{scope: scope{table: t, selecting: true}}
}

// prepare follows Selectable.Raw.prepare. The entries of a map are prepared
// later.
func (s *scope) prepare(v *Value) *Refusal {
	switch v.Kind {
	case Reference:
		_, refusal := s.table.column(v.Text)
		return refusal
	case Cast:
		if refusal := v.checkType(); refusal != nil {
			return refusal
		}
		return s.prepare(&v.Values[0])
	case Element, Slice, Field, Cell, CastFunction:
		return s.prepare(&v.Values[0])
	case List, Set, Tuple:
		return s.prepareAll(v.Values)
	case Function, Operation, Negation:
		return s.prepareCall(v)
	}
	return nil
}

// orMapRefusal returns the refusal, or that of a map in it: to repeat a map in
// a message, the server prepares its entries first.
func (s *scope) orMapRefusal(refusal *Refusal) *Refusal {
	for _, v := range []*Value{refusal.Value, refusal.Second} {
		if v == nil || !s.selecting {
			continue
		}
		if inner := s.prepareMaps(v); inner != nil {
			return inner
		}
	}
	return refusal
}

func (s *scope) prepareMaps(v *Value) *Refusal {
	for i := range v.Values {
		inner := &v.Values[i]
		if v.Kind == Map && !(i%2 == 0 && inner.Kind == Reference) {
			if refusal := s.prepare(inner); refusal != nil {
				return refusal
			}
		}
		if refusal := s.prepareMaps(inner); refusal != nil {
			return refusal
		}
	}
	return nil
}

func (s *scope) prepareAll(values []Value) *Refusal {
	for i := range values {
		if refusal := s.prepare(&values[i]); refusal != nil {
			return refusal
		}
	}
	return nil
}

// countRows is the function of `count(*)`. count of a constant means the same.
var countRows = nativeFunctions["count_rows"][0]

func (s *scope) prepareCall(v *Value) *Refusal {
	if refusal := s.prepareAll(v.Values); refusal != nil {
		return refusal
	}
	if v.isCount() && len(v.Values) == 1 && v.Values[0].isLiteral() {
		s.found(v, countRows)
		return nil
	}
	c := s.newCall(v, receiver{})
	f, refusal := c.find()
	if refusal == nil && f == nil {
		refusal = c.refuse(UnknownFunction, &Refusal{})
	}
	s.found(v, f)
	if refusal == nil && v.Kind != Function {
		v.computed = s.compute(v, f, receiver{})
	}
	return refusal
}

func (s *scope) found(v *Value, f *Signature) {
	if s.functions == nil {
		s.functions = map[*Value]*Signature{}
	}
	s.functions[v] = f
}

func (v *Value) isCount() bool {
	return v.Kind == Function && v.Text == "count" && (v.Keyspace == "" || v.Keyspace == systemKeyspace)
}

// selectedType returns the type of a column or a part of one, or the zero Type.
func (s *scope) selectedType(v *Value) model.Type {
	switch v.Kind {
	case Reference:
		if column := s.table.byName[v.Text]; column != nil {
			return column.whole()
		}
	case Cell:
		return s.cellType(v)
	case Element:
		switch t := s.exactType(&v.Values[0]); {
		case t.Unfrozen().Kind == model.ListType: // what keeps a list's order
			return model.Native("timeuuid")
		case isCollection(t):
			return valueOf(t)
		}
	case Slice:
		if t := s.exactType(&v.Values[0]); isCollection(t) {
			return t
		}
	case Field:
		t := s.exactType(&v.Values[0])
		if field := s.table.field(t, v.Text); field != nil {
			return canonical(field.Type, isFrozen(t))
		}
	}
	return model.Type{}
}

// whole returns the column's type with its clustering order.
func (c *Column) whole() model.Type {
	if c.Descending {
		return model.Type{Kind: reversedType, Arguments: []model.Type{c.Type}}
	}
	return c.Type
}

// valueOf returns the type of an element of a set, or of a value of a map.
func valueOf(t model.Type) model.Type {
	arguments := t.Unfrozen().Arguments
	return arguments[len(arguments)-1]
}

// cellType returns the type of writetime, maxwritetime or ttl. A column of
// several cells has a list of them.
func (s *scope) cellType(v *Value) model.Type {
	t := model.Native("bigint")
	if v.Text == "ttl" {
		t = model.Native("int")
	}
	if column := s.table.byName[v.cellColumn()]; column != nil && isMultiCell(column.Type) && v.Text != "maxwritetime" {
		return frozenList(t)
	}
	return t
}

func isMultiCell(t model.Type) bool { return !isFrozen(t) && (isCollection(t) || isUserType(t)) }

// cellColumn returns the column whose cells are meant.
func (v *Value) cellColumn() string {
	for v.Kind != Reference {
		v = &v.Values[0]
	}
	return v.Text
}

// uses reports whether a value depends on a column of the sort. For maps the
// server asks whether there is a value that does not.
func (s *scope) uses(v *Value, sort func(*Column) bool) bool {
	switch {
	case v.Kind == Reference:
		column := s.table.byName[v.Text]
		return column != nil && sort(column)
	case v.Kind == Element || v.Kind == Slice:
		return s.uses(&v.Values[0], sort)
	case v.Kind == Map:
		return s.mapUses(v, sort)
	}
	return slices.ContainsFunc(v.Values, func(inner Value) bool { return s.uses(&inner, sort) })
}

func (s *scope) mapUses(v *Value, sort func(*Column) bool) bool {
	for i := 0; i+1 < len(v.Values); i += 2 {
		if v.Values[i].Kind != Reference && s.uses(&v.Values[i], sort) || !s.uses(&v.Values[i+1], sort) {
			return true
		}
	}
	return false
}
