package handlers_test

import (
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/proof"
)

var (
	badgeText = regexp.MustCompile(`<span class="count (\w+)" title="[^"]*">(\d+/\d+)</span>`)
	fixButton = regexp.MustCompile(`name="do" value="(fix:[^"]*)">([^<]*)</button>`)
	drawn     = regexp.MustCompile(`class="arrow fault"`)
)

// spoiled opens the hotel and makes hotel_id the partition key of hotels_by_poi,
// which then does not serve Q1.
func spoiled(s *site) string {
	path := s.open("hotel")
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("tab", "logical",
		"was.q1hotelid.role", "clustering", "set.q1hotelid.role", "partition", "was.q1poiname.role", "partition", "set.q1poiname.role", "regular")))
	return path
}

func textOf(page, id string) string {
	_, part, _ := strings.Cut(page, `id="`+id+`"`)
	part, _, _ = strings.Cut(part, "</section>")
	return html.UnescapeString(strings.Join(strings.Fields(tags.ReplaceAllString(part, " ")), " "))
}

// The page follows each edit: the badge of a query, its verdict, its arrows. A fix
// repairs it in one revision.
func TestProofFollowsEdits(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	check := func(path, badge, verdict string, faults int) string {
		t.Helper()
		page := s.want(http.StatusOK, s.get(path+"/queries?select=q1")).body
		if got := badgeText.FindStringSubmatch(page); got == nil || got[1]+" "+got[2] != badge {
			t.Errorf("the badge is %q, want %q", got, badge)
		}
		if got := textOf(page, "proof"); !strings.Contains(got, verdict) {
			t.Errorf("the proof is\n%s\nwithout %q", got, verdict)
		}
		for _, tab := range []string{"queries", "logical", "physical"} {
			if got := len(drawn.FindAllString(s.get(path+"/"+tab).body, -1)); got != faults {
				t.Errorf("%d arrows on the tab %s are faulty, want %d", got, tab, faults)
			}
		}
		return page
	}
	check(path, "ok 9/9", "✓ One partition of hotels_by_poi SELECT", 0)
	path = spoiled(s)
	page := check(path, "bad 8/9", "✕ Scan of hotels_by_poi Cassandra: “Cannot execute this query as it might involve data filtering", 1)
	_, before := s.model(path)
	button := fixButton.FindStringSubmatch(page)
	if button == nil || button[2] != "Make poi_name the partition key of hotels_by_poi and cluster it by hotel_id" {
		t.Fatalf("the first fix is %q", button)
	}
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("tab", "queries", "select", "q1", "do", html.UnescapeString(button[1]))))
	check(path, "ok 9/9", "✓ One partition of hotels_by_poi", 0)
	m, after := s.model(path)
	if after.Number != before.Number+1 || m.Physical.Relations["photelsbypoi"].Columns["pq1poiname"].Role != model.Partition {
		t.Errorf("the fix took revisions %d to %d", before.Number, after.Number)
	}
	stale := s.want(http.StatusUnprocessableEntity, s.post(path+"/edit", form("tab", "queries", "select", "q1", "do", html.UnescapeString(button[1])))).body
	if !strings.Contains(stale, "this fix no longer applies") {
		t.Error("a fix that does not apply any more is not explained")
	}
}

// A query links to the Statements tab with its statement, which is checked there.
func TestStatementOfAQueryOpens(t *testing.T) {
	s := newSite(t)
	path := spoiled(s)
	if page := s.get(path + "/queries?select=q1").body; !strings.Contains(page, path+`/statements?select=q1"`) {
		t.Error("the query has no link to its statement")
	}
	got := verdictsOf(t, s.want(http.StatusOK, s.get(path+"/statements?select=q1")).body)
	if want := "1 SELECT hotel_id, name, phone, address FROM hotel.hotels_by_poi WHERE poi_name = ? ALLOW " +
		"FILTERING scan hotel.hotels_by_poi"; len(got) != 1 || !strings.HasPrefix(got[0], want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The proof names parameters without a source, and how a query over several
// buckets runs.
func TestProofNamesWhatIsNeeded(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("tab", "queries", "was.q4givennightdate.source", "user", "set.q4givennightdate.source", "")))
	page := s.get(path + "/queries?select=q4").body
	if got := textOf(page, "proof"); !strings.Contains(got, "No query before it returns Room night.date") || !strings.Contains(got, "Room night.date missing") {
		t.Errorf("Q4 says %s", got)
	}
	if !strings.Contains(page, "date?") {
		t.Error("the outline does not say that Q4 lacks a parameter")
	}
	sensors := textOf(s.get(s.open("sensors")+"/queries?select=q2").body, "proof")
	for _, want := range []string{"✓ Several partitions of temperatures_by_network",
		"Run once for each week, in the order of date_hour descending.", "Network.name from Q1",
		"Temperature.date user"} {
		if !strings.Contains(sensors, want) {
			t.Errorf("Q2 of the sensors does not say %q:\n%s", want, sensors)
		}
	}
}

// A table names the queries that it does not serve.
func TestTableSaysWhatItServes(t *testing.T) {
	s := newSite(t)
	path := spoiled(s)
	if page := s.get(path + "/physical?select=photelsbypoi").body; !strings.Contains(page, "does not serve ") {
		t.Error("the table does not say that it does not serve Q1")
	}
	m, _ := s.model(path)
	if result := proof.Of(m, "q1"); result.Served() {
		t.Error("Q1 is served")
	}
}

// A query for columns of two tables shows both statements, opens both, and offers to
// add the columns.
func TestProofWithLookup(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("tab", "queries", "select", "q7", "do", "add:find:q7", "new.find.attribute", "guestlast")))
	page := s.want(http.StatusOK, s.get(path+"/queries?select=q7")).body
	got := textOf(page, "proof")
	for _, want := range []string{
		"! 31 partitions of reservations_by_hotel_date", "Add last_name to reservations_by_hotel_date",
		"Then guests for each row, with its guest_id (at most 30, at the worst 400 times):", "SELECT last_name FROM reservation . guests WHERE guest_id = ? ;",
		"Reads 31 partitions, at most 60 rows",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the proof is\n%s\nwithout %q", got, want)
		}
	}
	statements := html.UnescapeString(s.want(http.StatusOK, s.get(path+"/statements?select=q7")).body)
	if want := "-- for each row, with its guest_id\nSELECT last_name FROM reservation.guests"; !strings.Contains(statements, want) {
		t.Errorf("the statements have no %q", want)
	}
}

// A column that stores no attribute is named on the logical tab and in its form.
func TestColumnWithoutAttribute(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	if page := s.want(http.StatusOK, s.get(path+"/logical?select=q1phone")).body; strings.Contains(page, "no attribute of the concepts") {
		t.Error("a column with an attribute is a finding")
	}
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("tab", "logical", "was.q1phone.attribute", "hotelphone", "set.q1phone.attribute", "")))
	page := html.UnescapeString(s.want(http.StatusOK, s.get(path+"/logical?select=q1phone")).body)
	for _, want := range []string{"A column stores no attribute of the concepts.", "hotels_by_poi.phone</a>", "its dependencies are unknown"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %q", want)
		}
	}
}

// The actor of a query is entered by name: one of the list, or a new one. What is wrong
// stays in the field with its reason.
func TestActorOfAQuery(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	want := func(page string, texts ...string) {
		t.Helper()
		for _, text := range texts {
			if !strings.Contains(html.UnescapeString(page), text) {
				t.Errorf("the page lacks %q", text)
			}
		}
	}
	want(s.get(path+"/queries?select=q4").body, `/queries?select=visitor">Guest</a>`, "; run by Guest")
	long := strings.Repeat("x", 300)
	want(s.want(http.StatusUnprocessableEntity, s.post(path+"/edit", form("tab", "queries", "select", "q4", "was.q4.actor", "", "set.q4.actor", long))).body,
		`value="`+long+`"`, "Actor has 300 characters; the limit is 255")
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("tab", "queries", "select", "q4", "was.q4.actor", "", "set.q4.actor", "Night porter")))
	want(s.get(path+"/queries?select=q4").body, "Night porter runs Q4, but Guest performs the step View rooms free on given dates.", "; run by Night porter")
	if m, _ := s.model(path); len(m.Workflow.Actors) != 3 {
		t.Errorf("%d actors, want 3", len(m.Workflow.Actors))
	}
}

// TestProofOfWhatHasNoTable: the panel of a query without a table offers to derive one, or gives
// the reason why none can be derived.
func TestProofOfWhatHasNoTable(t *testing.T) {
	s := newSite(t)
	path := s.open("magazine")
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:entity:", "new.entity.text", "Reader: reader_id, name\nweak Note: n, text")))
	ask := func(text string) string {
		t.Helper()
		s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:query:", "new.query.text", "Asked: "+text)))
		m, _ := s.model(path)
		for id, query := range m.Workflow.Queries {
			if query.Name == "Asked" {
				page := s.want(http.StatusOK, s.get(path+"/queries?select="+string(id))).body
				s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "remove-anyway:"+string(id))))
				return textOf(page, "proof-verdict")
			}
		}
		t.Fatal("no query was added")
		return ""
	}
	if got := ask("SELECT Reader.name WHERE Reader.reader_id = ?"); !strings.Contains(got, "No table stores") || !strings.Contains(got, "Derive table") {
		t.Errorf("a query without a table says %s", got)
	}
	if got := ask("SELECT Reader.name WHERE Note.n = ?"); !strings.Contains(got, "No relationship leads from ") || strings.Contains(got, "Derive table") {
		t.Errorf("a query without a path says %s", got)
	}
}

// TestProofLeadsWithTheGap: the verdict of a query that is not served, since an update leaves a
// column empty, begins with that.
func TestProofLeadsWithTheGap(t *testing.T) {
	s := newSite(t)
	path := s.open("magazine")
	for _, change := range [][]string{
		{"do", "add:entity:", "new.entity.text", "Purchase: purchase_id, total\nCustomer: customer_id, name\nCustomer 1 places n Purchase"},
		{"do", "add:query:", "new.query.text", "Asked: SELECT Purchase.purchase_id, Customer.name WHERE Customer.customer_id = ?"},
		{"do", "add:update:", "new.update.text", "U9: INSERT Purchase, places WHERE Customer.customer_id = ?"},
	} {
		s.want(http.StatusSeeOther, s.post(path+"/edit", form(change...)))
	}
	m, _ := s.model(path)
	for id, query := range m.Workflow.Queries {
		if query.Name != "Asked" {
			continue
		}
		s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "table:"+string(id))))
		page := s.want(http.StatusOK, s.get(path+"/queries?select="+string(id))).body
		if got := textOf(page, "proof-verdict"); !strings.Contains(got, "name empty: one partition of ") || !strings.Contains(got, "✕ U9 leaves") {
			t.Errorf("the verdict is %s", got)
		}
	}
}

// TestFindingsOfConceptsAndQueries: what is unfinished is listed on each tab with a
// diagram, counted once, and at its place; parameters are named at the arrows of the
// workflow.
func TestFindingsOfConceptsAndQueries(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	wantCount := func(want string) {
		t.Helper()
		for _, tab := range []string{"concepts", "queries", "logical", "physical"} {
			if got := textOf(s.get(path+"/"+tab).body, "findings-button"); !strings.Contains(got, "> "+want+" ") {
				t.Errorf("%s does not count %q: %.60s", tab, want, got)
			}
		}
	}
	wantCount("1 finding") // the view is disabled by default
	if page := s.get(path + "/queries?select=q5").body; !strings.Contains(page, `data-pin="goq5roomamenities"`) ||
		!strings.Contains(page, "<b>room_number</b> from Q4") {
		t.Error("the arrow of Q5 does not name its parameters")
	}
	s.want(http.StatusSeeOther, s.post(path+"/edit",
		form("do", "add:entity:", "new.entity.text", "weak Note: n, text\nLog: *line, text\nKeyed isa Log\nKeyed: k")))
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("tab", "queries", "was.q4givennightdate.source", "user", "set.q4givennightdate.source", "")))
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("tab", "concepts", "do", "remove-anyway:hotelphone")))
	wantCount("7 findings")
	concepts, queries := s.get(path+"/concepts").body, s.get(path+"/queries").body
	for want, page := range map[string]string{
		"Note is weak, but no identifying relationship type leads to its owner.": concepts,
		"No query before it returns Room night.date.":                            queries, "<b>date</b> missing": queries,
		"</code> is only a name: choose the attribute that is meant.": queries,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
	m, _ := s.model(path)
	for id, entity := range m.Concepts.Entities {
		if entity.Name == "Note" && !strings.Contains(s.get(path+"/concepts?select="+string(id)).body, "no identifying relationship type leads") {
			t.Error("the form of Note does not say what is missing")
		}
	}
}
