// Package apply makes of a model and a script the next model: what stays is
// found by its name and keeps its ID, and so its place, its notes and its
// links.
//
// Read it in this order: apply.go (what there is), mode.go (how a script is
// meant), match.go (which element is which), build.go and order.go (the next
// model), change.go (what is different, for a preview), effect.go (what that
// means for the queries).
package apply

import (
	"slices"

	"widerow/cql"
	"widerow/cql/syntax"
	"widerow/model"
)

// Options say how to take a script.
type Options struct {
	// Mode is how the script is meant; empty to find it out by the script.
	Mode Mode
	// Home is the keyspace of names without one, where a script uses none.
	Home string
	// Lenient takes what Cassandra refuses only for an option, with a warning.
	Lenient bool
	// Partial leaves out what Cassandra refuses, instead of all.
	Partial bool
	// Ends part the script into files, as for [syntax.ParseFiles].
	Ends []int
	// IDs gives the IDs of what is new.
	IDs model.IDs
}

// Result is what a script comes to.
type Result struct {
	Mode     Mode
	Findings []cql.Finding
	// Model is the next model, or nil if there is an error among the findings
	// and the script is not to be taken in part.
	Model *model.Model
}

// Script applies a script to a model, which stays as it is. A script that
// says what the model's own does gives a model that is equal to it.
func Script(m *model.Model, text string, options Options) Result {
	script := syntax.ParseFiles(m.Target, text, options.Ends...)
	result := Result{Mode: options.Mode}
	if result.Mode == "" {
		result.Mode = Guess(m, script)
	}
	evolution := cql.Evolve(m, script, cql.EvolveOptions{
		Continue: result.Mode == Changes, Home: options.Home, Lenient: options.Lenient})
	result.Findings = evolution.Findings
	if !options.Partial && slices.ContainsFunc(result.Findings, isError) {
		return result
	}
	matched := match(m, evolution, result.Mode, options.IDs)
	result.Model = build(m, matched, result.Mode, options.IDs)
	return result
}

func isError(finding cql.Finding) bool { return finding.Severity == cql.Error }
