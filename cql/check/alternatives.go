package check

import (
	"slices"

	"widerow/cql"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/mapping/er"
)

// Alternative is a legal table for a query. Chosen is true for the one that
// serves it.
type Alternative struct {
	PartitionKey []string     `json:"partition_key"`
	Clustering   []Clustering `json:"clustering"`
	Reasons      []string     `json:"reasons"`
	Chosen       bool         `json:"chosen"`
}

// CodeOverwrite is the code of a table in which rows overwrite each other, and CodeQuery the code
// of a query that cannot be derived as it is.
const (
	CodeOverwrite = "table/overwrite"
	CodeQuery     = "query/concepts"
	// CodeTaken marks a value that a lookup table takes for unique.
	CodeTaken = "table/unique"
	// CodeStatic marks a static column whose value differs within a partition, CodeSet a set
	// of values that are not unique, CodeForeign a column that stores nothing of what the rows
	// are about.
	CodeStatic  = "table/static"
	CodeSet     = "table/set"
	CodeForeign = "table/column"
	// CodeBucket marks a bucket that splits nothing or that nobody can compute, CodeView a view
	// whose rows are not those of its base table.
	CodeBucket = "table/bucket"
	CodeView   = "table/view"
)

// alternatives returns the legal tables of each query, best first, and what is
// wrong with the queries and with the keys of the tables.
func alternatives(m *model.Model) (map[model.ID][]Alternative, []Finding) {
	derivation := mapping.Derive(m, nil, nil)
	chosen := map[model.ID]*mapping.Alternative{}
	for _, proposal := range derivation.Proposals {
		for query, alternative := range proposal.Chosen {
			if proposal.Serves {
				chosen[query] = alternative
			}
		}
	}
	found := map[model.ID][]Alternative{}
	var plans []*mapping.Plan
	for _, id := range model.SortedIDs(m.Workflow.Queries) {
		plan := derivation.Plan(id)
		for i := range plan.Alternatives {
			found[id] = append(found[id], alternativeOf(&plan.Alternatives[i], chosen[id] == &plan.Alternatives[i]))
		}
		plans = append(plans, plan)
	}
	return found, planFindings(m, plans)
}

// planFindings returns what is wrong with the queries and with the keys of the tables.
func planFindings(m *model.Model, plans []*mapping.Plan) []Finding {
	var findings []Finding
	for _, plan := range plans {
		query := m.Workflow.Queries[plan.Query]
		for _, problem := range plan.Problems {
			if problem.Note || problem.Code == "free-name" && query.Statement != "" {
				continue // a statement names the columns that its table has
			}
			finding := Finding{Severity: cql.Warning, Code: CodeQuery, Message: problem.Message, Element: placeOf(m, problem, query)}
			if problem.Code == mapping.NoOwner {
				finding.Severity, finding.Hint = cql.Error, "Add an identifying relationship to the owner, or make it a strong entity type with a key."
			}
			if !slices.Contains(findings, finding) { // several queries may meet it
				findings = append(findings, finding)
			}
		}
	}
	for _, problem := range mapping.Overwrites(m) {
		findings = append(findings, Finding{Severity: cql.Error, Code: CodeOverwrite, Message: problem.Message, Element: m.Title(problem.Element),
			Hint: "Add what is missing to the primary key, or derive the table again."})
	}
	for _, finding := range damages(m) {
		if !slices.Contains(findings, finding) { // a logical table and its relation may have it in common
			findings = append(findings, finding)
		}
	}
	return findings
}

// damages are the findings about tables whose columns do not fit what their rows mean.
func damages(m *model.Model) []Finding {
	var findings []Finding
	for _, problem := range mapping.Damages(m) {
		finding := Finding{Severity: cql.Error, Message: problem.Message, Element: m.Title(problem.Element)}
		switch problem.Code {
		case "overwrite":
			finding.Code, finding.Hint = CodeOverwrite, "Add what is missing to the primary key, or derive the table again."
		case "unique":
			finding.Severity, finding.Code = cql.Info, CodeTaken
			finding.Hint = "Say in the ER model that it is unique, or add the key of the instances to the primary key."
		case "static":
			finding.Code, finding.Hint = CodeStatic, "Make it a regular column, or add what it depends on to the partition key."
		case "set":
			finding.Code, finding.Hint = CodeSet, "Store a row for each of them, or a map by what identifies them."
		case "bucket":
			finding.Code, finding.Hint = CodeBucket, "Put it into the partition key, computed from a clustering column, or remove it."
		case "unsplit":
			finding.Severity, finding.Code = cql.Warning, CodeBucket
			finding.Hint = "Put it into the partition key, or remove it: the sizes of the table count its buckets as partitions."
		case "view":
			finding.Code, finding.Hint = CodeView, "Choose another base table, or make it a table of its own."
		default:
			finding.Severity, finding.Code = cql.Warning, CodeForeign
			finding.Hint = "Let the column store an attribute along the path of the table's queries, or leave it out."
		}
		findings = append(findings, finding)
	}
	return findings
}

// placeOf names the type that a problem is about, or else the query.
func placeOf(m *model.Model, problem er.Problem, query *model.Query) string {
	if m.Concepts.Entities[problem.Element] != nil || m.Concepts.Relationships[problem.Element] != nil {
		return m.Title(problem.Element)
	}
	return query.Label
}

func alternativeOf(a *mapping.Alternative, chosen bool) Alternative {
	alternative := Alternative{PartitionKey: []string{}, Clustering: []Clustering{}, Reasons: a.Reasons, Chosen: chosen}
	for _, column := range a.Columns {
		switch column.Role {
		case model.Partition:
			alternative.PartitionKey = append(alternative.PartitionKey, column.Name)
		case model.Clustering:
			order := "asc"
			if column.Descending {
				order = "desc"
			}
			alternative.Clustering = append(alternative.Clustering, Clustering{column.Name, order})
		}
	}
	return alternative
}
