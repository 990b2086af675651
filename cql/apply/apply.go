// Package apply applies a script to a model. Elements are matched by name and
// keep their IDs, and with them their places, notes and links.
//
// Read it in this order: apply.go (the entry point), mode.go (the meaning of a
// script), match.go (which element is which), translate.go (a schema with the IDs
// of the model), build.go and order.go (the next model), change.go (the
// differences, for a preview), effect.go (their consequences for the queries).
package apply

import (
	"slices"

	"widerow/cql"
	"widerow/cql/parse"
	"widerow/model"
)

// Options control how a script is applied.
type Options struct {
	// Mode is the reading of the script. If empty, it is guessed from the script.
	Mode Mode
	// Home is the keyspace of unqualified names if the script has no USE.
	Home string
	// Lenient accepts, with a warning, statements that Cassandra refuses only
	// because of an option.
	Lenient bool
	// Partial skips statements that Cassandra refuses. Otherwise one of them
	// prevents the whole script.
	Partial bool
	// Ends are the ends of the files that make up the script, as for
	// [syntax.ParseFiles].
	Ends []int
	// IDs returns the IDs of new elements.
	IDs model.IDs
}

// Result is the outcome of applying a script.
type Result struct {
	Mode     Mode
	Findings []cql.Finding
	// Model is the next model. It is nil if the findings contain an error and
	// Options.Partial is not set.
	Model *model.Model
}

// Script applies a script to a model, which it does not change. Applying the
// model's own script yields an equal model.
func Script(m *model.Model, text string, options Options) Result {
	script := parse.ParseFiles(m.Target, text, options.Ends...)
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
