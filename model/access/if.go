package access

import (
	"strings"

	"widerow/model"
)

// IfCondition is one part of IF. It compares a column, its element or its
// field.
type IfCondition struct {
	Column   string
	Element  *Value
	Field    string
	Operator Operator
	// Values has one element, or any number for In with a List.
	Values []Value
	// List is true for `IN (?)`, a list with one marker, and false for `IN ?`, a
	// marker for the list.
	List bool
}

// checkIf follows ModificationStatement.Parsed.prepareColumnConditions.
func (w *write) checkIf() *Refusal {
	if len(w.ifConditions) > 0 && w.using.Timestamp != nil {
		return &Refusal{Code: ConditionalTimestamp}
	}
	for i := range w.ifConditions {
		column, refusal := w.table.column(w.ifConditions[i].Column)
		if refusal == nil {
			refusal = w.table.checkIfCondition(&w.ifConditions[i], column)
		}
		if refusal != nil {
			return refusal
		}
		if column.Role.InKey() {
			return &Refusal{Code: KeyInIf, Column: column.Name}
		}
		w.conditioned = append(w.conditioned, column)
	}
	return nil
}

// checkIfElements refuses an element whose key is null or whose index is
// negative.
func (w *write) checkIfElements() *Refusal {
	for _, c := range w.ifConditions {
		if c.Element == nil {
			continue
		}
		to := w.table.byName[c.Column].receiver()
		if c.Element.isNull() {
			return &Refusal{Code: NullElement, Text: string(to.kind())}
		}
		if index := c.Element.literal(); !w.table.Since6 && to.kind() == model.ListType && index.Kind == Integer &&
			strings.HasPrefix(index.Text, "-") && strings.Trim(index.Text, "-0") != "" {
			return &Refusal{Code: NegativeIndex, Text: index.Text, Value: index}
		}
	}
	return nil
}

// checkIfNulls refuses <, <=, >, >= and CONTAINS with null. An empty collection
// that is not frozen counts as null here.
func (w *write) checkIfNulls() *Refusal {
	for i := range w.ifConditions {
		c := &w.ifConditions[i]
		to := w.table.byName[c.Column].receiver()
		if c.Operator.isSlice() && c.Element == nil && isCollection(to.typ) && !isFrozen(to.typ) && c.Values[0].isEmptyCollection() {
			return &Refusal{Code: EmptyComparison, Operator: c.Operator, Text: string(to.kind())}
		}
		if c.Field != "" || c.Element != nil {
			to = receiver{}
		}
		contains := (c.Operator == Contains || c.Operator == ContainsKey)
		if (c.Operator.isSlice() || contains) && c.Values[0].isNullFor(to) {
			return &Refusal{Code: NullComparison, Operator: c.Operator}
		}
	}
	return nil
}

func (t *Table) checkIfCondition(c *IfCondition, column *Column) *Refusal {
	if column.Type.IsCounter() {
		return &Refusal{Code: IfOnCounter}
	}
	to, refusal := t.ifReceiver(c, column)
	if refusal != nil {
		return refusal
	}
	if c.Operator.isSlice() && t.hasDuration(to.typ) {
		return durationRefusal(to.typ, IfOnDuration, c.Operator)
	}
	if c.Element != nil {
		key := column.receiver().key
		if column.Type.Unfrozen().Kind == model.ListType {
			key = column.receiver().index
		}
		if refusal := t.checkValue(c.Element, key()); refusal != nil {
			return refusal
		}
	}
	return t.checkIfValues(c, to)
}

// ifReceiver returns the receiver of the condition's value: the column, its
// element or its field.
func (t *Table) ifReceiver(c *IfCondition, column *Column) (receiver, *Refusal) {
	to := column.receiver()
	switch {
	case c.Element != nil && !column.isCollection():
		return to, to.refuse(ElementOfOther, nil)
	case c.Element != nil && to.kind() == model.SetType:
		return to, to.refuse(ElementOfSet, nil)
	case c.Element != nil:
		return to.element(), nil
	case c.Field == "":
		return to, nil
	}
	field := t.field(to.typ, c.Field)
	if field == nil {
		return to, &Refusal{Code: IfFieldUnknown, Column: to.name, Other: c.Field}
	}
	return to.field(field), nil
}

func (t *Table) checkIfValues(c *IfCondition, to receiver) *Refusal {
	switch {
	case c.Operator == ContainsKey && to.kind() != model.MapType:
		return to.refuseOperator(ContainsKeyOnOther, c.Operator)
	case c.Operator == Contains && !isCollection(to.typ):
		return to.refuseOperator(ContainsOnOther, c.Operator)
	case c.Operator == ContainsKey:
		to = to.key()
	case c.Operator == Contains:
		to = to.element()
	case c.Operator == In && !c.List:
		return nil
	}
	for i := range c.Values {
		if refusal := t.checkValue(&c.Values[i], to); refusal != nil {
			return refusal
		}
	}
	return nil
}
