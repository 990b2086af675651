package handlers_test

import (
	"net/http"
	"regexp"
	"slices"
	"testing"

	"widerow/model/diff"
	"widerow/store"
)

var drawnSVG = regexp.MustCompile(`(?s)<svg.*?</svg>`)

// After each save, the pages of a server show the same as another server that reads
// the saved document.
func TestPagesAfterASaveShowTheSavedDocument(t *testing.T) {
	models := store.NewMemory(store.Options{Apply: diff.Apply})
	s := newSiteOn(t, "/", models)
	path := s.open("hotel")
	m, _ := s.model(path)
	hotels := relationNamed(t, m, "hotels")
	for _, step := range []struct {
		name string
		do   func() answer
	}{
		{"a table is renamed", func() answer {
			return s.post(path+"/edit", set(hotels, "name", "hotels", "a_much_longer_name_than_hotels_had"))
		}},
		{"a table gets a note", func() answer { return s.post(path+"/edit", set(hotels, "note", "", "<all>")) }},
		{"a table is moved", func() answer { return s.post(path+"/layout", moving("physical", "move", string(hotels), "1500", "0")) }},
		{"that is undone", func() answer { return s.post(path+"/undo", form("tab", "physical")) }},
		{"it is redone", func() answer { return s.post(path+"/redo", form("tab", "physical")) }},
		{"a table is removed", func() answer { return s.post(path+"/edit", form("do", "remove:"+string(hotels))) }},
		{"an old revision is restored", func() answer { return s.post(path+"/restore", form("revision", "2")) }},
	} {
		before, was := s.model(path)
		s.want(http.StatusSeeOther, step.do())
		after, is := s.model(path)
		if was.Number == is.Number || slices.Equal(before.Encode(), after.Encode()) {
			t.Errorf("%s: nothing was saved", step.name)
		}
		fresh := newSiteOn(t, "/", models)
		for _, tab := range []string{"concepts", "queries", "logical", "physical"} {
			got, want := s.get(path+"/"+tab), fresh.get(path+"/"+tab)
			if drawings := drawnSVG.FindAllString(want.body, -1); len(drawings) == 0 || !slices.Equal(drawnSVG.FindAllString(got.body, -1), drawings) {
				t.Errorf("%s: the page %s shows another diagram than that of the saved document", step.name, tab)
			}
		}
	}
}
