package handlers_test

import (
	"net/http"
	"strings"
	"testing"

	"widerow/model"
)

// TestConnect joins boxes by the form of the canvas. What cannot be joined is
// refused with a message.
func TestConnect(t *testing.T) {
	for _, test := range []struct {
		tab, from, to, name string
		status              int
		says                string
	}{
		{"concepts", "hotel", "guest", "welcomes", http.StatusSeeOther, ""},
		{"concepts", "makes", "hotel", "", http.StatusSeeOther, ""},
		{"concepts", "hotel", "makes", "", http.StatusSeeOther, ""},
		{"queries", "onehotel", "hotelsnearpoi", "", http.StatusSeeOther, ""},
		{"concepts", "hotel", "guest", "", http.StatusUnprocessableEntity, "Name must not be empty"},
		{"concepts", "hotel", "onehotel", "", http.StatusUnprocessableEntity, "No line can join entity type and step"},
		{"concepts", "hotel", "nobody", "", http.StatusConflict, "removed this"},
	} {
		s := newSite(t)
		path := s.open("hotel")
		answer := s.post(path+"/edit", form("tab", test.tab, "on", "canvas", "do", "connect:"+test.from+":"+test.to, "new.relationship.name", test.name))
		if answer.StatusCode != test.status {
			t.Errorf("%s to %s: status %d, want %d", test.from, test.to, answer.StatusCode, test.status)
		}
		if test.says != "" && !strings.Contains(answer.body, `id="canvas-problem">`) || !strings.Contains(answer.body, test.says) {
			t.Errorf("%s to %s does not say %q", test.from, test.to, test.says)
		}
	}
}

// TestAddAt adds a box at a place of the diagram, in one revision.
func TestAddAt(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	s.want(http.StatusSeeOther, s.post(path+"/edit",
		form("tab", "concepts", "on", "canvas", "do", "add:entity:", "new.entity.name", "Invoice", "at.x", "900",
			"at.y", "-400")))
	m, _ := s.model(path)
	for id, entity := range m.Concepts.Entities {
		if entity.Name == "Invoice" {
			if at := m.Layout["er"][id]; at == nil || *at != (model.Position{X: 900, Y: -400, Pinned: true}) {
				t.Errorf("the box is at %v", at)
			}
			return
		}
	}
	t.Error("nothing was added")
}
