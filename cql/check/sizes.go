package check

import (
	"fmt"

	"widerow/cql"
	"widerow/model"
	"widerow/model/sizing"
)

// CodeBudget is about a partition that is larger than the caller allows.
const CodeBudget = "sizing/budget"

// Budget is the most that a partition may have at worst, 0 for any size.
type Budget struct{ Bytes, Cells float64 }

// Findings returns an error for each relation that is over the budget.
func (b Budget) Findings(file string, m *model.Model, sizes map[model.ID]sizing.Size) []Finding {
	var findings []Finding
	add := func(id model.ID, is, most string) {
		assumed := ""
		if n := len(sizes[id].Assumed); n > 0 {
			assumed = fmt.Sprintf(", with %d of its numbers assumed", n)
		}
		findings = append(findings, Finding{Severity: cql.Error, Code: CodeBudget, File: file, Element: nameOf(m, id),
			Message: fmt.Sprintf("a partition of %s has %s at worst%s; the limit is %s", nameOf(m, id), is, assumed, most)})
	}
	for _, id := range model.SortedIDs(m.Physical.Relations) {
		size := sizes[id]
		if bytes := max(size.Typical.Bytes, size.Worst.Bytes); b.Bytes > 0 && bytes > b.Bytes {
			add(id, sizing.FormatBytes(bytes)+" on disk", sizing.FormatBytes(b.Bytes))
		}
		if cells := max(size.Typical.Cells, size.Worst.Cells); b.Cells > 0 && cells > b.Cells {
			add(id, sizing.FormatNumber(cells)+" cells", sizing.FormatNumber(b.Cells))
		}
	}
	return findings
}

// oddSizes returns a warning for each relation whose numbers are odd: a partition of
// less than one row.
func oddSizes(file string, m *model.Model, sizes map[model.ID]sizing.Size) []Finding {
	var findings []Finding
	for _, id := range model.SortedIDs(m.Physical.Relations) {
		if problem := sizes[id].Problem; problem != nil {
			findings = append(findings, Finding{Severity: cql.Warning, Code: problem.Code, Message: problem.Message, File: file, Element: nameOf(m, id)})
		}
	}
	return findings
}
