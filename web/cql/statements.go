package cql

import (
	"fmt"

	"github.com/a-h/templ"

	"widerow/web"
)

// StatementsView is the pane of statements with the verdicts on them.
type StatementsView struct {
	// Recover is the address of the page that turns the statements into queries, "" in an old
	// revision.
	Recover templ.SafeURL
	// Keep is the address that keeps the statements with the model.
	Keep    templ.SafeURL
	Failure *web.Failure // why nothing was saved
	// Text was typed. Asked reports that it was checked.
	Text  string
	Asked bool
	// Target is the name of the model's target database.
	Target string
	// Example is a statement that fits the model.
	Example   string
	Keyspaces []string
	// Keyspace is the default keyspace of unqualified names.
	Keyspace string
	Verdicts []StatementVerdict
	// Left is the number of verdicts not shown.
	Left int
}

// StatementVerdict describes what Cassandra does with one statement.
type StatementVerdict struct {
	// Line counts from 1; Offset is the place in UTF-16 code units.
	Line, Offset int
	Text         string // in one line, shortened
	Level        string // bad, warn, info, ok, or "" if it is not checked
	Badge        string // "rejected", "one partition", "scan"
	Says         string // the same in a sentence
	Table        string
	TableHref    string
	Findings     []ScriptFinding
}

// counts the statements, and those that are rejected.
func (v StatementsView) counts() string {
	rejected := 0
	for _, verdict := range v.Verdicts {
		if verdict.Level == "bad" {
			rejected++
		}
	}
	if rejected == 0 {
		return web.Count(len(v.Verdicts), "statement") + ", none rejected"
	}
	return web.Count(len(v.Verdicts), "statement") + fmt.Sprintf(", %d rejected", rejected)
}

// verdictCount counts the statements with one verdict.
type verdictCount struct{ Level, Words string }

// byVerdict counts the statements by verdict, in the order in which the verdicts come first.
func (v StatementsView) byVerdict() []verdictCount {
	var order []string
	counts, levels := map[string]int{}, map[string]string{}
	for _, verdict := range v.Verdicts {
		if counts[verdict.Badge] == 0 {
			order = append(order, verdict.Badge)
			levels[verdict.Badge] = verdict.Level
		}
		counts[verdict.Badge]++
	}
	var all []verdictCount
	for _, badge := range order {
		all = append(all, verdictCount{levels[badge], fmt.Sprintf("%d %s", counts[badge], badge)})
	}
	return all
}
