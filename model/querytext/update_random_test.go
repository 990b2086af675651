package querytext

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/example"
)

// TestExampleUpdatesRoundTrip formats and parses each update of the examples.
func TestExampleUpdatesRoundTrip(t *testing.T) {
	count := 0
	for _, slug := range example.All() {
		m := load(t, slug.Slug)
		for _, item := range model.Sorted(m.Workflow.Updates) {
			checkUpdateRoundTrip(t, m, OfUpdate(item.Value))
			count++
		}
	}
	if count == 0 {
		t.Error("the examples have no updates")
	}
}

// TestRandomUpdatesRoundTrip formats and parses random updates on models with and without
// concepts, alone and as one of several, and turns one update into the next.
func TestRandomUpdatesRoundTrip(t *testing.T) {
	for _, m := range []*model.Model{load(t, "hotel"), load(t, "supermarket"), team(t), desk(t), model.New("none")} {
		m, err := edit.Apply(m, model.RandomIDs(), edit.Add{Kind: model.UpdateElement, ID: "random", Values: map[string]string{"name": "random"}})
		if err != nil {
			t.Fatal(err)
		}
		for seed := range uint64(150) {
			g := generator{rand.New(rand.NewPCG(seed, 2)), m, newScope(m)}
			wanted := g.update()
			checkUpdateRoundTrip(t, m, wanted)
			m = checkUpdateCommands(t, m, "random", wanted)
			if t.Failed() {
				t.Fatalf("seed %d", seed)
			}
		}
	}
}

// checkUpdateRoundTrip also reads the text among others.
func checkUpdateRoundTrip(t *testing.T, m *model.Model, parts Update) {
	t.Helper()
	text := FormatUpdate(m, parts)
	again, problems := ParseUpdate(m, text)
	if len(problems) > 0 {
		t.Fatalf("ParseUpdate(%s) = %+v", text, problems)
	}
	if text == "" {
		parts = Update{Kind: model.Insert}
	}
	if difference := cmp.Diff(parts, again, cmpopts.EquateEmpty()); difference != "" {
		t.Fatalf("ParseUpdate(%s) differs (-want +got):\n%s", text, difference)
	}
	if text == "" {
		return
	}
	for _, several := range []string{"SELECT x.y\n" + text + "\nselect z\n", "U7 Delete it: " + FormatUpdateLines(m, parts) + "\n-- Q8\nselect z"} {
		entries := Entries(several)
		if len(entries) < 2 || !slices.ContainsFunc(entries, func(e Entry) bool { return e.IsUpdate() && (e.Text == text || e.Text == FormatUpdateLines(m, parts)) }) {
			t.Fatalf("Entries(%q) = %+v", several, entries)
		}
	}
}

// checkUpdateCommands applies the commands and checks that the update is as wanted, and
// that what was wanted before kept its ID.
func checkUpdateCommands(t *testing.T, m *model.Model, update model.ID, wanted Update) *model.Model {
	t.Helper()
	before := m.Workflow.Updates[update]
	after, err := edit.Apply(m, model.RandomIDs(), UpdateCommands(m, update, wanted)...)
	if err != nil {
		t.Fatalf("from %s to %s: %v", FormatUpdate(m, OfUpdate(before)), FormatUpdate(m, wanted), err)
	}
	now := after.Workflow.Updates[update]
	if difference := cmp.Diff(wanted, OfUpdate(now), cmpopts.EquateEmpty()); difference != "" {
		t.Fatalf("from %s to %s (-want +got):\n%s", FormatUpdate(m, OfUpdate(before)), FormatUpdate(m, wanted), difference)
	}
	for id, write := range before.Writes {
		if _, kept := now.Writes[id]; !kept && indexOf(wanted.Writes, *write, writeReference) >= 0 {
			t.Errorf("%s lost its ID", newScope(m).written([]model.Write{*write}))
		}
	}
	if more := UpdateCommands(after, update, wanted); len(more) > 0 {
		t.Errorf("the commands leave %+v to do", more)
	}
	if words := UpdateWords(m, after, update); utf8.RuneCountInString(words) > maxWords || (words == "") != (FormatUpdate(m, OfUpdate(before)) == FormatUpdate(m, wanted)) {
		t.Errorf("from %s to %s: words are %q", FormatUpdate(m, OfUpdate(before)), FormatUpdate(m, wanted), words)
	}
	return after
}

func (g generator) update() Update {
	kinds := []model.UpdateKind{model.Insert, model.Change, model.Delete, model.Increment}
	update := Update{Kind: kinds[g.IntN(len(kinds))], Conditional: g.IntN(4) == 0}
	if update.Kind == model.Delete {
		update.Cascade = []model.Cascade{model.CascadeUnsaid, model.Cascades, model.Restricts}[g.IntN(3)]
	}
	for range 1 + g.IntN(3) {
		r := g.reference(update.Kind != model.Increment)
		write := model.Write{Element: r.id, Name: r.name, Participant: r.participant}
		if indexOf(update.Writes, write, writeReference) < 0 {
			update.Writes = append(update.Writes, write)
		}
	}
	for range g.IntN(4) {
		if given := g.given(); indexOf(update.Given, given, givenReference) < 0 {
			update.Given = append(update.Given, given)
		}
	}
	return update
}

// FuzzParseUpdate checks that every problem marks a part of the text, that a text without
// a problem means the same after it was formatted, and that nothing of a text of several
// is lost.
func FuzzParseUpdate(f *testing.F) {
	for _, text := range []string{
		"INSERT Ticket, handles WHERE Person(agent).person_id = ? IF NOT EXISTS", "delete from Ticket restrict if exists;", "add to phones",
		"REMOVE phones WHERE a IN (1, 2)", "increment views", "CHANGE if", `insert "a`, "\xff update \"\x00' cascade",
	} {
		f.Add(text)
	}
	models := []*model.Model{load(f, "hotel"), team(f), desk(f), model.New("none")}
	f.Fuzz(func(t *testing.T, text string) {
		for _, m := range models {
			checkAnyUpdate(t, m, text)
		}
		written := 0
		for _, entry := range Entries(text) {
			written += len(entry.Text) + len(entry.Name)
			if entry.Start < 0 || entry.Start+len(entry.Text) > len(text) || text[entry.Start:entry.Start+len(entry.Text)] != entry.Text {
				t.Errorf("Entries(%q) has %+v", text, entry)
			}
		}
		if letters := strings.Count(text, "x"); written < letters {
			t.Errorf("Entries(%q) keep %d bytes", text, written)
		}
	})
}

func checkAnyUpdate(t *testing.T, m *model.Model, text string) {
	parts, problems := ParseUpdate(m, text)
	for _, problem := range problems {
		if problem.Start < 0 || problem.Start > problem.End || problem.End > len(text) || problem.Message == "" {
			t.Errorf("ParseUpdate(%q) has the problem %+v", text, problem)
		}
	}
	if len(problems) == 0 {
		checkUpdateRoundTrip(t, m, parts)
	}
	for _, completion := range CompleteEntry(m, text, len(text)/2) {
		if completion.Start < 0 || completion.Start > completion.End || completion.End > len(text) || completion.Insert == "" {
			t.Errorf("CompleteEntry(%q) has %+v", text, completion)
		}
	}
}

// TestDamagedUpdates parses texts as while typing.
func TestDamagedUpdates(t *testing.T) {
	m := desk(t)
	random := rand.New(rand.NewPCG(8, 8))
	pieces := strings.Fields(`INSERT INTO CHANGE DELETE FROM ADD TO REMOVE INCREMENT UPDATE WHERE AND CASCADE RESTRICT IF NOT EXISTS UNCHANGED ( ) , . * ? : ' " = IN Ticket handles Person (agent) .phones .status x : ;`)
	for range 3000 {
		var text []string
		for range random.IntN(12) {
			text = append(text, pieces[random.IntN(len(pieces))])
		}
		checkAnyUpdate(t, m, strings.Join(text, []string{" ", ""}[random.IntN(2)]))
		if t.Failed() {
			return
		}
	}
}

// TestUpdatesAreMerged merges what two users made of one update.
func TestUpdatesAreMerged(t *testing.T) {
	m := desk(t)
	const base = `DELETE Ticket WHERE Ticket.number = ?`
	for _, test := range []struct{ name, theirs, mine, want string }{
		{"different clauses", base + " CASCADE", "DELETE Ticket WHERE Ticket.status = ?", "DELETE Ticket WHERE Ticket.status = ? CASCADE"},
		{"a condition", base + " IF EXISTS", base + " RESTRICT", base + " RESTRICT IF EXISTS"},
		{"the same change", base + " CASCADE", base + " CASCADE", base + " CASCADE"},
		{"one clause", base + " CASCADE", base + " RESTRICT", ""},
		{"what is written", base + " CASCADE", "DELETE Ticket, handles WHERE Ticket.number = ?", "DELETE Ticket, handles WHERE Ticket.number = ? CASCADE"},
		{"no deletion", base + " CASCADE", "CHANGE Ticket.status WHERE Ticket.number = ?", ""},
		{"kind and writes", "CHANGE Ticket.status WHERE Ticket.number = ?", "DELETE Ticket, handles WHERE Ticket.number = ?", ""},
	} {
		var parts [3]Update
		for i, text := range []string{base, test.theirs, test.mine} {
			parts[i], _ = ParseUpdate(m, text)
		}
		merged, ok := MergeUpdate(m, parts[0], parts[1], parts[2])
		if got := FormatUpdate(m, merged); ok != (test.want != "") || ok && got != test.want {
			t.Errorf("%s: MergeUpdate = %s, %v, want %s", test.name, got, ok, test.want)
		}
	}
}

func TestUpdateName(t *testing.T) {
	m := desk(t)
	for text, want := range map[string]string{
		"INSERT Ticket, handles":                           "Insert Ticket, handles",
		"CHANGE status, closed_at WHERE number = ?":        "Change status, closed_at of Ticket by number",
		"ADD TO phones WHERE person_id = ?":                "Add to phones of Person by person_id",
		"DELETE Ticket WHERE number = ? AND tenant_id = ?": "Delete Ticket by number, tenant_id",
	} {
		parts, _ := ParseUpdate(m, text)
		if got := UpdateName(m, parts); got != want {
			t.Errorf("UpdateName(%s) = %q, want %q", text, got, want)
		}
	}
}
