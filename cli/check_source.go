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

// check judges a script statement by statement, and a document by its own
// rules and then as the schema that it stands for.
func (s *source) check() (report, error) {
	if !utf8.Valid(s.text) {
		return report{}, fmt.Errorf("%s is not text in UTF-8", s.name)
	}
	if !s.isDocument() {
		return report{check.Script(s.name, string(s.text))}, nil
	}
	document, err := model.Decode(s.text)
	if err != nil {
		return report{}, fmt.Errorf("%s: %w", s.name, err)
	}
	result := check.Model(s.name, document)
	result.Findings = slices.Concat(s.problems(document), result.Findings)
	return report{result}, nil
}

// problems are what does not fit together in a document.
func (s *source) problems(document *model.Model) []check.Finding {
	findings := []check.Finding{}
	for _, problem := range document.Validate() {
		findings = append(findings, check.Finding{
			Severity: cql.Error, Code: problem.Code, Message: problem.Message, File: s.name,
			Element: cmp.Or(qualifiedTitle(document, problem.Element), problem.Path),
		})
	}
	return findings
}

// qualifiedTitle names an element as Cassandra would: what is inside a
// keyspace has its name in front.
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
