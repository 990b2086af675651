package handlers_test

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/querytext"
)

// updateNamed returns an update of a model and its text.
func updateNamed(t *testing.T, m *model.Model, name string) (model.ID, string) {
	t.Helper()
	for id, update := range m.Workflow.Updates {
		if update.Name == name || update.Label == name {
			return id, querytext.FormatUpdateLines(m, querytext.OfUpdate(update))
		}
	}
	t.Fatalf("no update %s", name)
	return "", ""
}

// TestUpdatesAreAddedAsText adds queries and updates in one revision, from the form of
// either.
func TestUpdatesAreAddedAsText(t *testing.T) {
	for _, kind := range []string{"query", "update"} {
		s := newSite(t)
		path := s.open("hotel")
		m, before := s.model(path)
		text := "Q90 Guests: select Guest\r\nU90 Add a hotel: insert Hotel, \"Point of interest\" where " +
			"Hotel.hotel_id = ?\r\nchange Hotel.phone where Hotel.hotel_id = :id if\r\n" +
			"Delete a guest's data: delete Guest cascade; add to Guest.phone_numbers; U91 Archive"
		add := func(text string) url.Values {
			return form("do", "add:"+kind+":", "new."+kind+".text", text, "tab", "queries")
		}
		s.want(http.StatusSeeOther, s.post(path+"/edit", add(text)))
		after, revision := s.model(path)
		if got := len(after.Workflow.Updates) - len(m.Workflow.Updates); got != 5 ||
			len(after.Workflow.Queries) != len(m.Workflow.Queries)+1 || revision.Number != before.Number+1 {
			t.Fatalf("%d updates in %d revisions, want 5 in 1", got, revision.Number-before.Number)
		}
		for name, want := range map[string]string{
			"U90":                               "INSERT Hotel, \"Point of interest\"\nWHERE Hotel.hotel_id = ?",
			"Add a hotel":                       "INSERT Hotel, \"Point of interest\"\nWHERE Hotel.hotel_id = ?",
			"Change phone of Hotel by hotel_id": "CHANGE Hotel.phone\nWHERE Hotel.hotel_id = :hotel_id\nIF UNCHANGED",
			"Delete a guest's data":             "DELETE Guest\nCASCADE",
			"Add to phone_numbers of Guest":     "ADD TO Guest.phone_numbers",
			"U91":                               "",
		} {
			if _, got := updateNamed(t, after, name); got != want {
				t.Errorf("%s is %q, want %q", name, got, want)
			}
		}
		if !strings.HasPrefix(revision.Words, "added 1 query and 5 updates: Q90, U90, ") {
			t.Errorf("the history says %q", revision.Words)
		}
	}
}

// TestUpdateIsEditedAsText changes an update by its text: parts that stay keep their ids.
// Two users' changes of different clauses merge, and a wrong text is kept and marked.
func TestUpdateIsEditedAsText(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:update:", "new.update.text", "U90: DELETE Guest WHERE Guest.guest_id = ?", "tab", "queries")))
	m, _ := s.model(path)
	id, was := updateNamed(t, m, "U90")
	save := func(text string) answer {
		return s.post(path+"/edit", set(id, "text", was, text, "do", "save", "tab", "queries", "select", string(id)))
	}
	s.want(http.StatusSeeOther, save(was+" cascade"))
	after, revision := s.model(path)
	if _, text := updateNamed(t, after, "U90"); text != was+"\nCASCADE" || revision.Words != "changed update "+after.Title(id)+": CASCADE" {
		t.Errorf("the text is %s, the history says %q", text, revision.Words)
	}
	s.want(http.StatusSeeOther, save("DELETE Guest, Guest.name WHERE Guest.guest_id = ?\nIF EXISTS"))
	s.want(http.StatusConflict, save("DELETE Guest WHERE Guest.guest_id = ? RESTRICT"))
	after, _ = s.model(path)
	if update := after.Workflow.Updates[id]; !update.Conditional || update.Cascade != model.Cascades || len(update.Writes) != 2 {
		t.Errorf("the update is %+v", update)
	}
	for given := range m.Workflow.Updates[id].Given {
		if after.Workflow.Updates[id].Given[given] == nil {
			t.Error("the condition has another id now")
		}
	}
	_, was = updateNamed(t, after, "U90")
	page := s.want(http.StatusUnprocessableEntity, save("DELETE Guest\nWHERE Guest.gest_id = ?")).body
	for _, want := range []string{"Guest.gest_id = ?</textarea>", "<mark>gest_id</mark>",
		"Line 2: Guest has no attribute gest_id; did you mean guest_id?", `data-suggestion="guest_id"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

// TestWrongNewUpdatesAreKept: what looks like an update is none of the queries that only
// have a name.
func TestWrongNewUpdatesAreKept(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	m, _ := s.model(path)
	for _, test := range []struct{ text, want string }{
		{"A: SELECT Hotel.name\nB: INSERT Hotell", "Line 2: Hotell is not an entity type"},
		{"insert Hotell", "did you mean Hotel?"},
		{"insrt Hotel", "insrt is not a keyword; did you mean INSERT?"},
		{"U5 INSERT Hotel", "A colon is missing after U5"},
		{"CHNAGE Hotel.phone", "did you mean CHANGE?"},
		{"INSERT INTO hotels (hotel_id) VALUES (?)", "A statement on tables belongs in Recover from tables"},
		{"Add a hotel", "If ADD begins a description, end that in a colon"},
		{"DELETE Hotel VIA x", "An update has no VIA"},
	} {
		page := s.want(http.StatusUnprocessableEntity, s.post(path+"/edit", form("do", "add:query:", "new.query.text", test.text, "tab", "queries"))).body
		if !strings.Contains(page, test.want) || !strings.Contains(page, test.text+"</textarea>") {
			t.Errorf("%q: the page lacks %s or what was typed", test.text, test.want)
		}
	}
	if after, _ := s.model(path); len(after.Workflow.Queries) != len(m.Workflow.Queries) || len(after.Workflow.Updates) != len(m.Workflow.Updates) {
		t.Error("something was saved")
	}
}

func TestUpdateTextIsCompleted(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	for _, test := range []struct {
		kind, text, label string
		replace           int
	}{
		{"", "ins", "INSERT", 3},
		{"", "SELECT Hotel.name\nins", "INSERT", 3},
		{"", "SELECT Hotel.name; Add it: ins", "INSERT", 3},
		{"", "INSERT Gue", "Guest", 3},
		{"", "DELETE Hotel WHERE Hotel.hotel_id = ? ca", "CASCADE", 2},
		{"update", "d", "DELETE", 1},
		{"query", "i", "", 0},
	} {
		var completions []struct {
			Label, Insert string
			Replace       int
		}
		answered := s.want(http.StatusOK, s.post(path+"/queries/complete?kind="+test.kind, form("text", test.text)))
		if err := json.Unmarshal([]byte(answered.body), &completions); err != nil {
			t.Fatal(err)
		}
		if test.label == "" {
			if len(completions) > 0 {
				t.Errorf("%q: completions %+v", test.text, completions)
			}
		} else if len(completions) == 0 || completions[0].Label != test.label || completions[0].Replace != test.replace {
			t.Errorf("%q: completions %+v, want first %s for %d letters", test.text, completions, test.label, test.replace)
		}
	}
}

// TestEditedUpdateIsNoStatement: an update that is a statement of the application stays so
// until what it writes changes, and the page says so.
func TestEditedUpdateIsNoStatement(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	s.want(http.StatusSeeOther, s.post(path+"/edit",
		form("do", "add:update:", "new.update.text", "U90: CHANGE Hotel.phone WHERE Hotel.hotel_id = ?", "tab",
			"queries")))
	m, _ := s.model(path)
	id, was := updateNamed(t, m, "U90")
	const statement = "UPDATE hotels SET phone = ? WHERE hotel_id = ?"
	s.want(http.StatusSeeOther, s.post(path+"/edit", set(id, "statement", "", statement, "do", "save", "tab", "queries", "select", string(id))))
	page := s.want(http.StatusOK, s.get(path+"/queries?select="+string(id))).body
	if !strings.Contains(page, "Writes 1 table") ||
		!strings.Contains(page, "which its statement leaves as they are") ||
		!strings.Contains(page, "Write them, too: hotels_by_poi") {
		t.Error("the page does not show the statement and the tables that it leaves")
	}
	s.want(http.StatusSeeOther, s.post(path+"/edit",
		set(id, "name", m.Workflow.Updates[id].Name, "Another name", "do", "save", "tab", "queries", "select",
			string(id))))
	if m, _ = s.model(path); m.Workflow.Updates[id].Statement != statement {
		t.Fatal("a new name has dropped the statement")
	}
	s.want(http.StatusSeeOther, s.post(path+"/edit", set(id, "text", was, was+"\nIF UNCHANGED", "do", "save", "tab", "queries", "select", string(id))))
	m, revision := s.model(path)
	if m.Workflow.Updates[id].Statement != "" || !strings.HasSuffix(revision.Words, ", U90 is no longer its statement") {
		t.Errorf("the statement is %q, the history says %q", m.Workflow.Updates[id].Statement, revision.Words)
	}
}
