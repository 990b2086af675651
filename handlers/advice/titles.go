package advice

import (
	"cmp"
	"strings"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/model/advice"
	"widerow/model/write"
)

// checkTitles name what check finds, where no rule of advice has a title for it.
var checkTitles = map[string]string{
	check.CodeUnserved: "No table serves a query", check.CodePath: "A table has rows of another path", check.CodeScan: "A query reads a whole table",
	check.CodeFiltering: "A query drops rows that it has read", check.CodeBuckets: "The number of buckets is not known",
	check.CodeColumns: "A table lacks columns of a query", check.CodeParameters: "No earlier query returns a value",
	check.CodeActor: "Actors differ", check.CodeTenant: "A query reads the data of all tenants", check.CodeQuery: "A query cannot be derived as it is",
	check.CodeTaken: "A value is taken for unique", check.CodeStatic: "A static column has several values", check.CodeSet: "A set has values that are not unique",
	check.CodeForeign: "A column stores something else", check.CodeBucket: "A bucket does not work", check.CodeView: "A view has other rows than its table",
	check.CodeAttribute: "A column stores no attribute", check.CodeTypes: "Columns of one attribute have different types",
	check.CodeConstants: "Constants of one attribute have different types", check.CodeAggregate: "A column is too narrow for its function",
	check.CodeMistyped:    "A column cannot hold its attribute",
	write.CodeEmpty:       "An update writes nothing",
	write.CodeNoTable:     "No table stores an update",
	write.CodeKeyAssumed:  "An update needs a key",
	write.CodeParameters:  "An update lacks a value",
	write.CodeCondition:   "A condition does not hold for all",
	write.CodeConsistency: "Consistency levels do not fit",
	write.CodeCopy:        "A table stays incomplete",
	write.CodeArrows:      "Arrows that differ from what an update writes",
	write.CodeActor:       "Actors differ",
	write.CodeUnchecked:   "An update checks nothing",
	write.CodeRejected:    "Cassandra rejects a statement of an update",
	write.CodeCascade:     "A deletion leaves rows behind",
	write.CodeSubtype:     "A deletion of a part of an instance",
	write.CodeStatement:   "Tables that a statement leaves as they are",
	cql.CodeTarget:        "The target does not have it",
	cql.CodeIgnored:       "The target ignores it",
}

// familyTitles name what check finds where its code has no title.
var familyTitles = map[string]string{"cql": "Cassandra and this schema", "model": "A mistake in the model", "sizing": "Numbers that do not fit"}

// titleOfCode is the title of a rule, or of what check finds; the code itself for one without.
func titleOfCode(code string) string {
	if rule := advice.Find(code); rule != nil {
		return rule.Title
	}
	family, _, _ := strings.Cut(code, "/")
	return cmp.Or(checkTitles[code], familyTitles[family], code)
}
