package migration

import (
	"fmt"
	"slices"
	"strings"

	"widerow/cql/compare"
	"widerow/cql/syntax"
	"widerow/model"
)

// createRelations creates the new and the replaced tables and views, and the
// indexes that tables lack.
func (p *planner) createRelations() {
	for _, definition := range p.new.list {
		id := definition.Element
		switch is := p.target.Physical.Relations[id]; {
		case definition.Table != "":
			if p.before.Physical.Relations[definition.Table] == nil || p.replaced[definition.Table] || p.rebuilt[id] ||
				p.before.Physical.Relations[definition.Table].Indexes[id] == nil {
				p.add(p.created(id, ""))
			}
		case is == nil:
			if trigger := p.target.Physical.Statements[id]; trigger != nil && isTrigger(trigger) && p.before.Physical.Statements[id] == nil {
				p.add(p.created(id, ""))
			}
		case p.before.Physical.Relations[id] != nil && !p.replaced[id], p.late[id]:
		case is.Kind == model.MaterializedView:
			p.add(p.created(id, "The view is built in the background (nodetool viewbuildstatus); queries see all rows only then."))
		default:
			p.add(p.created(id, ""))
		}
	}
}

// replaceTables adds the instructions that move the rows of replaced tables,
// and the readers of replaced views.
func (p *planner) replaceTables() {
	for _, definition := range p.new.list {
		id := definition.Element
		was, is := p.before.Physical.Relations[id], p.target.Physical.Relations[id]
		switch {
		case is == nil || was == nil || !p.replaced[id]:
		case is.Kind == model.MaterializedView:
			p.instruct(id, Verify, "", "Wait until %s is built and compare its number of rows with %s.", compare.Name(p.target, id), compare.Name(p.before, id))
			p.instruct(id, Switch, "", "Read %s instead of %s.", compare.Name(p.target, id), compare.Name(p.before, id))
		default:
			p.moveRows(id, was, is)
		}
	}
}

func (p *planner) instruct(id model.ID, kind StepKind, warning, format string, values ...any) {
	p.add(Step{Kind: kind, Element: compare.Name(p.target, id), Instruction: fmt.Sprintf(format, values...), Warning: warning})
}

// moveRows adds the steps from one table to another.
func (p *planner) moveRows(id model.ID, was, is *model.Relation) {
	from, to := compare.Name(p.before, id), compare.Name(p.target, id)
	if hasCounter(was) {
		p.instruct(id, DualWrite, "Counters cannot be copied while they are written: writes in between are lost or counted twice.",
			"Count in %s as well: UPDATE %s SET … = … + ? WHERE …", to, quoted(p.target, id))
		p.instruct(id, Backfill, "", "Stop the writers, read each counter of %s and add it to %s, once.", from, to)
	} else {
		p.instruct(id, DualWrite, "", "Write each change of %s to %s as well, and read %s: %s", from, to, from, p.insert(id, is))
		p.instruct(id, Backfill, p.losses(was, is), "Copy the rows of %s in token ranges, each with the time at which it was written (USING TIMESTAMP WRITETIME), so that no copy overwrites a newer write; keep the remaining TTL: %s → %s",
			from, p.selectAll(id, was), p.insert(id, is))
	}
	p.instruct(id, Verify, "", "Compare the rows of %s and %s in token ranges, and repeat the backfill where they differ.", from, to)
	p.instruct(id, Switch, "", "Read %s in all applications, then stop writing %s.", to, from)
}

// insert writes a row of the target.
func (p *planner) insert(id model.ID, r *model.Relation) string {
	names := columnNames(r)
	return fmt.Sprintf("INSERT INTO %s (%s) VALUES (%s);", quoted(p.target, id), strings.Join(names, ", "), strings.Join(slices.Repeat([]string{"?"}, len(names)), ", "))
}

func (p *planner) selectAll(id model.ID, r *model.Relation) string {
	return fmt.Sprintf("SELECT %s FROM %s WHERE token(%s) > ? AND token(%[3]s) <= ?;", strings.Join(columnNames(r), ", "), quoted(p.before, id), strings.Join(partitionNames(r), ", "))
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

// losses says which rows and values do not fit into the new table.
func (p *planner) losses(was, is *model.Relation) string {
	var without, lost, converted, filled []string
	for _, column := range was.SortedColumns() {
		to := is.Columns[column.ID]
		name := column.Value.Name
		switch {
		case to == nil:
			lost = append(lost, name)
		case !to.Type.Equal(column.Value.Type):
			converted = append(converted, fmt.Sprintf("%s (%s to %s)", name, p.before.TypeText(column.Value.Type), p.target.TypeText(to.Type)))
		}
		if column.Value.Role.InKey() && (to == nil || !to.Role.InKey()) {
			without = append(without, name)
		}
	}
	for _, column := range is.SortedColumns() {
		if column.Value.Role.InKey() && was.Columns[column.ID] == nil {
			filled = append(filled, column.Value.Name)
		}
	}
	return sentences(
		listed("Data loss: the new key lacks %s; rows that differ only there overwrite each other.", without),
		listed("Data loss: %s is not in the new table.", lost),
		listed("Each row needs a value for %s, which the old table does not have.", filled),
		listed("Values of %s must be converted; those that do not fit are lost.", converted))
}

func listed(format string, names []string) string {
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf(format, strings.Join(names, ", "))
}

// cleanUp drops what is no longer used: views first, then indexes, columns,
// tables, aggregates, functions, types and keyspaces. Views that columns had to
// wait for are created again.
func (p *planner) cleanUp() {
	later := func(step Step) { p.last = append(p.last, step) }
	for _, definition := range p.old.list {
		id := definition.Element
		was, is := p.before.Physical.Relations[id], p.target.Physical.Relations[id]
		if was != nil && was.Kind == model.MaterializedView && (is == nil || p.replaced[id] || p.late[id]) {
			warning := ""
			if p.late[id] {
				warning = "Its table loses a column, which Cassandra refuses while there is a view: queries of the view fail until it is built again."
			}
			later(p.dropped("MATERIALIZED VIEW", id, warning))
		}
	}
	p.dropIndexesAndColumns(later)
	for _, definition := range p.new.list {
		if p.late[definition.Element] {
			later(p.created(definition.Element, "The view is built in the background (nodetool viewbuildstatus)."))
		}
	}
	for _, definition := range slices.Backward(p.old.list) {
		p.dropWhole(definition.Element, later)
	}
}

func (p *planner) dropIndexesAndColumns(later func(Step)) {
	for _, definition := range p.old.list {
		table := p.target.Physical.Relations[definition.Table]
		if definition.Table != "" && table != nil && !p.replaced[definition.Table] && table.Indexes[definition.Element] == nil {
			later(p.dropped("INDEX", definition.Element, ""))
		}
	}
	for _, definition := range p.old.list {
		id := definition.Element
		was, is := p.before.Physical.Relations[id], p.target.Physical.Relations[id]
		if was == nil || is == nil || p.replaced[id] || was.Kind == model.MaterializedView {
			continue
		}
		for _, column := range was.SortedColumns() {
			kept := is.Columns[column.ID]
			if kept != nil && (kept.Name == column.Value.Name || kept.Role.InKey()) {
				continue
			}
			warning := "Data loss: all values of the column."
			if kept != nil {
				warning = "Its values are in " + kept.Name + "."
			}
			later(Step{Kind: Drop, Statement: "ALTER TABLE " + quoted(p.target, id) + " DROP " + syntax.QuoteName(column.Value.Name) + ";",
				Element: compare.Name(p.before, id) + "." + column.Value.Name, Warning: warning})
		}
	}
}

// dropWhole drops a table, a kept statement, a type or a keyspace that the
// target does not have. Definitions come in the order of creation, so the
// reverse order drops users first.
func (p *planner) dropWhole(id model.ID, later func(Step)) {
	was, is := p.before.Physical, p.target.Physical
	switch {
	case was.Keyspaces[id] != nil:
		if kept := is.Keyspaces[id]; kept == nil || kept.Name != was.Keyspaces[id].Name {
			later(p.dropped("KEYSPACE", id, "Data loss: everything that is left in the keyspace."))
		}
	case was.Types[id] != nil:
		if is.Types[id] == nil || p.replaced[id] {
			later(p.dropped("TYPE", id, ""))
		}
	case was.Relations[id] != nil && was.Relations[id].Kind == model.Table:
		switch {
		case p.replaced[id]:
			later(p.dropped("TABLE", id, "Its rows are in "+compare.Name(p.target, id)+"."))
		case is.Relations[id] == nil:
			later(p.dropped("TABLE", id, "Data loss: all rows of the table."))
		}
	case was.Statements[id] != nil && is.Statements[id] == nil:
		p.dropStatement(id, was.Statements[id], later)
	}
}

// dropStatement drops a function, an aggregate or a trigger. What other
// statements did has to be undone by hand.
func (p *planner) dropStatement(id model.ID, was *model.Statement, later func(Step)) {
	_, name := placeOf(p.before, id)
	keyspace := ""
	if found := p.before.Physical.Keyspaces[was.Keyspace]; found != nil {
		keyspace = syntax.QuoteName(found.Name) + "."
	}
	kind, rest, _ := strings.Cut(name, " ")
	switch kind {
	case "FUNCTION", "AGGREGATE":
		later(Step{Kind: Drop, Statement: "DROP " + kind + " " + keyspace + rest + ";", Element: compare.Name(p.before, id)})
	case "TRIGGER":
		table, trigger, _ := strings.Cut(rest, " ")
		later(Step{Kind: Drop, Statement: "DROP TRIGGER " + trigger + " ON " + keyspace + table + ";", Element: compare.Name(p.before, id)})
	default:
		later(Step{Kind: Drop, Instruction: "Undo by hand: " + strings.Join(strings.Fields(was.Text), " "), Element: compare.Name(p.before, id)})
	}
}
