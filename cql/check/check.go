// Package check gives the findings of `widerow check`: what Cassandra refuses
// of a script or of a model. Its JSON form is a contract with other programs:
// fields may be added, never renamed.
package check

import (
	"widerow/cql"
	"widerow/model"
)

// Report is what there is to say about one file.
type Report struct {
	Target     model.Target `json:"target"`
	Statements int          `json:"statements"`
	Findings   []Finding    `json:"findings"`
}

// Finding is one thing to look at. Line, Column (of characters) and Statement
// count from 1 and are left out where there is none. Element names what it is
// about: "shop.orders.total".
type Finding struct {
	Severity  cql.Severity `json:"severity"`
	Code      string       `json:"code"`
	Message   string       `json:"message"`
	File      string       `json:"file"`
	Line      int          `json:"line,omitempty"`
	Column    int          `json:"column,omitempty"`
	Statement int          `json:"statement,omitempty"`
	Element   string       `json:"element,omitempty"`
}

// Script judges the statements of a script one after another.
func Script(file, text string) Report {
	script := cql.Parse(text)
	report := Report{Target: model.Cassandra50}
	for _, statement := range script.Statements {
		report.Statements = max(report.Statements, cql.Place(statement).Number)
	}
	return report.with(file, cql.Judge(script))
}

// Model judges the physical part of a model. Its findings have no place in a
// text; Statements counts those of its script.
func Model(file string, m *model.Model) Report {
	report := Report{Target: model.Cassandra50, Statements: len(cql.Parse(cql.PrintModel(m, cql.PrintOptions{})).Statements)}
	return report.with(file, cql.CheckModel(m))
}

func (r Report) with(file string, findings []cql.Finding) Report {
	r.Findings = make([]Finding, len(findings))
	for i, finding := range findings {
		r.Findings[i] = Finding{Severity: finding.Severity, Code: finding.Code, Message: finding.Message, File: file,
			Line: int(finding.Position.Line), Column: int(finding.Position.Column), Statement: finding.Statement, Element: finding.Name}
	}
	return r
}
