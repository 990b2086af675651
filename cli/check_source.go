package cli

import (
	"cmp"
	"fmt"
	"slices"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/sizing"
	"widerow/model/validation"
)

// check checks a script statement by statement, and returns a report on each of
// its files. It checks a document by the rules for documents and then the CQL
// schema of its model. An empty target means the document's target, or Cassandra
// 5.0.
func (c *checkCommand) check(s *source) ([]fileReport, error) {
	if s.script != nil && c.budget() != (check.Budget{}) {
		return nil, fmt.Errorf("%s: --max-partition and --max-cells need a document, which has numbers of rows: widerow size takes them as flags for a script", s.name)
	}
	if s.script != nil {
		surroundings := cql.Surroundings{Keyspace: c.Use, Assume: c.Assuming, Home: cql.HomeOf(s.home)}
		var reports []fileReport
		for i, report := range check.Script(s.scriptTarget(), s.script, surroundings) {
			file := s.script.Files[i]
			reports = append(reports, fileReport{Report: report, name: file.Name, text: file.Text})
		}
		return reports, nil
	}
	document, err := model.Decode(s.text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", s.name, err)
	}
	document.Target = cmp.Or(s.target, document.Target, model.Cassandra50)
	sizes := mapping.Sizes(document, sizing.Disk)
	result := check.ModelWithSizes(s.name, document, sizes)
	result.Findings = slices.Concat(s.problems(document), result.Findings, c.budget().Findings(s.name, document, sizes))
	return []fileReport{{Report: result, name: s.name, names: check.NamesOf(document)}}, nil
}

func (c *checkCommand) budget() check.Budget {
	return check.Budget{Bytes: float64(c.MaxPartition), Cells: float64(c.MaxCells)}
}

// problems returns the inconsistencies in a document.
func (s *source) problems(document *model.Model) []check.Finding {
	findings := []check.Finding{}
	stripped := isStripped(document)
	for _, problem := range validation.Problems(document) {
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
