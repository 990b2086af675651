package handlers_test

import (
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/querytext"
)

// TestPick clicks on concepts for a new query.
func TestPick(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:query:", "new.query.name", "Rooms", "tab", "queries")))
	m, _ := s.model(path)
	id := idLabelled(t, m, "Q10")
	attribute := func(text string) string {
		parts, _ := querytext.Parse(m, "SELECT "+text)
		return string(parts.Find[0].Attribute)
	}
	for _, click := range []struct{ concept, want string }{
		{"Room.room_number", "SELECT Room.room_number"},
		{"Hotel.hotel_id", "SELECT Room.room_number, Hotel.hotel_id"},
		{"Hotel.hotel_id", "SELECT Room.room_number WHERE Hotel.hotel_id = ?"},
		{"Guest", "SELECT Room.room_number, Guest.* WHERE Hotel.hotel_id = ?"},
		{"Guest", "SELECT Room.room_number WHERE Hotel.hotel_id = ?"},
		{"Room.room_number", "WHERE Hotel.hotel_id = ? AND Room.room_number = ?"},
		{"Hotel.hotel_id", "WHERE Room.room_number = ?"},
	} {
		saved := s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "pick:"+string(id)+":"+attribute(click.concept), "tab", "concepts", "pick", string(id))))
		if location := saved.Header.Get("Location"); !strings.HasSuffix(location, "/concepts?pick="+string(id)) {
			t.Errorf("after a click the page is %s", location)
		}
		after, revision := s.model(path)
		if got := querytext.Format(after, querytext.Of(after.Workflow.Queries[id])); got != click.want {
			t.Errorf("after a click on %s: %s, want %s", click.concept, got, click.want)
		}
		if !strings.HasPrefix(revision.Words, "changed query Q10") {
			t.Errorf("the history says %q", revision.Words)
		}
	}
	s.want(http.StatusUnprocessableEntity, s.post(path+"/edit", form("do", "pick:"+string(id)+":"+string(id), "tab", "concepts")))
	s.want(http.StatusConflict, s.post(path+"/edit", form("do", "pick:"+string(id)+":gone", "tab", "concepts")))
}

// TestPickPage marks on the diagram what the query names, and its path.
func TestPickPage(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	m, _ := s.model(path)
	id := idLabelled(t, m, "Q4")
	page := s.want(http.StatusOK, s.get(path+"/concepts?pick="+string(id))).body
	parse(t, page)
	for _, want := range []string{"Pick for Q4", `class="pick where"`, ">ORDER BY</text>",
		`class="relationship onpath"`, "Path: ", `data-pick-form="` + string(id) + `"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	for _, elsewhere := range []string{"/queries?pick=" + string(id), "/concepts?pick=nothing", "/concepts?pick=hotel"} {
		if page := s.want(http.StatusOK, s.get(path+elsewhere)).body; strings.Contains(page, `id="pick"`) {
			t.Errorf("%s shows the panel", elsewhere)
		}
	}
}

// TestPathIsChosen offers the equally short paths of a query and keeps the choice.
func TestPathIsChosen(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	more := form("do", "add:relationship:", "new.relationship.name", "sold in", "tab", "concepts")
	s.want(http.StatusSeeOther, s.post(path+"/edit", more))
	m, _ := s.model(path)
	var made model.ID
	for id, relationship := range m.Concepts.Relationships {
		if relationship.Name == "sold in" {
			made = id
		}
	}
	ends := map[string]string{}
	for id, entity := range m.Concepts.Entities {
		ends[entity.Name] = string(id)
	}
	for _, end := range []string{"Hotel", "Room"} {
		s.want(http.StatusSeeOther, s.post(path+"/edit",
			form("do", "add:participant:"+string(made), "new.participant.entity", ends[end],
				"new.participant.cardinality", "n", "tab", "concepts")))
	}
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:query:", "new.query.text", "SELECT Room.type WHERE Hotel.hotel_id = ?", "tab", "queries")))
	m, _ = s.model(path)
	id := idLabelled(t, m, "Q10")
	page := s.want(http.StatusOK, s.get(path+"/concepts?pick="+string(id))).body
	if !strings.Contains(page, `id="pick-path-1"`) {
		t.Fatal("the page does not ask for the path")
	}
	s.want(http.StatusSeeOther, s.post(path+"/edit",
		form("was."+string(id)+".path", "", "was."+string(id)+".ends", "", "do", "path:"+string(id)+":"+string(made),
			"tab", "concepts", "pick", string(id))))
	if m, _ = s.model(path); !m.Workflow.Queries[id].Path[made] {
		t.Error("the path was not saved")
	}
	if page = s.get(path + "/concepts?pick=" + string(id)).body; !strings.Contains(page, "Path: ") || strings.Contains(page, `id="pick-path-1"`) {
		t.Error("the page still asks for the path")
	}
}

// TestPathWithEndsIsChosen: of two paths by the same relationship types, the page asks who takes part.
func TestPathWithEndsIsChosen(t *testing.T) {
	s := newSite(t)
	path := strings.TrimSuffix(s.path(s.want(http.StatusSeeOther, s.post("/models", form("name", "Cooks")))), "/concepts")
	concepts := "Cook: cook_id, nick\nRecipe: recipe_id\nCook 1 publishes n Recipe\nCook(fan) n follows m Cook(chef)"
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:entity:", "new.entity.text", concepts)))
	text := "SELECT Cook(fan).nick, Cook(chef).nick WHERE Recipe.recipe_id = ? VIA publishes, follows"
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:query:", "new.query.text", text, "tab", "queries")))
	m, _ := s.model(path)
	id := idLabelled(t, m, "Q1")
	page := s.want(http.StatusOK, s.get(path+"/concepts?pick="+string(id))).body
	values := map[string]bool{}
	for _, choice := range regexp.MustCompile(`value="(path:[^"]+)"`).FindAllStringSubmatch(page, -1) {
		values[choice[1]] = true
	}
	if len(values) != 2 {
		t.Fatalf("the page offers the paths %v, want two", values)
	}
	asked := s.get(path + "/derive").body
	for value := range values {
		signature := strings.TrimPrefix(value, "path:"+string(id)+":")
		if !strings.Contains(asked, `name="path.`+string(id)+`" value="`+signature+`"`) || strings.Contains(asked, `value="`+signature+`" checked`) {
			t.Errorf("the page of tables does not ask whether %s is meant", signature)
		}
	}
	was := model.EndsText(m.Workflow.Queries[id].Ends)
	paths := strings.Join(slices.Sorted(maps.Keys(values)), "\n")
	for value := range values {
		s.want(http.StatusSeeOther, s.post(path+"/edit", form("was."+string(id)+".path", pathText(m.Workflow.Queries[id]), "was."+string(id)+".ends", was,
			"do", value, "tab", "concepts", "pick", string(id))))
		m, _ = s.model(path)
		if was = model.EndsText(m.Workflow.Queries[id].Ends); was == "" || !strings.HasSuffix(value, was) {
			t.Errorf("%s of %s makes the ends %q", value, paths, was)
		}
		if page := s.get(path + "/concepts?pick=" + string(id)).body; strings.Contains(page, `id="pick-path-1"`) {
			t.Error("the page still asks for the path")
		}
	}
	if page := s.get(path + "/queries?select=" + string(id)).body; !strings.Contains(page, `name="was.`+string(id)+`.ends"`) {
		t.Error("the form of the query has no ends")
	}
}

// TestReadingIsChosen: of two instances that a part of the query may mean, the page asks which one; the part gets its role.
func TestReadingIsChosen(t *testing.T) {
	s := newSite(t)
	path := strings.TrimSuffix(s.path(s.want(http.StatusSeeOther, s.post("/models", form("name", "Rides")))), "/concepts")
	concepts := "Person: person_id, name\nDriver: licence\nRider: rating\nDriver, Rider isa Person\nRide: ride_id\nDriver 1 drives n Ride\nRider 1 takes n Ride"
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:entity:", "new.entity.text", concepts)))
	text := "SELECT Person.name WHERE Ride.ride_id = ? VIA drives, takes"
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:query:", "new.query.text", text, "tab", "queries")))
	m, _ := s.model(path)
	id := idLabelled(t, m, "Q1")
	page := s.want(http.StatusOK, s.get(path+"/concepts?pick="+string(id))).body
	choices := regexp.MustCompile(`value="(path:[^"]+)"`).FindAllStringSubmatch(page, -1)
	if len(choices) != 2 || choices[0][1] == choices[1][1] {
		t.Fatalf("the page offers the readings %v, want two", choices)
	}
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("was."+string(id)+".path", pathText(m.Workflow.Queries[id]), "was."+string(id)+".ends", "",
		"do", choices[0][1], "tab", "concepts", "pick", string(id))))
	m, _ = s.model(path)
	if text := querytext.Format(m, querytext.Of(m.Workflow.Queries[id])); !regexp.MustCompile(`SELECT Person\((drives|takes)\)\.name`).MatchString(text) {
		t.Errorf("the query is %s", text)
	}
	if page := s.get(path + "/concepts?pick=" + string(id)).body; strings.Contains(page, `id="pick-path-1"`) {
		t.Error("the page still asks which one is meant")
	}
}

func pathText(q *model.Query) string {
	ids := make([]string, 0, len(q.Path))
	for _, id := range q.Path.Sorted() {
		ids = append(ids, string(id))
	}
	return strings.Join(ids, " ")
}

// TestPickFromTheOutline follows the link below the selected query.
func TestPickFromTheOutline(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	page := s.want(http.StatusOK, s.get(path+"/queries?select=q5")).body
	link := regexp.MustCompile(`<a class="outline-action"[^>]*href="([^"]*)"[^>]*>([^<]*)</a>`).FindStringSubmatch(page)
	if link == nil || link[2] != "Pick for Q5" {
		t.Fatalf("the outline has the link %q, want Pick for Q5", link)
	}
	if picking := s.want(http.StatusOK, s.get(link[1])).body; !strings.Contains(picking, `<h3 id="pick-title">Pick for Q5</h3>`) {
		t.Error("the link does not start picking")
	}
	if old := s.want(http.StatusOK, s.get(path+"/queries?select=q5&rev=1")).body; strings.Contains(old,
		"outline-action") != strings.Contains(old, "Pick on the diagram") {
		t.Error("the outline and the form do not agree whether the query can be picked for")
	}
}

// TestPickClauses makes a query of an entity type by clicks for one clause each. Its
// name follows what it finds until somebody gives it another.
func TestPickClauses(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	m, _ := s.model(path)
	concept := func(text string) string {
		parts, _ := querytext.Parse(m, "SELECT "+text)
		return string(parts.Find[0].Attribute)
	}
	saved := s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "query:"+concept("Room"), "tab", "concepts")))
	after, _ := s.model(path)
	id := idLabelled(t, after, "Q10")
	if location := saved.Header.Get("Location"); !strings.HasSuffix(location, "/concepts?pick="+string(id)) {
		t.Errorf("a new query leads to %s", location)
	}
	for _, click := range []struct{ concept, clause, want, name string }{
		{"Room.type", "", "SELECT Room.* WHERE Room.type = ?", "Room by type"}, // it is selected with Room
		{"Hotel.hotel_id", "where", "SELECT Room.* WHERE Room.type = ? AND Hotel.hotel_id = ?", "Room by type, hotel_id"},
		{"Room.type", "where", "SELECT Room.* WHERE Hotel.hotel_id = ?", "Room by hotel_id"},
		{"Room.type", "order", "SELECT Room.* WHERE Hotel.hotel_id = ? ORDER BY Room.type", "Room by hotel_id"},
		{"Room.type", "order", "SELECT Room.* WHERE Hotel.hotel_id = ? ORDER BY Room.type DESC", "Room by hotel_id"},
		{"Room.type", "order", "SELECT Room.* WHERE Hotel.hotel_id = ?", "Room by hotel_id"},
	} {
		s.want(http.StatusSeeOther, s.post(path+"/edit",
			form("do", "pick:"+string(id)+":"+concept(click.concept), "pick.clause", click.clause, "tab", "concepts",
				"pick", string(id))))
		after, _ := s.model(path)
		query := after.Workflow.Queries[id]
		if got := querytext.Format(after, querytext.Of(query)); got != click.want || query.Name != click.name {
			t.Errorf("after a click on %s for %q: %s: %s, want %s: %s", click.concept, click.clause, query.Name, got, click.name, click.want)
		}
	}
	s.want(http.StatusSeeOther, s.post(path+"/edit",
		form("was."+string(id)+".name", "Room by hotel_id", "set."+string(id)+".name", "Rooms", "do", "save", "tab",
			"queries")))
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "pick:"+string(id)+":"+concept("Room.type"), "tab", "concepts", "pick", string(id))))
	after, _ = s.model(path)
	if got := after.Workflow.Queries[id].Name; got != "Rooms" {
		t.Errorf("a click renamed the query to %q", got)
	}
	s.want(http.StatusConflict, s.post(path+"/edit", form("do", "query:gone", "tab", "concepts")))
}

// A query that is entered as Q10.1 is a part of Q10, in one text or in a later one. It
// is derived like others, and its arrows start where those of Q10 do.
func TestSubQueries(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	text := "Q10: SELECT Room.type WHERE Hotel.hotel_id = ? AND Room.room_number = ?\nQ10.1 Amenities: SELECT " +
		"Amenity.name WHERE Hotel.hotel_id = ? AND Room.room_number = ?"
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:query:", "new.query.text", text, "tab", "queries")))
	s.want(http.StatusSeeOther, s.post(path+"/edit",
		form("do", "add:query:", "new.query.text", "Q10.2: SELECT Hotel.phone WHERE Hotel.hotel_id = ?", "tab",
			"queries")))
	m, _ := s.model(path)
	whole := idLabelled(t, m, "Q10")
	for _, label := range []string{"Q10.1", "Q10.2"} {
		id := idLabelled(t, m, label)
		if m.Workflow.Queries[id].Parent != whole {
			t.Errorf("%s is a part of %q", label, m.Workflow.Queries[id].Parent)
		}
		page := s.want(http.StatusOK, s.get(path+"/queries?select="+string(id))).body
		for _, want := range []string{label + " ", `name="set.` + string(id) + `.parent"`} {
			if !strings.Contains(page, want) {
				t.Errorf("the page of %s lacks %s", label, want)
			}
		}
		if derived := s.want(http.StatusOK, s.get(path+"/derive?select="+string(id))).body; !strings.Contains(derived, ">"+label+"</a>") {
			t.Errorf("%s is not derived", label)
		}
	}
}
