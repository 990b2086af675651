package derive

import (
	"net/url"
	"os"
	"slices"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/print"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/proof"
	"widerow/model/write"
)

// shop is a shop of 19 tables, with what was recovered from its 41 statements.
func shop(t *testing.T) *Recovered {
	t.Helper()
	schema, err := os.ReadFile("testdata/shop.cql")
	if err != nil {
		t.Fatal(err)
	}
	statements, err := os.ReadFile("testdata/shop_statements.cql")
	if err != nil {
		t.Fatal(err)
	}
	m, report := cql.Import(string(schema), "shop")
	if len(m.Physical.Relations) != 19 {
		t.Fatalf("%d tables: %+v", len(m.Physical.Relations), report)
	}
	recovered, err := (&RecoverForm{Values: url.Values{}, Text: string(statements)}).Recover(m, model.SeededIDs([]byte("shop")))
	if err != nil {
		t.Fatal(err)
	}
	if len(recovered.Left) > 0 {
		t.Fatalf("left out are %+v", recovered.Left)
	}
	return recovered
}

// tablesOf returns the tables that statements name, and those that a plan writes.
func tablesOf(m *model.Model, plan write.Plan, statement string) (named, written []string) {
	for _, table := range model.StatementTables(statement) {
		named = append(named, table.Name)
	}
	for _, writes := range plan.Tables {
		written = append(written, m.Title(writes.Table))
	}
	slices.Sort(named)
	slices.Sort(written)
	return slices.Compact(named), written
}

// TestRecoveredUpdatesAreTheirStatements: the plan of an update that was recovered from a
// statement is that statement, word for word, and writes its tables only.
func TestRecoveredUpdatesAreTheirStatements(t *testing.T) {
	m := shop(t).After
	without := m.Clone()
	fromConcepts := 0
	for id, update := range m.Workflow.Updates {
		plan := write.Of(m, id)
		named, written := tablesOf(m, plan, update.Statement)
		if update.Statement == "" || !slices.Equal(named, written) {
			t.Errorf("%s writes %q, its statement %q", update.Name, written, named)
		}
		if len(plan.Steps) != 1 || strings.TrimSpace(print.UpdateStep(&plan.Steps[0])) != update.Statement+";" {
			t.Errorf("%s is planned as %+v", update.Statement, plan.Steps)
			continue
		}
		for i := range plan.Steps[0].Statements {
			text := print.UpdateStatement(&plan.Steps[0].Statements[i])
			if !strings.Contains(update.Statement+";", strings.TrimRight(text, ";\n")) || len(model.StatementTables(text)) != 1 {
				t.Errorf("a part of %s is %s", update.Statement, text)
			}
		}
		without.Workflow.Updates[id].Statement = ""
		if _, written := tablesOf(without, write.Of(without, id), update.Statement); slices.Equal(named, written) {
			fromConcepts++
		}
	}
	t.Logf("%d updates write their tables; planned from the concepts, %d would", len(m.Workflow.Updates), fromConcepts)
	if len(m.Workflow.Updates) < 30 {
		t.Errorf("%d updates", len(m.Workflow.Updates))
	}
}

// TestRecoveredQueriesAreTheirStatements: the proof of a query that was recovered from a
// statement is that statement on its table.
func TestRecoveredQueriesAreTheirStatements(t *testing.T) {
	m := shop(t).After
	count := 0
	for id, query := range m.Workflow.Queries {
		if query.Statement == "" {
			continue // from a table that no statement reads
		}
		count++
		result := proof.Of(m, id)
		best, found := result.Best()
		if !found || !result.Served() || len(result.Judgements) != 1 || len(best.Lookups) > 0 {
			t.Errorf("%s is %+v", query.Statement, result)
			continue
		}
		if got := strings.TrimSpace(print.ProofScript(best)); got != query.Statement+";" {
			t.Errorf("%s is proved by %s", query.Statement, got)
		}
		if table := model.StatementTables(query.Statement)[0].Name; m.Title(best.Table) != table && !strings.HasSuffix(m.Title(best.Table), "."+table) {
			t.Errorf("%s is proved on %s", query.Statement, m.Title(best.Table))
		}
	}
	if count != 8 {
		t.Errorf("%d queries have a statement, want 8", count)
	}
}

// TestRecoveredUpdateIsPlannedFromTheConcepts: the tables that a statement leaves are named,
// and writing them, too, drops the statement.
func TestRecoveredUpdateIsPlannedFromTheConcepts(t *testing.T) {
	m := shop(t).After
	id := updateOf(t, m, "UPDATE products SET price = ? WHERE product_id = ?")
	plan := write.Of(m, id)
	at := slices.IndexFunc(plan.Findings, func(f write.Finding) bool { return f.Code == write.CodeStatement })
	if at < 0 || plan.Findings[at].Level != write.Info || !strings.Contains(plan.Findings[at].Message, "products_by_category") {
		t.Fatalf("findings are %+v", plan.Findings)
	}
	fixes := write.Fixes(m, id, model.SeededIDs([]byte("fix")))
	if len(fixes) != 1 || !strings.HasPrefix(fixes[0].Text, "Write them, too: ") {
		t.Fatalf("fixes are %+v", fixes)
	}
	after, err := edit.Apply(m, model.SeededIDs([]byte("fix")), fixes[0].Commands...)
	if err != nil {
		t.Fatal(err)
	}
	if after.Workflow.Updates[id].Statement != "" {
		t.Error("the statement is still there")
	}
	if planned := write.Of(after, id); len(planned.Tables) <= len(plan.Tables) {
		t.Errorf("%d tables are written after, %d before", len(planned.Tables), len(plan.Tables))
	}
}

func updateOf(t *testing.T, m *model.Model, statement string) model.ID {
	t.Helper()
	for id, update := range m.Workflow.Updates {
		if update.Statement == statement {
			return id
		}
	}
	t.Fatalf("no update is %s", statement)
	return ""
}
