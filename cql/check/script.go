package check

import (
	"slices"

	"widerow/cql"
	"widerow/cql/files"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/advice"
)

// Codes of findings about the files of a script.
const (
	// CodeSource is about a SOURCE command that was not followed.
	CodeSource = "cql/source"
	// CodeEmpty is about a file without a statement.
	CodeEmpty = "cql/empty"
)

// Script judges the statements of a script one after another, as a database
// would. It returns a report on each of the script's files.
func Script(target model.Target, script *files.Script, surroundings cql.Surroundings) []Report {
	parsed := parseScript(target, script)
	surroundings.Datacenters = true
	return reportsOn(target, script, parsed, cql.JudgeWith(parsed, surroundings))
}

// ScriptWithAdvice is Script with the advice about the script. home is the name of its model, and policy may be nil.
func ScriptWithAdvice(target model.Target, script *files.Script, surroundings cql.Surroundings, home string, policy *advice.Policy) []Report {
	parsed := parseScript(target, script)
	surroundings.Datacenters = true
	findings, verdicts := cql.JudgeEach(parsed, surroundings)
	reports := reportsOn(target, script, parsed, findings)
	addAdvice(reports, target, script, judgedScript{parsed, verdicts}, home, policy)
	return reports
}

func parseScript(target model.Target, script *files.Script) *syntax.Script {
	return parse.ParseWithin(syntax.Limits{}, target, script.Text, script.Ends...)
}

// judgedScript is a script with the verdicts on its statements.
type judgedScript struct {
	*syntax.Script
	verdicts []cql.Verdict
}

func reportsOn(target model.Target, script *files.Script, parsed *syntax.Script, findings []cql.Finding) []Report {
	j := judged{script: script, reports: make([]Report, len(script.Files)), index: map[*files.File]int{}}
	for i, file := range script.Files {
		j.index[file], j.reports[i] = i, Report{Target: target, Findings: []Finding{}}
	}
	isCommand := make([]bool, len(script.Files))
	for _, statement := range parsed.Statements {
		isCommand[j.number(statement)] = true
	}
	for _, finding := range findings {
		j.add(finding)
	}
	j.notes()
	for i, file := range script.Files {
		if !isCommand[i] && len(j.reports[i].Findings) == 0 && !contains(script, file) {
			j.reports[i].Findings = []Finding{{Severity: cql.Warning, Code: CodeEmpty, Message: emptyMessage(file.Text), File: file.Name}}
		}
	}
	return j.reports
}

// contains reports whether a file consists of others by SOURCE.
func contains(script *files.Script, file *files.File) bool { return script.Pieces(file) > 1 }

func emptyMessage(text string) string {
	if parse.Parse(text).Tail == nil {
		return "The file is empty: there is nothing to check."
	}
	return "The file has only comments: there is nothing to check."
}

// judged assigns what is found in the joined text to the files.
type judged struct {
	script  *files.Script
	reports []Report
	index   map[*files.File]int
	// numbers are the numbers of the statements in their files.
	numbers []int
}

// number counts a statement in its file, and returns the index of the file.
// Commands of cqlsh are not counted.
func (j *judged) number(statement syntax.Statement) int {
	place := syntax.Place(statement)
	at := j.index[j.script.Start(int(place.Start.Line), int(place.Start.Column)).File]
	if place.Number > 0 {
		j.reports[at].Statements++
		for len(j.numbers) < place.Number {
			j.numbers = append(j.numbers, j.reports[at].Statements)
		}
	}
	return at
}

func (j *judged) add(finding cql.Finding) {
	start := j.script.Start(int(finding.Position.Line), int(finding.Position.Column))
	result := Finding{Severity: finding.Severity, Code: finding.Code, Message: finding.Message, Hint: finding.Hint, File: start.File.Name,
		Line: start.Line, Column: start.Column, Element: finding.Name}
	if 0 < finding.Statement && finding.Statement <= len(j.numbers) {
		result.Statement = j.numbers[finding.Statement-1]
	}
	if finding.From.Line > 0 {
		from := j.script.Start(int(finding.From.Line), int(finding.From.Column))
		to := j.script.End(int(finding.To.Line), int(finding.To.Column))
		result.Place = &Place{Line: from.Line, Column: from.Column, EndLine: to.Line, EndColumn: to.Column}
	}
	report := &j.reports[j.index[start.File]]
	report.Findings = append(report.Findings, result)
}

// notes turns the findings that keep a SOURCE command as a command of cqlsh into findings that
// explain why the command was not followed.
func (j *judged) notes() {
	for _, note := range j.script.Notes {
		report := &j.reports[j.index[note.File]]
		at := slices.IndexFunc(report.Findings, func(f Finding) bool {
			return f.Line == note.Line && f.Column == note.Column && f.Code == cql.CodeKept
		})
		if at < 0 {
			continue
		}
		finding := &report.Findings[at]
		finding.Severity, finding.Code, finding.Message = cql.Warning, CodeSource, note.Message
		if note.Missing {
			finding.Severity = cql.Error
		}
	}
}
