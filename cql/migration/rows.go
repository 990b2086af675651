package migration

import (
	"fmt"
	"slices"
	"strings"

	"widerow/cql/compare"
	"widerow/cql/syntax"
	"widerow/model"
)

// replaceTables adds the instructions that move the rows of replaced tables and the
// readers of replaced views. Readers of a view move before the writers leave its
// table, since the old view then gets no more changes.
func (p *planner) replaceTables() {
	moved := map[model.ID]bool{}
	for _, definition := range p.new.list {
		id := definition.Element
		was, is := p.before.Physical.Relations[id], p.target.Physical.Relations[id]
		if is == nil || was == nil || !p.replaced[id] || is.Kind == model.MaterializedView {
			continue
		}
		p.copyRows(id, was, is)
		for _, view := range p.new.list {
			if relation := p.target.Physical.Relations[view.Element]; relation != nil && relation.Base == id {
				p.moveReaders(view.Element)
				moved[view.Element] = true
			}
		}
		p.switchTo(id)
	}
	for _, definition := range p.new.list {
		if !moved[definition.Element] {
			p.moveReaders(definition.Element)
		}
	}
}

// moveReaders adds the steps from one view to another.
func (p *planner) moveReaders(id model.ID) {
	was, is := p.before.Physical.Relations[id], p.target.Physical.Relations[id]
	if was == nil || is == nil || is.Kind != model.MaterializedView || !p.replaced[id] {
		return
	}
	from, to := compare.Name(p.before, id), compare.Name(p.target, id)
	warning := ""
	if was.Kind == model.Table {
		warning = "Data loss: rows of " + from + " that do not follow from " + compare.Name(p.target, is.Base) + " are not in the view."
	}
	p.instruct(id, Verify, warning, "Wait until %s is built on all nodes (nodetool viewbuildstatus), and compare its rows with those of %s.", to, from)
	p.switchTo(id)
}

// switchTo adds the step after which a replaced table or view is no longer used.
func (p *planner) switchTo(id model.ID) {
	from, to := compare.Name(p.before, id), compare.Name(p.target, id)
	if p.before.Physical.Relations[id].Kind == model.MaterializedView {
		p.instruct(id, Switch, "", "Read %s instead of %s in all applications.", to, from)
		return
	}
	p.instruct(id, Switch, "", "Read %s instead of %s in all applications, then stop writing %[2]s.", to, from)
}

func (p *planner) instruct(id model.ID, kind StepKind, warning, format string, values ...any) {
	p.add(Step{Kind: kind, Element: compare.Name(p.target, id), Instruction: fmt.Sprintf(format, values...), Warning: warning})
}

// copyRows adds the steps that fill a table from another one.
func (p *planner) copyRows(id model.ID, was, is *model.Relation) {
	from, to := compare.Name(p.before, id), compare.Name(p.target, id)
	written := from
	if was.Kind == model.MaterializedView {
		written = compare.Name(p.before, was.Base)
	}
	switch {
	case hasCounter(was) && hasCounter(is):
		p.instruct(id, DualWrite, "Counters cannot be copied while they are written: changes in between are lost or counted twice.",
			"Count each change in %s as well: %s", to, p.count(id, is))
		p.instruct(id, Backfill, p.losses(was, is),
			"Stop the writers, read each counter of %s as it was before the dual write, and add it to %s once: %s",
			from, to, p.selectAll(id, was))
	case hasCounter(is):
		p.instruct(id, DualWrite, "A counter cannot be set, and an addition that is repeated after a timeout may count twice.",
			"Count each change of %s in %s as well: %s", written, to, p.count(id, is))
		p.instruct(id, Backfill, p.losses(was, is), "Stop the writers, read each row of %s as it was before the "+
			"dual write, and add its numbers to %s once: %s", from, to, p.selectAll(id, was))
	case hasCounter(was):
		p.instruct(id, DualWrite, "A counter that is read while others count may be too low: the backfill sets it right.",
			"After each change of %s, read the row and write its counters to %s: %s", from, to, p.insert(id, is))
		p.instruct(id, Backfill, p.losses(was, is), "Stop the writers and copy each row: %s → %s", p.selectAll(id, was), p.insert(id, is))
	default:
		p.writeBoth(id, was, is, written)
		p.instruct(id, Backfill, sentences(p.losses(was, is), times(was, is),
			"Bind no nulls, which are written as tombstones, and finish within gc_grace_seconds, or a row that was deleted meanwhile may come back."),
			"Copy the rows of %s in token ranges, with the time at which each value was written (WRITETIME) and "+
				"its remaining time to live (TTL), so that no copy overwrites a newer write; "+
				"write values of different times one by one: %s → %s%s",
			from, p.selectTimes(id, was), p.backfilled(id, is), p.backfilledStatic(id, was, is))
	}
	p.instruct(id, Verify, "", "Compare the rows of %s and %s in token ranges at QUORUM, and repeat the backfill where they differ.", from, to)
}

// writeBoth adds the step that writes each change to both tables. A value that becomes
// part of the key moves its row when it changes.
func (p *planner) writeBoth(id model.ID, was, is *model.Relation, written string) {
	from, to := compare.Name(p.before, id), compare.Name(p.target, id)
	moves := ""
	if entering := keyed(was, is); len(entering) > 0 {
		moves = fmt.Sprintf("; where a change sets %s, read the old value first and delete the row that has it, and write none while there is no value: %s",
			strings.Join(entering, ", "), p.remove(id, is))
	}
	p.instruct(id, DualWrite, "", "Write each change of %s to %s as well, deletions too, and go on reading %s: %s%s", written, to, from, p.insert(id, is), moves)
}

// keyed names the columns of the target's key whose values an UPDATE can change before.
func keyed(was, is *model.Relation) []string {
	var names []string
	for _, column := range is.SortedColumns() {
		if from := was.Columns[column.ID]; from != nil && !from.Role.InKey() && column.Value.Role.InKey() {
			names = append(names, column.Value.Name)
		}
	}
	return names
}

// remove deletes a row of the target.
func (p *planner) remove(id model.ID, r *model.Relation) string {
	return fmt.Sprintf("DELETE FROM %s WHERE %s;", quoted(p.target, id), strings.Join(keyConditions(r), " AND "))
}

func keyConditions(r *model.Relation) []string {
	var key []string
	for _, column := range r.SortedColumns() {
		if column.Value.Role.InKey() {
			key = append(key, syntax.QuoteName(column.Value.Name)+" = ?")
		}
	}
	return key
}

// insert writes a row of the target.
func (p *planner) insert(id model.ID, r *model.Relation) string {
	return p.insertOf(id, columnNames(r))
}

func (p *planner) insertOf(id model.ID, names []string) string {
	return fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s);", quoted(p.target, id), strings.Join(names, ", "), placeholders(len(names)))
}

// backfilled writes a row of the target as old as it is.
func (p *planner) backfilled(id model.ID, r *model.Relation) string {
	return strings.TrimSuffix(p.insert(id, r), ";") + " USING TIMESTAMP ? AND TTL ?;"
}

// backfilledStatic writes a partition that has static values and no rows. Such a partition
// is read as a row without clustering values, for which there is no row of the target.
func (p *planner) backfilledStatic(id model.ID, was, is *model.Relation) string {
	had := slices.ContainsFunc(was.SortedColumns(), func(c model.Item[*model.Column]) bool { return c.Value.Role == model.Static })
	names, static := partitionNames(is), 0
	for _, column := range is.SortedColumns() {
		from := was.Columns[column.ID]
		if column.Value.Role == model.Static && from != nil && from.Role == model.Static {
			names, static = append(names, syntax.QuoteName(column.Value.Name)), static+1
		}
		if column.Value.Role == model.Partition && (from == nil || from.Role != model.Partition) {
			return "" // what is lost is said
		}
	}
	if !had || static == 0 {
		return ""
	}
	return " Where the clustering values are null, the partition has static values alone: → " +
		strings.TrimSuffix(p.insertOf(id, names), ";") + " USING TIMESTAMP ? AND TTL ?;"
}

// selectTimes reads rows with the times of the values that have one.
func (p *planner) selectTimes(id model.ID, r *model.Relation) string {
	names := columnNames(r)
	for _, column := range r.SortedColumns() {
		if name := syntax.QuoteName(column.Value.Name); hasTime(column.Value) {
			names = append(names, "WRITETIME("+name+")", "TTL("+name+")")
		}
	}
	return p.selectOf(id, r, names)
}

// hasTime reports whether a value of a column has one time: no part of the key has one,
// and each element of a collection its own.
func hasTime(column *model.Column) bool { return !column.Role.InKey() && !isMultiCell(column.Type) }

func isMultiCell(t model.Type) bool {
	switch t.Kind {
	case model.ListType, model.SetType, model.MapType, model.UserTypeRef:
		return true
	}
	return false
}

// times describes the columns whose WRITETIME and TTL a copy cannot keep.
func times(was, is *model.Relation) string {
	var elements []string
	for _, column := range was.SortedColumns() {
		if to := is.Columns[column.ID]; to != nil && !column.Value.Role.InKey() && isMultiCell(column.Value.Type) {
			elements = append(elements, column.Value.Name)
		}
	}
	return sentences(listed("Each element of %s has a time and a time to live of its own; the copy gives one to all.", elements),
		"Keys have no WRITETIME: write a row without other values with a time before the dual write; its time to live is lost.")
}

// count adds to the counters of a row of the target.
func (p *planner) count(id model.ID, r *model.Relation) string {
	var additions []string
	for _, column := range r.SortedColumns() {
		if name := syntax.QuoteName(column.Value.Name); !column.Value.Role.InKey() {
			additions = append(additions, name+" = "+name+" + ?")
		}
	}
	return fmt.Sprintf("UPDATE %s SET %s WHERE %s;", quoted(p.target, id), strings.Join(additions, ", "), strings.Join(keyConditions(r), " AND "))
}

func placeholders(count int) string {
	return strings.TrimSuffix(strings.Repeat("?, ", count), ", ")
}

func (p *planner) selectAll(id model.ID, r *model.Relation) string {
	return p.selectOf(id, r, columnNames(r))
}

func (p *planner) selectOf(id model.ID, r *model.Relation, names []string) string {
	return fmt.Sprintf("SELECT %s FROM %s WHERE token(%s) > ? AND token(%[3]s) <= ?;", strings.Join(names, ", "),
		quoted(p.before, id), strings.Join(partitionNames(r), ", "))
}

func columnNames(r *model.Relation) []string {
	var names []string
	for _, column := range r.SortedColumns() {
		names = append(names, syntax.QuoteName(column.Value.Name))
	}
	return names
}

func partitionNames(r *model.Relation) []string {
	var names []string
	for _, column := range r.SortedColumns() {
		if column.Value.Role == model.Partition {
			names = append(names, syntax.QuoteName(column.Value.Name))
		}
	}
	return names
}
