package moves

import (
	"slices"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/access"
	"widerow/model/example"
	"widerow/model/proof"
	"widerow/model/validation"
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
			if want := 2 * len(pattern.tables); len(m.Physical.Keyspaces) != 1 || len(m.Logical.Tables) != want || len(m.Physical.Relations) != want {
				t.Errorf("the model has %d keyspaces, %d logical tables and %d relations, want 1, %d, %d", len(m.Physical.Keyspaces), len(m.Logical.Tables), len(m.Physical.Relations), want, want)
			}
		})
	}
}

func checkPattern(t *testing.T, pattern Pattern, p *Preview, first bool) {
	t.Helper()
	if problems := validation.Problems(p.After); len(problems) > 0 {
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
	checkPatternQueries(t, pattern, p)
	if !first {
		return
	}
	for _, verdict := range cql.JudgeStatements(p.After, parse.Parse(strings.Join(pattern.Statements, "\n")), "club_7") {
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

// checkPatternQueries: the queries of a pattern are served by its tables, an arrow
// leads to each, and the physical columns follow the logical ones but for buckets.
func checkPatternQueries(t *testing.T, pattern Pattern, p *Preview) {
	t.Helper()
	added := 0
	for _, change := range p.Queries {
		if !change.Added {
			continue
		}
		added++
		best, _ := change.After.Best()
		if verdict := change.After.Verdict(); verdict != proof.Partition && verdict != proof.Partitions || len(best.Missing) > 0 || len(change.After.MissingParameters()) > 0 {
			t.Errorf("%s: %s, lacks %v, %v", p.After.Title(change.Query), verdict, best.Missing, change.After.MissingParameters())
		}
	}
	if added != len(pattern.queries) || added == 0 {
		t.Errorf("%d queries are added, want %d", added, len(pattern.queries))
	}
	served := model.IDSet{}
	for _, arrow := range p.After.Logical.Arrows {
		served[arrow.To] = true
	}
	for id, table := range p.After.Logical.Tables {
		if !served[id] {
			t.Errorf("no arrow leads to %s", table.Name)
		}
	}
}

// TestLookupTableIsLogical: the table that the move adds is also in the logical
// model, with the attributes of the columns, and with the arrows of the updates that
// write it.
func TestLookupTableIsLogical(t *testing.T) {
	m, err := example.Load("suspensions")
	if err != nil {
		t.Fatal(err)
	}
	relation := relationCalled(t, m, "users_by_status")
	move, found := Offer(m, relation, LookupTable)
	if !found {
		t.Fatal("no lookup table is offered")
	}
	preview, err := move.With(map[string]string{"rows": "1"}).Preview(model.SeededIDs([]byte("lookup")))
	if err != nil {
		t.Fatal(err)
	}
	for id, table := range preview.After.Logical.Tables {
		if m.Logical.Tables[id] != nil {
			continue
		}
		var columns []string
		for _, c := range table.SortedColumns() {
			columns = append(columns, c.Value.Name+" "+string(c.Value.Role)+" "+preview.After.Title(c.Value.Attribute))
		}
		if want := []string{"user_id partition User.user_id", "status regular Suspension.status", "suspended_at regular Suspension.suspended_at"}; !slices.Equal(columns, want) {
			t.Errorf("%s has the columns %q, want %q", table.Name, columns, want)
		}
		var updates []string
		for _, arrow := range preview.After.Logical.Arrows {
			if arrow.To == id {
				updates = append(updates, preview.After.Title(arrow.Access))
			}
		}
		if slices.Sort(updates); !slices.Equal(updates, []string{"U1", "U2"}) {
			t.Errorf("arrows of %q, want U1, which suspends, and U2, which lifts a suspension", updates)
		}
		return
	}
	t.Error("no logical table is added")
}

func relationCalled(t *testing.T, m *model.Model, name string) model.ID {
	t.Helper()
	for id, relation := range m.Physical.Relations {
		if relation.Name == name {
			return id
		}
	}
	t.Fatalf("there is no %s", name)
	return ""
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
