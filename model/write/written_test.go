package write_test

import (
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/write"
)

// What the rows of a table tell needs no lookup, though the table is the one that is written, or names one instance twice.
func TestReadsOfWrittenPartitions(t *testing.T) {
	for _, test := range []struct {
		name, concepts string
		queries        []string
		kind           model.UpdateKind
		writes         string
		want           []string
	}{
		{"the group that loses an instance", "Customer: customer_id, name\nProduct: product_id\nCustomer n buys m Product",
			[]string{"SELECT Customer.name, count(Product) WHERE Customer.customer_id = ? GROUP BY Customer.name VIA buys"}, model.Delete, "buys",
			[]string{"select name from product_counts_by_customer_name where customer_id = ?",
				"delete from product_counts_by_customer_name where customer_id = ?, name = 0.name; only if 0"}},
		{"the subject that makes the visit in which it receives a drug",
			"Subject: subject_id, sex\nweak Visit: *visit_no\nDrug: drug_id, drug_name\nSubject 1 makes n Visit\nSubject n receives m Drug n Visit: dose",
			[]string{"SELECT Drug.drug_name, Drug.drug_id, Visit.visit_no WHERE Subject.subject_id = ? ORDER BY Visit.visit_no VIA receives",
				"SELECT receives.dose, Subject.subject_id, Visit.visit_no WHERE Drug.drug_id = ? VIA makes, receives"}, model.Delete, "Visit",
			[]string{"select drug_id from drugs_by_subject where subject_id = ?, visit_no = ?, visit_subject_id = ?",
				"delete from visits_by_drug where drug_id = 0.drug_id, subject_id = ?, visit_no = ?; for each of 0"}},
		{"the title of a trial, in the rows of its subjects: the row of an event has one of them",
			"Trial: trial_id, title\nweak Subject: *subject_no, sex\nEvent: event_id\nTrial 1 recruits n Subject\nSubject 1 suffers n Event",
			[]string{"SELECT Subject.sex WHERE Trial.trial_id = ? ORDER BY Trial.title VIA recruits", "SELECT Event.event_id WHERE Trial.trial_id = ? VIA recruits, suffers",
				"SELECT count(recruits) WHERE Trial.title = ? VIA recruits, suffers"}, model.Change, "Trial.title",
			[]string{"delete from recruits_by_title where trial_title = 0.trial_title, event_id = 1.event_id; for each of 1; only if 0; if 0.trial_title differs from new"}},
		{"the airline of a duty tells that somebody flies it, whom another table names",
			"Airline: airline_code\nweak Crew: *crew_no, crew_name\nDuty: duty_id, position, report_at\nAirline 1 employs n Crew\nCrew 1 flies n Duty",
			[]string{"SELECT Duty.position, Airline.airline_code WHERE Duty.duty_id = ? VIA employs, flies", "SELECT Duty.position WHERE Duty.duty_id = ?",
				"SELECT Crew.crew_no WHERE Duty.duty_id = ? AND Crew.crew_name >= ? VIA flies",
				"SELECT Duty.duty_id, Duty.report_at WHERE Airline.airline_code = ? AND Crew.crew_no = ? VIA employs, flies"}, model.Delete, "Duty",
			[]string{"select crew_no from crews_by_duty_crew_name where duty_id = ?",
				"delete from duties_by_airline_crew where airline_code = 0.airline_code, crew_no = 1.crew_no, duty_id = ?; only if 0.airline_code; only if 1.crew_no; only if 0; only if 1"}},
	} {
		m := derived(t, test.concepts, test.queries...)
		plan := write.Of(withUpdate(m, model.Update{Kind: test.kind, Cascade: model.Cascades}, []model.ID{named(t, m, test.writes)}, nil), "u1")
		got := lines(m, &plan)
		for _, want := range test.want {
			if !slices.ContainsFunc(got, func(line string) bool { return strings.HasSuffix(line, want) }) {
				t.Errorf("%s: no %q in\n%s", test.name, want, strings.Join(got, "\n"))
			}
		}
	}
}

// A row whose collection is empty does not have what the collection lists: a group exists only if there is an element.
func TestEmptyCollectionsTellThatNothingIsThere(t *testing.T) {
	m := derived(t, "Member: member_id\nReaction: reaction_id\nMessage: message_id\nChannel: channel_id, purpose\n"+
		"Member 1 sends n Message\nMember n joins m Channel\nMember 1 reacts n Reaction",
		"SELECT Message.message_id, Reaction.reaction_id WHERE Member.member_id = ? VIA sends, reacts",
		"SELECT Channel.purpose, count(reacts) WHERE Member.member_id = ? GROUP BY Channel.purpose VIA sends, joins, reacts",
		"SELECT Channel WHERE Channel.channel_id = ?")
	m = collected(t, m, 0)
	got := updated(t, m, model.Insert, []string{"joins"})
	if !slices.ContainsFunc(got, func(line string) bool {
		return strings.Contains(line, "insert react_counts") && strings.Contains(line, "only if 1.messages")
	}) {
		t.Errorf("the group is made without a message:\n%s", strings.Join(got, "\n"))
	}
}

// collected derives the tables anew: what the query at a place repeats is a collection, and groups are computed before.
func collected(t *testing.T, m *model.Model, at int) *model.Model {
	t.Helper()
	choices := precomputed(m)
	query := model.Sorted(m.Workflow.Queries)[at].ID
	for _, a := range mapping.Derive(m, nil, nil).Plan(query).Alternatives {
		if a.Form == mapping.Collected {
			choices[query] = mapping.Choice{Key: a.Signature()}
		}
	}
	after, err := edit.Apply(m, model.RandomIDs(), mapping.Derive(m, nil, choices).Commands(model.RandomIDs(), nil)...)
	if err != nil {
		t.Fatal(err)
	}
	return after
}

// A lookup that names an account without its role joins a table that has two of them: its column has the role there.
func TestLookupTableOfTwoRolesAndOne(t *testing.T) {
	m := derived(t, "Account: account_no, kind\nTransfer: transfer_id, purpose\nAccount(payer) 1 pays n Transfer\nAccount(payee) 1 gets n Transfer",
		"SELECT Transfer.purpose WHERE Account(payer).account_no = ? AND Account(payee).account_no = ? VIA pays, gets",
		"SELECT Transfer.transfer_id WHERE Account(payee).kind = ? VIA gets")
	m = withUpdates(t, m, "delete Transfer", "insert Transfer")
	ids := model.RandomIDs()
	after, err := edit.Apply(m, ids, write.AllLookupTables(m, ids).Commands...)
	if err != nil {
		t.Fatal(err)
	}
	meanings := mapping.NewStored(after)
	for id, table := range after.Logical.Tables {
		for column, c := range table.Columns {
			if _, stores := meanings.Of(id).Columns[column]; !stores {
				t.Errorf("%s.%s stores nothing", table.Name, c.Name)
			}
		}
	}
	plan := write.Of(after, "u2")
	if got := lines(after, &plan); !slices.ContainsFunc(got, func(line string) bool { return strings.Contains(line, "payee_kind 0.kind") }) {
		t.Errorf("the kind of the payee stays empty:\n%s", strings.Join(got, "\n"))
	}
}
