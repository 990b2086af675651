package handlers_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
)

// The home page without models shows the hotel at work: the path of a query, its statement, and a
// partition that grows with the rooms. 100 rooms have 730 nights each: 73,000 rows (model/example).
func TestExampleAtWork(t *testing.T) {
	s := newSite(t)
	for _, test := range []struct{ address, statement, partition, level, arrows string }{
		{"/", "hotel.available_rooms_by_hotel_date", "73,000 rows", "ok", "arrowq1 arrowq2 arrowq4"},
		{"/?query=q1", "hotel.hotels_by_poi", "73,000 rows", "ok", "arrowq1"},
		{"/?query=q5&times=1", "hotel.amenities_by_room", "146,000 rows", "warn", "arrowq1 arrowq2 arrowq4 arrowq5"},
		{"/?query=q3&times=9", "hotel.pois_by_hotel", "73,000,000 rows", "bad", "arrowq1 arrowq2 arrowq3"},
		{"/?query=nothing&times=99", "hotel.available_rooms_by_hotel_date", "73,000 rows", "ok", "arrowq1 arrowq2 arrowq4"},
	} {
		page := s.get(test.address).body
		statement := regexp.MustCompile(`(?s)<div class="demo-proof">.*?</pre>`).FindString(page)
		if plain := regexp.MustCompile(`<[^>]*>`).ReplaceAllString(statement, ""); !strings.Contains(plain, "FROM "+test.statement) {
			t.Errorf("%s: the statement is %s, want one on %s", test.address, plain, test.statement)
		}
		if !strings.Contains(page, test.partition) || !strings.Contains(page, `class="demo-partition `+test.level+`"`) {
			t.Errorf("%s: no partition of %s that is %s", test.address, test.partition, test.level)
		}
		var lit []string
		for _, arrow := range regexp.MustCompile(`id="d-(arrowq\d)" class="arrow selected"|class="arrow selected" id="d-(arrowq\d)"`).FindAllStringSubmatch(page, -1) {
			lit = append(lit, arrow[1]+arrow[2])
		}
		if got := strings.Join(lit, " "); got != test.arrows {
			t.Errorf("%s: the path is %s, want %s", test.address, got, test.arrows)
		}
	}
	s.want(http.StatusSeeOther, s.post("/models", form("name", "Mine")))
	if page := s.get("/").body; strings.Contains(page, `id="demo"`) || !strings.Contains(page, ">Mine</a>") {
		t.Error("with a model, the home page shows the example")
	}
}

// A model can be made of words. What is wrong in them is said at its field, and nothing typed is lost.
func TestModelOfWords(t *testing.T) {
	s := newSite(t)
	const concepts, query = "Hotel: hotel_id, name\nweak Room: number, floor\nHotel 1 has n Room", "Rooms: SELECT Room WHERE Hotel.hotel_id = ?"
	words := func(name, concepts, queries string) url.Values {
		return form("name", name, "concepts", concepts, "queries", queries)
	}
	for _, test := range []struct {
		name, concepts, queries string
		field, problem          string
	}{
		{"", concepts, query, "name", ""},
		{"Mine", "Hotel: hotel_id (", query, "concepts", ""},
		{"Mine", concepts, "SELECT Room WHERE Hotl.hotel_id = ?", "queries", "Hotl"},
	} {
		refused := s.post("/models", words(test.name, test.concepts, test.queries))
		if refused.StatusCode != http.StatusUnprocessableEntity {
			t.Fatalf("%+v: status %d", test, refused.StatusCode)
		}
		problem := regexp.MustCompile(fmt.Sprintf(`id="new-%s-problem">([^<]+)<`, test.field)).FindStringSubmatch(refused.body)
		if problem == nil || !strings.Contains(problem[1], test.problem) || strings.Count(refused.body, `class="error" id="new-`) != 1 {
			t.Errorf("%+v: the problem is %q", test, problem)
		}
		for _, typed := range strings.Split(test.concepts+"\n"+test.queries, "\n") {
			if !strings.Contains(refused.body, typed) {
				t.Errorf("%+v: %q is lost", test, typed)
			}
		}
	}
	made := s.want(http.StatusSeeOther, s.post("/models", words("Mine", concepts, query)))
	if !strings.HasSuffix(s.path(made), "/derive") {
		t.Errorf("a model with queries opens at %s", s.path(made))
	}
	if page := s.get(s.path(made)).body; !strings.Contains(page, "rooms_by_hotel") {
		t.Error("the tables of its query are not offered")
	}
}
