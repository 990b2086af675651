package handlers_test

import (
	"net/http"
	"strings"
	"testing"
)

func TestConceptsAsText(t *testing.T) {
	s := newSite(t)
	path := strings.TrimSuffix(s.path(s.want(http.StatusSeeOther, s.post("/models", form("name", "Inn")))), "/concepts")
	text := "Hotel: hotel_id, name\nweak Room: number\nHotel 1 has n Room"
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:entity:", "new.entity.text", text)))
	m, _ := s.model(path)
	if len(m.Concepts.Entities) != 2 || len(m.Concepts.Relationships) != 1 {
		t.Errorf("%d entity types and %d relationship types, want 2 and 1", len(m.Concepts.Entities), len(m.Concepts.Relationships))
	}

	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:entity:", "new.entity.name", "Amenity", "new.entity.text", "")))
	if m, _ = s.model(path); len(m.Concepts.Entities) != 3 {
		t.Error("a name without a text adds no entity type")
	}

	wrong := "Guest: guest_id\nGuest n books m Rum"
	refused := s.want(http.StatusUnprocessableEntity, s.post(path+"/edit", form("do", "add:entity:", "new.entity.text", wrong)))
	for _, want := range []string{"<mark>Rum</mark>", "There is no entity type Rum", "Guest n books m Rum</textarea>"} {
		if !strings.Contains(refused.body, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if m, _ = s.model(path); len(m.Concepts.Entities) != 3 {
		t.Error("a text with an error adds a part of it")
	}
}

// TestBeginInTheMiddle begins a model in the middle of its empty diagrams: with concepts, and then with
// queries about them. What is refused stays there, and the form is nowhere twice.
func TestBeginInTheMiddle(t *testing.T) {
	s := newSite(t)
	path := strings.TrimSuffix(s.path(s.want(http.StatusSeeOther, s.post("/models", form("name", "Inn")))), "/concepts")
	begins := func(body, field string) bool {
		t.Helper()
		if count := strings.Count(body, `name="`+field+`"`); count != 1 {
			t.Errorf("the page has %d fields %s, want 1", count, field)
		}
		return strings.Contains(body, `class="begin"`)
	}
	if !begins(s.want(http.StatusOK, s.get(path+"/concepts")).body, "new.entity.text") {
		t.Error("the empty diagram of a new model has no form for concepts")
	}
	if begins(s.want(http.StatusOK, s.get(path+"/concepts?add=entity")).body, "new.entity.text") {
		t.Error("the form is in the middle although the details were asked for it")
	}
	if begins(s.want(http.StatusOK, s.get(path+"/queries")).body, "new.query.text") {
		t.Error("queries can begin before there are concepts")
	}
	wrong := s.want(http.StatusUnprocessableEntity, s.post(path+"/edit", form("do", "add:entity:", "tab", "concepts", "new.entity.text", "Guest n books m Rum")))
	if !begins(wrong.body, "new.entity.text") || !strings.Contains(wrong.body, "Guest n books m Rum</textarea>") || !strings.Contains(wrong.body, "<mark>") {
		t.Error("what was refused is not in the middle, marked")
	}
	added := s.post(path+"/edit", form("do", "add:entity:", "tab", "concepts", "new.entity.text", "Guest: guest_id, name"))
	if page := s.want(http.StatusSeeOther, added).Header.Get("Location"); !strings.Contains(page, "select=") {
		t.Errorf("the only entity type is not selected: %s", page)
	}
	if begins(s.want(http.StatusOK, s.get(path+"/concepts")).body, "new.entity.text") {
		t.Error("the form is in the middle of a diagram")
	}
	if !begins(s.want(http.StatusOK, s.get(path+"/queries")).body, "new.query.text") {
		t.Error("the empty workflow has no form for queries")
	}
}
