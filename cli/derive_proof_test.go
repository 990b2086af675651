package cli_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"
)

// TestDeriveProves derives a model of one query each, and checks the statement and the findings
// of check: what a careless plan would lose or hide.
func TestDeriveProves(t *testing.T) {
	const auction = "Lot: lot_id, price, grade\nBid: bid_id, amount, placed_on\nLot 1 receives n Bid"
	const agency = "Agency: agency_id\nJob: job_id, fee, state, pages, seats\nAgency 1 accepts n Job"
	for _, test := range []struct{ name, concepts, query, statement, application, finding string }{
		{"an average of decimals keeps its fraction: bids", auction, "SELECT avg(Bid.amount) WHERE Lot.lot_id = ?", "avg(CAST(amount AS double))", "", ""},
		{"an average of ints: jobs", agency, "SELECT Job.state, avg(Job.seats) WHERE Agency.agency_id = ? GROUP BY Job.state", "avg(CAST(seats AS double))", "", ""},
		{"an average of what has no type: jobs", agency, "SELECT avg(Job.pages) WHERE Agency.agency_id = ?", "avg(pages)", "", ""}, // a double
		{"what a merge sorts by is returned: bids", auction, "SELECT Bid.bid_id WHERE Lot.lot_id IN ?[3] ORDER BY Bid.amount DESC LIMIT 5",
			"SELECT bid_id, amount FROM", "merges the results by amount descending, until there are 5 rows", ""},
		{"what the application sorts by is returned: jobs", agency, "SELECT Job.job_id WHERE Agency.agency_id = ? AND Job.fee > ? ORDER BY Job.pages",
			"SELECT job_id, pages FROM", "sorts the rows by pages", ""},
		{"an IN gives no order: jobs", agency, "SELECT Job.fee WHERE Agency.agency_id = ? AND Job.state IN ('open', 'late') ORDER BY Job.state", "", "", ""},
		{"constants of two types: lots", auction, "SELECT Lot.price WHERE Lot.grade IN (1, 'two')", "", "", "types/constants"},
		{"constants of two types: jobs", agency, "SELECT Job.fee WHERE Job.state IN ('open', 7)", "", "", "types/constants"},
		{"ints: lots", auction, "SELECT Lot.price WHERE Lot.grade IN (1, 2)", "grade IN (1, 2)", "", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			file := textDocument(t, test.concepts, test.query)
			_, derived, _ := run(t, "", "derive", "--format", "document", file)
			if err := os.WriteFile(file, []byte(derived), 0o600); err != nil {
				t.Fatal(err)
			}
			_, text, problems := run(t, "", "check", "--format", "json", file)
			var checked struct {
				Findings []struct{ Severity, Code, Message string }
				Queries  []struct {
					Statement   string
					Application []string
				}
			}
			if err := json.Unmarshal([]byte(text), &checked); err != nil {
				t.Fatal(err, problems)
			}
			query, found := checked.Queries[0], ""
			for _, finding := range checked.Findings {
				if finding.Severity == "error" {
					found += finding.Code + " " + finding.Message + "; "
				}
			}
			if !strings.Contains(query.Statement, test.statement) || !strings.Contains(strings.Join(query.Application, " "), test.application) {
				t.Errorf("%s, %s\nwant %q, %q", query.Statement, query.Application, test.statement, test.application)
			}
			if !strings.Contains(found, test.finding) || test.finding == "" && found != "" {
				t.Errorf("the errors are %q, want %q", found, test.finding)
			}
		})
	}
}
