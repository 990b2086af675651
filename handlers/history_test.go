package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"widerow/model"
)

// addEntity adds an entity type to the model at a path.
func (s *site) addEntity(path, name string) {
	s.t.Helper()
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:entity:", "new.entity.name", name, "tab", "concepts")))
}

func entityNames(m *model.Model) string {
	var names []string
	for _, item := range model.Sorted(m.Concepts.Entities) {
		names = append(names, item.Value.Name)
	}
	return strings.Join(names, " ")
}

// TestUndoKeepsWhatOthersDid: Ann adds A, Ben adds B, Ann undoes: B stays.
func TestUndoKeepsWhatOthersDid(t *testing.T) {
	ann := newSite(t)
	path := strings.TrimSuffix(ann.path(ann.post("/models", form("name", "Library"))), "/concepts")
	ben := ann.visitor()
	check := func(want string) {
		t.Helper()
		m, _ := ann.model(path)
		if got := entityNames(m); got != want {
			t.Fatalf("entity types are %q, want %q", got, want)
		}
	}
	ann.addEntity(path, "A")
	ben.addEntity(path, "B")
	ann.addEntity(path, "C")
	check("A B C")
	undo := func(s *site) answer { return s.post(path+"/undo", url.Values{}) }
	redo := func(s *site) answer { return s.post(path+"/redo", url.Values{}) }

	ann.want(http.StatusSeeOther, undo(ann))
	check("A B")
	ann.want(http.StatusSeeOther, undo(ann))
	check("B")
	ann.want(http.StatusConflict, undo(ann))
	ann.want(http.StatusSeeOther, redo(ann))
	check("A B")
	ann.want(http.StatusSeeOther, redo(ann))
	check("A B C")
	ann.want(http.StatusConflict, redo(ann))
	ann.want(http.StatusSeeOther, undo(ann))
	check("A B")
	ben.want(http.StatusSeeOther, undo(ben))
	check("A")
	ann.addEntity(path, "D")
	ann.want(http.StatusConflict, redo(ann))
	check("A D")
}

func TestUndoOfWhatAnotherChangedSince(t *testing.T) {
	ann := newSite(t)
	path := ann.open("hotel")
	ben := ann.visitor()
	ben.want(http.StatusSeeOther, ben.post("/you", form("name", "Ben")))
	m, _ := ann.model(path)
	hotels := relationNamed(t, m, "hotels")
	phone := columnNamed(t, m, hotels, "phone")
	ann.want(http.StatusSeeOther, ann.post(path+"/edit", set(phone, "name", "phone", "telephone")))
	ben.want(http.StatusSeeOther, ben.post(path+"/edit", set(phone, "name", "telephone", "fax")))
	refused := ann.want(http.StatusConflict, ann.post(path+"/undo", url.Values{}))
	if !strings.Contains(refused.body, "changed again since") || !strings.Contains(refused.body, "Ben changed the same place after you.") {
		t.Error("the page must say why")
	}
	after, _ := ann.model(path)
	if got := after.Physical.Relations[hotels].Columns[phone].Name; got != "fax" {
		t.Errorf("the column is %s, want fax", got)
	}
}

func TestHistoryAndRestore(t *testing.T) {
	s := newSite(t)
	s.want(http.StatusSeeOther, s.post("/you", form("name", "Ann")))
	path := strings.TrimSuffix(s.path(s.post("/models", form("name", "Library"))), "/concepts")
	s.addEntity(path, "Book")
	s.addEntity(path, "Author")

	page := s.want(http.StatusOK, s.get(path+"/history"))
	for _, want := range []string{"added entity type Book", "added entity type Author", "<bdi>Ann</bdi>", "r3"} {
		if !strings.Contains(page.body, want) {
			t.Errorf("the history lacks %q", want)
		}
	}
	old := s.want(http.StatusOK, s.get(path+"/concepts?rev=2"))
	if !strings.Contains(old.body, "read-only") || strings.Contains(old.body, `id="d-`) && strings.Contains(old.body, "Author") {
		t.Error("revision 2 must be shown read-only and without Author")
	}
	if strings.Contains(old.body, `name="was.`) || strings.Contains(old.body, `data-undo`) {
		t.Error("an old revision must not be editable")
	}
	s.want(http.StatusSeeOther, s.post(path+"/restore", form("revision", "2")))
	m, revision := s.model(path)
	if got := entityNames(m); got != "Book" || revision.Number != 4 || revision.Reverts != 2 {
		t.Errorf("entity types %q at revision %d, reverts %d; want Book, 4, 2", got, revision.Number, revision.Reverts)
	}
	s.want(http.StatusSeeOther, s.post(path+"/undo", url.Values{}))
	m, _ = s.model(path)
	if got := entityNames(m); got != "Book Author" {
		t.Errorf("undo of the restore gives %q, want Book Author", got)
	}
}

func TestDeleteAndBringBack(t *testing.T) {
	s := newSite(t)
	path := s.open("magazine")
	s.want(http.StatusOK, s.get(path+"/delete"))
	s.want(http.StatusConflict, s.post(path+"/delete", form("base", "9")))
	s.want(http.StatusSeeOther, s.post(path+"/delete", form("base", "1")))
	if home := s.get("/"); strings.Contains(home.body, `id="model-`) {
		t.Error("the deleted model is still listed")
	}
	deleted := s.want(http.StatusNotFound, s.get(path+"/concepts"))
	if !strings.Contains(deleted.body, "Restore the model") {
		t.Fatal("the page of a deleted model must offer to restore it")
	}
	s.want(http.StatusSeeOther, s.post(path+"/restore", form("revision", "2")))
	s.want(http.StatusOK, s.get(path+"/concepts"))
}

func TestCopyKeepsIDs(t *testing.T) {
	s := newSite(t)
	path := s.open("magazine")
	m, _ := s.model(path)
	duplicate, _ := s.model(s.path(s.want(http.StatusSeeOther, s.post(path+"/copy", url.Values{}))))
	for id := range m.Physical.Relations {
		if duplicate.Physical.Relations[id] == nil {
			t.Errorf("the copy lacks %s", id)
		}
	}
}

// TestRefusedUndoStaysOnThePage: scripts discard a whole page in response to a
// request for fragments, so the reason must be inside the workbench.
func TestRefusedUndoStaysOnThePage(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	for _, headers := range [][]string{nil, {"HX-Request-Type", "partial"}} {
		refused := s.want(http.StatusConflict, s.post(path+"/undo", form("tab", "logical"), headers...))
		for _, want := range []string{"You have no change to undo", `id="workbench"`, `id="tab-logical"`} {
			if !strings.Contains(refused.body, want) {
				t.Errorf("the answer to %v lacks %q", headers, want)
			}
		}
	}
}

func TestErrorsOfFragmentsAreFragments(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	s.want(http.StatusSeeOther, s.post(path+"/delete", form("base", "1")))
	gone := s.want(http.StatusNotFound, s.post(path+"/edit", form("do", "save"), "HX-Request-Type", "partial"))
	if !strings.Contains(gone.body, `hx-target="#failed"`) || !strings.Contains(gone.body, "This model was deleted") || strings.Contains(gone.body, "<!doctype") {
		t.Errorf("a deleted model answers an edit by\n%s", gone.body)
	}
}

// TestUndoTwiceByOneForm: the second of two clicks must not report the success of
// the first as an error.
func TestUndoTwiceByOneForm(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	s.want(http.StatusSeeOther, s.post(path+"/edit", set("hotel", "name", "Hotel", "Inn")))
	for range 2 {
		s.want(http.StatusSeeOther, s.post(path+"/undo", form("operation", "op1", "tab", "concepts")))
	}
	if _, revision := s.model(path); revision.Number != 3 {
		t.Errorf("revision %d, want 3: one undo", revision.Number)
	}
}
