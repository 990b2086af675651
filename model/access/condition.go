package access

import (
	"slices"

	"widerow/model"
)

// restrict follows Relation.toRestriction: it checks a condition by itself and
// returns the restriction on its columns.
func (t *Table) restrict(c *Condition) (*restriction, *Refusal) {
	if c.Operator == NotEqual && !t.Since6 {
		return nil, &Refusal{Code: UnsupportedNotEqual, Condition: c}
	}
	if c.Kind == TupleCondition {
		return t.restrictSeveral(c)
	}
	column, refusal := t.column(c.Columns[0])
	if refusal != nil {
		return nil, refusal
	}
	if c.Operator.isSlice() && t.hasDuration(column.Type) {
		return nil, durationRefusal(column.Type, SliceOnDuration, c.Operator)
	}
	receiver, refusal := t.conditionReceiver(c, column)
	if refusal != nil {
		return nil, refusal
	}
	if refusal := t.checkConditionValues(c, receiver); refusal != nil {
		return nil, refusal
	}
	built := newRestriction(c, nil)
	built.since6 = t.Since6
	built.single[0] = column
	built.columns = built.single[:]
	return built, nil
}

// durationRefusal chooses the code by the type that holds the duration. codes
// are those for collections, tuples, user-defined types and durations, in that
// order.
func durationRefusal(of model.Type, codes [4]*Code, operator Operator) *Refusal {
	code := codes[3]
	switch {
	case isCollection(of):
		code = codes[0]
	case of.Unfrozen().Kind == model.TupleType:
		code = codes[1]
	case isUserType(of):
		code = codes[2]
	}
	return &Refusal{Code: code, Operator: operator}
}

func (t *Table) checkConditionValues(c *Condition, receiver receiver) *Refusal {
	if c.Kind == EntryCondition {
		if refusal := t.checkValue(c.Key, receiver.key()); refusal != nil {
			return refusal
		}
		return t.checkValue(&c.Values[0], receiver.element())
	}
	if (c.Operator == In || c.Operator == NotIn) && !c.List {
		return nil
	}
	for i := range c.Values {
		if refusal := t.checkValue(&c.Values[i], receiver); refusal != nil {
			return refusal
		}
	}
	return nil
}

// conditionReceiver follows SingleColumnRelation.toReceivers: it checks that
// the operator suits the column and returns the receiver of the values.
func (t *Table) conditionReceiver(c *Condition, column *Column) (receiver, *Refusal) {
	to := column.receiver()
	switch {
	case c.Operator.ofKeys() && !column.isMap():
		return to, to.refuseOperator(ContainsKeyOnOther, c.Operator)
	case c.Operator.ofElements() && !column.isCollection():
		return to, to.refuseOperator(ContainsOnOther, c.Operator)
	}
	if c.Kind == EntryCondition {
		if code := entryFault(c, column, t.Since6); code != nil {
			return to, to.refuse(code, nil)
		}
	}
	frozen := isFrozen(column.Type)
	if isUserType(column.Type) && !frozen {
		return to, to.refuse(UserTypeCondition, nil)
	}
	isEntry := c.Kind == EntryCondition
	byElement := c.Operator.ofElements()
	if isCollection(column.Type) && !frozen && !byElement && !isEntry {
		return to, to.refuseOperator(CollectionCondition, c.Operator)
	}
	switch {
	case c.Operator.ofKeys():
		return to.key(), nil
	case c.Operator.ofElements():
		return to.element(), nil
	}
	return to, nil
}

func (to receiver) refuseOperator(code *Code, operator Operator) *Refusal {
	refusal := to.refuse(code, nil)
	refusal.Operator = operator
	return refusal
}

func entryFault(c *Condition, column *Column, since6 bool) *Code {
	switch kind := column.Type.Unfrozen().Kind; {
	case kind == model.ListType && !column.Descending:
		return ListEntryCondition
	case !column.isMap():
		return NotAMap
	case isFrozen(column.Type):
		return FrozenMapEntry
	case c.Operator != Equal && !(since6 && c.Operator == NotEqual):
		return EntryOnlyEqual
	}
	return nil
}

// newRestriction converts a condition that is valid by itself. An IN of one
// value is an equality.
func newRestriction(c *Condition, columns []*Column) *restriction {
	built := &restriction{columns: columns, multi: c.Kind == TupleCondition, literals: c.Values}
	switch {
	case c.Kind == EntryCondition:
		built.kind, built.literals, built.pairs, built.excluded = containment, nil, []*Condition{c}, c.Operator == NotEqual
		if !built.excluded {
			built.entries = 1
		}
	case c.Operator == Equal, c.Operator == In && c.List && len(c.Values) == 1:
		built.kind, built.count = equality, 1
	case c.Operator == In:
		built.kind = inclusion
		if c.List {
			built.count = len(c.Values)
		}
	case c.Operator == NotContains, c.Operator == NotContainsKey:
		built.kind, built.excluded = containment, true
	case c.Operator == NotEqual, c.Operator == NotIn:
		built.kind, built.excluded = slice, true
	case c.Operator == Contains:
		built.kind, built.values = containment, 1
	case c.Operator == ContainsKey:
		built.kind, built.keys = containment, 1
	case c.Operator == Like:
		built.kind = likeness
	case c.Operator == Greater || c.Operator == GreaterOrEqual:
		built.kind, built.start = slice, c.Operator
	default:
		built.kind, built.end = slice, c.Operator
	}
	return built
}

// restrictSeveral follows MultiColumnRelation.
func (t *Table) restrictSeveral(c *Condition) (*restriction, *Refusal) {
	if c.Operator.ofElements() || c.Operator == Like {
		return nil, &Refusal{Code: NotForSeveral, Operator: c.Operator}
	}
	columns, refusal := t.tupleColumns(c)
	if refusal != nil {
		return nil, refusal
	}
	for i := range c.Values {
		if refusal := t.checkTupleValue(&c.Values[i], columns); refusal != nil {
			return nil, refusal
		}
	}
	built := newRestriction(c, columns)
	built.since6 = t.Since6
	return built, nil
}

func (t *Table) tupleColumns(c *Condition) ([]*Column, *Refusal) {
	var columns []*Column
	for _, name := range c.Columns {
		column, refusal := t.column(name)
		switch {
		case refusal != nil:
			return nil, refusal
		case column.Role != model.Clustering:
			return nil, &Refusal{Code: TupleNotClustering, Column: name}
		case slices.Contains(columns, column):
			return nil, &Refusal{Code: TupleTwice, Column: name, Condition: c}
		case len(columns) > 0 && column.position != columns[len(columns)-1].position+1:
			return nil, &Refusal{Code: TupleOrder, Condition: c}
		}
		columns = append(columns, column)
	}
	return columns, nil
}

func (t *Table) checkTupleValue(v *Value, columns []*Column) *Refusal {
	if v.Kind == Marker {
		return nil
	}
	if len(v.Values) != len(columns) {
		return &Refusal{Code: TupleValueSize, Want: len(columns), Got: len(v.Values), Value: v}
	}
	for i := range v.Values {
		if refusal := t.checkValue(&v.Values[i], columns[i].receiver()); refusal != nil {
			return refusal
		}
	}
	return nil
}

// tokenRange holds the conditions on the token of the partition key.
type tokenRange struct {
	used, equal, start, end bool
	// null reports whether a token is compared with null.
	null bool
}

// restrictToken follows TokenRelation and merges the condition into known.
func (t *Table) restrictToken(c *Condition, known *tokenRange) *Refusal {
	switch {
	case c.Operator == NotEqual && t.Since6:
		return &Refusal{Code: TokenNotEqual, Condition: c}
	case c.Operator == NotEqual:
		return &Refusal{Code: UnsupportedNotEqual, Condition: c}
	case c.Operator != Equal && !c.Operator.isSlice():
		return &Refusal{Code: NotForToken, Operator: c.Operator}
	}
	columns, refusal := t.columns(c.Columns)
	if refusal == nil {
		refusal = t.checkTokenColumns(columns)
	}
	if refusal == nil {
		refusal = t.checkValue(&c.Values[0], receiver{name: "partition key token", typ: model.Native("bigint")})
	}
	if refusal != nil {
		return refusal
	}
	return t.mergeToken(c, known)
}

func (t *Table) checkTokenColumns(columns []*Column) *Refusal {
	if slices.Equal(columns, t.Partition) {
		return nil
	}
	for _, column := range t.Partition {
		if !slices.Contains(columns, column) {
			return &Refusal{Code: TokenOfSome}
		}
	}
	for i, column := range columns {
		if slices.Contains(columns[:i], column) {
			return &Refusal{Code: TokenTwice}
		}
	}
	if len(columns) > len(t.Partition) {
		return &Refusal{Code: TokenOfOthers}
	}
	return &Refusal{Code: TokenOrder, Columns: names(t.Partition)}
}

func (t *Table) mergeToken(c *Condition, known *tokenRange) *Refusal {
	next := tokenRange{used: true, equal: c.Operator == Equal}
	next.start = c.Operator == Greater || c.Operator == GreaterOrEqual
	next.end = c.Operator == Less || c.Operator == LessOrEqual
	var code *Code
	switch {
	case known.equal:
		code = TokenEqual
	case known.used && next.equal:
		code = TokenEqualAndSlice
	case known.start && next.start:
		code = TokenTwoStarts
	case known.end && next.end:
		code = TokenTwoEnds
	}
	if code != nil {
		return &Refusal{Code: code, Columns: names(t.Partition)}
	}
	*known = tokenRange{used: true, equal: next.equal, start: known.start || next.start, end: known.end || next.end,
		null: known.null || c.Values[0].isNull()}
	return nil
}
