package assist

import (
	"cmp"

	"widerow/cql"
	"widerow/cql/syntax"
)

// Finding is a message about a part of the text. Message is the server's, Hint
// is Widerow's.
type Finding struct {
	Severity cql.Severity `json:"severity"`
	Code     string       `json:"code"`
	Message  string       `json:"message"`
	Hint     string       `json:"hint,omitempty"`
	Place
}

// Findings converts findings of package cql to places in the text.
func (t *Text) Findings(findings []cql.Finding) []Finding {
	placed := make([]Finding, 0, len(findings))
	for _, finding := range findings {
		placed = append(placed, Finding{Severity: finding.Severity, Code: finding.Code, Message: finding.Message,
			Hint: finding.Hint, Place: t.place(t.narrow(finding))})
	}
	return placed
}

// Check returns what Cassandra would report about the text.
func (t *Text) Check() []Finding {
	if !t.statements {
		return t.Findings(cql.Judge(t.parsed()))
	}
	var findings []cql.Finding
	for _, verdict := range cql.JudgeStatements(t.model, t.parsed(), t.keyspace) {
		if t.onlyOf && t.isElsewhere(verdict.Statement) {
			continue
		}
		findings = append(findings, verdict.Findings...)
	}
	return t.Findings(findings)
}

// isElsewhere reports whether a statement names a keyspace that the model lacks.
func (t *Text) isElsewhere(statement syntax.Statement) bool {
	if batch, is := statement.(*syntax.Batch); is && len(batch.Statements) > 0 {
		statement = batch.Statements[0]
	}
	keyspace := cmp.Or(syntax.Subject(statement).Keyspace.Name, t.keyspace)
	for _, known := range t.model.Physical.Keyspaces {
		if known.Name == keyspace {
			return false
		}
	}
	return keyspace != ""
}

// narrow returns the part of the text that a finding is about, or else the
// first word of its statement.
func (t *Text) narrow(finding cql.Finding) span {
	if finding.To.Offset > finding.From.Offset {
		return span{int(finding.From.Offset), int(finding.To.Offset)}
	}
	from := int(finding.Position.Offset)
	if from >= len(t.text) {
		return span{len(t.text), len(t.text)}
	}
	scanner := syntax.NewScanner(t.text[from:])
	return span{from, from + max(int(scanner.Scan().End), 1)}
}
