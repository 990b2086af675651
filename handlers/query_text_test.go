package handlers_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/querytext"
)

func idLabelled(t *testing.T, m *model.Model, label string) model.ID {
	t.Helper()
	id, _ := queryLabelled(t, m, label)
	return id
}

// queryLabelled returns a query of a model and its text.
func queryLabelled(t *testing.T, m *model.Model, label string) (model.ID, string) {
	t.Helper()
	for id, query := range m.Workflow.Queries {
		if query.Label == label {
			return id, querytext.FormatLines(m, querytext.Of(query))
		}
	}
	t.Fatalf("no query %s", label)
	return "", ""
}

// TestQueryIsEditedAsText changes a query by its text: parts that stay keep their
// ids, and the form shows the text that was saved.
func TestQueryIsEditedAsText(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	m, _ := s.model(path)
	id, was := queryLabelled(t, m, "Q4")
	want := was + "\nLIMIT 20"
	s.want(http.StatusSeeOther, s.post(path+"/edit",
		set(id, "text", was, strings.ReplaceAll(strings.ToLower(want), "\n", "\r\n"), "do", "save", "tab", "queries",
			"select", string(id))))
	after, revision := s.model(path)
	if _, text := queryLabelled(t, after, "Q4"); text != want {
		t.Errorf("the text is\n%s, want\n%s", text, want)
	}
	if got := "changed query " + after.Title(id) + ": LIMIT 20"; revision.Words != got {
		t.Errorf("the history says %q, want %q", revision.Words, got)
	}
	for given := range m.Workflow.Queries[id].Given {
		if after.Workflow.Queries[id].Given[given] == nil {
			t.Errorf("the condition %s has another id now", given)
		}
	}
	page := s.want(http.StatusOK, s.get(path+"/queries?select="+string(id))).body
	if !strings.Contains(page, "LIMIT 20</textarea>") {
		t.Error("the form does not show the text")
	}
}

// TestTextAndFieldsInOneForm saves a text together with another field, and with
// the button that derives the query's table.
func TestTextAndFieldsInOneForm(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	m, _ := s.model(path)
	id, was := queryLabelled(t, m, "Q4")
	both := set(id, "text", was, was+"\nLIMIT 20", "do", "table:"+string(id))
	both.Set("was."+string(id)+".name", m.Workflow.Queries[id].Name)
	both.Set("set."+string(id)+".name", "Rooms that are free")
	s.want(http.StatusSeeOther, s.post(path+"/edit", both))
	after, _ := s.model(path)
	if query := after.Workflow.Queries[id]; query.Limit != 20 || query.Name != "Rooms that are free" {
		t.Errorf("limit %d, name %q", query.Limit, query.Name)
	}
}

// TestWrongTextIsKept answers 422 with what was typed and the wrong word marked.
func TestWrongTextIsKept(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	m, before := s.model(path)
	id, was := queryLabelled(t, m, "Q1")
	typed := "SELECT Hotel.naem, Hotel.phone\nWHERE Hotel.hotel_id = ? AND Hotel.stars > 3"
	page := s.want(http.StatusUnprocessableEntity, s.post(path+"/edit", set(id, "text", was, typed, "do", "save", "tab", "queries", "select", string(id)))).body
	parse(t, page)
	for _, want := range []string{
		"SELECT Hotel.naem, Hotel.phone\nWHERE Hotel.hotel_id = ? AND Hotel.stars &gt; 3</textarea>",
		"<mark>naem</mark>", "<mark>stars</mark>", "did you mean name?", `data-start="13"`, `data-end="17"`, `data-suggestion="name"`, `aria-invalid="true"`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if _, after := s.model(path); after.Number != before.Number {
		t.Error("something was saved")
	}
}

// TestTextsAreMerged has two users change one text.
func TestTextsAreMerged(t *testing.T) {
	ann := newSite(t)
	path := ann.open("hotel")
	bob := ann.visitor()
	m, _ := ann.model(path)
	id, was := queryLabelled(t, m, "Q4")
	save := func(s *site, text string, more ...string) answer {
		return s.post(path+"/edit", set(id, "text", was, text, append(more, "do", "save", "tab", "queries", "select", string(id))...))
	}
	ann.want(http.StatusSeeOther, save(ann, was+"\nLIMIT 5"))
	bob.want(http.StatusSeeOther, save(bob, was+"\nPAGE 100"))
	after, _ := ann.model(path)
	if query := after.Workflow.Queries[id]; query.Limit != 5 || query.PageSize != 100 {
		t.Errorf("limit %d and page %d, want 5 and 100", query.Limit, query.PageSize)
	}
	page := bob.want(http.StatusConflict, save(bob, was+"\nLIMIT 7")).body
	if !strings.Contains(page, "changed this while you were typing") || !strings.Contains(page, "LIMIT 7</textarea>") {
		t.Error("the page does not show the conflict")
	}
	_, now := queryLabelled(t, after, "Q4")
	mine := set(id, "text", now, was+"\nLIMIT 7", "conflict."+string(id)+".text", "true", "do", "mine:"+string(id)+".text")
	bob.want(http.StatusSeeOther, bob.post(path+"/edit", mine))
	if after, _ = ann.model(path); after.Workflow.Queries[id].Limit != 7 {
		t.Errorf("limit %d, want 7", after.Workflow.Queries[id].Limit)
	}
}

// TestQueriesAreAddedAsText adds several queries in one revision.
func TestQueriesAreAddedAsText(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	m, before := s.model(path)
	text := "Cheap rooms: select Room.room_number where Hotel.hotel_id = ?\r\nQ90 SELECT Guest\r\n; Q91: SELECT Guest WHERE Guest.guest_id = ?; Only a name"
	s.want(http.StatusUnprocessableEntity, s.post(path+"/edit", form("do", "add:query:", "new.query.text", text, "tab", "queries")))
	text = strings.Replace(text, "Q90 SELECT Guest", "Q90: SELECT Guest", 1)
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:query:", "new.query.text", text, "tab", "queries")))
	after, revision := s.model(path)
	if got := len(after.Workflow.Queries) - len(m.Workflow.Queries); got != 4 || revision.Number != before.Number+1 {
		t.Fatalf("%d queries in %d revisions, want 4 in 1", got, revision.Number-before.Number)
	}
	names := map[string]string{}
	for _, query := range after.Workflow.Queries {
		names[query.Label] = query.Name + " = " + querytext.Format(after, querytext.Of(query))
	}
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:query:", "new.query.name", "Only a description", "new.query.text", " ", "tab", "queries")))
	next := edit.NextLabel(m, model.QueryKind)
	s.want(http.StatusSeeOther, s.post(path+"/edit",
		form("do", "add:query:", "new.query.name", "Guests", "new.query.text", "Q92: SELECT Guest", "tab", "queries")))
	if named, _ := s.model(path); named.Workflow.Queries[idLabelled(t, named, "Q92")].Name != "Guests" {
		t.Error("the description is not that of the form")
	}
	for label, want := range map[string]string{
		next:  "Cheap rooms = SELECT Room.room_number WHERE Hotel.hotel_id = ?",
		"Q90": "Guest = SELECT Guest.*", "Q91": "Guest by guest_id = SELECT Guest.* WHERE Guest.guest_id = ?",
	} {
		if names[label] != want {
			t.Errorf("%s is %q, want %q", label, names[label], want)
		}
	}
	if !strings.HasPrefix(revision.Words, "added 4 queries: "+next+", Q90, Q91, ") {
		t.Errorf("the history says %q", revision.Words)
	}
}

// TestWrongNewQueriesAreKept marks the error in a text of several queries.
func TestWrongNewQueriesAreKept(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	for _, test := range []struct{ text, want string }{
		{"A: SELECT Hotel.name\nB: SELECT Hotel.naem", `data-start="37"`},
		{";", "There is no query in this text"},
		{"Q1: SELECT Hotel.name", "belongs to another query"},
		{strings.Repeat("a;", 501), "The text has 501 queries; add at most 500 at once"},
	} {
		page := s.want(http.StatusUnprocessableEntity, s.post(path+"/edit", form("do", "add:query:", "new.query.text", test.text, "tab", "queries"))).body
		if !strings.Contains(page, test.want) || !strings.Contains(page, test.text+"</textarea>") {
			t.Errorf("%q: the page lacks %s or what was typed", test.text, test.want)
		}
	}
}

func TestQueryTextIsCompleted(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	for _, test := range []struct {
		text, label string
		replace     int
	}{
		{"SELECT Hotel.na", "Hotel.name", 8},
		{"sel", "SELECT", 3},
		{"Free rooms: sel", "SELECT", 3},
		{"A: SELECT Hotel.name\nB 🏨: SELECT Gue", "Guest.guest_id", 3},
		{"SELECT Hotel.name; SELECT Hotel.name ord", "ORDER BY", 3},
		{"SELECT Hotel.name;", "SELECT", 0},
	} {
		var completions []struct {
			Label, Insert string
			Replace       int
		}
		answered := s.want(http.StatusOK, s.post(path+"/queries/complete", form("text", test.text)))
		if err := json.Unmarshal([]byte(answered.body), &completions); err != nil {
			t.Fatal(err)
		}
		if len(completions) == 0 || completions[0].Label != test.label || completions[0].Replace != test.replace {
			t.Errorf("%q: completions %+v, want first %s for %d letters", test.text, completions, test.label, test.replace)
		}
	}
}
