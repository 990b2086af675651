package check

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"widerow/cql"
	"widerow/cql/files"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/advice"
	"widerow/model/mapping"
	"widerow/model/sizing"
)

// Listed is a statement on rows with its verdict: one partition, several partitions, index, filtering, scan, rejected, or
// fails when run.
type Listed struct {
	File    string   `json:"file,omitempty"`
	Line    int      `json:"line"`
	Verb    string   `json:"verb"`
	Tables  []string `json:"tables"`
	Verdict string   `json:"verdict"`
	// Partitions is the number of partitions that it names, or that a batch writes at most, 0 if that is open.
	Partitions int `json:"partitions,omitempty"`
	// Rows is the number of rows that a SELECT reads on average, WorstRows in the worst case, nil if that is open. AtMost
	// reports that a range or a LIMIT may leave fewer.
	Rows      *float64 `json:"rows,omitempty"`
	WorstRows *float64 `json:"worst_rows,omitempty"`
	AtMost    bool     `json:"at_most,omitempty"`
	// Idempotent reports whether a repetition does no harm.
	Idempotent bool `json:"idempotent"`
	// Advice are the codes of what is found at the statement.
	Advice []string `json:"advice"`
	// Statement is the text as written. Message is the reason of the server for a statement that it refuses.
	Statement string `json:"statement,omitempty"`
	Message   string `json:"message,omitempty"`
	// from and to bound the columns of its line that are its own: other statements may begin there.
	from, to int
}

// Has reports whether a finding of the same file is about the statement.
func (l *Listed) Has(f *Finding) bool {
	return f.Line == l.Line && f.Column >= l.from && f.Column < l.to
}

// List is the statements of a text with their verdicts on the tables of a model.
type List struct {
	Statements []Listed
	// Findings are the findings of the server and of advice at the statements, in their order.
	Findings []Finding
	// Left is the number of other statements in the text, such as those on the schema.
	Left int
}

// ListStatements lists the statements on rows of a text, with their verdicts on the tables of a model. keyspace applies to
// unqualified names; known has what the caller has already computed.
func ListStatements(m *model.Model, known advice.Known, text, keyspace string) List {
	if known.Sizes == nil {
		known.Sizes = mapping.Sizes(m, sizing.Disk)
	}
	parsed := parse.ParseFor(m.Target, text)
	placed := statementsOf(m, judgedScript{parsed, cql.JudgeStatements(m, parsed, keyspace)}, keyspace, known.Sizes)
	ignored := newIgnores(text, parsed.Statements)
	var list List
	for _, found := range advice.OfStatements(m, known, statementsIn(placed)) {
		if found.At == 0 || ignored.has(found.Code, placed[found.At-1].at) {
			continue
		}
		finding := adviceFinding(m, found)
		finding.Element, finding.Line, finding.Column = nameOf(m, found.Element), int(placed[found.At-1].at.Line), int(placed[found.At-1].at.Column)
		list.Findings = append(list.Findings, finding)
	}
	for i := range placed {
		for _, f := range placed[i].findings {
			list.Findings = append(list.Findings, Finding{Severity: f.Severity, Code: f.Code, Message: f.Message, Hint: f.Hint, Element: placed[i].Name,
				Line: int(placed[i].at.Line), Column: int(placed[i].at.Column)})
		}
	}
	slices.SortStableFunc(list.Findings, func(a, b Finding) int { return cmp.Compare(a.Line, b.Line) })
	byLine := findingsByLine(list.Findings)
	for i := range placed {
		if placed[i].isListed() {
			list.Statements = append(list.Statements, listed(placed, i, int(placed[i].at.Line), byLine))
		}
	}
	list.Left = len(parsed.Statements) - len(list.Statements)
	return list
}

// listStatements adds the statements on rows of a script to the reports of their files, with the codes of what was found
// there.
func listStatements(reports []Report, script *files.Script, statements []placed) {
	of := map[*files.File]int{}
	byLine := make([]map[int][]*Finding, len(reports))
	for i, file := range script.Files {
		of[file], byLine[i] = i, findingsByLine(reports[i].Findings)
	}
	for i := range statements {
		s := &statements[i]
		if !s.isListed() {
			continue
		}
		start := script.Start(int(s.at.Line), int(s.at.Column))
		at, found := of[start.File]
		if !found {
			continue
		}
		l := listed(statements, i, start.Line, byLine[at])
		l.File = start.File.Name
		reports[at].Listed = append(reports[at].Listed, l)
	}
}

// isListed reports whether a statement is listed: one on the schema is not.
func (p *placed) isListed() bool {
	return p.Verb != "ALTER" && p.Verb != "TRUNCATE" && !strings.HasPrefix(p.Verb, "DROP")
}

// listed returns the row of the list for statement number at of a text. line is its line in the file, by which findings has
// its findings.
func listed(statements []placed, at, line int, findings map[int][]*Finding) Listed {
	p := &statements[at]
	from, to := columnsOf(statements, at)
	l := Listed{Line: line, from: from, to: to, Verb: p.Verb, Tables: []string{}, Verdict: string(p.Verdict), Partitions: p.Partitions,
		Idempotent: idempotent(&p.Statement), Advice: []string{}, Statement: p.text, Message: p.message}
	if p.Name != "" {
		l.Tables = []string{p.Name}
	}
	if p.Batch != nil {
		l.Tables, l.Partitions = append([]string{}, p.Batch.Tables...), p.Batch.Partitions
	}
	if p.reads.Known {
		l.Rows, l.WorstRows, l.AtMost = &p.reads.Typical, &p.reads.Worst, p.atMost
	}
	for _, f := range findings[line] {
		if l.Has(f) && !slices.Contains(l.Advice, f.Code) {
			l.Advice = append(l.Advice, f.Code)
		}
	}
	return l
}

// columnsOf returns the columns of its first line that belong to a statement, up to the next statement there.
func columnsOf(statements []placed, at int) (from, to int) {
	place := statements[at].at
	to = math.MaxInt
	if at > 0 && statements[at-1].at.Line == place.Line {
		from = int(place.Column)
	}
	if at+1 < len(statements) && statements[at+1].at.Line == place.Line {
		to = int(statements[at+1].at.Column)
	}
	return from, to
}

// idempotent reports whether a repetition of a statement does no harm.
func idempotent(s *advice.Statement) bool {
	if s.Batch != nil {
		return s.Batch.Idempotent
	}
	return len(s.Calls)+len(s.Lists) == 0 && !s.Conditional && !s.Counts
}

func findingsByLine(findings []Finding) map[int][]*Finding {
	by := map[int][]*Finding{}
	for i := range findings {
		by[findings[i].Line] = append(by[findings[i].Line], &findings[i])
	}
	return by
}

// judgedAs sets the verdict on a statement, and the reason of a refusal.
func (p *placed) judgedAs(verdict cql.Verdict) {
	p.Verdict = advice.RejectedByRule
	if verdict.Fails {
		p.Verdict = advice.FailsWhenRun
	}
	if plan := verdict.Plan; plan != nil {
		p.Verdict, p.Partitions, p.Indexes = verdicts[plan.Kind], plan.Partitions, plan.Indexes
	}
	rejected := slices.ContainsFunc(verdict.Findings, func(f cql.Finding) bool { return f.Severity == cql.Error })
	if p.Batch != nil && !rejected && !verdict.Fails {
		if p.Verdict = advice.OnePartition; p.Batch.Partitions > 1 {
			p.Verdict = advice.Several
		}
	}
	p.findings = verdict.Findings
	for _, finding := range verdict.Findings {
		if finding.Severity == cql.Error || verdict.Fails && finding.Severity == cql.Warning {
			p.message = finding.Message
			break
		}
	}
}

// ofSchema are the first words of statements that are not on rows.
var ofSchema = []string{"CREATE", "ALTER", "DROP", "USE", "TRUNCATE", "DESCRIBE", "DESC", "GRANT", "REVOKE", "LIST", "COMMENT", "ADD", "SECURITY"}

// unreadable returns the statement of a text that is no CQL, unless it begins like one on the schema.
func unreadable(bad *syntax.Bad) (advice.Statement, bool) {
	text := strings.TrimSpace(bad.Text)
	if end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) }); end >= 0 {
		text = text[:end]
	}
	verb := strings.ToUpper(text)
	if verb == "BEGIN" {
		verb = "BATCH"
	}
	return advice.Statement{Verb: verb}, verb != "" && !slices.Contains(ofSchema, verb)
}

// StatementsCSV writes listed statements as a table.
func StatementsCSV(statements []Listed) ([]byte, error) {
	var out bytes.Buffer
	writer := csv.NewWriter(&out)
	rows := [][]string{{"file", "line", "verb", "tables", "verdict", "partitions", "idempotent", "advice", "rows", "worst_rows", "statement", "message"}}
	for _, l := range statements {
		rows = append(rows, []string{l.File, strconv.Itoa(l.Line), l.Verb, strings.Join(l.Tables, " "), l.Verdict, strconv.Itoa(l.Partitions),
			strconv.FormatBool(l.Idempotent), strings.Join(l.Advice, " "), figure(l.Rows), figure(l.WorstRows), inCell(l.Statement), inCell(l.Message)})
	}
	if err := writer.WriteAll(rows); err != nil {
		return nil, fmt.Errorf("write the list of statements: %w", err)
	}
	return out.Bytes(), nil
}

func figure(value *float64) string {
	if value == nil {
		return ""
	}
	return strconv.FormatFloat(*value, 'f', -1, 64)
}

// inCell keeps a spreadsheet from reading a text as a formula.
func inCell(text string) string {
	if text != "" && strings.ContainsRune("=+-@\t\r", rune(text[0])) {
		return "'" + text
	}
	return text
}
