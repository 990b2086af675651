package handlers_test

import (
	"net/http"
	"strings"
	"testing"

	"widerow/handlers/canvas/submission"
	"widerow/model"
	"widerow/model/querytext"
)

// TestColumnsAreTicked sets several columns at once; aggregates and what another
// user has selected meanwhile stay.
func TestColumnsAreTicked(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:query:", "new.query.text", "SELECT Room.type, Hotel.name, count(Guest)", "tab", "queries")))
	m, _ := s.model(path)
	id := idLabelled(t, m, "Q10")
	ids := func(text string) []string {
		parts, problems := querytext.Parse(m, "SELECT "+text)
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		var found []string
		for _, find := range parts.Find {
			found = append(found, string(find.Attribute))
		}
		return found
	}
	save := func(was, ticked string) answer {
		values := form("was."+string(id)+".columns", submission.ColumnsOf(m.Workflow.Queries[id]), "tab", "queries", "select", string(id), "do", "save")
		if was != "" {
			values.Set("was."+string(id)+".columns", strings.Join(ids(was), " "))
		}
		values["set."+string(id)+".columns"] = ids(ticked)
		return s.post(path+"/edit", values)
	}
	s.want(http.StatusSeeOther, save("", "Room.type, Room.room_number, Guest"))
	after, revision := s.model(path)
	const want = "SELECT Room.type, count(Guest), Room.room_number, Guest.*"
	if got := querytext.Format(after, querytext.Of(after.Workflow.Queries[id])); got != want {
		t.Errorf("the query is %s, want %s", got, want)
	}
	if !strings.HasPrefix(revision.Words, "changed query Q10: SELECT") {
		t.Errorf("the history says %q", revision.Words)
	}
	s.want(http.StatusSeeOther, save("Room.type", "Hotel.phone"))
	after, _ = s.model(path)
	if got, want := querytext.Format(after, querytext.Of(after.Workflow.Queries[id])), "SELECT count(Guest), Room.room_number, Guest.*, Hotel.phone"; got != want {
		t.Errorf("the query is %s, want %s", got, want)
	}
	page := s.want(http.StatusOK, s.get(path+"/queries?select="+string(id))).body
	parse(t, page)
	if got := strings.Count(page, `name="set.`+string(id)+`.columns"`); got < 30 {
		t.Errorf("the form has %d columns to tick", got)
	}
}

// TestConditionInOneRow checks that the row of a condition has all that applies to
// its operator.
func TestConditionInOneRow(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:query:", "tab", "queries",
		"new.query.text", `SELECT Room.type WHERE Hotel.hotel_id = ? AND "Room night".date >= ? AND Room.type IN ?[3] AND "Room night".is_available = true`)))
	m, _ := s.model(path)
	id := idLabelled(t, m, "Q10")
	page := s.want(http.StatusOK, s.get(path+"/queries?select="+string(id))).body
	for given, condition := range m.Workflow.Queries[id].Given {
		for field, applies := range map[string]bool{
			"operator": true, "source": true, "bounds": condition.Operator == model.Range, "count": condition.Operator == model.In,
			"constant": condition.Source == model.ConstantSource,
		} {
			if got := strings.Contains(page, `name="set.`+string(given)+"."+field+`"`); got != applies {
				t.Errorf("%s of %s in its row: %v, want %v", field, m.Title(given), got, applies)
			}
		}
	}
}
