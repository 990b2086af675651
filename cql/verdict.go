package cql

import (
	"slices"
	"strings"

	"widerow/cql/convert"
	"widerow/cql/hint"
	"widerow/cql/print"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/access"
	"widerow/model/schema"
)

// Verdict is the server's reaction to one statement.
type Verdict struct {
	// Statement is the statement as parsed.
	Statement syntax.Statement
	// Findings are the refusal (Error), warnings and notes. Without an Error
	// the statement is accepted.
	Findings []Finding
	// Fails reports that the server prepares the statement, and rejects it each time it
	// is run: a Warning says why.
	Fails bool
	// Plan is the execution of the statement, nil if it is refused or not about rows.
	Plan *access.Plan
	// Table is the qualified name of the table, or "".
	Table string
	// Alternatives are messages that the server may give instead of the
	// refusal's, because the order of its checks varies.
	Alternatives []string
}

// JudgeStatements checks statements on rows against a model's physical part,
// each by itself. keyspace is the one in use, which a USE in the script
// changes. It does not check statements on the schema.
func JudgeStatements(m *model.Model, script *syntax.Script, keyspace string) []Verdict {
	r := resolver{judge: judge{schema: newSchema(model.SeededIDs(nil)), target: targetOf(script.Target)}, text: script.Text, finder: newFinder()}
	r.schema.Current = keyspace
	r.tables = newTables(newModelCatalog(m), m.Physical)
	errors := script.Errors
	verdicts := make([]Verdict, len(script.Statements))
	for i, statement := range script.Statements {
		r.findings = nil
		errors = r.syntaxErrors(statement, errors)
		verdicts[i] = r.verdict(statement)
	}
	if last := len(verdicts) - 1; last >= 0 {
		for _, err := range errors {
			r.syntaxError(nil, err)
		}
		verdicts[last].add(r.findings)
	}
	return verdicts
}

func (r *resolver) verdict(statement syntax.Statement) Verdict {
	var result judged
	switch s := statement.(type) {
	case *syntax.Use:
		if r.tables.catalog.Has(s.Keyspace.Name) {
			r.schema.Current = s.Keyspace.Name
		} else {
			r.refuse(s, invalid("Keyspace '%s' does not exist", s.Keyspace.Name).
				Advise("{keyspace}Create the keyspace first."))
		}
	case *syntax.Bad:
	case *syntax.Describe:
		if refusal := r.describe(s); refusal != nil {
			r.refuse(s, refusal)
		}
	default:
		kind := kindOf(statement)
		if kind.rows == nil {
			r.kept(statement)
			break
		}
		r.checkTarget(statement)
		if r.target.hasOwn(statement) {
			break
		}
		result = r.rows(kind, statement)
	}
	return result.verdict(statement, r.findings)
}

// verdict returns the verdict on a statement with its findings.
func (j *judged) verdict(statement syntax.Statement, findings []Finding) Verdict {
	v := Verdict{Statement: statement, Plan: j.plan, Table: j.table, Alternatives: j.alternatives, Fails: j.refusal != nil && j.late}
	v.add(slices.Clip(findings))
	return v
}

// add adds findings to a verdict. A refused statement has no plan.
func (v *Verdict) add(findings []Finding) {
	v.Findings = findings
	if slices.ContainsFunc(findings, func(f Finding) bool { return f.Severity == Error }) {
		v.Plan = nil
	}
}

func isOnRows(statement syntax.Statement) bool { return kindOf(statement).rows != nil }

// judged is the result for a statement on rows.
type judged struct {
	plan    *access.Plan
	table   string
	refusal *schema.Refusal
	// term is the value of the statement that caused the refusal, if there is one.
	term *syntax.Term
	// late means that the server prepares the statement and refuses it only on
	// execution. system means that it names a system table, which is not
	// checked.
	late, system bool
	// atRun means that the server refuses the statement only on execution.
	atRun bool
	// alternatives become Verdict.Alternatives.
	alternatives []string
}

// judge judges statements on rows against the tables of a schema.
type judge struct {
	schema *schema.Schema
	tables *tables
	shaped convert.Rows
	target targets
}

// rows checks a statement on rows and records the findings.
func (r *resolver) rows(kind *kind, statement syntax.Statement) judged {
	judged := r.judgeRows(kind, statement)
	switch {
	case judged.system:
		r.note(Info, CodeKept, statement, "Writes to virtual tables, and the server's own tables in other databases, are not judged.")
	case judged.refusal == nil:
	case judged.late:
		finding := r.refuseAs(Warning, statement, judged.refusal)
		finding.Hint = "The server prepares this statement and rejects it each time it is run."
		r.placeTerm(finding, judged.term)
	default:
		r.placeTerm(r.refuseAs(Error, statement, judged.refusal), judged.term)
	}
	return judged
}

// placeTerm marks the value that a finding is about.
func (r *resolver) placeTerm(finding *Finding, term *syntax.Term) {
	if term != nil && term.Line > 0 && r.text != "" {
		finding.setPlace(place{term.Position, syntax.TermEnd(r.text, term)})
	}
}

func (r *resolver) judgeRows(kind *kind, statement syntax.Statement) judged {
	if refusal := checkParsed(statement); refusal != nil {
		return judged{refusal: refusal}
	}
	return kind.rows(&r.judge, statement)
}

func (j *judge) judgeSelect(s *syntax.Select) judged {
	table, result := j.judgeTable(s.Table)
	if table == nil {
		return result
	}
	converter := j.converter(table.Keyspace)
	selection := converter.Select(s)
	selection.AllowFiltering = selection.AllowFiltering || isVirtual(table)
	plan, refusal := table.Select(selection)
	if bound := j.refusedBound(s, table, converter, refusal); bound != nil {
		return judged{refusal: bound}
	}
	return result.with(converter, &plan, refusal)
}

// refusedBound refuses a value of BETWEEN. The server reads both before it compares
// them with other conditions on the column.
func (j *judge) refusedBound(s *syntax.Select, table *access.Table, converter *convert.Rows, refusal *access.Refusal) *schema.Refusal {
	for _, c := range s.Where {
		if c.Operator != "BETWEEN" || refusal != nil && !strings.Contains(print.RefusalText(refusal), c.Columns[0].Name) {
			continue
		}
		name := c.Columns[0].Name
		for i := range c.Values {
			if wrong := table.CheckColumnValue(name, converter.Value(&c.Values[i])); wrong != nil {
				return refusalOf(wrong)
			}
		}
		isNull := func(t syntax.Term) bool { return t.Kind == syntax.NullTerm }
		if slices.ContainsFunc(c.Values, isNull) && (refusal == nil || refusal.Code == access.NullFilter) {
			return invalid("Invalid null value for column %s", name).
				Advise("Compare with a value.")
		}
	}
	return nil
}

func (j *judge) judgeInsert(s *syntax.Insert) judged { return j.judgeWrite(s, s.Table) }

func (j *judge) judgeUpdate(s *syntax.Update) judged { return j.judgeWrite(s, s.Table) }

func (j *judge) judgeDelete(s *syntax.Delete) judged { return j.judgeWrite(s, s.Table) }

func (j *judge) judgeWrite(statement syntax.Statement, name syntax.QualifiedName) judged {
	table, result := j.judgeTable(name)
	if table == nil {
		return result
	}
	if isVirtual(table) {
		return judged{system: true}
	}
	converter := j.converter(table.Keyspace)
	plan, refusal := converter.Part(table, statement).Judge()
	return j.constrainedWrite(result.with(converter, &plan, refusal), statement, converter.Marked)
}

func (j *judge) judgeTruncate(s *syntax.Truncate) judged {
	table, result := j.judgeTable(s.Table)
	if table != nil && table.View {
		result.refusal = invalid("Cannot TRUNCATE materialized view directly; must truncate base table instead")
	}
	return result
}

// converter returns the converter of a statement, and invalidates what it returned for the previous one.
func (j *judge) converter(keyspace string) *convert.Rows {
	j.shaped.Begin(keyspace, j.tables.catalog)
	return &j.shaped
}

// with adds the result of package access.
func (j judged) with(s *convert.Rows, plan *access.Plan, refusal *access.Refusal) judged {
	if refusal == nil {
		j.plan = plan
		return j
	}
	j.refusal = refusalOf(refusal)
	if v := refusal.Value; v != nil && v.Source > 0 {
		j.term = s.Term(v.Source)
	}
	j.atRun, j.late = refusal.AtRun, refusal.AtRun && s.Marked
	for _, alternative := range refusal.Alternatives {
		alternative.Statement, alternative.Table = refusal.Statement, refusal.Table
		j.alternatives = append(j.alternatives, print.RefusalText(alternative))
	}
	return j
}

func refusalOf(refusal *access.Refusal) *schema.Refusal {
	part := refusal.Column
	if part == "" && len(refusal.Columns) > 0 {
		part = refusal.Columns[0]
	}
	if part == "" && refusal.Condition != nil {
		part = refusal.Condition.Columns[0]
	}
	return &schema.Refusal{Code: schema.Code(print.RefusalCode(refusal)), Message: print.RefusalText(refusal), Part: part, Hint: hint.RefusalHint(refusal)}
}

// judgeTable finds the table that a statement names.
func (j *judge) judgeTable(name syntax.QualifiedName) (*access.Table, judged) {
	full, refusal := j.schema.Complete(convert.Name(name))
	if refusal != nil {
		return nil, judged{refusal: refusal}
	}
	table, refusal := j.tables.find(full)
	if table == nil && refusal == nil {
		table, refusal = j.systemTable(full)
	}
	if table != nil {
		table.Since6 = j.target == cassandra60
	}
	return table, judged{table: j.tables.textOf(full), refusal: refusal, system: table == nil && refusal == nil}
}

// checkFilter checks the filter of a view.
func (j *judge) checkFilter(s *syntax.CreateView) *schema.Refusal {
	name := s.Table
	name.Keyspace = s.Name.Keyspace
	table, result := j.judgeTable(name)
	if table == nil {
		return result.refusal
	}
	converter := j.converter(table.Keyspace)
	return judged{}.with(converter, nil, table.ViewFilter(converter.Conditions(s.Where))).refusal
}

// judgeBatch checks the keyspaces of all statements first, then each statement
// by itself, then the batch as a whole.
func (j *judge) judgeBatch(s *syntax.Batch) judged {
	for _, statement := range s.Statements {
		if _, refusal := j.schema.Complete(convert.Name(syntax.Subject(statement))); refusal != nil {
			return judged{refusal: refusal}
		}
	}
	converter := j.converter("")
	batch := converter.Batch(s)
	for _, statement := range s.Statements {
		table, result := j.judgeTable(syntax.Subject(statement))
		if table == nil {
			if refusal := batch.Prepare(); refusal != nil {
				return judged{}.with(converter, nil, refusal)
			}
			return result
		}
		converter.Keyspace = table.Keyspace
		batch.Parts = append(batch.Parts, converter.Part(table, statement))
	}
	result := judged{}.with(converter, nil, batch.Judge())
	for _, statement := range s.Statements {
		if result.refusal == nil {
			result = j.constrainedWrite(result, statement, converter.Marked)
		}
	}
	return result
}
