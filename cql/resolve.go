package cql

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"widerow/cql/hint"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/schema"
)

// Severity is the severity of a finding. Error is a refusal, Warning marks a statement that
// Cassandra accepts only with a feature enabled, and Info a part that was not checked.
type Severity string

// The severities.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Info    Severity = "info"
)

// Codes of findings in addition to those of package schema.
const (
	CodeDisabled = "cql/disabled"
	CodeKept     = "cql/kept"
	CodeAssumed  = "cql/assumed"
	CodeLimit    = "cql/limit"
	CodePassword = "cql/password"
	CodeTopology = "cql/topology"
)

// maxColumns and maxRelations limit what one script creates: a view of all
// columns of a large table takes little text.
const (
	maxColumns   = 100_000
	maxRelations = 25_000
)

// Finding is a message about a statement. Message is Cassandra's own for a
// refusal by its semantic checks, and Widerow's otherwise.
type Finding struct {
	Severity Severity
	Code     string
	Message  string
	// Hint is Widerow's advice on what to do. It is never part of Message.
	Hint string
	// Position is the start of the statement or, for a syntax error, its place.
	// Statement counts from 1, and is 0 for a command of cqlsh.
	Position  syntax.Position
	Statement int
	// From and To enclose the narrow place of the finding: a column's name, an
	// option's key, a type. Both are zero if there is none.
	From, To syntax.Position
	// Name is the name of the element concerned: "shop.orders.total", or "".
	Name string
	// Element is the ID of the element if a model was checked.
	Element model.ID
	// Text is the statement as it was written.
	Text string
}

func (f *Finding) setPlace(p place) { f.From, f.To = p.From, p.To }

// resolver applies statements in order.
type resolver struct {
	judge
	findings []Finding
	// unlisted are the findings beyond limits.Findings.
	unlisted unlisted
	limits   syntax.Limits
	// leftOut are the statements on rows that are not part of a schema.
	leftOut rowsLeftOut
	// lenient accepts the usable part of refused statements, for an import.
	// home is the keyspace of unqualified names, or "".
	lenient bool
	// keepsRows means that statements on rows are kept as text.
	keepsRows bool
	home      string
	roles     *roles
	described described
	// comments are the kept comments and labels by commentSubject.
	comments map[string]keptComment
	// misspelt means that the statement has a syntax error.
	misspelt bool
	// missing decides which keyspaces are assumed to exist.
	missing missingKeyspaces
	// existing are the keyspaces of the model that the script is applied to. One
	// that the script uses but does not create keeps its properties.
	existing map[model.ID]*model.Keyspace
	// former are the earlier names of renamed elements, nil if not wanted.
	former map[model.ID][]string
	text   string
	finder *finder
	// onRows is the result for the newest statement if it is on rows. verdicts are those on all
	// statements, nil if not wanted.
	onRows   judged
	verdicts []Verdict
}

// Judge applies the statements of a script in order, as a server would, and
// returns what the server refuses.
func Judge(script *syntax.Script) []Finding { return JudgeWith(script, Surroundings{}) }

// JudgeWith is like Judge for a script that does not run on its own.
func JudgeWith(script *syntax.Script, surroundings Surroundings) []Finding {
	r := newJudging(script, surroundings)
	r.run(script)
	return r.findings
}

// JudgeEach is like JudgeWith and returns the verdict on each statement, too.
func JudgeEach(script *syntax.Script, surroundings Surroundings) ([]Finding, []Verdict) {
	r := newJudging(script, surroundings)
	r.verdicts = make([]Verdict, 0, len(script.Statements))
	r.run(script)
	return r.findings, r.verdicts
}

func newJudging(script *syntax.Script, surroundings Surroundings) *resolver {
	r := newResolver(model.SeededIDs(nil))
	r.roles = newRoles()
	r.surround(script, surroundings)
	return &r
}

func newResolver(ids model.IDs) resolver {
	r := resolver{judge: judge{schema: newSchema(ids), target: cassandra50}, finder: newFinder(), comments: map[string]keptComment{}}
	r.tables = newTables(r.schema, r.schema.Physical)
	return r
}

func newSchema(ids model.IDs) *schema.Schema {
	s := schema.New(ids)
	s.RenameFilter = renameFilter
	s.CheckMask = func(table schema.Name, column string, t model.Type, mask string) (string, *schema.Refusal) {
		return checkMask(s, table, column, t, mask)
	}
	s.CheckTerm = func(keyspace, term string, t model.Type) *schema.Refusal { return checkTerm(s, keyspace, term, t) }
	return s
}

func (r *resolver) run(script *syntax.Script) {
	r.text, r.target, r.limits = script.Text, targetOf(script.Target), script.Limits
	r.leftOut, r.unlisted = rowsLeftOut{}, unlisted{}
	r.described = describedIn(slices.Values(script.Statements))
	errors := script.Errors
	defer r.count()
	for _, statement := range script.Statements {
		if limit := r.limit(); limit != "" {
			r.note(Error, CodeLimit, statement, limit+": the rest was not read")
			return
		}
		start := len(r.findings)
		remaining := r.syntaxErrors(statement, errors)
		r.misspelt, errors = len(remaining) < len(errors), remaining
		before := len(r.findings)
		r.checkTarget(statement)
		if refusal := r.apply(statement); refusal != nil {
			r.refuse(statement, refusal)
		} else {
			r.followComments(statement)
			r.warnDisabled(statement)
			if len(r.findings) == before {
				r.noteDatacenters(statement)
			}
		}
		if r.verdicts != nil {
			r.verdicts = append(r.verdicts, r.onRows.verdict(statement, r.findings[start:]))
		}
	}
	for _, err := range errors {
		r.syntaxError(nil, err)
	}
}

// limit returns a message if the script exceeds a limit.
func (r *resolver) limit() string {
	switch {
	case r.schema.Columns > maxColumns:
		return fmt.Sprintf("the script makes more than %d columns", maxColumns)
	case len(r.schema.Physical.Relations) > maxRelations:
		return fmt.Sprintf("the script makes more than %d tables and views", maxRelations)
	}
	return ""
}

// syntaxErrors reports the errors up to the end of a statement and returns the
// others.
func (r *resolver) syntaxErrors(statement syntax.Statement, errors []*syntax.Error) []*syntax.Error {
	number, end := syntax.Place(statement).Number, syntax.Place(statement).End.Offset
	bad, isBad := statement.(*syntax.Bad)
	isRefused := isBad && r.refusePartial(bad)
	for len(errors) > 0 && (errors[0].Statement <= number && number > 0 || errors[0].Offset < end) {
		if !isRefused || errors[0].Recovered {
			r.syntaxError(statement, errors[0])
		}
		errors = errors[1:]
	}
	return errors
}

func (r *resolver) syntaxError(statement syntax.Statement, err *syntax.Error) {
	severity := Error
	if r.lenient && err.Recovered {
		severity = Info
	}
	if r.isFull() {
		r.unlisted.add(severity, err.Position, err.Statement)
		return
	}
	finding := Finding{Severity: severity, Code: string(schema.Syntax), Message: err.Text, Position: err.Position, Statement: err.Statement}
	finding.setPlace(placeAt(r.text, err.Position))
	finding.Hint = hint.SyntaxHint(r.text, err)
	if bad, isBad := statement.(*syntax.Bad); isBad {
		finding.Text = bad.Text
	} else if statement != nil {
		finding.Text = r.written(statement)
	}
	r.findings = append(r.findings, finding)
}

// apply checks one statement and adds what it creates.
func (r *resolver) apply(statement syntax.Statement) *schema.Refusal {
	r.onRows = judged{}
	r.assumeMissing(statement)
	if number := syntax.Place(statement).Oversized; number != "" {
		return r.failedParsing(statement, `NumberFormatException For input string: "`+number+`"`)
	}
	kind := kindOf(statement)
	if kind.rows != nil && !r.lenient {
		if !r.target.hasOwn(statement) {
			r.onRows = r.rows(kind, statement)
		}
		return nil
	}
	if kind.apply == nil {
		r.leaveOut(statement)
		return nil
	}
	r.tables.forget()
	return kind.apply(r, statement)
}

func (r *resolver) refuse(statement syntax.Statement, refusal *schema.Refusal) {
	r.refuseAs(Error, statement, refusal)
}

// refuseAs lists a refusal. The caller may change the returned finding.
func (r *resolver) refuseAs(severity Severity, statement syntax.Statement, refusal *schema.Refusal) *Finding {
	base := syntax.Place(statement)
	if r.isFull() {
		return r.unlisted.add(severity, base.Start, base.Number)
	}
	finding := Finding{Severity: severity, Code: string(refusal.Code), Message: refusal.Message,
		Hint: r.hint(statement, refusal), Position: base.Start, Statement: base.Number,
		Name: r.nameOf(statement, refusal.Part), Text: r.written(statement)}
	finding.setPlace(r.finder.placeOf(r.text, statement, refusal))
	r.findings = append(r.findings, finding)
	return &r.findings[len(r.findings)-1]
}

// note lists a finding. The caller may change the returned one.
func (r *resolver) note(severity Severity, code string, statement syntax.Statement, message string) *Finding {
	base := syntax.Place(statement)
	if r.isFull() {
		return r.unlisted.add(severity, base.Start, base.Number)
	}
	finding := Finding{Severity: severity, Code: code, Message: message, Position: base.Start,
		Statement: base.Number, Name: r.nameOf(statement, ""), Text: r.written(statement)}
	finding.setPlace(r.finder.placeOf(r.text, statement, noRefusal))
	r.findings = append(r.findings, finding)
	return &r.findings[len(r.findings)-1]
}

// written returns the statement's text.
func (r *resolver) written(statement syntax.Statement) string {
	base := syntax.Place(statement)
	if r.text == "" || base.End.Offset == 0 {
		return ""
	}
	return strings.TrimSpace(r.text[base.Start.Offset:min(base.End.Offset, int32(len(r.text)))])
}

// nameOf returns the name of a statement's subject, or of a part of it.
func (r *resolver) nameOf(statement syntax.Statement, part string) string {
	name := syntax.Subject(statement)
	if name.Name.Name == "" {
		return name.Keyspace.Name
	}
	keyspace := cmp.Or(name.Keyspace.Name, r.schema.Current)
	return strings.Trim(strings.Join([]string{keyspace, name.Name.Name, part}, "."), ".")
}

// foreign reports which database supports a statement that only the target
// supports.
func (r *resolver) foreign(s *syntax.Foreign) *schema.Refusal {
	r.note(Info, CodeKept, s, s.Keyword+" is of "+r.target.String()+" only. It is kept as text and not judged.")
	return nil
}

// kept reports a statement that is not checked.
func (r *resolver) kept(s syntax.Statement) {
	keyword, command := syntax.Keyword(s)
	message := keyword + " is kept as text: only statements about keyspaces, types, tables, indexes and views are judged."
	if command {
		message = keyword + " is a command of cqlsh, not a statement."
	}
	r.note(Info, CodeKept, s, message)
}
