package handlers_test

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
		t.Error("the question about an attribute is not in its row")
	}
	if other := s.want(http.StatusOK, s.post(path+"/edit", form("do", "remove:hotel", "tab", "concepts", "select",
		"poi"))).body; !strings.Contains(other, "Remove Hotel?") {
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

// TestRemovalKeepsWhatWasTyped: the confirmation carries the other changes of the
// form, and confirming saves them.
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

// TestRemovalOnTheCanvas removes several elements at once, and asks where the
// canvas shows it.
func TestRemovalOnTheCanvas(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	asked := s.want(http.StatusOK, s.post(path+"/edit", form("do", "remove:hotel:room", "on", "canvas", "tab", "concepts", "select", "poi"))).body
	for _, want := range []string{`data-title="2 elements"`, `data-do="remove-anyway:hotel:room"`, "Removes 11 attributes."} {
		if !strings.Contains(asked, want) {
			t.Errorf("the question about two entity types lacks %q", want)
		}
	}
	if strings.Contains(asked, `id="removal"`) {
		t.Error("the details ask what the canvas asks")
	}
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "remove-anyway:hotel:room", "on", "canvas", "tab", "concepts")))
	if _, revision := s.model(path); revision.Words != "removed entity type Hotel, entity type Room" {
		t.Errorf("the revision says %q", revision.Words)
	}
	s.want(http.StatusConflict, s.post(path+"/edit", form("do", "remove:guest:hotel", "on", "canvas", "tab", "concepts")))
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "tag:photelsbyid:photelsbypoi", "new.tags", "hot path", "on", "canvas", "tab", "physical")))
	if m, revision := s.model(path); !m.Physical.Relations["photelsbyid"].Tags["hot path"] || revision.Words != "tagged hotels and 1 more as hot path" {
		t.Errorf("the revision says %q", revision.Words)
	}
	refused := s.want(http.StatusUnprocessableEntity, s.post(path+"/edit", form("do", "tag:guest", "new.tags", "x", "on", "canvas", "tab", "concepts"))).body
	if !strings.Contains(refused, `id="canvas-problem">Only tables have tags; Guest is of another kind`) {
		t.Error("the canvas does not say why an entity type is not tagged")
	}
}
