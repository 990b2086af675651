package cli_test

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/concepttext"
	"widerow/model/edit"
	"widerow/model/querytext"
)

// textDocument writes a document of concepts and queries as text, and returns the name of its file.
func textDocument(t *testing.T, concepts string, queries ...string) string {
	t.Helper()
	ids := model.SeededIDs([]byte(t.Name()))
	m := model.New("text")
	apply := func(commands ...edit.Command) {
		t.Helper()
		after, err := edit.Apply(m, ids, commands...)
		if err != nil {
			t.Fatal(err)
		}
		m = after
	}
	commands, problems := concepttext.Commands(m, ids, concepts)
	if len(problems) > 0 {
		t.Fatal(concepts, problems)
	}
	apply(commands...)
	for i, text := range queries {
		parts, problems := querytext.Parse(m, text)
		if len(problems) > 0 {
			t.Fatal(text, problems)
		}
		id := model.ID(fmt.Sprint("q", i+1))
		apply(edit.Add{Kind: model.QueryKind, ID: id, Values: map[string]string{"label": fmt.Sprint("Q", i+1), "name": text}})
		apply(querytext.Commands(m, id, parts)...)
	}
	file := filepath.Join(t.TempDir(), "text.json")
	if err := os.WriteFile(file, m.Encode(), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// deriving is a model in text with what derive and check say of it.
type deriving struct {
	name, concepts string
	queries        []string
	derives        []string // lines of derive, or parts of them
	reads          string   // of check --format json: "Q1 partitions 128"
}

func (test *deriving) check(t *testing.T) {
	file := textDocument(t, test.concepts, test.queries...)
	code, text, problems := run(t, "", "derive", file)
	if code != 0 {
		t.Fatalf("derive exits with %d: %s", code, problems)
	}
	for _, want := range test.derives {
		if not, is := strings.CutPrefix(want, "not "); is == strings.Contains(text, not) {
			t.Errorf("derive: want %q in\n%s", want, text)
		}
	}
	if _, text, _ = run(t, "", "derive", "--format", "document", file); os.WriteFile(file, []byte(text), 0o600) != nil {
		t.Fatal("write the derived document")
	}
	_, text, problems = run(t, "", "check", "--format", "json", file)
	var checked struct {
		Findings []struct{ Severity, Message string }
		Queries  []struct {
			Query, Verdict string
			Reads          struct{ Partitions *float64 }
		}
	}
	if err := json.Unmarshal([]byte(text), &checked); err != nil {
		t.Fatal(err, problems)
	}
	var reads []string
	for _, q := range checked.Queries {
		if q.Reads.Partitions != nil {
			reads = append(reads, fmt.Sprintf("%s %s %.0f", q.Query, q.Verdict, *q.Reads.Partitions))
		}
	}
	if got := strings.Join(reads, ", "); test.reads != "" && got != test.reads {
		t.Errorf("check: the queries read %q, want %q", got, test.reads)
	}
	for _, finding := range checked.Findings {
		if finding.Severity == "error" {
			t.Errorf("check refuses what derive has made: %s", finding.Message)
		}
	}
}

// TestDeriveSizes derives small models, and checks what was derived, by the rules for sizes and
// splits: each rule in two domains.
func TestDeriveSizes(t *testing.T) {
	for _, test := range []deriving{
		{"a known size before an unknown one: parking",
			"Garage (300): garage_id\nEntry (900000): entry_id, plate, entered_at\nGarage 1 logs n(3000/9000) Entry",
			[]string{"SELECT Entry.entered_at WHERE Garage.garage_id = ? AND Entry.plate = ?"},
			[]string{"K  garage_id", "C↑ plate", "or Q1=2 ((garage_id, plate), entry_id)", "or Q1=3 ((plate), garage_id, entry_id)"}, "Q1 partition 1"},
		{"a known size before an unknown one that is read at once: permits",
			"Zone (40): zone_id, kind\nPermit (900000): permit_id, plate\nZone 1 grants n(20000) Permit",
			[]string{"SELECT Permit.permit_id WHERE Zone.zone_id IN ?[3] AND Permit.plate = ?"},
			[]string{"K  zone_id", "not (plate), zone_id, permit_id): reads one"}, "Q1 partitions 3"},
		{"the time is the range: scooters",
			"Scooter (2000): scooter_id\nweak Ping: *sent_at, battery\nScooter 1 sends n(500000) Ping",
			[]string{"SELECT Ping.battery WHERE Scooter.scooter_id = ? AND Ping.battery <= ? AND Ping.sent_at >= ? AND Ping.sent_at < ?"},
			[]string{"C↑ sent_at: given by a range", "split: bucket of a month", "month = ? AND sent_at >= ? AND sent_at < ? AND battery <= ?"}, ""},
		{"the time is the range, and its order: loans",
			"Branch (10): branch_id\nLoan (1000): loan_no, due, amount\nBranch 1 lends n(100) Loan",
			[]string{"SELECT Loan.loan_no WHERE Branch.branch_id = ? AND Loan.amount >= ? AND Loan.due >= ? ORDER BY Loan.due DESC"},
			[]string{"C↓ due: given by a range", "or Q1=2 ((branch_id), amount, due desc, loan_no)", "the application sorts them by Loan.due"}, "Q1 filtering 1"},
		{"one, two and three equalities: translations",
			"Agency (40): agency_id\nJob: job_id, source, target\nAgency 1 accepts n(5000/20000) Job",
			[]string{"SELECT Job WHERE Agency.agency_id = ?", "SELECT Job.job_id WHERE Agency.agency_id = ? AND Job.target = ?",
				"SELECT Job.job_id WHERE Agency.agency_id = ? AND Job.source = ? AND Job.target = ?"},
			[]string{"serves Q1, Q2, Q3", "C↑ target: given by = and not in the partition key (MR2)\n  C↑ source"}, "Q1 partition 1, Q2 partition 1, Q3 partition 1"},
		{"one, two and three equalities: blood bank",
			"Clinic (50): clinic_id\nUnit: unit_id, blood_group (8), component (4)\nClinic 1 stores n(4000) Unit",
			[]string{"SELECT Unit.unit_id WHERE Clinic.clinic_id = ? AND Unit.component = ? AND Unit.blood_group = ?",
				"SELECT Unit.unit_id WHERE Clinic.clinic_id = ? AND Unit.blood_group = ?", "SELECT Unit WHERE Clinic.clinic_id = ?"},
			[]string{"serves Q1, Q2, Q3", "C↑ blood_group: given by = and not in the partition key (MR2)\n  C↑ component"}, "Q1 partition 1, Q2 partition 1, Q3 partition 1"},
		{"a hash of many values: blood bank",
			"Unit (40000000): unit_id, blood_group (8), component (4)",
			[]string{"SELECT Unit.component WHERE Unit.blood_group = ? ORDER BY Unit.component"},
			[]string{"the hash of unit_id modulo", "not the hash of component"}, "Q1 partitions 64"},
		{"a hash of many values: tickets",
			"Region (5): region_id\nTicket (60000000): ticket_id, tier (12)\nRegion 1 sells n(12000000) Ticket",
			[]string{"SELECT Ticket.tier WHERE Region.region_id = ? ORDER BY Ticket.tier"},
			[]string{"the hash of ticket_id modulo", "not the hash of tier"}, ""},
		{"all shards of a constant key: permits", "Permit (8000000): permit_id, holder",
			[]string{"SELECT Permit", "SELECT Permit.holder"}, []string{"hash bucket 0…127", "Run once for each bucket (128)"}, "Q1 partitions 128, Q2 partitions 128"},
		{"all shards of a constant key: in an order", "Act (8000000): act_id, title, ends_on",
			[]string{"SELECT Act ORDER BY Act.ends_on", "SELECT Act"}, []string{"and the application merges their rows; Q2 reads 128 partitions"}, "Q1 partitions 128, Q2 partitions 128"},
		{"no merging over a limit: translations", "Agency (50): agency_id\nJob: job_id, title, body, source, target, due_on\nAgency 1 accepts n(40000) Job",
			[]string{"SELECT Job.title WHERE Agency.agency_id = ?", "SELECT Job WHERE Agency.agency_id = ?"},
			[]string{"jobs_by_agency (new), serves Q1\n", "jobs_by_agency_2 (new), serves Q2\n"}, "Q1 partition 1, Q2 partitions 2"},
		{"no merging over a limit: channels", "Channel (1000): channel_id\nweak Message: *sent_at, body\nChannel 1 contains n(2000000) Message\n" +
			"Sender (50000): sender_id\nSender 1 writes n(40) Message",
			[]string{"SELECT Message.body WHERE Channel.channel_id = ? AND Sender.sender_id = ?", "SELECT Message.body WHERE Channel.channel_id = ?"},
			[]string{"messages_by_channel_sender (new), serves Q1\n", "messages_by_channel (new), serves Q2\n"}, ""},
		{"buckets of the value: names", "Donor (4000000): donor_id, surname, born_on",
			[]string{"SELECT Donor.donor_id WHERE Donor.surname BETWEEN ? AND ?"},
			[]string{"ranges of surname", "surname_range = ? AND surname >= ? AND surname <= ?", "a bucket for each of some ranges of Donor.surname bounds it"}, ""},
		{"buckets of the value: areas", "Plot (2000000): plot_no, area, sold_on",
			[]string{"SELECT Plot.plot_no, Plot.sold_on WHERE Plot.area > ? ORDER BY Plot.area DESC"},
			[]string{"ranges of area", "not bucket of a"}, ""},
		{"buckets of the value: a prefix", "Street (5000000): street_id, name, named_on",
			[]string{"SELECT Street.street_id, Street.named_on WHERE Street.name LIKE ?%"},
			[]string{"the first 2 letters of name", "name_prefix = ? AND name >= ? AND name < ?", "not ranges of name"}, ""},
		{"with its split: turbines", "Turbine (800): turbine_id\nweak Sample: *taken_at, rpm\nTurbine 1 gives n(31000000) Sample",
			[]string{"SELECT Sample.rpm WHERE Turbine.turbine_id = ? ORDER BY Sample.taken_at DESC LIMIT 100"},
			[]string{"split: bucket of a day", "until there are 100 rows"}, ""},
		{"with its split: meters", "Meter (100000): meter_id\nweak Reading: *read_at, kwh\nMeter 1 gives n(350000/700000) Reading",
			[]string{"SELECT Reading.kwh WHERE Meter.meter_id = ? AND Reading.read_at >= ? AND Reading.read_at < ?"},
			[]string{"split: bucket of a month"}, ""},
	} {
		t.Run(test.name, test.check)
	}
}
