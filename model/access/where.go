package access

import (
	"slices"

	"widerow/model"
)

// where follows StatementRestrictions. It merges the conditions of a WHERE
// clause and judges them.
type where struct {
	table          *Table
	statement      Statement
	allowFiltering bool
	staticOnly     bool
	// view reports whether it is the filter of a materialized view. Indexes are
	// ignored then.
	view       bool
	token      tokenRange
	partition  restrictionSet
	clustering restrictionSet
	others     restrictionSet
	// filters are the sets whose restrictions filter rows, custom are the
	// expressions for custom indexes.
	filters []*restrictionSet
	custom  []*Condition
	// indexable reports whether an index can answer a condition, usesIndex
	// whether one is used, and keyRange whether the statement reads a range of
	// partitions instead of naming them.
	indexable, usesIndex, keyRange bool
}

// ViewFilter judges the WHERE clause of a materialized view of the table.
func (t *Table) ViewFilter(conditions []Condition) *Refusal {
	w := where{table: t, statement: SelectStatement, allowFiltering: true, view: true}
	refusal := w.read(conditions)
	if refusal == nil {
		refusal = w.judge(nil)
	}
	if refusal != nil {
		refusal.in(SelectStatement, t)
	}
	return refusal
}

func (w *where) isSelect() bool { return w.statement == SelectStatement }

// read merges the conditions in their order.
func (w *where) read(conditions []Condition) *Refusal {
	for i := range conditions {
		if conditions[i].Kind == IndexCondition {
			w.custom = append(w.custom, &conditions[i])
			continue
		}
		if refusal := w.readCondition(&conditions[i]); refusal != nil {
			return refusal
		}
	}
	return nil
}

func (w *where) readCondition(c *Condition) *Refusal {
	switch {
	case c.Operator.ofElements() && (w.statement == UpdateStatement || w.statement == DeleteStatement):
		return &Refusal{Code: ContainsInWrite, Operator: c.Operator}
	case c.Operator == IsNotNull && w.view:
		_, refusal := w.table.columns(c.Columns)
		return refusal
	case c.Operator == IsNotNull:
		return &Refusal{Code: UnsupportedNotNull, Condition: c}
	case c.Kind == TokenCondition:
		return w.table.restrictToken(c, &w.token)
	}
	restricted, refusal := w.table.restrict(c)
	if refusal != nil {
		return refusal
	}
	if c.Operator == Like && (!w.isSelect() || !restricted.supported(w.table)) {
		return &Refusal{Code: LikeWithoutIndex, Condition: c}
	}
	switch restricted.first().Role {
	case model.Partition:
		return w.partition.add(restricted)
	case model.Clustering:
		return w.addClustering(restricted)
	}
	return w.others.add(restricted)
}

// addClustering follows ClusteringColumnRestrictions.mergeWith. No clustering
// column after a slice can be restricted, whichever is written first.
func (w *where) addClustering(r *restriction) *Refusal {
	if w.clustering.isEmpty() || w.allowFiltering || w.isSelect() && r.supported(w.table) {
		return w.clustering.add(r)
	}
	before := slices.Clone(w.clustering.entries)
	if refusal := w.clustering.add(r); refusal != nil {
		return refusal
	}
	last := before[len(before)-1].restriction
	start, lastStart := r.first(), last.first()
	if last.kind == slice && start.position > lastStart.position {
		return &Refusal{Code: AfterSlice, Column: start.Name, Other: lastStart.Name}
	}
	if start.position < lastStart.position && r.kind == slice {
		next := slices.IndexFunc(before, func(e restrictionEntry) bool { return e.column.position > start.position })
		return &Refusal{Code: SliceBefore, Column: before[next].column.Name, Other: start.Name}
	}
	return nil
}

// judge makes the checks that the server makes once all conditions are merged.
func (w *where) judge(orders []Order) *Refusal {
	steps := []func() *Refusal{
		func() *Refusal { return w.addNearest(orders) },
		w.checkCustom, w.judgePartition, w.checkStaticOnly, w.judgeClustering, w.judgeOthers,
	}
	for _, step := range steps {
		if refusal := step(); refusal != nil {
			return refusal
		}
	}
	if w.usesIndex && w.keyIn() {
		return &Refusal{Code: IndexAndKeyIn}
	}
	return nil
}

func (w *where) checkCustom() *Refusal {
	if !w.isSelect() {
		return nil
	}
	if len(w.custom) > 1 {
		return &Refusal{Code: TwoExpressions}
	}
	for _, expression := range w.custom {
		i := slices.IndexFunc(w.table.Indexes, func(i TableIndex) bool { return i.Name == expression.Columns[0] })
		switch {
		case i < 0:
			return &Refusal{Code: NoSuchIndex, Column: expression.Columns[0]}
		case w.table.Indexes[i].Kind == SecondaryIndex:
			return &Refusal{Code: ExpressionNotCustom, Column: expression.Columns[0]}
		case w.table.Indexes[i].Kind != CustomIndex:
			return &Refusal{Code: NoExpressions, Column: expression.Columns[0]}
		}
	}
	if w.view {
		return nil
	}
	w.indexable = len(w.custom) > 0 || w.clustering.supported(w.table) || w.partition.supported(w.table) || w.others.supported(w.table)
	return nil
}

// onlyToken reports whether the partition key is restricted by its token alone.
func (w *where) onlyToken() bool { return w.token.used && w.partition.isEmpty() }

func (w *where) keyIncomplete() bool {
	return !w.onlyToken() && len(w.partition.entries) < len(w.table.Partition)
}

// keyNeedsFiltering reports whether the partition key is restricted, but the
// restrictions do not name whole keys.
func (w *where) keyNeedsFiltering() bool {
	return !w.partition.isEmpty() && (w.keyIncomplete() || w.partition.hasSlice || w.partition.hasContains)
}

func (w *where) keyOnToken() bool {
	return w.token.used && (w.partition.isEmpty() || w.keyNeedsFiltering() || w.keyIncomplete())
}

func (w *where) keyIn() bool { return w.partition.hasIn }

func (w *where) judgePartition() *Refusal {
	if !w.isSelect() {
		return w.judgeWrittenPartition()
	}
	if w.keyOnToken() {
		w.keyRange = true
	}
	if w.partition.isEmpty() && w.keyIncomplete() {
		w.keyRange = true
		w.usesIndex = w.indexable
	}
	if w.keyNeedsFiltering() {
		if !w.allowFiltering && !w.indexable {
			return &Refusal{Code: NeedsFiltering}
		}
		w.keyRange = true
		w.usesIndex = w.indexable
	}
	if w.usesIndex || w.keyNeedsFiltering() {
		w.filters = append(w.filters, &w.partition)
	}
	return nil
}

func (w *where) judgeWrittenPartition() *Refusal {
	switch {
	case w.keyOnToken():
		return &Refusal{Code: TokenInWrite}
	case w.keyIncomplete():
		return &Refusal{Code: PartitionMissing, Columns: missing(w.table.Partition, &w.partition)}
	case w.partition.hasSlice:
		return &Refusal{Code: PartitionSlice}
	}
	return nil
}

func missing(columns []*Column, set *restrictionSet) []string {
	return names(slices.DeleteFunc(slices.Clone(columns), func(c *Column) bool { return set.at(c) != nil }))
}

func (w *where) checkStaticOnly() *Refusal {
	if !w.staticOnly || w.clustering.isEmpty() {
		return nil
	}
	switch w.statement {
	case UpdateStatement, DeleteStatement:
		return &Refusal{Code: StaticWriteClustering}
	case SelectStatement:
		return &Refusal{Code: StaticReadClustering}
	}
	return nil
}

// inFilter reports whether a restriction of clustering columns filters rows instead of selecting a
// range. position is the position of the next clustering column of the range.
func inFilter(r *restriction, position int) bool {
	return r.kind == containment || r.kind == likeness || r.first().position != position
}

// clusteringNeedsFiltering reports whether the restrictions of clustering
// columns select no contiguous range of rows.
func (w *where) clusteringNeedsFiltering() bool {
	position := 0
	for i, entry := range w.clustering.entries {
		switch {
		case w.clustering.repeats(i):
		case inFilter(entry.restriction, position):
			return true
		case entry.kind != slice:
			position = entry.last().position + 1
		}
	}
	return false
}

func (w *where) judgeClustering() *Refusal {
	set := &w.clustering
	hasSlice := slices.ContainsFunc(set.entries, func(e restrictionEntry) bool { return e.kind == slice })
	isWrite := w.statement == InsertStatement || w.statement == UpdateStatement
	if isWrite && hasSlice {
		return &Refusal{Code: ClusteringSlice}
	}
	if isWrite && (!w.table.Compact || set.isEmpty()) {
		if !w.staticOnly && len(set.entries) < len(w.table.Clustering) {
			return &Refusal{Code: ClusteringMissing, Columns: missing(w.table.Clustering, set)}
		}
	} else if refusal := w.judgeReadClustering(); refusal != nil {
		return refusal
	}
	if w.keyRange && w.isSelect() && set.supported(w.table) {
		w.usesIndex = true
	}
	if w.usesIndex || w.clusteringNeedsFiltering() {
		w.filters = append(w.filters, set)
	}
	return nil
}

func (w *where) judgeReadClustering() *Refusal {
	if w.clustering.hasContains && !w.indexable && !w.allowFiltering {
		return &Refusal{Code: ClusteringContains}
	}
	if !w.clusteringNeedsFiltering() {
		return nil
	}
	if w.indexable || w.view {
		w.usesIndex = true
		return nil
	}
	if w.allowFiltering {
		return nil
	}
	for i, column := range w.clustering.columns() {
		if preceding := w.table.Clustering[i]; preceding != column {
			return &Refusal{Code: PrecedingMissing, Column: column.Name, Other: preceding.Name}
		}
	}
	return nil
}

func (w *where) judgeOthers() *Refusal {
	if w.others.isEmpty() {
		return nil
	}
	if !w.isSelect() {
		return &Refusal{Code: NotPrimaryKey, Columns: names(w.others.columns())}
	}
	if refusal := w.judgeVectors(); refusal != nil {
		return refusal
	}
	if w.indexable {
		w.usesIndex = true
	} else if !w.allowFiltering {
		return &Refusal{Code: NeedsFiltering}
	}
	w.filters = append(w.filters, &w.others)
	return nil
}

// needsFiltering follows StatementRestrictions.needFiltering. It reports
// whether no group of indexes answers the whole row filter.
func (w *where) needsFiltering() bool {
	if len(w.filters) > 0 || len(w.custom) > 0 {
		groups := w.table.indexGroups()
		answered := slices.ContainsFunc(groups, func(group []*TableIndex) bool {
			return !slices.ContainsFunc(w.filters, func(s *restrictionSet) bool { return s.needsFiltering(group) }) && w.answersCustom(group)
		})
		if !answered {
			return true
		}
	}
	count := len(w.custom)
	for _, set := range w.filters {
		count += len(set.entries)
	}
	return count == 0 && !w.clustering.isEmpty()
}

func (w *where) answersCustom(group []*TableIndex) bool {
	return !slices.ContainsFunc(w.custom, func(c *Condition) bool { return group[0].Name != c.Columns[0] })
}

// isEqual reports whether a column is restricted by =.
func (w *where) isEqual(column *Column) bool {
	set := &w.others
	switch column.Role {
	case model.Partition:
		set = &w.partition
	case model.Clustering:
		set = &w.clustering
	}
	found := set.at(column)
	return found != nil && found.kind == equality
}
