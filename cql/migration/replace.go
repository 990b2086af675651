package migration

import (
	"slices"

	"widerow/cql/compare"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/write"
)

// createRelations creates the new and the replaced tables and views, and the
// indexes that tables lack.
func (p *planner) createRelations() {
	for _, definition := range p.new.list {
		id := definition.Element
		switch is := p.target.Physical.Relations[id]; {
		case definition.Table != "":
			switch was := p.before.Physical.Relations[definition.Table]; {
			case was == nil || p.replaced[definition.Table]:
				p.add(p.created(id, ""))
			case p.rebuilt[id] || was.Indexes[id] == nil:
				p.add(p.created(id, "Each node builds the index from its rows in the background; queries that "+
					"need it fail, or lack rows, until that is done (nodetool compactionstats)."))
			}
		case is == nil:
			p.createTrigger(id)
		case p.before.Physical.Relations[id] != nil && !p.replaced[id], p.late[id]:
		case is.Kind == model.MaterializedView:
			p.add(p.created(id, "The view is built in the background (nodetool viewbuildstatus); queries see all rows only then."))
		case p.before.Physical.Relations[id] == nil:
			p.add(p.created(id, p.unwritten(id)))
		default:
			p.add(p.created(id, ""))
		}
	}
}

// unwritten warns of a new table that no update of a document writes. A script has no
// updates.
func (p *planner) unwritten(id model.ID) string {
	if len(p.after.Workflow.Updates) == 0 {
		return ""
	}
	if p.written == nil {
		p.written = map[model.ID]bool{}
		for _, plan := range write.All(p.after) {
			for _, step := range plan.Steps {
				for _, statement := range step.Statements {
					p.written[statement.Table] = p.written[statement.Table] || statement.Select == nil
				}
			}
		}
	}
	if p.written[id] {
		return ""
	}
	for table := range p.after.Physical.Relations[id].Realizes {
		if p.written[table] {
			return ""
		}
	}
	return "No update of the model writes the table: it stays empty, and its queries find nothing."
}

// cleanUp drops what is no longer used: views first, then indexes, columns,
// tables, aggregates, functions, types and keyspaces. Views that columns had to
// wait for are created again.
func (p *planner) cleanUp() {
	later := func(step Step) {
		step.Cleanup = true
		p.last = append(p.last, step)
	}
	for _, definition := range p.old.list {
		id := definition.Element
		was, is := p.before.Physical.Relations[id], p.target.Physical.Relations[id]
		if was != nil && was.Kind == model.MaterializedView && (is == nil || p.replaced[id] || p.late[id]) {
			warning := "Applications must have stopped reading it."
			if p.late[id] && is != nil {
				warning = "Its table loses a column, which Cassandra refuses while there is a view: queries of the view fail until it is built again."
			}
			later(p.dropped("MATERIALIZED VIEW", id, warning))
		}
	}
	p.dropIndexes(later)
	p.dropColumns(later)
	for _, definition := range p.new.list {
		switch id := definition.Element; {
		case !p.late[id]:
		case p.before.Physical.Relations[id] == nil:
			p.last = append(p.last, p.created(id, "Drop the column before: Cassandra drops none while there is a "+
				"view. The view is built in the background (nodetool viewbuildstatus)."))
		default:
			later(p.created(id, "The view is built in the background (nodetool viewbuildstatus)."))
		}
	}
	for _, definition := range slices.Backward(p.old.list) {
		p.dropWhole(definition.Element, later)
	}
}

// lostCounters warns that rows may disappear with a counter: the server keeps nothing of a row but
// its counters.
const lostCounters = " A row disappears if none of its other counters was ever changed."

func (p *planner) dropColumns(later func(Step)) {
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
			warning := "Data loss: all values of the column. Applications must have stopped naming it; the name cannot be used again for a column of another type."
			if column.Value.Type.Name == "counter" {
				warning += lostCounters
			}
			if kept != nil {
				warning = "Its values are in " + kept.Name + ". Applications must have stopped naming it."
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
			later(p.dropped("TABLE", id, "Its rows are in "+compare.Name(p.target, id)+". Keep it as long as you may want to go back."))
		case is.Relations[id] == nil:
			later(p.dropped("TABLE", id, "Data loss: all rows of the table. Applications must have stopped using it."))
		}
	case was.Statements[id] != nil && !p.recreated[id] && (is.Statements[id] == nil || p.renamed(id)):
		p.dropStatement(id, later)
	}
}
