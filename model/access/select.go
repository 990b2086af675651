package access

import (
	"math"
	"slices"
	"strconv"

	"widerow/model"
)

// Select is the shape of a SELECT.
type Select struct {
	// Selectors are the selected expressions; empty for `*`.
	Selectors []Value
	Distinct  bool
	Where     []Condition
	// GroupBy are the columns to group by. The last may be a function of a
	// column.
	GroupBy           []Value
	OrderBy           []Order
	PerPartitionLimit *Value
	Limit             *Value
	AllowFiltering    bool
}

// Order is one part of ORDER BY. Nearest is the vector of `ANN OF`.
type Order struct {
	Column     string
	Descending bool
	Nearest    *Value
}

// Select judges a SELECT.
func (t *Table) Select(s Select) (Plan, *Refusal) {
	j := selectJudge{Select: s, table: t, selected: newSelection(t)}
	j.where = where{table: t, statement: SelectStatement, allowFiltering: s.AllowFiltering}
	for _, step := range selectSteps {
		if refusal := step(&j); refusal != nil {
			return Plan{}, refusal.in(SelectStatement, t)
		}
	}
	return j.plan(), nil
}

// selectSteps are the checks in the order in which the server makes them.
var selectSteps = []func(*selectJudge) *Refusal{(*selectJudge).checkSelectors, (*selectJudge).checkOrders, (*selectJudge).readWhere,
	(*selectJudge).buildSelectors, (*selectJudge).checkDistinct, (*selectJudge).checkGroups, (*selectJudge).checkAggregate,
	(*selectJudge).checkOrdering, (*selectJudge).checkFiltering, (*selectJudge).checkLimits, (*selectJudge).checkRun}

type selectJudge struct {
	Select
	table    *Table
	where    where
	selected selection
	reversed bool
}

// checkSelectors finds out whether only static columns are selected. Like the
// server it resolves the selectors only as far as it must for that.
func (j *selectJudge) checkSelectors() *Refusal {
	if !hasRole(j.table.Others, model.Static) || j.table.hidesClustering {
		return nil
	}
	static, refusal := j.looksAt(model.Static)
	if refusal != nil || !static {
		return refusal
	}
	others, refusal := j.looksAt(model.Regular, model.Clustering)
	j.where.staticOnly = !others
	return refusal
}

// looksAt reports whether a column of these roles is selected.
func (j *selectJudge) looksAt(roles ...model.Role) (bool, *Refusal) {
	for i := range j.Selectors {
		if refusal := j.selected.prepare(&j.Selectors[i]); refusal != nil {
			return false, refusal
		}
		if j.selected.uses(&j.Selectors[i], func(c *Column) bool { return slices.Contains(roles, c.Role) }) {
			return true, nil
		}
	}
	return false, nil
}

func (j *selectJudge) checkOrders() *Refusal {
	for _, order := range j.OrderBy {
		column, refusal := j.table.column(order.Column)
		if refusal == nil && order.Nearest != nil {
			refusal = j.table.checkValue(order.Nearest, column.receiver())
		}
		if refusal != nil {
			return refusal
		}
	}
	return nil
}

func (j *selectJudge) readWhere() *Refusal {
	if refusal := j.where.read(j.Where); refusal != nil {
		return refusal
	}
	return j.where.judge(j.OrderBy)
}

func (j *selectJudge) buildSelectors() *Refusal {
	j.selected.columns = make([]*Column, 0, len(j.Selectors))
	for i := range j.Selectors {
		if refusal := j.selected.prepare(&j.Selectors[i]); refusal != nil {
			return refusal
		}
		if _, refusal := j.selected.build(&j.Selectors[i], model.Type{}); refusal != nil {
			return refusal
		}
	}
	if len(j.Selectors) == 0 {
		j.selected.columns = j.table.visible()
	}
	return nil
}

func (j *selectJudge) checkDistinct() *Refusal {
	if !j.Distinct {
		return nil
	}
	if j.PerPartitionLimit != nil {
		return &Refusal{Code: PerPartitionDistinct}
	}
	isStatic := func(c *Column) bool { return c.isStatic() }
	if !j.where.clustering.isEmpty() || slices.ContainsFunc(j.where.others.columns(), func(c *Column) bool { return !isStatic(c) }) {
		return &Refusal{Code: DistinctWhere}
	}
	for _, column := range j.read() {
		if column.Role != model.Partition && !isStatic(column) {
			return &Refusal{Code: DistinctSelects, Column: column.Name}
		}
	}
	if !j.where.keyRange {
		return nil
	}
	for _, column := range j.table.Partition {
		if !slices.Contains(j.selected.columns, column) {
			return &Refusal{Code: DistinctMissing, Column: column.Name}
		}
	}
	return nil
}

// read returns the columns that are read. Ordering rows of several partitions
// may need columns that are not selected.
func (j *selectJudge) read() []*Column {
	columns := j.selected.columns
	if !j.where.keyIn() {
		return columns
	}
	for _, order := range j.OrderBy {
		columns = append(columns[:len(columns):len(columns)], j.table.byName[order.Column])
	}
	return columns
}

func (j *selectJudge) checkAggregate() *Refusal {
	if len(j.GroupBy) == 0 && j.selected.aggregate && j.PerPartitionLimit != nil {
		return &Refusal{Code: PerPartitionAggregate}
	}
	return nil
}

// checkOrdering checks ORDER BY. Rows come in clustering order or in its exact
// reverse.
func (j *selectJudge) checkOrdering() *Refusal {
	if len(j.OrderBy) == 0 || j.where.nearest() != nil {
		return nil
	}
	switch {
	case j.where.usesIndex:
		return &Refusal{Code: OrderWithIndex}
	case j.where.keyRange:
		return &Refusal{Code: OrderWithoutKey}
	}
	next, reversed := 0, map[*Column]bool{}
	for _, order := range j.distinctOrders() {
		column := j.table.byName[order.Column]
		if column.Role != model.Clustering {
			return &Refusal{Code: OrderColumn, Column: column.Name}
		}
		for ; next != column.position; next++ {
			if next >= len(j.table.Clustering) || !j.where.isEqual(j.table.Clustering[next]) {
				return &Refusal{Code: OrderDeclared}
			}
		}
		next++
		reversed[column] = order.Descending != column.Descending
	}
	return j.checkMirror(reversed)
}

// distinctOrders merges columns that are named twice: the first place and the
// last direction count.
func (j *selectJudge) distinctOrders() []Order {
	if len(j.OrderBy) == 1 {
		return j.OrderBy
	}
	var orders []Order
	for _, order := range j.OrderBy {
		i := slices.IndexFunc(orders, func(o Order) bool { return o.Column == order.Column })
		if i < 0 {
			orders = append(orders, order)
		} else {
			orders[i] = order
		}
	}
	return orders
}

func (j *selectJudge) checkMirror(reversed map[*Column]bool) *Refusal {
	first := true
	for _, column := range j.table.Clustering {
		direction, ordered := reversed[column]
		switch {
		case !ordered:
			continue
		case first:
			j.reversed, first = direction, false
		case direction != j.reversed:
			return &Refusal{Code: OrderMixed}
		}
	}
	return nil
}

func (j *selectJudge) checkFiltering() *Refusal {
	if !j.AllowFiltering && (j.where.keyRange || j.where.usesIndex) && j.where.needsFiltering() {
		return &Refusal{Code: NeedsFiltering}
	}
	return nil
}

// maxNearest is the largest LIMIT of ANN OF.
const maxNearest = 1000

func (j *selectJudge) checkLimits() *Refusal {
	limits := []struct {
		value *Value
		name  string
	}{{j.Limit, "[limit]"}, {j.PerPartitionLimit, "[per_partition_limit]"}}
	for _, limit := range limits {
		if limit.value != nil {
			if refusal := j.table.checkValue(limit.value, receiver{name: limit.name, typ: model.Native("int")}); refusal != nil {
				return refusal
			}
		}
	}
	for _, limit := range limits {
		if number, known := limit.value.number(); known && number <= 0 {
			return (&Refusal{Code: LimitPositive}).atRun()
		}
	}
	return nil
}

// number returns the value of a whole number literal.
func (v *Value) number() (int64, bool) {
	if v == nil || v.Kind != Integer {
		return 0, false
	}
	number, err := strconv.ParseInt(v.Text, 10, 64)
	return number, err == nil
}

// checkRun makes the checks that the server makes only when it runs the
// statement.
func (j *selectJudge) checkRun() *Refusal {
	for _, check := range []func() *Refusal{j.checkNearestRun, j.where.checkBound, j.checkVectorLimit, j.checkValuesRun, j.checkGroupRun} {
		if refusal := check(); refusal != nil {
			return refusal.atRun()
		}
	}
	nothing := j.where.partition.none() || j.where.clustering.none()
	if j.where.keyIn() && (!nothing || j.aggregates()) && !j.where.token.used && len(j.OrderBy) > 0 && j.where.nearest() == nil {
		return (&Refusal{Code: OrderAndKeyIn}).atRun()
	}
	return nil
}

// aggregates reports whether rows are aggregated or grouped. The server always
// pages such a query.
func (j *selectJudge) aggregates() bool { return j.selected.aggregate || len(j.GroupBy) > 0 }

func (j *selectJudge) checkValuesRun() *Refusal {
	for i := range j.Selectors {
		if refusal := j.Selectors[i].checkExecution(); refusal != nil {
			return refusal
		}
	}
	if j.where.partition.none() {
		return nil
	}
	return checkExecutions(j.Where)
}

func (j *selectJudge) checkNearestRun() *Refusal {
	if j.where.nearest() == nil {
		return nil
	}
	switch {
	case j.aggregates():
		return &Refusal{Code: NearestAggregate}
	case j.PerPartitionLimit != nil:
		return &Refusal{Code: NearestPerPartition}
	case j.Limit == nil:
		return &Refusal{Code: NearestNoLimit}
	}
	return j.where.table.checkIndexed(j.where.nearest().first(), &j.where.nearest().literals[0])
}

// checkVectorLimit refuses a query without a small LIMIT that uses the index of
// a vector, even if only to filter. The index does not see the LIMIT of an
// aggregate.
func (j *selectJudge) checkVectorLimit() *Refusal {
	isVector := func(i *TableIndex) bool { return i.Column.Type.Kind == model.VectorType }
	if !j.where.usesIndex || !slices.ContainsFunc(j.where.answering(), isVector) {
		return nil
	}
	limit := int64(math.MaxInt32)
	if j.Limit != nil && (!j.selected.aggregate || len(j.GroupBy) > 0) {
		known := false
		if limit, known = j.Limit.number(); !known {
			return nil
		}
	}
	if limit <= maxNearest {
		return nil
	}
	return &Refusal{Code: NearestLimit, Want: maxNearest, Got: int(limit)}
}

func (j *selectJudge) plan() Plan {
	w := &j.where
	plan := Plan{Reversed: j.reversed, Filtering: w.needsFiltering() && (w.keyRange || w.usesIndex)}
	switch {
	case w.usesIndex:
		plan.Kind, plan.Indexes = Index, w.usedIndexes()
		return plan
	case w.keyRange:
		plan.Kind = Scan
		return plan
	}
	plan.Partitions = w.keyCount()
	switch {
	case w.clusteringNeedsFiltering() || !w.others.isEmpty():
		plan.Kind, plan.Filtering = FilterInPartition, true
	case plan.Partitions != 1:
		plan.Kind = Partitions
	}
	return plan
}

// keyCount returns the number of partitions that the WHERE clause names, 0 if a
// bind marker decides.
func (w *where) keyCount() int {
	count := 1
	for _, entry := range w.partition.entries {
		count *= entry.count
	}
	return count
}

func (w *where) usedIndexes() []string {
	var used []string
	for _, index := range w.answering() {
		used = append(used, index.Name)
	}
	for _, expression := range w.custom {
		used = append(used, expression.Columns[0])
	}
	return used
}

// answering returns the indexes that answer a condition.
func (w *where) answering() []*TableIndex {
	var answering []*TableIndex
	for i := range w.table.Indexes {
		index := &w.table.Indexes[i]
		for _, set := range []*restrictionSet{&w.partition, &w.clustering, &w.others} {
			if set == &w.partition && !w.keyRange {
				continue // the key is whole
			}
			if slices.ContainsFunc(set.entries, func(e restrictionEntry) bool { return e.supportedBy(index) }) {
				answering = append(answering, index)
				break
			}
		}
	}
	return answering
}
