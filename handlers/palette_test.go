package handlers_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"widerow/handlers/canvas"
)

// TestPalette lists elements of every level with their parents, and addresses that
// all exist.
func TestPalette(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	answer := s.get(path + "/palette.json")
	s.want(http.StatusOK, answer)
	var got canvas.Palette
	if err := json.Unmarshal([]byte(answer.body), &got); err != nil {
		t.Fatal(err)
	}
	listed := map[string]bool{}
	for _, element := range got.Elements {
		place := got.Places[int(element[0].(float64))]
		listed[fmt.Sprintf("%s %s: %s of %s", place.Tab, place.Kind, element[2], element[3])] = true
	}
	for _, want := range []string{
		"concepts entity type: Hotel of ", "concepts attribute: hotel_id of Hotel", "queries query: Q1 Find hotels near a point of interest of ",
		"logical logical table: hotels_by_poi of ", "logical logical column: poi_name of hotels_by_poi", "physical physical table: hotels_by_poi of hotel",
		"physical physical column: poi_name of hotels_by_poi", "sizes quantity: rooms_per_hotel of ",
	} {
		if !listed[want] {
			t.Errorf("the palette does not list %q", want)
		}
	}
	adds := false
	for _, action := range got.Actions {
		adds = adds || action.Words == "Add a physical table to hotel" && action.Field == "new-relation-name"
		if strings.HasSuffix(action.Href, ".png?download=1") || strings.HasSuffix(action.Href, ".pdf?download=1") {
			continue // slow
		}
		if status := s.get(action.Href).StatusCode; status != http.StatusOK {
			t.Errorf("%s leads to status %d", action.Words, status)
		}
	}
	if !adds {
		t.Error("the palette does not add a table to the keyspace")
	}
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("tab", "concepts", "do", "add:entity:", "new.entity.name", "Invoice")))
	if old := s.get(path + "/palette.json?rev=1").body; strings.Contains(old, "Invoice") || strings.Contains(old, "Add a") {
		t.Error("the palette of an old revision has later elements, or adds some")
	}
}
