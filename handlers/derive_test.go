package handlers_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"

	"widerow/model"
)

var deriveMark = regexp.MustCompile(`name="mark" value="([0-9a-f]+)"`)

// markOf returns the mark of the derivation that the page would apply.
func markOf(t *testing.T, page string) string {
	t.Helper()
	found := deriveMark.FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("the page has no mark:\n%.2000s", page)
	}
	return found[1]
}

// undesigned opens the magazines without their tables.
func undesigned(s *site) string {
	path := s.open("magazine")
	m, _ := s.model(path)
	for id := range m.Logical.Tables {
		s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "remove:"+string(id))))
	}
	return path
}

func TestDeriveTablesAndApply(t *testing.T) {
	s := newSite(t)
	path := undesigned(s)
	page := s.want(http.StatusOK, s.get(path+"/derive")).body
	for _, want := range []string{"Apply 2 changes", "magazines_by_publisher", "2 new", "given by =", "MR4"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	apply := form("sent", "true", "query", "q1", "query", "q2", "do", "apply", "mark", markOf(t, page))
	if got := s.path(s.want(http.StatusSeeOther, s.post(path+"/derive", apply))); got != path+"/logical" {
		t.Errorf("applying leads to %s", got)
	}
	m, revision := s.model(path)
	names := map[string]model.ID{}
	for id, table := range m.Logical.Tables {
		names[table.Name] = id
	}
	if names["magazines"] == "" || names["magazines_by_publisher"] == "" || len(m.TablesOf("q2")) != 1 {
		t.Errorf("tables are %v, those of Q2 %v", names, m.TablesOf("q2"))
	}
	if !strings.HasPrefix(revision.Words, "derived table ") || strings.Count(revision.Words, "derived table") != 2 {
		t.Errorf("the revision says %q", revision.Words)
	}
	if again := s.want(http.StatusOK, s.get(path+"/derive")).body; !strings.Contains(again, "2 kept") || !strings.Contains(again, "Nothing to apply") {
		t.Error("deriving again would change something")
	}
}

func TestDeriveAppliesOnlyWhatWasShown(t *testing.T) {
	s := newSite(t)
	path := undesigned(s)
	mark := markOf(t, s.want(http.StatusOK, s.get(path+"/derive")).body)
	// Somebody adds an attribute to what Q2 returns.
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:find:q1", "new.find.attribute", "publishername")))
	before, _ := s.model(path)
	answer := s.want(http.StatusConflict, s.post(path+"/derive", form("sent", "true", "query", "q1", "query", "q2", "do", "apply", "mark", mark)))
	if !strings.Contains(answer.body, "Nothing was applied") {
		t.Error("the page does not say that nothing was applied")
	}
	if after, _ := s.model(path); len(after.Logical.Tables) != len(before.Logical.Tables) {
		t.Error("tables were applied that were not shown")
	}
}

func TestDeriveFollowsTheChoices(t *testing.T) {
	s := newSite(t)
	path := undesigned(s)
	show := func(more ...string) string {
		t.Helper()
		values := form(append([]string{"sent", "true", "query", "q1", "query", "q2", "do", "show"}, more...)...)
		return s.want(http.StatusOK, s.post(path+"/derive", values)).body
	}
	if page := show("leave", "q1"); !strings.Contains(page, "Apply 1 change<") {
		t.Error("a table that is left out counts")
	}
	if page := s.want(http.StatusOK, s.post(path+"/derive", form("sent", "true", "query", "q2"))).body; strings.Contains(page, `id="derived-q1"`) {
		t.Error("a query is derived whose box is not checked")
	}
	if page := s.want(http.StatusOK, s.get(path+"/derive?select=q1")).body; strings.Contains(page,
		`id="derived-q2"`) || !strings.Contains(page, `id="derived-q1"`) {
		t.Error("the link of a query derives others")
	}
	if page := s.want(http.StatusOK, s.post(path+"/derive", url.Values{"sent": {"true"}})).body; !strings.Contains(page, "Nothing to apply") {
		t.Error("without queries something is derived")
	}
}

// TestDeriveSaysWhatTheOnlyTableCosts: if a query has only one table to choose from, the table
// itself warns of a hot partition and notes that rows are filtered.
func TestDeriveSaysWhatTheOnlyTableCosts(t *testing.T) {
	s := newSite(t)
	path := undesigned(s)
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:entity:", "new.entity.text", "Ticket: ticket_id, status, kind, opened_at, cost")))
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:query:", "new.query.text",
		"SELECT Ticket WHERE Ticket.status = 'open' ORDER BY Ticket.opened_at; SELECT sum(Ticket.cost) WHERE "+
			"Ticket.status = 'open' AND Ticket.opened_at > ? GROUP BY Ticket.kind")))
	page := s.want(http.StatusOK, s.get(path+"/derive")).body
	for _, want := range []string{
		`warn">Few values of Ticket.status take all reads and writes: hot partitions</p>`,
		`note">Reads rows outside the range of Ticket.opened_at and drops them (ALLOW FILTERING).</p>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if strings.Contains(page, "holds just the rows asked for") || strings.Contains(page, "can be split") {
		t.Error("the page explains tables that cost nothing, or splits those whose size is not known")
	}

	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:entity:", "new.entity.text", "Ticket (5000000): status (4)")))
	page = s.want(http.StatusOK, s.get(path+"/derive")).body
	for _, want := range []string{"How are its partitions split?",
		"<b>Bucket of a week</b>: without it a partition has 1,250,000 rows", "Run once for each week",
		`value="none"`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page does not say %q", want)
		}
	}
}

// TestDeriveSplits: a table over a limit is applied with its split, or without it by choice, and
// the history says so. Deriving again keeps it.
func TestDeriveSplits(t *testing.T) {
	for choice, wants := range map[string]struct{ key, words string }{
		"":     {"status, week", "split tickets_by_status (bucket of a week)"},
		"none": {"status", ""},
	} {
		s := newSite(t)
		path := undesigned(s)
		s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:entity:", "new.entity.text", "Ticket (5000000): ticket_id, status (4), opened_at")))
		s.want(http.StatusSeeOther, s.post(path+"/edit",
			form("do", "add:query:", "new.query.text",
				"SELECT Ticket WHERE Ticket.status = ? ORDER BY Ticket.opened_at")))
		before, _ := s.model(path)
		var query string
		for id, q := range before.Workflow.Queries {
			if len(q.SortBy) > 0 && q.Label != "Q1" && q.Label != "Q2" {
				query = string(id)
			}
		}
		values := form("sent", "true", "query", query, "split."+query, choice)
		values.Set("mark", markOf(t, s.want(http.StatusOK, s.post(path+"/derive", values)).body))
		values.Set("do", "apply")
		s.want(http.StatusSeeOther, s.post(path+"/derive", values))
		m, _ := s.model(path)
		keys := map[string]string{}
		for _, relation := range m.Physical.Relations {
			var key []string
			for _, column := range relation.SortedColumns() {
				if column.Value.Role == model.Partition {
					key = append(key, column.Value.Name)
				}
			}
			keys[relation.Name] = strings.Join(key, ", ")
		}
		if keys["tickets_by_status"] != wants.key {
			t.Errorf("%q: the keys are %v", choice, keys)
		}
		if history := s.want(http.StatusOK, s.get(path+"/history")).body; wants.words != "" && !strings.Contains(history, wants.words) {
			t.Errorf("the history does not say %q", wants.words)
		}
		if page := s.want(http.StatusOK, s.post(path+"/derive", form("sent", "true", "query", query))).body; !strings.Contains(page, "Nothing to apply") {
			t.Errorf("%q: deriving again changes the table", choice)
		}
	}
}

// TestDeriveSaysWhatItCannot: a query without a path has a message and a link, and
// the others are derived.
func TestDeriveSaysWhatItCannot(t *testing.T) {
	s := newSite(t)
	path := undesigned(s)
	m, _ := s.model(path)
	for id := range m.Concepts.Relationships {
		s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "remove:"+string(id))))
	}
	page := s.want(http.StatusOK, s.get(path+"/derive")).body
	if !strings.Contains(page, "No relationship leads from") || !strings.Contains(page, `id="derived-q1"`) {
		t.Errorf("the page does not say why Q2 has no table, or does not derive Q1")
	}
	failed := s.post(path+"/edit", form("do", "table:q2", "tab", "queries", "select", "q2"))
	if s.want(http.StatusUnprocessableEntity, failed); !strings.Contains(failed.body, "No relationship leads from") {
		t.Error("deriving one table does not say why it cannot")
	}
}

// TestDeriveAsksForThePath: two relationship types join what is given and what is
// found; the one chosen is kept with the query.
func TestDeriveAsksForThePath(t *testing.T) {
	s := newSite(t)
	path := undesigned(s)
	m, _ := s.model(path)
	var first model.ID
	for id := range m.Concepts.Relationships {
		first = id
	}
	participants := model.Sorted(m.Concepts.Relationships[first].Participants)
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:relationship:", "new.relationship.name", "edits")))
	m, _ = s.model(path)
	var second model.ID
	for id := range m.Concepts.Relationships {
		if id != first {
			second = id
		}
	}
	for _, p := range participants {
		s.want(http.StatusSeeOther, s.post(path+"/edit",
			form("do", "add:participant:"+string(second), "new.participant.entity", string(p.Value.Entity),
				"new.participant.cardinality", p.Value.Cardinality)))
	}

	page := s.want(http.StatusOK, s.get(path+"/derive")).body
	if !strings.Contains(page, "Which path does Q2 mean?") {
		t.Fatal("the page does not ask for the path")
	}
	if !strings.Contains(page, "<b>1 open question</b>") || !strings.Contains(page, `href="#question-q2"`) || strings.Contains(page, `id="derived-q2"`) {
		t.Error("the page does not count the open questions, or derives a table without an answer")
	}
	alone := s.post(path+"/edit", form("do", "table:q2", "tab", "queries", "select", "q2"))
	if s.want(http.StatusSeeOther, alone); !strings.Contains(alone.Header.Get("Location"), "derive") {
		t.Errorf("deriving one table leads to %s instead of the question", alone.Header.Get("Location"))
	}
	choice := form("sent", "true", "query", "q1", "query", "q2", "path.q2", string(second), "do", "show")
	chosen := s.want(http.StatusOK, s.post(path+"/derive", choice)).body
	if !strings.Contains(chosen, `value="`+string(second)+`" checked`) || strings.Contains(chosen, "choose the one that is meant") {
		t.Error("the choice is not shown")
	}
	choice.Set("do", "apply")
	choice.Set("mark", markOf(t, chosen))
	s.want(http.StatusSeeOther, s.post(path+"/derive", choice))
	m, _ = s.model(path)
	if got := m.Workflow.Queries["q2"].Path; !got[second] || len(got) != 1 {
		t.Errorf("the query keeps the path %v, want %s", got, second)
	}
	if strings.Contains(s.get(path+"/derive").body, "Which path") {
		t.Error("the page asks again")
	}
}

// TestDeriveAsksHowToStore: a multi-valued attribute becomes a list and a derived
// one is stored when chosen, which the model keeps.
func TestDeriveAsksHowToStore(t *testing.T) {
	s := newSite(t)
	path := s.open("magazine")
	text := "Reader (1000): reader_id, {tags}, /age\nReader n(5/20) follows m Reader"
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:entity:", "new.entity.text", text)))
	s.want(http.StatusSeeOther, s.post(path+"/edit",
		form("do", "add:query:", "new.query.text",
			"Readers: SELECT Reader.tags, Reader.age WHERE Reader.reader_id = ?")))
	m, _ := s.model(path)
	attributes := map[string]string{}
	for e := range m.ElementsOf(model.AttributeKind) {
		attributes[e.Value.(*model.Attribute).Name] = string(e.ID)
	}
	var query string
	for id, q := range m.Workflow.Queries {
		if q.Name == "Readers" {
			query = string(id)
		}
	}
	// The choices as they are change nothing: what was shown is applied.
	shown := s.want(http.StatusOK, s.get(path+"/derive?select="+query)).body
	same := s.want(http.StatusOK, s.post(path+"/derive", form("sent", "true", "query", query, "stores",
		attributes["tags"], "store."+attributes["tags"], "", "stores", attributes["age"]))).body
	if markOf(t, shown) != markOf(t, same) {
		t.Error("choices that change nothing change what is applied")
	}
	chosen := form("sent", "true", "query", query, "stores", attributes["tags"], "store."+attributes["tags"], "list",
		"stores", attributes["age"], "store."+attributes["age"], "true")
	page := s.want(http.StatusOK, s.post(path+"/derive", chosen)).body
	for _, want := range []string{"[tags]", "1 row", "its value never changes", "derived, but it never changes, so it is stored"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	s.want(http.StatusConflict, s.post(path+"/derive", form("sent", "true", "query", query, "do", "apply", "mark", markOf(t, page))))
	chosen.Set("mark", markOf(t, page))
	chosen.Set("do", "apply")
	s.want(http.StatusSeeOther, s.post(path+"/derive", chosen))
	m, _ = s.model(path)
	element, _ := m.Element(model.ID(attributes["tags"]))
	if got := element.Value.(*model.Attribute).StoredAs; got != model.AsList {
		t.Errorf("tags are stored as %q, want a list", got)
	}
	element, _ = m.Element(model.ID(attributes["age"]))
	if !element.Value.(*model.Attribute).Immutable {
		t.Error("age is not immutable")
	}
}

// TestDerivePageOfManyTables: all queries or none are chosen at once, what is kept is
// folded away beside what changes, and each number leads to where it is entered.
func TestDerivePageOfManyTables(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	page := s.want(http.StatusOK, s.get(path+"/derive")).body
	if strings.Contains(page, `id="derive-kept"`) {
		t.Error("tables are folded away though nothing changes")
	}
	for _, want := range []string{`href="#derived-q1"`, `id="derived-q1"`, "Room per Hotel</a> <span>100 / 400</span>", "Hotel</a> <span>5,000 / 8,000</span>"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	for choose, want := range map[string]int{"all": 9, "none": 0} {
		page := s.want(http.StatusOK, s.post(path+"/derive", form("sent", "true", "query", "q1", "choose", choose))).body
		got := 0
		for _, box := range strings.Split(page, `name="query"`)[1:] {
			tag, _, _ := strings.Cut(box, ">")
			if strings.Contains(tag, " checked") {
				got++
			}
		}
		if got != want {
			t.Errorf("%s chooses %d queries, want %d", choose, got, want)
		}
	}
	s.want(http.StatusSeeOther, s.post(path+"/edit",
		form("do", "add:query:", "new.query.text",
			"Phones: SELECT Guest.phone_numbers WHERE Guest.name.last_name = ?")))
	page = s.want(http.StatusOK, s.get(path+"/derive")).body
	if !strings.Contains(page, `id="derive-kept"`) || !strings.Contains(page, "tables kept") {
		t.Error("kept tables are not folded away")
	}
	if got := textOf(page, "derive-writes"); !strings.Contains(got, "U1 4 → 5 tables") {
		t.Errorf("the page says of writes: %.80s", got)
	}
}
