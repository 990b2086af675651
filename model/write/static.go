package write

import (
	"slices"

	"widerow/model"
	"widerow/model/access"
)

// look is a SELECT that checks whether a partition has a row. Static columns belong to the rows:
// they are written only if there is a row, and deleted with the last one.
type look struct {
	*Statement
	key string
	// after reports that the SELECT runs after the writes.
	after bool
	// read is a read of the plan that makes the same check.
	read *read
	step int
}

// lookAt adds a look at the partitions of a target to others, or returns the same one.
func (w *planning) lookAt(t *target, after bool, purpose string) *look {
	same := &read{table: t.table, where: t.table.partition, from: map[*column]source{}}
	for _, c := range t.table.partition {
		same.from[c] = t.bindOf(c, false).from
	}
	key := same.key()
	if at := slices.IndexFunc(w.looks, func(l *look) bool { return l.key == key && l.after == after }); at >= 0 {
		return w.looks[at]
	}
	made := &look{Statement: t.lookStatement(), key: key, after: after}
	made.Purpose = purpose
	w.looks = append(w.looks, made)
	return made
}

// lookStatement selects a clustering column of a row. It is null in the row that the server
// returns for a partition which has static values, but no rows.
func (t *target) lookStatement() *Statement {
	partition := t.ofPartition()
	var where []model.ID
	for _, c := range partition.key {
		where = append(where, c.ID)
	}
	j := t.prover.Read(t.table.ID, where, []model.ID{t.table.clustering[0].ID})
	j.Select.Limit = &access.Value{Kind: access.Integer, Text: "1"}
	s := partition.newStatement()
	s.Select, s.Idempotent, s.Write = &j.Select, true, access.BatchPart{}
	for _, condition := range j.Select.Where {
		s.bind(condition.Values[0], partition.bindOf(t.table.named(condition.Columns[0]), false))
	}
	s.Times, s.AtMost, s.Each = partition.times, partition.atMost, columnNames(partition.each)
	s.Rows = s.Times
	_, s.Refusal = t.table.Access.Select(*s.Select)
	partition.use(nil, false)
	return s
}

// ofPartition returns the partitions of the rows of a target, as a target.
func (t *target) ofPartition() *target {
	partition := *t
	partition.key, partition.isStatic, partition.isRange = t.table.partition, true, false
	partition.tells, partition.unsure, partition.differs = nil, nil, nil
	partition.repeat()
	return &partition
}

// value is null if the partition has no row.
func (l *look) value() Value { return Value{Step: l.step, From: l.target.table.clustering[0].Name} }

// aimStatic finds the partitions whose static columns are written. A look checks a partition that
// may have no row, unless other reads do.
func (r *rows) aimStatic(others []*column) *target {
	tells := r.open()
	r.looks = len(r.table.clustering) > 0
	t := r.aim(r.table.partition, others, false)
	r.looks = false
	t.isStatic = true
	switch {
	case len(t.missing) > 0, len(r.table.clustering) == 0: // each partition is a row, and nothing may be static
	case slices.ContainsFunc(tells, func(at int) bool { return !r.sure[at] }), r.mayLackKey():
		t.look = r.lookAt(t, false, "reads whether the partition has a row")
	default:
		t.tells = tells
	}
	return t
}

// mayLackKey reports whether an instance may lack a value of the key, so that it has no row.
func (r *rows) mayLackKey() bool {
	isRead := slices.ContainsFunc(r.reads, func(read *read) bool { return read.table == r.table })
	return !isRead && slices.ContainsFunc(r.table.clustering, func(c *column) bool { return c.stores && !c.identifies })
}

// sweep deletes the static columns of partitions along with their last rows: after the deletion of
// rows, a look checks whether one is left.
func (w *planning) sweep() {
	for _, s := range w.writes {
		t := s.target
		if s.Write.Delete == nil || len(s.Write.Delete.Columns) > 0 || t.leavesRow || len(t.key) == len(t.table.partition) || len(w.names) > 0 {
			continue
		}
		statics := filter(t.table.columns, func(c *column) bool { return c.Role == model.Static })
		isMissing := slices.ContainsFunc(t.table.partition, func(c *column) bool { return slices.Contains(t.missing, c) })
		if len(statics) == 0 || isMissing {
			continue
		}
		l := w.lookAt(t, true, "reads whether a row is left in the partition")
		if slices.ContainsFunc(w.swept, func(other *Statement) bool { return other.target.look == l }) {
			continue
		}
		partition := t.ofPartition()
		partition.look = l
		gone := partition.deleteStatement(statics)
		gone.Purpose = "deletes " + listNames(statics) + " with the last row"
		w.finish(gone)
		gone.AtMost = true
		w.swept = append(w.swept, gone)
	}
}

// arrangeSweep adds the looks and the statements that depend on them. A counter table has no static
// columns.
func (w arrangement) arrangeSweep() {
	w.arrangeLooks(true)
	for _, s := range w.swept {
		w.resolve(s)
	}
	if len(w.swept) > 0 {
		w.plan.Steps = append(w.plan.Steps, w.step(w.swept)...)
	}
}

// shareLooks takes reads of the plan for looks at the same partitions before the writes.
func (w arrangement) shareLooks() {
	for _, l := range w.looks {
		if r := w.readsByKey[l.key]; r != nil && r.used && !l.after {
			r.selects(r.table.clustering[0])
			l.read = r
		}
	}
}

func (w arrangement) arrangeLooks(after bool) {
	for _, l := range filter(w.looks, func(l *look) bool { return l.after == after }) {
		if l.read != nil {
			l.step = l.read.step
			continue
		}
		l.step = len(w.plan.Steps)
		w.resolve(l.Statement)
		w.plan.Steps = append(w.plan.Steps, Step{Kind: Read, Statements: []Statement{*l.Statement}})
	}
}

// aimFor finds rows, or the partitions whose static columns are written.
func (r *rows) aimFor(static bool, others []*column) *target {
	if static {
		return r.aimStatic(others)
	}
	return r.aim(r.table.key(), others, true)
}
