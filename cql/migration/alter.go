package migration

import (
	"fmt"
	"maps"
	"slices"
	"strings"

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
	p.add(Step{Kind: Alter, Statement: "ALTER KEYSPACE " + quoted(p.target, id) + " WITH " + strings.Join(changed, " AND ") + ";",
		Element: compare.Name(p.target, id), Warning: replicationWarning(p.old.of[id].Options["replication"], p.new.of[id].Options["replication"])})
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

// types creates and alters types, each after those that it uses, and functions and
// aggregates.
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
		if p.target.Physical.Statements[id] != nil && isFunction(definition.Text) {
			p.createStatement(id)
		}
	}
}

// statements makes what is about tables and functions: comments, roles, permissions.
func (p *planner) statements() {
	for _, definition := range p.new.list {
		id := definition.Element
		if p.target.Physical.Statements[id] != nil && !isFunction(definition.Text) && !isTrigger(definition.Text) {
			p.createStatement(id)
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
			step.Statement = fmt.Sprintf("%s %s %s %s;", name, p.adding(), syntax.QuoteName(field.Value.Name), p.target.TypeText(field.Value.Type))
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

// alterColumns renames key columns, adds columns and changes masks and constraints. Columns are
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
			alter("", " %s %s", p.adding(), p.columnText(to))
		case from.Name != to.Name && to.Role.InKey():
			alter("Applications that name the column fail until they use its new name.", " RENAME %s TO %s", syntax.QuoteName(from.Name), name)
		case from.Name != to.Name:
			alter("", " %s %s", p.adding(), p.columnText(to))
			p.copyColumn(id, from, to)
			continue
		}
		switch {
		case from == nil || from.Mask == to.Mask && !p.unmasked[column.ID]:
		case to.Mask == "" && p.unmasked[column.ID]:
		case to.Mask == "":
			alter("", " ALTER %s DROP MASKED", name)
		default:
			alter("", " ALTER %s MASKED WITH %s", name, to.Mask)
		}
		switch {
		case from == nil || from.Check == to.Check:
		case to.Check == "":
			alter("", " ALTER %s DROP CHECK", name)
		default:
			alter("Writes that break the constraint fail from now on; rows that break it stay as they are.", " ALTER %s CHECK %s", name, to.Check)
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
	if column.Check != "" {
		text += " CHECK " + column.Check
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
