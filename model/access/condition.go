package access

import (
	"slices"

	"widerow/model"
)

// restrict is Relation.toRestriction: what a relation on one or several
// columns restricts.
func (t *Table) restrict(r *Relation) (*restriction, *Refusal) {
	if r.Operator == NotEqual {
		return nil, &Refusal{Code: UnsupportedNotEqual, Relation: r}
	}
	if r.Kind == TupleRelation {
		return t.restrictSeveral(r)
	}
	column, refusal := t.column(r.Columns[0])
	if refusal != nil {
		return nil, refusal
	}
	if r.Operator.isSlice() && t.hasDuration(column.Type) {
		return nil, durationRefusal(column.Type, SliceOnDuration, r.Operator)
	}
	receiver, refusal := t.relationReceiver(r, column)
	if refusal != nil {
		return nil, refusal
	}
	if refusal := t.checkRelationValues(r, receiver); refusal != nil {
		return nil, refusal
	}
	built := newRestriction(r, nil)
	built.single[0] = column
	built.columns = built.single[:]
	return built, nil
}

// durationRefusal tells what holds the duration: code is the first of four,
// for collections, tuples, user-defined types and the column itself.
func durationRefusal(of model.Type, codes [4]Code, operator Operator) *Refusal {
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

func (t *Table) checkRelationValues(r *Relation, receiver receiver) *Refusal {
	if r.Kind == EntryRelation {
		if refusal := t.checkValue(r.Key, receiver.key()); refusal != nil {
			return refusal
		}
		return t.checkValue(&r.Values[0], receiver.element())
	}
	if r.Operator == In && !r.List {
		return nil
	}
	for i := range r.Values {
		if refusal := t.checkValue(&r.Values[i], receiver); refusal != nil {
			return refusal
		}
	}
	return nil
}

// relationReceiver is SingleColumnRelation.toReceivers: whether the operator
// is for such a column, and what takes the value.
func (t *Table) relationReceiver(r *Relation, column *Column) (receiver, *Refusal) {
	to := column.receiver()
	switch {
	case r.Operator == ContainsKey && !column.isMap():
		return to, to.refuse(ContainsKeyOnOther, nil)
	case r.Operator == Contains && !column.isCollection():
		return to, to.refuse(ContainsOnOther, nil)
	}
	if r.Kind == EntryRelation {
		if code := entryFault(r, column); code != "" {
			return to, to.refuse(code, nil)
		}
	}
	frozen := isFrozen(column.Type)
	if isUserType(column.Type) && !frozen {
		return to, to.refuse(UserTypeRelation, nil)
	}
	isEntry := r.Kind == EntryRelation && r.Operator == Equal
	byElement := r.Operator == Contains || r.Operator == ContainsKey
	if isCollection(column.Type) && !frozen && !byElement && !isEntry {
		refusal := to.refuse(CollectionRelation, nil)
		refusal.Operator = r.Operator
		return to, refusal
	}
	switch r.Operator {
	case Contains:
		return to.element(), nil
	case ContainsKey:
		return to.key(), nil
	}
	return to, nil
}

func entryFault(r *Relation, column *Column) Code {
	switch kind := column.Type.Unfrozen().Kind; {
	case kind == model.ListType && !column.Descending:
		return ListEntryRelation
	case !column.isMap():
		return NotAMap
	case isFrozen(column.Type):
		return FrozenMapEntry
	case r.Operator != Equal:
		return EntryOnlyEqual
	}
	return ""
}

// newRestriction is the restriction of a relation that is legal by itself.
// An IN of one value is an equality.
func newRestriction(r *Relation, columns []*Column) *restriction {
	built := &restriction{columns: columns, multi: r.Kind == TupleRelation, literals: r.Values}
	switch {
	case r.Kind == EntryRelation:
		built.kind, built.entries, built.literals, built.pairs = containment, 1, nil, []*Relation{r}
	case r.Operator == Equal, r.Operator == In && r.List && len(r.Values) == 1:
		built.kind, built.count = equality, 1
	case r.Operator == In:
		built.kind = inclusion
		if r.List {
			built.count = len(r.Values)
		}
	case r.Operator == Contains:
		built.kind, built.values = containment, 1
	case r.Operator == ContainsKey:
		built.kind, built.keys = containment, 1
	case r.Operator == Like:
		built.kind = likeness
	case r.Operator == Greater || r.Operator == GreaterOrEqual:
		built.kind, built.start = slice, r.Operator
	default:
		built.kind, built.end = slice, r.Operator
	}
	return built
}

// restrictSeveral is MultiColumnRelation.
func (t *Table) restrictSeveral(r *Relation) (*restriction, *Refusal) {
	if r.Operator == Contains || r.Operator == ContainsKey || r.Operator == Like {
		return nil, &Refusal{Code: NotForSeveral, Operator: r.Operator}
	}
	columns, refusal := t.tupleColumns(r)
	if refusal != nil {
		return nil, refusal
	}
	for i := range r.Values {
		if refusal := t.checkTupleValue(&r.Values[i], columns); refusal != nil {
			return nil, refusal
		}
	}
	return newRestriction(r, columns), nil
}

func (t *Table) tupleColumns(r *Relation) ([]*Column, *Refusal) {
	var columns []*Column
	for _, name := range r.Columns {
		column, refusal := t.column(name)
		switch {
		case refusal != nil:
			return nil, refusal
		case column.Role != model.Clustering:
			return nil, &Refusal{Code: TupleNotClustering, Column: name}
		case slices.Contains(columns, column):
			return nil, &Refusal{Code: TupleTwice, Column: name, Relation: r}
		case len(columns) > 0 && column.position != columns[len(columns)-1].position+1:
			return nil, &Refusal{Code: TupleOrder, Relation: r}
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

// tokenRange is what relations say of the token of the partition key.
type tokenRange struct {
	used, equal, start, end bool
	// null says that a token is compared with null.
	null bool
}

// restrictToken is TokenRelation, merged with those before.
func (t *Table) restrictToken(r *Relation, known *tokenRange) *Refusal {
	switch {
	case r.Operator == NotEqual:
		return &Refusal{Code: UnsupportedNotEqual, Relation: r}
	case r.Operator != Equal && !r.Operator.isSlice():
		return &Refusal{Code: NotForToken, Operator: r.Operator}
	}
	columns, refusal := t.columns(r.Columns)
	if refusal == nil {
		refusal = t.checkTokenColumns(columns)
	}
	if refusal == nil {
		refusal = t.checkValue(&r.Values[0], receiver{name: "partition key token", typ: model.Native("bigint")})
	}
	if refusal != nil {
		return refusal
	}
	return t.mergeToken(r, known)
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

func (t *Table) mergeToken(r *Relation, known *tokenRange) *Refusal {
	next := tokenRange{used: true, equal: r.Operator == Equal}
	next.start = r.Operator == Greater || r.Operator == GreaterOrEqual
	next.end = r.Operator == Less || r.Operator == LessOrEqual
	code := Code("")
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
	if code != "" {
		return &Refusal{Code: code, Columns: names(t.Partition)}
	}
	*known = tokenRange{used: true, equal: next.equal, start: known.start || next.start, end: known.end || next.end,
		null: known.null || r.Values[0].isNull()}
	return nil
}
