// Package derivation derives the tables of a document from its concepts and queries, with the
// choices of a user, and checks the result. The command line and the API write it.
package derivation

import (
	"fmt"
	"slices"
	"strings"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/moves"
	"widerow/model/sizing"
	"widerow/model/write"
)

// Derived is a document with its derived tables, and what check finds in it.
type Derived struct {
	*mapping.Derivation
	After    *model.Model
	Leaves   func(*mapping.Proposal) bool // reports that a derived table is left out by choice
	Proofs   *check.Proofs
	Findings []check.Finding
	// splits are the proposed splits of the tables that are over a limit.
	Splits []*moves.Proposed

	left model.IDSet // queries without all of their tables by choice
}

// Of derives the tables of the queries that are chosen. The same document and choices give
// the same tables with the same IDs.
func Of(document *model.Model, chosen Choices) (*Derived, error) {
	before := withoutOrphans(document)
	ids := model.SeededIDs(document.Encode())
	c := &choosing{Choices: chosen, model: before}
	left, kept := c.left(), c.kept()
	if err := c.err(); err != nil {
		return nil, err
	}
	before, err := edit.Apply(before, ids, kept...)
	if err != nil {
		return nil, fmt.Errorf("apply the choices: %w", err)
	}
	c.model = before
	derivation := mapping.Derive(before, nil, c.choices(left))
	result := &Derived{Derivation: derivation, left: left, Leaves: c.leaves(derivation)}
	if err := c.err(); err != nil {
		return nil, err
	}
	for _, proposal := range derivation.Proposals {
		if result.Leaves(proposal) {
			for _, query := range proposal.Queries {
				left[query] = true
			}
		}
	}
	after, err := edit.Apply(before, ids, derivation.Commands(ids, result.Leaves)...)
	if err != nil {
		return nil, fmt.Errorf("apply the derived tables: %w", err)
	}
	cql.FollowRenames(before, after)
	if err := c.split(result, after, ids); err != nil {
		return nil, err
	}
	return result, c.err()
}

// Judge collects the findings of check about the derived document: its errors, and
// findings about concepts and queries, which the text form lists beside the tables.
// Queries that were left out need no table.
func (d *Derived) Judge(name string, isText bool) {
	report := check.ModelWithSizes(name, d.After, mapping.Sizes(d.After, sizing.Disk))
	d.Proofs = report.Proofs
	left := map[string]bool{}
	for id := range d.left {
		left[d.After.Title(id)] = true
	}
	for _, plan := range append(slices.Clone(d.Failed), d.Open...) { // reported with the reason
		left[d.After.Title(plan.Query)] = true
	}
	for _, finding := range append(check.Problems(name, d.After), report.Findings...) {
		about := finding.Severity == cql.Error || finding.Code == check.CodeQuery && !isText
		if about && !(left[finding.Element] && slices.Contains([]string{check.CodeUnserved, check.CodeQuery}, finding.Code)) {
			d.Findings = append(d.Findings, finding)
		}
	}
	d.Findings = append(d.Findings, d.tooLarge(name)...)
}

// WithLookups derives the tables of the queries, and the lookup tables by which updates
// find what they write. A table that the document did not have is reported as new.
func WithLookups(document *model.Model, chosen Choices) (*Derived, error) {
	result, err := Of(document, chosen)
	if err != nil {
		return nil, err
	}
	ids := model.SeededIDs(result.After.Encode())
	lookups := write.AllLookupTables(result.After, ids)
	after, err := edit.Apply(result.After, ids, lookups.Commands...)
	if err != nil {
		return nil, fmt.Errorf("add lookup tables: %w", err)
	}
	result, err = Of(after, chosen)
	if err != nil {
		return nil, err
	}
	for _, proposal := range result.Proposals {
		if document.Logical.Tables[proposal.Table] == nil {
			proposal.Kind = mapping.Added
		}
	}
	return result, nil
}

// withoutOrphans removes tables that realize only logical ones that the document
// no longer has: deriving adds them again.
func withoutOrphans(document *model.Model) *model.Model {
	if !check.IsStripped(document) {
		return document
	}
	kept := document.Clone()
	for id, relation := range kept.Physical.Relations {
		if len(relation.Realizes) > 0 {
			delete(kept.Physical.Relations, id)
		}
	}
	return kept
}

// Problems returns the reasons why a query gets no table.
func Problems(plan *mapping.Plan) string {
	var messages []string
	for _, problem := range plan.Problems {
		messages = append(messages, problem.Message)
	}
	return strings.Join(messages, "; ")
}
