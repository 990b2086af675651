package mapping_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/concepttext"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/querytext"
)

// document makes a document of concepts and queries as text.
func document(t *testing.T, concepts string, queries ...string) *model.Model {
	t.Helper()
	m, ids := model.New("Test"), model.SeededIDs([]byte(concepts))
	commands, problems := concepttext.Commands(m, ids, concepts)
	if len(problems) > 0 {
		t.Fatalf("%s: %+v", concepts, problems)
	}
	m = apply(t, m, commands...)
	for i, text := range queries {
		query := model.ID("q" + string(rune('1'+i)))
		m = apply(t, m, edit.Add{Kind: model.QueryKind, ID: query, Values: map[string]string{"label": "Q" + string(rune('1'+i)), "name": text}})
		parts, problems := querytext.Parse(m, text)
		if len(problems) > 0 {
			t.Fatalf("%s: %+v", text, problems)
		}
		m = apply(t, m, querytext.Commands(m, query, parts)...)
	}
	return m
}

// TestPaths: an instance takes part in a relationship type in one place only, and of
// paths that are as short, the one is taken in which what is given identifies something.
func TestPaths(t *testing.T) {
	const feed = `Account: account_id, handle
Post: post_id, posted_at
Account(author) 1 writes n Post
Account(follower) m follows n Account(followed)`
	const rooms = `Room: room_id
weak Message: message_id, body
Room 1 has n Message
Message(original) 1 answers n Message(reply)`
	const gym = `Member: member_id, name
Club: club_id, name
weak Class: starts_at, title
Club 1 hosts n Class
Member n books m Class
Invoice: invoice_id, amount
Member 1 pays n Invoice
Member n visits m Club: *checked_in_at`
	const hospital = `Patient: patient_id
Doctor: doctor_id, name
Ward: ward_id
Doctor n treats m Patient n Ward: *started_on
Prescription: prescription_id, dose
Doctor 1 prescribes n Prescription
Patient 1 receives n Prescription
Drug: drug_id, label
Drug 1 is_in n Prescription`
	for _, test := range []struct{ name, concepts, query, path, key string }{
		{"the patient's own prescriptions, not those of each of their doctors", hospital,
			"SELECT Prescription, Drug.label, Doctor.name WHERE Patient.patient_id = ?",
			"Patient – receives – Prescription – prescribes – Doctor, Prescription – is_in – Drug", "((patient_id), prescription_id)"},
		{"the club of the class, not one that the member visits", gym,
			"SELECT Class.title, Class.starts_at, Club.name WHERE Member.member_id = ? ORDER BY Class.starts_at DESC",
			"Member – books – Class – hosts – Club", "((member_id), starts_at desc, club_id)"},
		{"a branch begins anew", gym,
			"SELECT Invoice.amount, Club.name WHERE Member.member_id = ?",
			"Member – pays – Invoice, Member – visits – Club", "((member_id), checked_in_at, club_id, invoice_id)"},
		{"the author is whom the follower follows", feed,
			"SELECT Post, Account(author).handle WHERE Account(follower).account_id = ? ORDER BY Post.posted_at DESC",
			"Account (follower) – follows – Account (author) – writes – Post", "((follower_account_id), posted_at desc, post_id)"},
		{"the room of the message that is given", rooms,
			"SELECT Message(reply).body WHERE Room.room_id = ? AND Message(original).message_id = ?",
			"Room – has – Message (original) – answers – Message (reply)", "((room_id, original_message_id), reply_room_id, reply_message_id)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			plan := mapping.Explore(document(t, test.concepts, test.query), "q1")
			if plan.Fatal() || plan.Path.Words != test.path || plan.Alternatives[0].Signature() != test.key {
				t.Errorf("path %q, table %s, problems %+v", plan.Path.Words, plan.Alternatives[0].Signature(), plan.Problems)
			}
		})
	}
}

// TestTooFewParticipants: a post has one author, so it connects no two accounts.
func TestTooFewParticipants(t *testing.T) {
	m := document(t, "Account: account_id, handle\nPost: post_id\nAccount(author) 1 writes n Post\nAccount(follower) m follows n Account(followed)",
		"SELECT Account(follower).handle, Account(followed).handle, Account.handle WHERE Post.post_id = ?")
	plan := mapping.Explore(m, "q1")
	if len(plan.Problems) != 1 || plan.Problems[0].Code != "no-path" || !strings.HasPrefix(plan.Problems[0].Message, "No path connects all") {
		t.Errorf("path %q, problems %+v", plan.Path.Words, plan.Problems)
	}
}

// TestPathsOfAnyOrder: in whatever order a query names its parts, its path is the same.
func TestPathsOfAnyOrder(t *testing.T) {
	m := document(t, `User: user_id, handle
Room: room_id, title
weak Message: message_id, body
Room 1 has n Message
User 1 writes n Message
User m member_of n Room
Message m reacted n User`, "SELECT Message.body, User.handle, Room.title WHERE Room.room_id = ? AND User.user_id = ?")
	want := mapping.Explore(m, "q1").Path.Signature()
	random := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		shuffled := m.Clone()
		query := shuffled.Workflow.Queries["q1"]
		order := random.Perm(8)
		i := 0
		for _, find := range model.Sorted(query.Find) {
			find.Value.Order = model.Nth(order[i])
			i++
		}
		for _, given := range model.Sorted(query.Given) {
			given.Value.Order = model.Nth(order[i])
			i++
		}
		if got := mapping.Explore(shuffled, "q1").Path.Signature(); got != want {
			t.Errorf("the path %q became %q", want, got)
		}
	}
}
