package handlers_test

import (
	"net/http"
	"strings"
	"testing"

	"widerow/model"
)

// TestNewRelationship adds a relationship type with both of its ends. One that gives
// a weak entity type its owner is identifying, from whichever side it is drawn.
func TestNewRelationship(t *testing.T) {
	for _, test := range []struct {
		do, one, other string
		cardinality    string // of the one
		identifying    bool
		want           string
	}{
		{"add", "hotel", "owned", "1", true, "Hotel 1, Desk n total"},
		{"add", "hotel", "owned", "m", false, "Hotel m, Desk n"},
		{"add", "hotel", "guest", "1", false, "Hotel 1, Guest n"},
		{"add", "hotel", "", "1", false, "Hotel 1"},
		{"connect", "hotel", "owned", "", true, "Hotel 1, Desk n total"},
		{"connect", "owned", "hotel", "", true, "Desk n total, Hotel 1"},
	} {
		s := newSite(t)
		path := s.open("hotel")
		s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:entity:", "new.entity.name", "Desk", "tab", "concepts")))
		m, _ := s.model(path)
		ids := map[string]string{"hotel": "hotel", "guest": "guest", "": ""}
		for id, entity := range m.Concepts.Entities {
			if entity.Name == "Desk" {
				ids["owned"] = string(id)
			}
		}
		desk := ids["owned"]
		s.want(http.StatusSeeOther, s.post(path+"/edit", form("was."+desk+".weak", "", "set."+desk+".weak", "true", "do", "save", "tab", "concepts")))
		values := []string{"do", "add:relationship:", "new.relationship.name", "test", "tab", "concepts",
			"new.relationship.one", ids[test.one], "new.relationship.one_cardinality", test.cardinality,
			"new.relationship.other", ids[test.other], "new.relationship.other_cardinality", "n"}
		if test.do == "connect" {
			values = []string{"do", "connect:" + ids[test.one] + ":" + ids[test.other], "new.relationship.name", "test", "tab", "concepts"}
		}
		s.want(http.StatusSeeOther, s.post(path+"/edit", form(values...)))
		m, _ = s.model(path)
		for _, relationship := range m.Concepts.Relationships {
			if relationship.Name != "test" {
				continue
			}
			var ends []string
			for _, end := range model.Sorted(relationship.Participants) {
				words := m.Concepts.Entities[end.Value.Entity].Name + " " + end.Value.Cardinality
				if end.Value.Total {
					words += " total"
				}
				ends = append(ends, words)
			}
			if got := strings.Join(ends, ", "); got != test.want || relationship.Identifying != test.identifying {
				t.Errorf("%s %s to %s: %s, identifying %v; want %s, %v", test.do, test.one, test.other, got, relationship.Identifying, test.want, test.identifying)
			}
		}
	}
}
