package handlers_test

import (
	"net/http"
	"strings"
	"testing"

	"widerow/model"
)

// TestColumnsMoveAmongThoseOfTheirRole: a button without effect is disabled.
// Columns are K, K, C, regular.
func TestColumnsMoveAmongThoseOfTheirRole(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	m, _ := s.model(path)
	var table model.ID
	var relation *model.Relation
	for id, candidate := range m.Physical.Relations {
		if candidate.Name == "amenities_by_room" {
			table, relation = id, candidate
		}
	}
	body := s.want(http.StatusOK, s.get(path+"/physical?select="+string(table))).body
	want := []struct{ up, down bool }{{false, true}, {true, false}, {false, false}, {false, false}}
	for i, column := range relation.SortedColumns() {
		for direction, on := range map[string]bool{"up": want[i].up, "down": want[i].down} {
			_, button, found := strings.Cut(body, `id="`+direction+"-"+string(column.ID)+`"`)
			button, _, _ = strings.Cut(button, ">")
			if disabled := strings.Contains(button, " disabled"); !found || disabled == on {
				t.Errorf("%s %s: found %t, disabled %t, want %t", column.Value.Name, direction, found, disabled, !on)
			}
		}
	}
}

// TestEveryProblemIsSaid: a problem with a field that the page does not show is not
// lost.
func TestEveryProblemIsSaid(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	refused := s.want(http.StatusUnprocessableEntity, s.post(path+"/edit", set("hotel", "name", "Hotel", "", "tab", "queries")))
	if count := strings.Count(refused.body, "Name must not be empty"); count != 1 {
		t.Errorf("the problem is said %d times, want once", count)
	}
	refused = s.want(http.StatusUnprocessableEntity, s.post(path+"/edit", set("hotel", "name", "Hotel", "", "tab", "concepts", "select", "hotel")))
	if count := strings.Count(refused.body, "Name must not be empty"); count != 1 {
		t.Errorf("with its field the problem is said %d times, want once", count)
	}
}

func TestOwnTypesAreSuggested(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	m, _ := s.model(path)
	for id := range m.Physical.Relations {
		body := s.get(path + "/physical?select=" + string(id)).body
		if count := strings.Count(body, `<option value="frozen&lt;address&gt;">`); count != 1 {
			t.Errorf("%s suggests frozen<address> %d times, want once", id, count)
		}
	}
}

// TestTypeOfAnAttribute: the empty input shows the suggestion. A type that is typed
// applies to the columns in the same revision.
func TestTypeOfAnAttribute(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	body := s.want(http.StatusOK, s.get(path+"/concepts?select=reservation")).body
	for _, want := range []string{`placeholder="date?"`, `placeholder="text?"`} {
		if !strings.Contains(body, want) {
			t.Errorf("the rows of attributes lack %s", want)
		}
	}
	if body := s.get(path + "/concepts?select=hoteladdress").body; !strings.Contains(body, `placeholder="parts"`) {
		t.Error("a composite attribute does not say that its type is that of its parts")
	}
	s.want(http.StatusSeeOther, s.post(path+"/edit", set("reservationstart", "type", "", "timestamp", "tab", "concepts", "select", "reservation")))
	m, revision := s.model(path)
	types := map[string]string{}
	for _, relation := range m.Physical.Relations {
		for _, column := range relation.Columns {
			if column.Name == "start_date" {
				types[relation.Name] = m.TypeText(column.Type)
			}
		}
	}
	for table, given := range types {
		if given != "timestamp" {
			t.Errorf("%s.start_date has type %s, want timestamp", table, given)
		}
	}
	if want := "set type of Reservation.start_date to timestamp and 3 columns " +
		"(reservations_by_confirmation.start_date, reservations_by_guest.start_date, " +
		"reservations_by_hotel_date.start_date)"; len(types) != 3 || revision.Words != want {
		t.Errorf("%d tables have the column, the revision says %q, want %q", len(types), revision.Words, want)
	}
	refused := s.want(http.StatusUnprocessableEntity,
		s.post(path+"/edit", set("reservationstart", "type", "timestamp", "list<date>", "tab", "concepts", "select",
			"reservation")))
	if !strings.Contains(refused.body, "tick Multi-valued") {
		t.Error("a collection is rejected without advice")
	}
}

// TestDifferentTypesOfAnAttribute: the table, the attribute and its columns show
// the conflict.
func TestDifferentTypesOfAnAttribute(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	m, _ := s.model(path)
	var changed, other model.ID
	for id, column := range m.Physical.Relations["preservationsbyguest"].Columns {
		if column.Name == "guest_id" {
			changed = id
		}
	}
	for id, column := range m.Physical.Relations["pguestsbyid"].Columns {
		if column.Name == "guest_id" {
			other = id
		}
	}
	words := "Guest.guest_id is uuid in guests.guest_id, reservations_by_hotel_date.guest_id; text in reservations_by_guest.guest_id."
	for _, wrong := range []bool{false, true} {
		if wrong {
			s.want(http.StatusSeeOther, s.post(path+"/edit", set(changed, "type", "uuid", "text", "tab", "physical", "select", string(changed))))
		}
		for _, page := range []string{"/physical", "/physical?select=" + string(changed), "/physical?select=" + string(other), "/concepts?select=guestid"} {
			if found := strings.Contains(s.want(http.StatusOK, s.get(path+page)).body, words); found != wrong {
				t.Errorf("%s names the types: %v, want %v", page, found, wrong)
			}
		}
	}
}

// TestOddNameIsSaidAtOnce renames a column to words that CQL takes in quotes only.
func TestOddNameIsSaidAtOnce(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	page := s.want(http.StatusOK, s.get(path+"/physical?select=photelsbyid")).body
	if strings.Contains(page, "always with quotes") {
		t.Error("plain names need no quotes")
	}
	s.want(http.StatusSeeOther, s.post(path+"/edit", set("pq2phone", "name", "phone", "order by", "tab", "physical", "select", "photelsbyid")))
	for _, selected := range []string{"photelsbyid", "pq2phone"} {
		page := s.want(http.StatusOK, s.get(path+"/physical?select="+selected)).body
		if !strings.Contains(page, "In CQL this is <code>&#34;order by&#34;</code>, always with quotes.") {
			t.Errorf("the details of %s do not say how the name is written in CQL", selected)
		}
	}
}
