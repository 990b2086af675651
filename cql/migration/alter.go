package migration

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"widerow/cql"
	"widerow/cql/compare"
	"widerow/cql/syntax"
	"widerow/model"
)

// keyspaces creates and alters keyspaces.
func (p *planner) keyspaces() {
	for _, definition := range p.new.list {
		id := definition.Element
		is, was := p.target.Physical.Keyspaces[id], p.before.Physical.Keyspaces[id]
		switch {
		case is == nil:
		case was == nil || was.Name != is.Name:
			p.add(p.created(id, ""))
		default:
			p.alterKeyspace(id)
		}
	}
}

func (p *planner) alterKeyspace(id model.ID) {
	changed := changedOptions(p.old.of[id].Options, p.new.of[id].Options)
	if len(changed) == 0 {
		return
	}
	warning := ""
	if p.old.of[id].Options["replication"] != p.new.of[id].Options["replication"] {
		warning = "Change replication by one datacenter and one replica at a time; then run nodetool repair --full on each node, or nodetool rebuild in a new datacenter. Until then reads at ONE may miss rows."
	}
	p.add(Step{Kind: Alter, Statement: "ALTER KEYSPACE " + quoted(p.target, id) + " WITH " + strings.Join(changed, " AND ") + ";",
		Element: compare.Name(p.target, id), Warning: warning})
}

// changedOptions returns `name = value` of the options to set.
func changedOptions(was, is map[string]string) []string {
	var changed []string
	for _, name := range slices.Sorted(maps.Keys(is)) {
		if was[name] != is[name] {
			changed = append(changed, name+" = "+is[name])
		}
	}
	return changed
}

// types creates and alters types, each after those that it uses, then creates
// functions and aggregates.
func (p *planner) types() {
	for _, definition := range p.new.list {
		id := definition.Element
		if is := p.target.Physical.Types[id]; is != nil {
			if p.before.Physical.Types[id] == nil || p.replaced[id] {
				p.add(p.created(id, ""))
			} else {
				p.alterType(id, p.before.Physical.Types[id], is)
			}
		}
		if is := p.target.Physical.Statements[id]; is != nil && !isTrigger(is) {
			p.createStatement(id, is)
		}
	}
}

func (p *planner) alterType(id model.ID, was, is *model.UserType) {
	name := "ALTER TYPE " + quoted(p.target, id)
	for _, field := range model.Sorted(is.Fields) {
		from := was.Fields[field.ID]
		step := Step{Kind: Alter, Element: compare.Name(p.target, id) + "." + field.Value.Name}
		switch {
		case from == nil:
			step.Statement = fmt.Sprintf("%s ADD %s %s;", name, syntax.QuoteName(field.Value.Name), p.target.TypeText(field.Value.Type))
			step.Warning = "A field is added behind the others and cannot be removed again."
		case from.Name != field.Value.Name:
			step.Statement = fmt.Sprintf("%s RENAME %s TO %s;", name, syntax.QuoteName(from.Name), syntax.QuoteName(field.Value.Name))
			step.Warning = "Applications that name the field fail until they use its new name."
		default:
			continue
		}
		p.add(step)
	}
}

func isTrigger(statement *model.Statement) bool {
	return strings.HasPrefix(cql.KeptName(statement.Text), "TRIGGER ")
}

// createStatement creates a function, an aggregate, a role and so on, or
// replaces one.
func (p *planner) createStatement(id model.ID, is *model.Statement) {
	was := p.before.Physical.Statements[id]
	step := p.created(id, "")
	switch {
	case was == nil:
	case was.Text == is.Text:
		return
	default:
		step.Kind = Alter
		for _, kind := range []string{"FUNCTION", "AGGREGATE"} {
			if rest, found := strings.CutPrefix(step.Statement, "CREATE "+kind); found {
				step.Statement = "CREATE OR REPLACE " + kind + rest
			}
		}
	}
	p.add(step)
}

// freeDependents drops the indexes that changed, and those whose column is
// renamed: Cassandra renames no column with an index.
func (p *planner) freeDependents() {
	for _, definition := range p.old.list {
		table, id := definition.Table, definition.Element
		was, is := p.before.Physical.Relations[table], p.target.Physical.Relations[table]
		if table == "" || is == nil || p.replaced[table] || is.Indexes[id] == nil {
			continue
		}
		if p.old.of[id].Text != p.new.of[id].Text || !sameParts(was, is, was.Indexes[id]) {
			p.rebuilt[id] = true
			p.add(p.dropped("INDEX", id, "Queries that need the index fail until it is built again."))
		}
	}
}

// sameParts reports whether the columns of an index keep their names.
func sameParts(was, is *model.Relation, index *model.Index) bool {
	for _, part := range append([]model.IndexPart{{Column: index.Column}}, index.More...) {
		if from, to := was.Columns[part.Column], is.Columns[part.Column]; from == nil || to == nil || from.Name != to.Name {
			return false
		}
	}
	return true
}

// alterRelations alters tables and the options of views.
func (p *planner) alterRelations() {
	for _, definition := range p.new.list {
		id := definition.Element
		was, is := p.before.Physical.Relations[id], p.target.Physical.Relations[id]
		if was == nil || is == nil || p.replaced[id] || p.late[id] {
			continue
		}
		what := "MATERIALIZED VIEW"
		if is.Kind == model.Table {
			what = "TABLE"
			p.alterColumns(id, was, is)
		}
		if changed := changedOptions(p.old.of[id].Options, p.new.of[id].Options); len(changed) > 0 {
			p.add(Step{Kind: Alter, Statement: "ALTER " + what + " " + quoted(p.target, id) + " WITH " + strings.Join(changed, " AND ") + ";",
				Element: compare.Name(p.target, id), Warning: optionWarning(p.old.of[id].Options, p.new.of[id].Options)})
		}
	}
}

func optionWarning(was, is map[string]string) string {
	switch {
	case was["default_time_to_live"] != is["default_time_to_live"]:
		return "The time to live applies to rows written from now on; older ones keep theirs."
	case was["gc_grace_seconds"] != is["gc_grace_seconds"]:
		return "Repair must finish within gc_grace_seconds, or deleted rows may come back."
	case was["compaction"] != is["compaction"]:
		return "Another compaction strategy rewrites the table's files on each node."
	}
	return ""
}

// alterColumns renames key columns, adds columns and changes masks. Columns are
// removed at the end.
func (p *planner) alterColumns(id model.ID, was, is *model.Relation) {
	table := "ALTER TABLE " + quoted(p.target, id)
	for _, column := range is.SortedColumns() {
		from, to := was.Columns[column.ID], column.Value
		name := syntax.QuoteName(to.Name)
		alter := func(warning, format string, values ...any) {
			p.add(Step{Kind: Alter, Statement: table + fmt.Sprintf(format, values...) + ";", Element: compare.Name(p.target, id) + "." + to.Name, Warning: warning})
		}
		switch {
		case from == nil:
			alter("", " ADD %s", p.columnText(to))
		case from.Name != to.Name && to.Role.InKey():
			alter("Applications that name the column fail until they use its new name.", " RENAME %s TO %s", syntax.QuoteName(from.Name), name)
		case from.Name != to.Name:
			alter("", " ADD %s", p.columnText(to))
			p.copyColumn(id, from, to)
			continue
		}
		switch {
		case from == nil || from.Mask == to.Mask:
		case to.Mask == "":
			alter("", " ALTER %s DROP MASKED", name)
		default:
			alter("", " ALTER %s MASKED WITH %s", name, to.Mask)
		}
	}
}

// columnText returns a column as ALTER TABLE ADD writes it.
func (p *planner) columnText(column *model.Column) string {
	text := syntax.QuoteName(column.Name) + " " + p.target.TypeText(column.Type)
	if column.Role == model.Static {
		text += " STATIC"
	}
	if column.Mask != "" {
		text += " MASKED WITH " + column.Mask
	}
	return text
}

// copyColumn adds the instructions that move the values of a column to one of
// another name, which Cassandra does not rename.
func (p *planner) copyColumn(table model.ID, from, to *model.Column) {
	name := compare.Name(p.target, table)
	instruct := func(kind StepKind, format string, values ...any) {
		p.add(Step{Kind: kind, Element: name + "." + to.Name, Instruction: fmt.Sprintf(format, values...)})
	}
	instruct(DualWrite, "Write each value of %s.%s to %s as well; read %s.", name, from.Name, to.Name, from.Name)
	instruct(Backfill, "Copy %s to %s in the rows written before, with the time of the old value (USING TIMESTAMP).", from.Name, to.Name)
	instruct(Verify, "Compare %s and %s in all rows of %s.", from.Name, to.Name, name)
	instruct(Switch, "Read %s.%s, then stop writing %s.", name, to.Name, from.Name)
}
