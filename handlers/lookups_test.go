package handlers_test

import (
	"html"
	"net/http"
	"strings"
	"testing"
)

// One press derives the lookup tables that all updates lack, in one revision. Pressed again, nothing is left to derive.
func TestLookupTablesOfAllUpdates(t *testing.T) {
	s := newSite(t)
	path := s.open("supermarket")
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("tab", "queries", "do", "add:update:",
		"new.update.text", "CHANGE Order.status WHERE Order.order_id = ?\nDELETE Order WHERE Order.order_id = ? CASCADE")))
	lacking := func() int { return strings.Count(s.get(path+"/queries").body, ">lookup?<") }
	if got := lacking(); got != 2 {
		t.Fatalf("%d updates lack a lookup, want 2", got)
	}
	m, before := s.model(path)
	update := "u4"
	for id, one := range m.Workflow.Updates {
		if one.Label == "U4" {
			update = string(id)
		}
	}
	page := s.get(path + "/queries?select=" + update).body
	var do string
	for _, button := range fixButton.FindAllStringSubmatch(page, -1) {
		if button[2] == "Derive the lookup tables of all updates" {
			do = html.UnescapeString(button[1])
		}
	}
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("tab", "queries", "select", update, "do", do)))
	if got := lacking(); got != 0 {
		t.Errorf("%d updates still lack a lookup", got)
	}
	_, after := s.model(path)
	if after.Number != before.Number+1 {
		t.Errorf("revision %d became %d", before.Number, after.Number)
	}
	again := s.want(http.StatusUnprocessableEntity, s.post(path+"/edit", form("tab", "queries", "do", do))).body
	if !strings.Contains(again, "this fix no longer applies") {
		t.Error("a second press is not explained")
	}
}
