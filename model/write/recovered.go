package write

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/access"
	"widerow/model/edit"
)

// recovering plans an update that is a statement of the application.
type recovering struct{ *planning }

// recovered plans an update that is a statement of the application: that statement, on its
// tables, and nothing else.
func (p *planner) recovered(id model.ID, update *model.Update) Plan {
	w := recovering{&planning{planner: p, subject: &subject{id: id, update: update, kind: cmp.Or(update.Kind, model.Insert)},
		plan: Plan{Update: id, Rate: p.rate(update), Parameters: p.prover.Parameters(id)}}}
	for i, named := range model.StatementTables(update.Statement) {
		if t := p.namedTable(named); t != nil {
			s := w.asWritten(t, named.Verb)
			s.Part = i
			w.writes = append(w.writes, s)
		}
	}
	if len(w.writes) > 0 {
		w.plan.Steps = []Step{w.stepAsWritten()}
	}
	w.sumAsWritten()
	w.addViews()
	arrangement(w).explainFailures()
	w.findRecovered()
	return w.plan
}

// namedTable returns the table of a statement, nil if the model has none of that name.
func (p *planner) namedTable(named model.StatementTable) *table {
	at := slices.IndexFunc(p.tables, func(t *table) bool { return !t.isView && named.Is(p.model, t.Relation) })
	if at < 0 {
		return nil
	}
	return p.tables[at]
}

// asWritten returns the application's statement on a table, with its own text.
func (w recovering) asWritten(t *table, verb string) *Statement {
	s := &Statement{Table: t.ID, Logical: t.Logical, Access: t.Access, Text: w.update.Statement, Write: access.BatchPart{Table: t.Access},
		Purpose: "is a statement of the application", Times: exactly(1), Rows: w.rowsAsWritten(t, verb), Idempotent: true, Counter: t.isCounter}
	switch verb {
	case "INSERT":
		s.Write.Insert = &access.Insert{IfNotExists: w.update.Conditional}
	case "UPDATE":
		s.Write.Update = &access.Update{IfExists: w.update.Conditional}
	default:
		s.Write.Delete = &access.Delete{IfExists: w.update.Conditional}
	}
	switch {
	case w.update.Conditional:
		s.Idempotent, s.Repetition = false, "finds its own result: after a timeout, read with SERIAL whether it was applied"
	case t.isCounter:
		s.Idempotent, s.Repetition = false, "counts twice"
	case verb == "UPDATE" && strings.Contains(w.update.Statement, "+") &&
		slices.ContainsFunc(t.columns, func(c *column) bool { return c.kind() == model.ListType }):
		s.Idempotent, s.Repetition = false, "adds the element to the list twice"
	}
	return s
}

// rowsAsWritten is one row, unless the conditions leave columns of the key open.
func (w recovering) rowsAsWritten(t *table, verb string) amount {
	if verb == "INSERT" || !slices.ContainsFunc(t.key(), func(c *column) bool { return !w.isGiven(c) }) {
		return exactly(1)
	}
	return amount{}
}

// isGiven reports whether a condition of the update fixes the value of a column.
func (w recovering) isGiven(c *column) bool {
	for _, given := range w.update.Given {
		isIt := given.Attribute != "" && slices.Contains(c.Stores, given.Attribute) || given.Attribute == "" && given.Name == c.Name
		if isIt && given.Operator == model.Equal {
			return true
		}
	}
	return false
}

func (w recovering) stepAsWritten() Step {
	step := Step{Kind: Write}
	for _, s := range w.writes {
		step.Statements = append(step.Statements, *s)
	}
	words := strings.Fields(strings.ToUpper(w.update.Statement))
	switch {
	case len(words) > 1 && words[0] == "BEGIN" && words[1] == "UNLOGGED":
		step.Kind = UnloggedBatch
	case len(words) > 0 && words[0] == "BEGIN":
		step.Kind = LoggedBatch
	}
	return step
}

func (w recovering) sumAsWritten() {
	for _, t := range w.tables {
		writes := TableWrites{Table: t.ID, Partitions: exactly(0), Rows: exactly(0)}
		isOpen := slices.ContainsFunc(t.partition, func(c *column) bool { return !w.isGiven(c) })
		for _, s := range w.writes {
			if s.Table != t.ID {
				continue
			}
			writes.Statements++
			writes.Rows = sum(writes.Rows, s.Rows)
			if s.Write.Insert == nil && isOpen {
				writes.Partitions = amount{}
			} else {
				writes.Partitions = sum(writes.Partitions, exactly(1))
			}
		}
		if writes.PerSecond = product(writes.Rows, w.plan.Rate); writes.Statements > 0 {
			w.plan.Tables = append(w.plan.Tables, writes)
		}
	}
}

// findRecovered reports the faults of the statement, and the tables that it leaves unchanged.
func (w recovering) findRecovered() {
	label, found := w.update.Label, findings(w)
	if len(w.writes) == 0 {
		found.report(Warning, CodeNoTable, w.id, "The model has no table that the statement of "+label+" names",
			"Change the statement in the form of "+label+", or remove it to plan the update from the concepts.")
	}
	found.findConsistency()
	found.findParameters()
	others := w.otherTables()
	if w.plan.Others = others; len(others) > 0 && len(w.writes) > 0 {
		found.report(Info, CodeStatement, w.id, "What "+label+" writes is also in "+list(w.tableNames(others))+", which its statement leaves as they are",
			"If no other statement of the application writes them, write them, too: the statements are then planned from the concepts.")
	}
	if mismatch := w.model.ActorMismatch(w.id); mismatch != "" {
		found.report(Info, CodeActor, w.id, mismatch, "Change the actor of one of them.")
	}
}

// otherTables are those that the update would also write if it were planned from the
// concepts.
func (w recovering) otherTables() []model.ID {
	planned := *w.update
	planned.Statement = ""
	all := w.planner.writesOf(w.id, &planned)
	all.sum()
	var others []model.ID
	for _, writes := range all.plan.Tables {
		if !slices.ContainsFunc(w.writes, func(s *Statement) bool { return s.Table == writes.Table }) {
			others = append(others, writes.Table)
		}
	}
	return others
}

// tableNames names the first tables.
func (w recovering) tableNames(tables []model.ID) []string {
	const most = 4
	var names []string
	for _, id := range tables[:min(len(tables), most)] {
		names = append(names, w.byID[id].Access.Name)
	}
	if more := len(tables) - most; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return names
}

// writeOthers offers to plan a recovered update from the concepts.
func (f *fixer) writeOthers(update *model.Update) {
	w := recovering{&planning{planner: f.planner, subject: &subject{id: f.update, update: update}}}
	for _, named := range model.StatementTables(update.Statement) {
		if t := f.namedTable(named); t != nil {
			w.writes = append(w.writes, &Statement{Table: t.ID})
		}
	}
	others := w.otherTables()
	if len(others) == 0 {
		return
	}
	commands := []edit.Command{edit.Set{Element: f.update, Field: "statement", Was: update.Statement, Value: ""}}
	f.fixes = append(f.fixes, Fix{Text: "Write them, too: " + list(w.tableNames(others)), Commands: commands})
}
