package access

import (
	"slices"

	"widerow/model"
)

// checkGroups follows SelectStatement.getAggregationSpecFactory.
func (j *selectJudge) checkGroups() *Refusal {
	if len(j.GroupBy) == 0 {
		return nil
	}
	key := slices.Concat(j.table.Partition, j.table.Clustering)
	next := 0
	for i := range j.GroupBy {
		column, refusal := j.groupColumn(i)
		if refusal != nil {
			return refusal
		}
		for next < len(key) && key[next] != column && j.where.isEqual(key[next]) {
			next++
		}
		if next == len(key) || key[next] != column {
			return &Refusal{Code: GroupOrder}
		}
		next++
	}
	switch {
	case next < len(j.table.Partition):
		return &Refusal{Code: GroupPartOfKey}
	case next > len(j.table.Partition) && j.Distinct:
		return &Refusal{Code: GroupDistinct}
	}
	return nil
}

// groupColumn returns the column that part i of GROUP BY groups by.
func (j *selectJudge) groupColumn(i int) (*Column, *Refusal) {
	v := &j.GroupBy[i]
	if refusal := j.selected.prepare(v); refusal != nil {
		return nil, refusal
	}
	if f := j.selected.functions[v]; f != nil {
		return j.groupFunction(v, f)
	}
	if v.Kind != Reference {
		return nil, &Refusal{Code: ServerFails}
	}
	column := j.table.byName[v.Text]
	switch {
	case !column.Role.InKey():
		return nil, &Refusal{Code: GroupColumn, Column: column.Name}
	case slices.ContainsFunc(j.GroupBy[:i], func(before Value) bool { return before.isCall() }):
		return nil, &Refusal{Code: GroupFunctionLast}
	}
	return column, nil
}

func (j *selectJudge) groupFunction(v *Value, f *Signature) (*Column, *Refusal) {
	if f.Aggregate {
		return nil, &Refusal{Code: GroupAggregate, Function: f}
	}
	inner := selection{scope: j.selected.scope}
	if _, refusal := inner.build(v, model.Type{}); refusal != nil {
		return nil, refusal
	}
	switch columns := inner.columns; {
	case len(columns) == 0:
		return nil, &Refusal{Code: GroupNoColumn}
	case len(columns) > 1:
		return nil, &Refusal{Code: GroupTwoColumns, Columns: names(columns)}
	case columns[0].Role != model.Clustering:
		return nil, &Refusal{Code: GroupFunctionColumn, Column: columns[0].Name}
	}
	return inner.columns[0], nil
}

// monotonic are the functions that preserve the order of their argument.
var monotonic = []string{"to_date", "todate", "to_timestamp", "totimestamp", "to_unix_timestamp", "tounixtimestamp"}

// checkGroupRun refuses a function in GROUP BY that does not preserve the order
// of rows. The server checks this only when it runs the statement.
func (j *selectJudge) checkGroupRun() *Refusal {
	for i := range j.GroupBy {
		if v := &j.GroupBy[i]; v.Kind != Reference {
			return j.checkMonotonic(v)
		}
	}
	return nil
}

func (j *selectJudge) checkMonotonic(v *Value) *Refusal {
	f := j.selected.functions[v]
	switch {
	case v.Kind == Reference || isConstant(v):
		return nil
	case f == nil:
		return &Refusal{Code: GroupMonotonic}
	case f.Keyspace != systemKeyspace || !slices.Contains(monotonic, f.Name) && !floorsColumn(v, f):
		return &Refusal{Code: GroupNotMonotonic, Function: f, Value: v}
	}
	for i := range v.Values {
		if refusal := j.checkMonotonic(&v.Values[i]); refusal != nil {
			return refusal
		}
	}
	return nil
}

// isConstant reports whether a value depends on no column.
func isConstant(v *Value) bool {
	return v.Kind != Reference && !v.holdsReference()
}

func (v *Value) holdsReference() bool {
	return v.Kind == Reference || slices.ContainsFunc(v.Values, func(inner Value) bool { return inner.holdsReference() })
}

// Constants reports for each argument of a call whether it depends on no
// column.
func (v *Value) Constants() []bool {
	constants := make([]bool, len(v.Values))
	for i := range v.Values {
		constants[i] = isConstant(&v.Values[i])
	}
	return constants
}

// floorsColumn reports whether a call is floor with constants after its first
// argument. Only then it preserves the order.
func floorsColumn(v *Value, f *Signature) bool {
	return f.Name == "floor" && !slices.Contains(v.Constants()[1:], false)
}
