package cql_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"widerow/cql/print"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/proof"
)

// documentOf reads concepts and queries: see sampleOf.
func documentOf(t *testing.T, text string) *model.Model {
	t.Helper()
	file := filepath.Join(t.TempDir(), "derived.txt")
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return sampleOf(t, "derived", file)
}

// derivedProofs derives the tables of concepts and queries, and returns the proofs.
func derivedProofs(t *testing.T, text string) []proof.Result {
	t.Helper()
	m := documentOf(t, text)
	return proof.All(applied(t, m, mapping.Derive(m, nil, nil).Commands(model.RandomIDs(), nil)))
}

const answeredConcepts = "Account: account_id, login, plan, phase, size_class\n" +
	"Purchase: purchase_id, total, status, quantity, file_size, placed_on\nAccount 1 places n Purchase\n---\n"

// TestStatementsAnswer holds the statements to the value that is asked for: types of
// constants, what the application sorts by, averages, groups without rows, and limits.
func TestStatementsAnswer(t *testing.T) {
	for _, test := range []struct {
		name, query, statement string
		application            []string
	}{
		{"a constant of a spread IN", "SELECT login WHERE phase IN (2, 3) ORDER BY account_id DESC",
			"SELECT login, account_id FROM derived.accounts_by_phase WHERE phase = ?;", []string{"Run once for each phase (2); the application merges the results by account_id descending."}},
		{"a range against the order", "SELECT login WHERE account_id <= ? ORDER BY plan",
			"SELECT login, plan FROM derived.accounts_by_account_id WHERE bucket = ? AND account_id <= ?;",
			[]string{"The application sorts the rows by plan: with these conditions Cassandra returns them in another order."}},
		{"runs in order", "SELECT login WHERE account_id IN ?[2] ORDER BY account_id DESC LIMIT 5",
			"SELECT login FROM derived.accounts WHERE account_id = ? LIMIT 5;", []string{"Run once for each account_id (up to 2), in the order of account_id descending, until there are 5 rows."}},
		{"runs in order, then rows", "SELECT login WHERE plan IN ?[2] ORDER BY plan, account_id",
			"SELECT login FROM derived.accounts_by_plan WHERE plan = ?;", []string{"Run once for each plan (2), in the order of plan."}},
		{"rows, then runs", "SELECT login WHERE plan IN ?[2] ORDER BY account_id, plan",
			"SELECT login, account_id, plan FROM derived.accounts_by_plan WHERE plan = ?;", []string{"Run once for each plan (2); the application merges the results by account_id, plan."}},
		{"groups in the order of runs", "SELECT plan, count(Account) WHERE plan IN ?[2] GROUP BY plan ORDER BY plan DESC",
			"SELECT plan, count(*) FROM derived.accounts_by_plan WHERE plan = ? GROUP BY plan;", []string{"Run once for each plan (2), in the order of plan descending."}},
		{"no row of zeros", "SELECT status, count(Purchase), max(total) WHERE status = 'done' GROUP BY status",
			"SELECT status, count(*), max(total) FROM derived.purchases_by_status WHERE status = 'done' GROUP BY status;", nil},
		{"IN of what groups", "SELECT plan, count(Account) WHERE plan IN ?[2] AND phase = 2 GROUP BY plan",
			"SELECT plan, count(*) FROM derived.accounts_by_phase_plan WHERE phase = 2 AND plan IN ? GROUP BY plan;", nil},
		{"averages and sums", "SELECT avg(total), avg(quantity), sum(quantity), sum(file_size) WHERE Account.account_id = ?",
			"SELECT avg(CAST(total AS double)), avg(CAST(quantity AS double)), sum(CAST(quantity AS bigint)), sum(CAST(file_size AS varint)) FROM derived.purchases_by_account WHERE account_id = ?;", nil},
		{"one row a group", "SELECT purchase_id, sum(quantity), count(quantity) WHERE Account.account_id = ?",
			"SELECT purchase_id, sum(CAST(quantity AS bigint)), count(quantity) FROM derived.purchases_by_account WHERE account_id = ? GROUP BY purchase_id;", nil},
		{"a prefix", "SELECT login WHERE plan = ? AND login LIKE ?%", "SELECT login FROM derived.accounts_by_plan_login WHERE plan = ? AND login >= ? AND login < ?;",
			[]string{"The second value of login is the end of the prefix: the same text with its last character replaced by the next one."}},
		{"a call", "SELECT purchase_id WHERE Account.account_id = ? AND placed_on >= toDate(now())",
			"SELECT purchase_id FROM derived.purchases_by_account_placed_on WHERE account_id = ? AND placed_on >= todate(now());", nil},
		{"a constant prefix", "SELECT login WHERE plan = ? AND login LIKE 'it''z%'", "SELECT login FROM derived.accounts_by_plan_login WHERE plan = ? AND login >= 'it''z' AND login < 'it''{';", nil},
		{"distinct rows of several runs", "SELECT DISTINCT plan WHERE phase IN ?[2] ORDER BY plan LIMIT 2", "SELECT plan FROM derived.accounts_by_phase WHERE phase = ?;",
			[]string{"Run once for each phase (2); the application puts equal groups together and sorts them by plan.", "The application takes the first 2 rows of these."}},
		{"groups of several runs", "SELECT plan, count(Account) WHERE size_class IN ?[2] GROUP BY plan LIMIT 3",
			"SELECT plan, count(*) FROM derived.accounts_by_size_class_plan WHERE size_class = ? GROUP BY plan;",
			[]string{"Run once for each size_class (2); the application puts equal groups together.", "The application takes the first 3 rows of these."}},
	} {
		t.Run(test.name, func(t *testing.T) {
			result := derivedProofs(t, answeredConcepts+test.query)[0]
			best, _ := result.Best()
			statement := print.SelectLine(best.Access, best.Select)
			if statement != test.statement || !slices.Equal(best.Application(), test.application) || !result.Served() {
				t.Errorf("got %s\n%q %s\nwant %s\n%q", statement, best.Application(), print.ProofMessage(best), test.statement, test.application)
			}
		})
	}
}

// TestConstantsOfSpreadStatements: each constant of an IN that is spread over several
// statements is judged.
func TestConstantsOfSpreadStatements(t *testing.T) {
	text := answeredConcepts + "SELECT login WHERE phase = 7\nSELECT login WHERE phase = 8\nSELECT login WHERE phase IN (2, 'x') ORDER BY account_id"
	result := derivedProofs(t, text)[2]
	best, _ := result.Best()
	if message := print.ProofMessage(best); result.Served() || message != `Invalid STRING constant (x) for "phase" of type int` {
		t.Errorf("%s: %q", print.SelectLine(best.Access, best.Select), message)
	}
}

// TestStoredCounts: a group whose rows are deleted keeps a count of 0, and a query without
// groups finds no row where nothing was counted.
func TestStoredCounts(t *testing.T) {
	for query, want := range map[string]string{
		"SELECT status, count(Purchase) WHERE Account.account_id = ? GROUP BY status": "The application drops rows whose number_of_purchases is 0: such a group has no rows any more.",
		"SELECT count(Purchase) WHERE Account.account_id = ?":                         "If there is no row, number_of_purchases is 0.",
	} {
		m := documentOf(t, answeredConcepts+query)
		tried := 0
		for _, a := range mapping.Explore(m, "q1").Alternatives {
			if a.Form != mapping.Counted {
				continue
			}
			tried++
			d := mapping.Derive(m, nil, map[model.ID]mapping.Choice{"q1": {Key: a.Signature()}})
			best, _ := proof.All(applied(t, m, d.Commands(model.RandomIDs(), nil)))[0].Best()
			if got := best.Application(); !slices.Equal(got, []string{want}) {
				t.Errorf("%s: %q, want %q", print.SelectLine(best.Access, best.Select), got, want)
			}
		}
		if tried == 0 {
			t.Errorf("%s: no table of counters", query)
		}
	}
}

// TestGroupsOfSeveralValues: one of the values of an attribute is given, not all of them, so
// each instance that has it is a group.
func TestGroupsOfSeveralValues(t *testing.T) {
	result := derivedProofs(t, "Park: park_id\nSighting: sighting_id\nSpecies: species_id, {colours}\nPark 1 reports n Sighting\nSpecies 1 kinds n Sighting\n---\n"+
		"SELECT Species.colours, count(Sighting) WHERE Park.park_id = ? AND Species.colours CONTAINS ?")[0]
	best, _ := result.Best()
	const want = "SELECT species_colours, count(*) FROM derived.sightings_by_park_colour WHERE park_id = ? AND species_colour = ? GROUP BY species_id;"
	if got := print.SelectLine(best.Access, best.Select); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
}
