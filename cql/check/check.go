// Package check computes the findings of `widerow check`: what Cassandra refuses in
// a script or a model. Its JSON form is a contract with other programs: fields may
// be added, never renamed.
//
// Read Model first, then script.go, prove.go (queries), update.go and sizes.go.
package check

import (
	"widerow/cql"
	"widerow/cql/parse"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/sizing"
)

// Report lists the findings about one file.
type Report struct {
	Target     model.Target `json:"target"`
	Statements int          `json:"statements"`
	Findings   []Finding    `json:"findings"`
	// Omitted is the number of findings that are not listed because the caller
	// wanted fewer.
	Omitted int `json:"omitted_findings,omitempty"`
	// Listed are the statements on rows of a script, empty without advice.
	Listed []Listed `json:"statement_list,omitempty"`
	// Proofs is nil for a script.
	*Proofs
}

// Finding is one thing to look at. Line, Column (of characters) and Statement count from 1 and are
// left out where there is none. Element names the element concerned: "shop.orders.total".
type Finding struct {
	Severity  cql.Severity `json:"severity"`
	Code      string       `json:"code"`
	Message   string       `json:"message"`
	Hint      string       `json:"hint,omitempty"`
	File      string       `json:"file"`
	Line      int          `json:"line,omitempty"`
	Column    int          `json:"column,omitempty"`
	Statement int          `json:"statement,omitempty"`
	Element   string       `json:"element,omitempty"`
	Place     *Place       `json:"place,omitempty"`
	// Advised is nil but for advice.
	*Advised
}

// Place is the narrow piece of a text that a finding is about: a column's
// name, an option's key, a type. It ends before End.
type Place struct {
	Line      int `json:"line"`
	Column    int `json:"column"`
	EndLine   int `json:"end_line"`
	EndColumn int `json:"end_column"`
}

// Model checks the physical part of a model for its target, its queries, and the
// types and attributes of its columns. Its findings have no place in a text.
// Statements is the number of statements in its script.
func Model(file string, m *model.Model) Report {
	return ModelWithSizes(file, m, mapping.Sizes(m, sizing.Disk))
}

// ModelWithSizes is like Model for a caller that knows the sizes of all relations.
func ModelWithSizes(file string, m *model.Model, sizes map[model.ID]sizing.Size) Report {
	legal, planned := alternatives(m)
	report := modelReport(file, m, Judge(m, sizes), legal, planned)
	report.Statements = len(parse.ParseFor(m.Target, cql.PrintModel(m, cql.PrintOptions{})).Statements)
	return report
}

// modelReport makes a report of what is known of a model. legal are the alternatives of its queries, planned what is wrong
// with them.
func modelReport(file string, m *model.Model, known Known, legal map[model.ID][]Alternative, planned []Finding) Report {
	report := Report{Target: m.Target}.with(file, cql.CheckModel(m))
	var findings []Finding
	report.Proofs, findings = prove(file, m, known, legal, planned)
	report.Findings = append(report.Findings, findings...)
	report.Findings = append(report.Findings, withoutTenant(file, m)...)
	report.Findings = append(report.Findings, differentTypes(file, m)...)
	report.Findings = append(report.Findings, differentConstants(file, m)...)
	report.Findings = append(report.Findings, narrowAggregates(file, m)...)
	report.Findings = append(report.Findings, mistypedColumns(file, m)...)
	report.Findings = append(report.Findings, withoutAttribute(file, m)...)
	report.Findings = append(report.Findings, oddSizes(file, m, known.Sizes)...)
	return report
}

func (r Report) with(file string, findings []cql.Finding) Report {
	r.Findings = make([]Finding, len(findings))
	for i, finding := range findings {
		r.Findings[i] = Finding{Severity: finding.Severity, Code: finding.Code, Message: finding.Message, Hint: finding.Hint, File: file,
			Element: finding.Name}
	}
	return r
}
