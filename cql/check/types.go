package check

import (
	"widerow/cql"
	"widerow/model"
)

// CodeTypes is the code of a finding about an attribute whose columns have
// different types.
const CodeTypes = "types/differ"

// differentTypes returns a finding for each attribute whose columns have different
// types.
func differentTypes(file string, m *model.Model) []Finding {
	var findings []Finding
	for _, conflict := range m.TypeConflicts() {
		findings = append(findings, Finding{Severity: cql.Warning, Code: CodeTypes, Message: conflict.Words(m), File: file, Element: m.Title(conflict.Attribute),
			Hint: "Give all columns of an attribute one type, so that a value that one query returns is a parameter of the next."})
	}
	return findings
}
