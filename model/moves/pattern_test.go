package moves

import (
	"slices"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/access"
)

// TestPatterns: the tables of each pattern have sizes within the advised limits and
// take its statements, also in a model that has tables of the same names.
func TestPatterns(t *testing.T) {
	for _, pattern := range Patterns() {
		t.Run(pattern.Name, func(t *testing.T) {
			m := model.New("Club 7")
			for number, seed := range []string{"first", "second"} {
				p, err := pattern.Preview(m, "", model.SeededIDs([]byte(seed)))
				if err != nil {
					t.Fatal(err)
				}
				m = p.After
				checkPattern(t, pattern, p, number == 0)
			}
			if len(m.Physical.Keyspaces) != 1 || len(m.Logical.Tables) != 0 {
				t.Errorf("the model has %d keyspaces and %d logical tables", len(m.Physical.Keyspaces), len(m.Logical.Tables))
			}
		})
	}
}

func checkPattern(t *testing.T, pattern Pattern, p *Preview, first bool) {
	t.Helper()
	if problems := p.After.Validate(); len(problems) > 0 {
		t.Errorf("the model is not valid: %+v", problems)
	}
	if messages := errorsOf(p.After); len(messages) > 0 {
		t.Errorf("the schema has errors: %s", strings.Join(messages, "\n"))
	}
	if len(p.Tables) != len(pattern.tables) {
		t.Errorf("%d tables are added, want %d", len(p.Tables), len(pattern.tables))
	}
	for _, change := range p.Tables {
		if change.After.Level != "ok" {
			t.Errorf("%s is %s: %s", p.After.Title(change.Table), change.After.Level, change.After.Text())
		}
	}
	if !first {
		return
	}
	for _, verdict := range cql.JudgeStatements(p.After, syntax.Parse(strings.Join(pattern.Statements, "\n")), "club_7") {
		for _, finding := range verdict.Findings {
			if finding.Severity == cql.Error {
				t.Errorf("a statement is refused: %s", finding.Message)
			}
		}
		if _, isSelect := verdict.Statement.(*syntax.Select); isSelect && (verdict.Plan == nil || verdict.Plan.Kind != access.OnePartition) {
			t.Errorf("a statement on %s does not read one partition: %+v", verdict.Table, verdict.Plan)
		}
	}
}

// TestPatternsOfferMoves: each move that a pattern names exists.
func TestPatternsOfferMoves(t *testing.T) {
	for _, pattern := range Patterns() {
		if len(pattern.Moves) == 0 || pattern.Text == "" || pattern.When == "" {
			t.Errorf("%s has no moves or no words", pattern.Name)
		}
		for _, name := range pattern.Moves {
			if !slices.ContainsFunc(kinds, func(k *kind) bool { return k.name == name }) {
				t.Errorf("%s names the move %s", pattern.Name, name)
			}
		}
	}
	if _, found := PatternNamed("nothing"); found {
		t.Error("a pattern that does not exist was found")
	}
}
