package check

import (
	"widerow/cql"
	"widerow/model"
	"widerow/model/validation"
)

// CodeTypes is the code of a finding about an attribute whose columns have
// different types, CodeAttribute of one about a column that stores no attribute.
const (
	CodeTypes     = "types/differ"
	CodeAttribute = "table/attribute"
)

// differentTypes returns a finding for each attribute whose columns have different
// types.
func differentTypes(file string, m *model.Model) []Finding {
	var findings []Finding
	for _, conflict := range validation.TypeConflicts(m) {
		findings = append(findings, Finding{Severity: cql.Warning, Code: CodeTypes, Message: conflict.Words(m), File: file, Element: m.Title(conflict.Attribute),
			Hint: "Give all columns of an attribute one type, so that a value that one query returns is a parameter of the next."})
	}
	return findings
}

// withoutAttribute returns a finding for each column that stores nothing of the ER
// model.
func withoutAttribute(file string, m *model.Model) []Finding {
	var findings []Finding
	for _, column := range m.ColumnsWithoutAttribute() {
		findings = append(findings, Finding{Severity: cql.Warning, Code: CodeAttribute, Message: m.Title(column) + " stores no attribute of the concepts", File: file, Element: m.Title(column),
			Hint: "Choose its attribute, add one to the entity type or relationship type that it belongs to, or remove the column."})
	}
	return findings
}
