package check

import (
	"cmp"
	"slices"

	"widerow/cql"
	"widerow/model"
	"widerow/model/sizing"
	"widerow/model/validation"
)

// Document checks a document by the rules for documents, and then the CQL schema of its
// model, its queries and its updates.
func Document(file string, document *model.Model, sizes map[model.ID]sizing.Size) Report {
	report := ModelWithSizes(file, document, sizes)
	report.Findings = append(Problems(file, document), report.Findings...)
	report.accept(document)
	return report
}

// Problems returns the inconsistencies in a document.
func Problems(file string, document *model.Model) []Finding {
	findings := []Finding{}
	stripped := IsStripped(document)
	for _, problem := range validation.Problems(document) {
		if stripped && problem.Code == "model/dangling" && slices.Contains([]string{"realizes", "from"}, problem.Field) {
			continue
		}
		findings = append(findings, Finding{
			Severity: cql.Error, Code: problem.Code, Message: problem.Message, File: file,
			Element: cmp.Or(qualifiedTitle(document, problem.Element), problem.Path),
		})
	}
	return findings
}

// IsStripped reports whether the document lost its logical part: tables realize
// logical ones, but there are none.
func IsStripped(document *model.Model) bool {
	if len(document.Logical.Tables) > 0 {
		return false
	}
	for _, relation := range document.Physical.Relations {
		if len(relation.Realizes) > 0 {
			return true
		}
	}
	return false
}

// qualifiedTitle returns an element's title as Cassandra would write it:
// prefixed by its keyspace, if it has one. A part of a query has the query's label.
func qualifiedTitle(document *model.Model, id model.ID) string {
	title := document.Title(id)
	if part, found := document.Element(id); found && (part.Kind == model.FindKind || part.Kind == model.GivenKind || part.Kind == model.SortKind) {
		return document.Title(part.Parent) + ": " + title
	}
	for at, found := document.Element(id); found; at, found = document.Element(at.Parent) {
		keyspace := model.ID("")
		switch value := at.Value.(type) {
		case *model.Relation:
			keyspace = value.Keyspace
		case *model.UserType:
			keyspace = value.Keyspace
		}
		if known := document.Physical.Keyspaces[keyspace]; known != nil {
			return known.Name + "." + title
		}
		if at.Kind == model.ModelKind {
			break
		}
	}
	return title
}
