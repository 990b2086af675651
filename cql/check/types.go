package check

import (
	"widerow/cql"
	"widerow/model"
	"widerow/model/validation"
)

// CodeTypes is the code of a finding about an attribute whose columns have
// different types, CodeConstants of one whose constants need different types,
// CodeAggregate of a column that cannot hold the values of its function, CodeMistyped of
// one that cannot hold those of its attribute,
// CodeAttribute of one that stores no attribute, and CodeTenant of a query that reads
// what all tenants have.
const (
	CodeTypes     = "types/differ"
	CodeConstants = "types/constants"
	CodeAggregate = "types/aggregate"
	CodeMistyped  = "types/attribute"
	CodeAttribute = "table/attribute"
	CodeTenant    = "query/tenant"
)

// withoutTenant returns a finding for each query on what belongs to a tenant that does not
// give it.
func withoutTenant(file string, m *model.Model) []Finding {
	var findings []Finding
	for _, problem := range validation.Ownerless(m) {
		findings = append(findings, Finding{Severity: cql.Warning, Code: CodeTenant, Message: problem.Message, File: file, Element: m.Title(problem.Element)})
	}
	return findings
}

// differentTypes returns a finding for each attribute whose columns have different
// types.
func differentTypes(file string, m *model.Model) []Finding {
	var findings []Finding
	for _, conflict := range validation.TypeConflicts(m) {
		finding := Finding{Severity: cql.Warning, Code: CodeTypes, Message: conflict.Words(m), File: file, Element: m.Title(conflict.Attribute),
			Hint: "Give all columns of an attribute one type, so that a value that one query returns is a parameter of the next."}
		if conflict.LosesFraction() {
			finding.Severity, finding.Message = cql.Error, finding.Message+": whole numbers lose the fraction"
		}
		findings = append(findings, finding)
	}
	return findings
}

// differentConstants returns a finding for each attribute that is compared with constants
// of different types.
func differentConstants(file string, m *model.Model) []Finding {
	var findings []Finding
	for _, conflict := range validation.ConstantConflicts(m) {
		findings = append(findings, Finding{Severity: cql.Error, Code: CodeConstants, Message: conflict.Words(m), File: file, Element: m.Title(conflict.Attribute),
			Hint: "Write the constants alike, or give the attribute a type."})
	}
	return findings
}

// narrowAggregates returns a finding for each column of averages or sums whose type cannot
// hold them.
func narrowAggregates(file string, m *model.Model) []Finding {
	var findings []Finding
	for _, narrow := range validation.NarrowAggregates(m) {
		severity := cql.Warning // a sum may exceed it
		if narrow.Function == model.Avg {
			severity = cql.Error
		}
		findings = append(findings, Finding{Severity: severity, Code: CodeAggregate, Message: narrow.Words(m), File: file, Element: m.Title(narrow.Column),
			Hint: "Give the column a wider type."})
	}
	return findings
}

// mistypedColumns returns a finding for each column that cannot hold the values of its attribute.
func mistypedColumns(file string, m *model.Model) []Finding {
	var findings []Finding
	for _, mistyped := range validation.MistypedColumns(m) {
		hint := "Give the column the type of its attribute, or the attribute that of the column."
		switch {
		case mistyped.Parts:
			hint = "Give it a user-defined type with a field for each part, or store each part in a column of its own."
		case mistyped.Declared.IsZero():
			hint = "Store it in the same kind of collection as the logical table."
		case mistyped.Type.IsCounter():
			hint = "Store it in a column of its own type, which the application computes; or count whole units, such as cents."
		}
		findings = append(findings, Finding{Severity: cql.Error, Code: CodeMistyped, Message: mistyped.Words(m),
			File: file, Element: m.Title(mistyped.Column), Hint: hint})
	}
	return findings
}

// withoutAttribute returns a finding for each column that stores nothing of the ER
// model.
func withoutAttribute(file string, m *model.Model) []Finding {
	var findings []Finding
	for _, column := range m.ColumnsWithoutAttribute() {
		if isComputed(m, column) {
			continue
		}
		findings = append(findings, Finding{Severity: cql.Warning, Code: CodeAttribute, Message: m.Title(column) +
			" stores no attribute of the concepts", File: file, Element: m.Title(column),
			Hint: "Choose its attribute, add one to the entity type or relationship type that it belongs to, or remove the column."})
	}
	return findings
}

// isComputed reports whether a column is a part of the partition key that statements of the
// application give, as the day of a time or a number of a shard: it stores no fact.
func isComputed(m *model.Model, column model.ID) bool {
	element, _ := m.Element(column)
	logical, is := element.Value.(*model.LogicalColumn)
	if !is || logical.Role != model.Partition {
		return false
	}
	for _, arrow := range m.Logical.Arrows {
		query := m.Workflow.Queries[arrow.Access]
		if arrow.To != element.Parent || query == nil || query.Statement == "" {
			continue
		}
		for _, given := range query.Given {
			if given.Attribute == "" && model.Identifier(given.Name) == model.Identifier(logical.Name) {
				return true
			}
		}
	}
	return false
}
