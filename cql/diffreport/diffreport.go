// Package diffreport compares two models in full: what has changed, what that breaks, and
// the plan of the migration. It is the JSON of `widerow diff` and of the API.
package diffreport

import (
	"slices"

	"widerow/cql/apply"
	"widerow/cql/compare"
	"widerow/cql/migration"
	"widerow/model"
)

// Report is a comparison. Other programs rely on its JSON: fields may be added, but never
// renamed.
type Report struct {
	Changes []compare.Change `json:"changes"`
	Tables  []compare.Table  `json:"tables"`
	Queries []compare.Query  `json:"queries"`
	// Findings lists what `widerow check` finds in the two models.
	Findings compare.Findings `json:"findings"`
	*migration.Plan

	Before, After *model.Model `json:"-"` // whose elements correspond by ID
}

// Of compares two models: documents by ID and everything else by name.
func Of(was, is *model.Model, documents bool) Report {
	is = apply.Pair(was, is, documents && related(was, is))
	old, next := compare.StateOf(was), compare.StateOf(is)
	return Report{
		Changes: append([]compare.Change{}, compare.Models(was, is, documents)...),
		Tables:  compare.Tables(old, next), Queries: compare.Queries(old, next), Findings: compare.FindingsOf(old, next), Plan: migration.New(was, is),
		Before: was, After: is,
	}
}

// related reports whether two documents have an element in common.
func related(before, after *model.Model) bool {
	known := map[model.ID]bool{}
	for element := range before.Elements() {
		known[element.ID] = true
	}
	return slices.ContainsFunc(slices.Collect(after.Elements()), func(e model.Element) bool { return known[e.ID] })
}
