package access

import (
	"math"
	"slices"

	"widerow/model"
)

// AssignmentKind is the kind of an assignment in UPDATE … SET.
type AssignmentKind uint8

// The kinds of assignment.
const (
	// Assign is `column = value`.
	Assign AssignmentKind = iota
	// AssignElement is `column[key] = value`.
	AssignElement
	// AssignField is `column.field = value`.
	AssignField
	// Add is `column = column + value`, also `column += value`.
	Add
	// Subtract is `column = column - value`, also `column -= value`.
	Subtract
	// Prepend is `column = value + column`.
	Prepend
)

// Assignment is one part of UPDATE … SET.
type Assignment struct {
	Kind   AssignmentKind
	Column string
	// Key is the key of AssignElement, Field the field of AssignField.
	Key   *Value
	Field string
	Value Value
}

// Assigned holds what SET has assigned so far. A column may be set more than
// once only by its parts, and each field only once.
type Assigned map[string]*assignedParts

type assignedParts struct {
	whole  bool
	fields map[string]bool
}

// Add records an assignment, and refuses one that conflicts with an earlier
// one.
func (s Assigned) Add(a Assignment) *Refusal {
	parts := s[a.Column]
	if parts == nil {
		parts = &assignedParts{fields: map[string]bool{}}
		s[a.Column] = parts
	} else if parts.whole || a.Kind == Assign || parts.fields[a.Field] {
		return &Refusal{Code: IncompatibleSet, Column: a.Column}
	}
	parts.whole = a.Kind == Assign
	if a.Kind == AssignField {
		parts.fields[a.Field] = true
	}
	return nil
}

// assign follows Operation.prepare.
func (w *write) assign(a *Assignment, column *Column) *Refusal {
	w.written = append(w.written, column)
	w.values = append(w.values, &a.Value)
	to := column.receiver()
	if refusal := w.checkUse(a, column); refusal != nil {
		w.unusable = append(w.unusable, refusal)
	}
	switch a.Kind {
	case AssignElement:
		w.nameElement(a.Key, to.kind())
		return w.table.assignElement(a, to)
	case AssignField:
		return w.table.assignField(a, to)
	case Add, Subtract:
		return w.addTo(a, to)
	case Prepend:
		return w.table.prepend(a, to)
	}
	if refusal := w.table.checkValue(&a.Value, to); refusal != nil {
		return refusal
	}
	if column.Type.IsCounter() {
		return to.refuse(SetCounter, &a.Value)
	}
	return nil
}

// operation returns a refusal whose message repeats the whole assignment.
func (r receiver) operation(code *Code, a *Assignment) *Refusal {
	return &Refusal{Code: code, Column: r.name, Type: r.typ, Assignment: a}
}

func (t *Table) assignElement(a *Assignment, to receiver) *Refusal {
	switch {
	case !isCollection(to.typ):
		return to.operation(NotACollection, a)
	case isFrozen(to.typ):
		return to.operation(FrozenCollection, a)
	case to.kind() == model.SetType:
		return to.operation(SetByElement, a)
	}
	key := to.key
	if to.kind() == model.ListType {
		key = to.index
	}
	if refusal := t.checkValue(a.Key, key()); refusal != nil {
		return refusal
	}
	return t.checkValue(&a.Value, to.element())
}

func (t *Table) assignField(a *Assignment, to receiver) *Refusal {
	switch {
	case !isUserType(to.typ):
		return to.operation(NotAUserType, a)
	case isFrozen(to.typ):
		return to.operation(FrozenUserType, a)
	}
	field := t.field(to.typ, a.Field)
	if field == nil {
		return &Refusal{Code: NoSuchField, Column: to.name, Other: a.Field}
	}
	return t.checkValue(&a.Value, to.field(field))
}

// addTo follows Operation.Addition and Operation.Substraction.
func (w *write) addTo(a *Assignment, to receiver) *Refusal {
	if !isCollection(to.typ) {
		return w.addToPlain(a, to)
	}
	if isFrozen(to.typ) {
		return to.operation(FrozenCollection, a)
	}
	if to.kind() != model.MapType {
		return w.table.checkValue(&a.Value, to)
	}
	code := AddToMap
	if a.Kind == Subtract {
		code = SubtractFromMap
		to.typ = model.Type{Kind: model.SetType, Arguments: to.typ.Arguments[:1]}
	}
	if refusal := w.table.checkValue(&a.Value, to); refusal != nil {
		return to.refuse(code, &a.Value)
	}
	return nil
}

// checkUse refuses what the server notices only when it writes: a vector that an
// index cannot hold, and a counter's decrement that has no negation.
func (w *write) checkUse(a *Assignment, column *Column) *Refusal {
	switch {
	case a.Kind == Assign:
		return w.table.checkIndexed(column, &a.Value)
	case a.Kind == Subtract && column.Type.IsCounter():
		if number, known := a.Value.literal().number(); known && number == math.MinInt64 {
			return &Refusal{Code: CounterNegation, Text: a.Value.literal().Text}
		}
	}
	return nil
}

var addable = []string{"ascii", "text", "bigint", "decimal", "double", "float", "int", "smallint", "tinyint", "varint", "counter"}

// addToPlain checks an addition to a column that is not a collection. Only a
// counter can be added to, or in a conditional update also a number or a text.
func (w *write) addToPlain(a *Assignment, to receiver) *Refusal {
	switch {
	case a.Kind == Add && (to.kind() == model.TupleType || isUserType(to.typ)):
		return to.operation(AddToTuple, a)
	case a.Kind == Add && w.conditional():
		if !slices.Contains(addable, to.typ.Name) || to.typ.Kind != model.NativeType {
			return to.operation(AddToOther, a)
		}
	case !to.typ.IsCounter():
		return to.operation(NotACounter, a)
	}
	return w.table.checkValue(&a.Value, to)
}

func (t *Table) prepend(a *Assignment, to receiver) *Refusal {
	if refusal := t.checkValue(&a.Value, to); refusal != nil {
		return refusal
	}
	switch {
	case to.kind() != model.ListType:
		return to.operation(NotAList, a)
	case isFrozen(to.typ):
		return to.operation(FrozenList, a)
	}
	return nil
}

// checkDeletion follows Operation.RawDeletion.prepare.
func (t *Table) checkDeletion(d Deletion, column *Column) *Refusal {
	to := column.receiver()
	switch {
	case d.Element != nil:
		return t.checkElementDeletion(d, to)
	case d.Field == "":
		return nil
	case !isUserType(to.typ):
		return to.refuse(DeleteFieldOfOther, nil)
	case isFrozen(to.typ):
		return to.refuse(DeleteFrozenField, nil)
	case t.field(to.typ, d.Field) == nil:
		return &Refusal{Code: NoSuchField, Column: to.name, Other: d.Field}
	}
	return nil
}

func (t *Table) checkElementDeletion(d Deletion, to receiver) *Refusal {
	switch {
	case !isCollection(to.typ):
		return to.refuse(DeleteElementOfOther, nil)
	case isFrozen(to.typ):
		return to.refuse(DeleteFrozenElement, nil)
	case to.kind() == model.ListType:
		return t.checkValue(d.Element, to.index())
	case to.kind() == model.SetType:
		return t.checkValue(d.Element, to.element())
	}
	return t.checkValue(d.Element, to.key())
}
