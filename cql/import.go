package cql

import (
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/edit"
)

// Report lists what an import left out. Refused are the statements that cannot
// be part of a model. Aside are the statements that are not part of a schema,
// and those accepted although Cassandra refuses them.
type Report struct {
	Refused, Aside []ReportLine
}

// ReportLine is one entry of a report. Line counts from 1; Text is the
// statement as written.
type ReportLine struct {
	Line    int
	Text    string
	Message string
	// Statement counts from 1, 0 for a command of cqlsh.
	Statement int
}

// Import returns a new model with the schema of a script: its physical part,
// and a logical table for each table. IDs are derived from the script's text,
// so that equal scripts yield equal models. It accepts what Cassandra refuses
// only because of an option or a missing keyspace.
func Import(text, name string) (*model.Model, Report) {
	return ImportFor(model.Cassandra50, text, name)
}

// ImportFor is like Import for another database. It keeps the text of that
// database's extensions.
func ImportFor(target model.Target, text, name string) (*model.Model, Report) {
	m, findings := ImportFindings(target, text, name)
	return m, reportOf(findings)
}

// ImportFindings is like ImportFor but returns the errors as findings. ends are
// the ends of the files that make up the text, as for ParseFiles.
func ImportFindings(target model.Target, text, name string, ends ...int) (*model.Model, []Finding) {
	return ImportWith(text, ImportOptions{Target: target, Name: name, Ends: ends, Limits: syntax.DefaultLimits})
}

// ImportOptions configure the conversion of a script into a model.
type ImportOptions struct {
	Target model.Target
	// Name is the model's.
	Name string
	// Ends are the ends of the files that make up the text, as for
	// [syntax.ParseFiles].
	Ends []int
	// Keyspace is in use at the beginning.
	Keyspace string
	// Rows means that the model keeps the statements on rows as text.
	Rows bool
	// Limits bound the memory that the text takes.
	Limits syntax.Limits
}

// ImportWith is like ImportFindings with all options.
func ImportWith(text string, options ImportOptions) (*model.Model, []Finding) {
	return ImportParsed(parse.ParseWithin(options.Limits, options.Target, text, options.Ends...), options)
}

// ImportParsed is ImportWith for a script that is parsed already, perhaps within other limits.
func ImportParsed(parsed *syntax.Script, options ImportOptions) (*model.Model, []Finding) {
	script := *parsed
	script.Limits = options.Limits
	ids := model.SeededIDs([]byte(script.Text))
	r := newResolver(ids)
	r.lenient, r.home, r.keepsRows = true, HomeOf(options.Name), options.Rows
	r.schema.Current = options.Keyspace
	r.run(&script)
	m := model.New(options.Name)
	m.Target = options.Target
	m.Physical = r.schema.Physical
	edit.LogicalCopies(m, ids)
	return m, r.findings
}

// HomeOf derives the keyspace of a script's unqualified names from a model's
// name.
func HomeOf(name string) string {
	const maxKeyspaceName = 48
	home := model.Identifier(name)
	if home = home[:min(len(home), maxKeyspaceName)]; syntax.QuoteName(home) != home {
		return "imported"
	}
	return home
}

func reportOf(findings []Finding) Report {
	var report Report
	for _, finding := range findings {
		line := ReportLine{Line: int(finding.Position.Line), Text: finding.Text, Message: finding.Message, Statement: finding.Statement}
		if finding.Severity == Error {
			report.Refused = append(report.Refused, line)
		} else {
			report.Aside = append(report.Aside, line)
		}
	}
	return report
}
