package handlers

import (
	"net/http"
	"strings"
	"testing"
)

// TestRemovalSaysWhatGoesWithIt removes an entity type, an attribute and a step of
// the hotel.
func TestRemovalSaysWhatGoesWithIt(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	_, first := s.model(path)
	asked := s.want(http.StatusOK, s.post(path+"/edit", form("do", "remove:hotel", "tab", "concepts", "select", "hotel", "parent", ""))).body
	for _, want := range []string{"Remove Hotel?", "Removes 9 attributes.", "Removes a participant of is near, has.", "Changes Q1, Q2, Q3, Q4",
		"hotels_by_poi", "stay, but lose their attribute", `value="remove-anyway:hotel"`, `href="` + path + `/concepts?select=hotel"`} {
		if !strings.Contains(asked, want) {
			t.Errorf("the question about Hotel lacks %q", want)
		}
	}
	if _, revision := s.model(path); revision.Number != first.Number {
		t.Error("something was saved before the answer")
	}
	row := s.want(http.StatusOK, s.post(path+"/edit", form("do", "remove:hotelphone", "tab", "concepts", "select", "hotel"))).body
	_, row, _ = strings.Cut(row, `id="part-hotelphone"`)
	row, _, _ = strings.Cut(row, "</li>\n")
	if !strings.Contains(row, "Remove Hotel.phone?") {
		t.Error("the question about an attribute does not stand in its row")
	}
	if other := s.want(http.StatusOK, s.post(path+"/edit", form("do", "remove:hotel", "tab", "concepts", "select", "poi"))).body; !strings.Contains(other, "Remove Hotel?") {
		t.Error("the question is lost if another element is selected")
	}
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "remove-anyway:hotel", "tab", "concepts", "select", "hotel", "parent", "")))
	m, revision := s.model(path)
	if m.Concepts.Entities["hotel"] != nil || revision.Words != "removed entity type Hotel" {
		t.Errorf("Hotel is still there, or the revision says %q", revision.Words)
	}
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "remove:reservationnights", "tab", "concepts", "select", "reservation")))
	if m, _ := s.model(path); m.Concepts.Entities["reservation"].Attributes["reservationnights"] != nil {
		t.Error("an attribute that nothing uses is not removed at once")
	}
}

// TestRemovalKeepsWhatWasTyped: the question is asked with the other changes of the
// form, and the answer saves them.
func TestRemovalKeepsWhatWasTyped(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	typed := set("hotel", "note", "", "A place to stay", "do", "remove:hotelphone", "tab", "concepts", "select", "hotel")
	if asked := s.want(http.StatusOK, s.post(path+"/edit", typed)).body; !strings.Contains(asked, "A place to stay") {
		t.Error("the question drops what was typed")
	}
	typed.Set("do", "remove-anyway:hotelphone")
	s.want(http.StatusSeeOther, s.post(path+"/edit", typed))
	m, _ := s.model(path)
	if hotel := m.Concepts.Entities["hotel"]; hotel.Note != "A place to stay" || hotel.Attributes["hotelphone"] != nil {
		t.Errorf("after the answer the note is %q and the attribute %v", hotel.Note, hotel.Attributes["hotelphone"])
	}
}
