package cli

import (
	"cmp"
	"fmt"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/model"
	"widerow/model/advice"
	"widerow/model/mapping"
	"widerow/model/sizing"
)

// check checks a script statement by statement, and returns a report on each of
// its files. It checks a document by the rules for documents and then the CQL
// schema of its model. An empty target means the document's target, or Cassandra
// 5.0.
func (c *checkCommand) check(s *source) ([]fileReport, error) {
	if s.script != nil && c.budget() != (check.Budget{}) {
		return nil, fmt.Errorf("%s: --max-partition and --max-cells need a document, which has numbers of rows: "+
			"widerow size takes them as flags for a script", s.name)
	}
	if s.script != nil {
		surroundings := cql.Surroundings{Keyspace: c.Use, Assume: c.Assuming, Home: cql.HomeOf(s.home)}
		var reports []fileReport
		var found []check.Report
		if c.Advice == "on" {
			found = check.ScriptWithAdvice(s.scriptTarget(), s.script, surroundings, s.home, c.policyFor(s.scriptTarget()))
		} else {
			found = check.Script(s.scriptTarget(), s.script, surroundings)
		}
		for i, report := range found {
			report.Forbid(s.script.Files[i].Name, c.Forbid)
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
	result := check.Document(s.name, document, sizes)
	result.Findings = append(result.Findings, c.budget().Findings(s.name, document, sizes)...)
	if c.Advice == "on" {
		check.AddDocumentAdvice(&result, s.name, document, sizes, c.policyFor(document.Target))
	}
	result.Forbid(s.name, c.Forbid)
	return []fileReport{{Report: result, name: s.name, names: check.NamesOf(document)}}, nil
}

func (c *checkCommand) budget() check.Budget {
	return check.Budget{Bytes: float64(c.MaxPartition), Cells: float64(c.MaxCells)}
}

func (c *checkCommand) policyFor(target model.Target) *advice.Policy { return c.Policy.Of(target) }
