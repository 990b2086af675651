package cli

import (
	"cmp"
	"fmt"
	"slices"
	"unicode/utf8"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/model"
)

// check checks a script statement by statement. It checks a document by the
// rules for documents and then the CQL schema of its model. An empty target
// means the document's target, or Cassandra 5.0.
func (s *source) check(target model.Target) (check.Report, error) {
	if !utf8.Valid(s.text) {
		return check.Report{}, fmt.Errorf("%s is not UTF-8 text", s.name)
	}
	if !s.isDocument() {
		return check.Script(cmp.Or(target, model.Cassandra50), s.name, string(s.text)), nil
	}
	document, err := model.Decode(s.text)
	if err != nil {
		return check.Report{}, fmt.Errorf("%s: %w", s.name, err)
	}
	document.Target = cmp.Or(target, document.Target, model.Cassandra50)
	result := check.Model(s.name, document)
	result.Findings = slices.Concat(s.problems(document), result.Findings)
	return result, nil
}

// problems returns the inconsistencies in a document.
func (s *source) problems(document *model.Model) []check.Finding {
	findings := []check.Finding{}
	stripped := isStripped(document)
	for _, problem := range document.Validate() {
		if stripped && problem.Code == "model/dangling" && slices.Contains([]string{"realizes", "from"}, problem.Field) {
			continue
		}
		findings = append(findings, check.Finding{
			Severity: cql.Error, Code: problem.Code, Message: problem.Message, File: s.name,
			Element: cmp.Or(qualifiedTitle(document, problem.Element), problem.Path),
		})
	}
	return findings
}

// isStripped reports whether the document lost its logical part: tables realize
// logical ones, but there are none.
func isStripped(document *model.Model) bool {
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
// prefixed by its keyspace, if it has one.
func qualifiedTitle(document *model.Model, id model.ID) string {
	title := document.Title(id)
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
