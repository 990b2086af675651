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
