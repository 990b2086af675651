package write

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/proof"
)

// The codes of findings about what all updates together leave out.
const (
	CodeUnfilled  = "table/unfilled"
	CodeUnwritten = "table/unwritten"
)

// Judge compares the plans of all updates with the proofs of all queries: which columns that
// a query reads no update fills, and which rows an update should write, but cannot. It adds
// these gaps to the proofs, makes the findings of the plans about them errors, and returns
// findings about tables.
func Judge(m *model.Model, plans []Plan, results []proof.Result) []Finding {
	if len(plans) == 0 {
		return nil
	}
	j := &gapJudge{model: m, written: map[model.ID]*written{}, read: map[model.ID]map[string][]int{}, readers: map[model.ID][]int{}, results: results}
	for i := range results {
		j.addReads(i)
	}
	for i := range plans {
		j.addWrites(&plans[i])
	}
	for i := range plans {
		j.judgePlan(&plans[i])
	}
	return append(j.unfilled(), j.unwritten(plans)...)
}

// gapJudge holds the writes and the reads of each table.
type gapJudge struct {
	model   *model.Model
	written map[model.ID]*written
	// readers are the queries of a table, read the queries of each column outside of the key, both
	// by their place in results.
	readers map[model.ID][]int
	read    map[model.ID]map[string][]int
	results []proof.Result
}

// written holds the columns of a table that the updates write.
type written struct {
	columns map[string]bool
	// isAimedAt reports that an update writes it, or would if it could.
	isAimedAt bool
	// hasRows reports that an update makes rows, not only changes those that are there.
	hasRows bool
	// copied are the columns that a plan leaves empty, and says so.
	copied map[string]bool
}

func (j *gapJudge) of(table model.ID) *written {
	if j.written[table] == nil {
		j.written[table] = &written{columns: map[string]bool{}, copied: map[string]bool{}}
	}
	return j.written[table]
}

// addReads adds the columns that the best statement of a query and its lookups read. Those of
// a view are in its base table.
func (j *gapJudge) addReads(at int) {
	best, found := j.results[at].Best()
	if !found || !best.Serves() {
		return
	}
	j.addSelect(at, best)
	for i := range best.Lookups {
		j.addSelect(at, &best.Lookups[i].Judgement)
	}
}

func (j *gapJudge) addSelect(at int, of *proof.Judgement) {
	table, names := of.Table, of.Select.Columns()
	inKey := map[string]bool{}
	for _, c := range slices.Concat(of.Access.Partition, of.Access.Clustering) {
		inKey[c.Name] = true
	}
	if relation := j.model.Physical.Relations[table]; relation != nil && relation.Kind == model.MaterializedView {
		table, inKey = relation.Base, j.keyOf(relation.Base)
	}
	j.readers[table] = appendNew(j.readers[table], at)
	if j.read[table] == nil {
		j.read[table] = map[string][]int{}
	}
	for name := range names {
		if !inKey[name] {
			j.read[table][name] = appendNew(j.read[table][name], at)
		}
	}
}

func (j *gapJudge) keyOf(relation model.ID) map[string]bool {
	names := map[string]bool{}
	for _, c := range j.model.Physical.Relations[relation].Columns {
		names[c.Name] = c.Role.InKey()
	}
	return names
}

// addWrites adds what the statements of a plan write that can run.
func (j *gapJudge) addWrites(plan *Plan) {
	for i := range plan.Steps {
		for k := range plan.Steps[i].Statements {
			j.addStatement(&plan.Steps[i].Statements[k], j.inserts(plan))
		}
	}
	for _, lookup := range plan.Lookups {
		if lookup.Copied && lookup.Without == "" {
			for _, name := range lookup.Names {
				j.of(lookup.Table).copied[name] = true
			}
		}
	}
}

func (j *gapJudge) addStatement(s *Statement, inserts bool) {
	if s.Select != nil || s.Write.Delete != nil {
		return
	}
	in := j.of(s.Table)
	if in.isAimedAt = true; s.CannotRun() != "" {
		return
	}
	names := s.Write.Columns()
	if s.Text != "" {
		names = model.StatementNames(s.Text)
	}
	maps.Copy(in.columns, names)
	in.hasRows = in.hasRows || inserts && s.Write.Insert != nil || s.Counter && s.Write.Update != nil
}

// judgePlan finds the data that a plan leaves out and a query reads, a column of a row or the row
// of an inserted instance, and makes their findings errors.
func (j *gapJudge) judgePlan(plan *Plan) {
	for _, lookup := range plan.Lookups {
		for _, name := range lookup.Names {
			isLater := lookup.Own && j.of(lookup.Table).columns[name] // another update fills it
			if readers := j.read[lookup.Table][name]; lookup.Copied && lookup.Without == "" && !isLater && len(readers) > 0 {
				j.leave(readers, proof.Gap{Table: lookup.Table, Column: name, Update: plan.Update})
				plan.raise(CodeCopy, lookup.Table)
			}
		}
	}
	for _, table := range j.unreached(plan) {
		if readers := j.readers[table]; len(readers) > 0 {
			plan.raise(CodeLookup, table)
			if j.inserts(plan) {
				j.leave(readers, proof.Gap{Table: table, Update: plan.Update})
			}
		}
	}
}

// raise makes the findings of a code about a table errors.
func (p *Plan) raise(code string, table model.ID) {
	for i := range p.Findings {
		if f := &p.Findings[i]; f.Code == code && f.Element == table {
			f.Level = Error
		}
	}
}

// unreached returns the tables whose rows an update should write, but cannot: the row of an inserted instance, or all
// rows that a change or a deletion is about.
func (j *gapJudge) unreached(p *Plan) []model.ID {
	var tables []model.ID
	for i := range p.Steps {
		for k := range p.Steps[i].Statements {
			s := &p.Steps[i].Statements[k]
			if isRow := s.Write.Insert != nil || !j.inserts(p); s.Select == nil && isRow && s.CannotRun() != "" {
				tables = appendNew(tables, s.Table)
			}
		}
	}
	return tables
}

// inserts reports whether the plan belongs to an insert.
func (j *gapJudge) inserts(p *Plan) bool {
	return cmp.Or(j.model.Workflow.Updates[p.Update].Kind, model.Insert) == model.Insert
}

func (j *gapJudge) leave(readers []int, gap proof.Gap) {
	for _, at := range readers {
		j.results[at].Gaps = appendNew(j.results[at].Gaps, gap)
	}
}

// unfilled finds the columns that a query reads and no update fills, in tables in which an
// update makes rows.
func (j *gapJudge) unfilled() []Finding {
	var findings []Finding
	for _, table := range slices.Sorted(maps.Keys(j.read)) {
		in := j.written[table]
		if in == nil || !in.hasRows {
			continue // its writes are not in the model
		}
		var columns []string
		var readers []int
		for _, name := range slices.Sorted(maps.Keys(j.read[table])) {
			if !in.columns[name] && !in.copied[name] {
				columns, readers = append(columns, name), appendNew(readers, j.read[table][name]...)
				j.leave(j.read[table][name], proof.Gap{Table: table, Column: name})
			}
		}
		if len(columns) > 0 {
			findings = append(findings, Finding{Level: Error, Code: CodeUnfilled, Element: table,
				Message: fmt.Sprintf("No update fills %s of %s, which %s", list(columns), j.model.Title(table), j.reads(readers)),
				Hint:    "Let an update write it, or leave it out of the query."})
		}
	}
	return findings
}

// unwritten finds the tables that queries read and no update writes, although one inserts what
// their rows are about.
func (j *gapJudge) unwritten(plans []Plan) []Finding {
	var findings []Finding
	said := map[model.ID]bool{}
	for _, table := range slices.Sorted(maps.Keys(j.readers)) {
		if in := j.written[table]; in != nil && in.isAimedAt {
			continue
		}
		if plan, reason := j.skipping(plans, table); plan != nil {
			said[table] = true
			findings = append(findings, Finding{Level: Warning, Code: CodeUnwritten, Element: table,
				Message: fmt.Sprintf("No update writes %s, which %s: %s inserts what its rows are about, but %s",
					j.model.Title(table), j.reads(j.readers[table]), j.model.Title(plan.Update), reason),
				Hint: j.unwrittenHint(plan, table)})
		}
	}
	for i := range plans {
		plans[i].leaveOut(said)
	}
	return findings
}

// leaveOut drops the note on the other tables of a statement if each has a finding of its own.
func (p *Plan) leaveOut(said map[model.ID]bool) {
	if !slices.ContainsFunc(p.Others, func(table model.ID) bool { return !said[table] }) {
		p.Findings = filter(p.Findings, func(f Finding) bool { return f.Code != CodeStatement })
	}
}

// skipping returns the insert that stores something of a table and does not write it, and why;
// a statement of the application, which could, before others.
func (j *gapJudge) skipping(plans []Plan, table model.ID) (plan *Plan, reason string) {
	for i := range plans {
		if !j.inserts(&plans[i]) {
			continue
		}
		if slices.Contains(plans[i].Others, table) {
			return &plans[i], "its statement leaves the table as it is"
		}
		for _, skipped := range plans[i].Skipped {
			if skipped.Table == table && plan == nil {
				plan, reason = &plans[i], skipped.Reason
			}
		}
	}
	return plan, reason
}

func (j *gapJudge) unwrittenHint(p *Plan, table model.ID) string {
	if slices.Contains(p.Others, table) {
		return "Write it, too, or add the statement that does."
	}
	return "Add an update that inserts " + j.uninserted(table) + "."
}

// uninserted names the types in the rows of a table that no update inserts.
func (j *gapJudge) uninserted(table model.ID) string {
	inserted := map[model.ID]bool{}
	for _, update := range j.model.Workflow.Updates {
		for _, write := range update.Writes {
			if cmp.Or(update.Kind, model.Insert) == model.Insert {
				inserted[write.Element] = true
			}
		}
	}
	var names []string
	if rows := mapping.NewStored(j.model).Of(table); rows != nil {
		for _, node := range rows.Nodes {
			if !inserted[node.Of] && !node.Optional && !node.Collected {
				names = appendNew(names, j.model.Title(node.Of))
			}
		}
	}
	return cmp.Or(list(names), "what is missing")
}

// reads names queries: "Q1 and Q2 read".
func (j *gapJudge) reads(readers []int) string {
	slices.Sort(readers)
	var labels []string
	for _, at := range readers {
		labels = append(labels, j.model.Title(j.results[at].Query))
	}
	if len(labels) == 1 {
		return labels[0] + " reads"
	}
	return list(labels) + " read"
}

// GapText describes a gap: "U2 leaves chef_nick of cooks_by_fan empty".
func GapText(m *model.Model, gap proof.Gap) string {
	switch table, update := m.Title(gap.Table), m.Title(gap.Update); {
	case gap.Update == "":
		return fmt.Sprintf("No update fills %s of %s", gap.Column, table)
	case gap.Column == "":
		return fmt.Sprintf("%s cannot write its row of %s", update, table)
	default:
		return fmt.Sprintf("%s leaves %s of %s empty", update, gap.Column, table)
	}
}

// ShortGapText describes a gap without its table.
func ShortGapText(m *model.Model, gap proof.Gap) string {
	switch {
	case gap.Update == "":
		return "No update fills " + gap.Column
	case gap.Column == "":
		return m.Title(gap.Update) + " cannot write its row"
	default:
		return fmt.Sprintf("%s leaves %s empty", m.Title(gap.Update), gap.Column)
	}
}
