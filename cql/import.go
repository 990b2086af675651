package cql

import (
	"widerow/cql/syntax"
	"widerow/model"
)

// Report tells what an import did not take: Refused are the statements that
// cannot be part of a model, Aside the statements that are no part of a
// schema and what was read although Cassandra refuses it.
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

// Import makes a new model of a script: its physical part, and a logical
// table for each table. IDs come from the script's text, so the same script
// gives the same model. What Cassandra refuses only for an option or for a
// missing keyspace is taken all the same.
func Import(text, name string) (*model.Model, Report) {
	return ImportFor(model.Cassandra50, text, name)
}

// ImportFor makes a model for a database: what that adds to the language is
// kept as it is written.
func ImportFor(target model.Target, text, name string) (*model.Model, Report) {
	m, findings := ImportFindings(target, text, name)
	return m, reportOf(findings)
}

// ImportFindings is ImportFor with findings for its report: errors are what
// is refused. ends part the text into files, as for ParseFiles.
func ImportFindings(target model.Target, text, name string, ends ...int) (*model.Model, []Finding) {
	ids := model.SeededIDs([]byte(text))
	r := newResolver(ids)
	r.lenient, r.home = true, HomeOf(name)
	r.run(syntax.ParseFiles(target, text, ends...))
	m := model.New(name)
	m.Target = target
	m.Physical = r.schema.Physical
	model.LogicalTwins(m, ids)
	return m, r.findings
}

// HomeOf makes a keyspace's name of a model's name, for a script that has
// names without a keyspace.
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
