package web

import "fmt"

// StatementsView is the pane of statements about rows, with what came of them.
type StatementsView struct {
	// Text is what was typed; Asked says that it was judged.
	Text  string
	Asked bool
	// Target is the name of the database that the model is made for.
	Target string
	// Example is a statement that fits the model.
	Example   string
	Keyspaces []string
	// Keyspace is the one for names without one.
	Keyspace string
	Verdicts []StatementVerdict
	// Left is how many more there would be.
	Left int
}

// StatementVerdict is what Cassandra does with one statement.
type StatementVerdict struct {
	// Line counts from 1; Offset is the place in UTF-16 code units.
	Line, Offset int
	Text         string // in one line, shortened
	Level        string // bad, warn, info, ok, or "" where it is not judged
	Badge        string // "rejected", "one partition", "scan"
	Says         string // the same in a sentence
	Table        string
	TableHref    string
	Findings     []ScriptFinding
}

// counts says how many statements there are, and how many are rejected.
func (v StatementsView) counts() string {
	rejected := 0
	for _, verdict := range v.Verdicts {
		if verdict.Level == "bad" {
			rejected++
		}
	}
	if rejected == 0 {
		return count(len(v.Verdicts), "statement") + ", none rejected"
	}
	return count(len(v.Verdicts), "statement") + fmt.Sprintf(", %d rejected", rejected)
}
