package handlers_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"widerow/model"
)

// transitions returns the transitions of a model as "FROM > TO: ACCESS", sorted.
func transitions(m *model.Model) []string {
	var lines []string
	for _, transition := range m.Workflow.Transitions {
		label := ""
		if query := m.Workflow.Queries[transition.Access]; query != nil {
			label = query.Label
		} else if update := m.Workflow.Updates[transition.Access]; update != nil {
			label = update.Label
		}
		from := ""
		if transition.From != "" {
			from = m.Title(transition.From)
		}
		lines = append(lines, from+" > "+m.Title(transition.To)+": "+label)
	}
	slices.Sort(lines)
	return lines
}

// hotelWithoutWorkflow returns the hotel without steps and transitions, and the IDs
// of its queries by label.
func hotelWithoutWorkflow(t *testing.T, s *site) (path string, ids map[string]string) {
	t.Helper()
	path = s.open("hotel")
	m, _ := s.model(path)
	for id := range m.Workflow.Steps {
		s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "remove:"+string(id))))
	}
	m, _ = s.model(path)
	for id := range m.Workflow.Transitions {
		s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "remove:"+string(id))))
	}
	ids = map[string]string{}
	for id, query := range m.Workflow.Queries {
		ids[query.Label] = string(id)
	}
	return path, ids
}

// TestWorkflowIsMade puts all queries of the hotel into the workflow at once, each
// after the step whose queries return its values.
func TestWorkflowIsMade(t *testing.T) {
	s := newSite(t)
	path, ids := hotelWithoutWorkflow(t, s)
	page := s.want(http.StatusOK, s.get(path+"/queries")).body
	parse(t, page)
	if !strings.Contains(page, `id="placement-`+ids["Q4"]+`"`) {
		t.Fatal("the page does not list Q4 as not in the workflow")
	}
	_, before := s.model(path)
	values := form("do", "workflow", "workflow.to", "", "workflow.from", "auto", "tab", "queries")
	values["workflow.access"] = []string{ids["Q1"], ids["Q2"], ids["Q3"], ids["Q4"]}
	s.want(http.StatusSeeOther, s.post(path+"/edit", values))
	m, revision := s.model(path)
	if revision.Number != before.Number+1 || revision.Words != "added 4 queries to the workflow" {
		t.Errorf("revision %d after %d: %s", revision.Number, before.Number, revision.Words)
	}
	name := func(label string) string { return m.Workflow.Queries[model.ID(ids[label])].Name }
	want := []string{
		" > " + name("Q1") + ": Q1", name("Q1") + " > " + name("Q2") + ": Q2",
		name("Q1") + " > " + name("Q3") + ": Q3", name("Q1") + " > " + name("Q4") + ": Q4",
	}
	slices.Sort(want)
	if got := transitions(m); !slices.Equal(got, want) {
		t.Errorf("the transitions are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestAllJoinTheWorkflow: the tray on the diagram adds all queries while the details
// have the form of a new one, and has no button of its own beside that of an empty
// diagram.
func TestAllJoinTheWorkflow(t *testing.T) {
	s := newSite(t)
	path, ids := hotelWithoutWorkflow(t, s)
	page := parse(t, s.want(http.StatusOK, s.get(path+"/queries?add=query")).body)
	if got := attributesIn(page, "button", "id"); !slices.Contains(got, "place-all") || slices.Contains(got, "tray-all") {
		t.Errorf("the empty diagram has the buttons %v, want place-all and not tray-all", got)
	}
	form := &html.Node{}
	for node := range page.Descendants() {
		if attributeOf(node, "id") == "tray-form" {
			form = node
		}
	}
	values := url.Values{"do": {"workflow"}}
	for node := range form.Descendants() {
		if node.Data == "input" {
			values.Add(attributeOf(node, "name"), attributeOf(node, "value"))
		}
	}
	if got := len(values["workflow.access"]); got != len(ids)+1 {
		t.Fatalf("the tray adds %d queries and updates, want the %d queries and the update", got, len(ids))
	}
	s.want(http.StatusSeeOther, s.post(path+"/edit", values))
	m, revision := s.model(path)
	if got := transitions(m); revision.Words != "added 10 queries to the workflow" ||
		!slices.Contains(got,
			m.Workflow.Queries[model.ID(ids["Q1"])].Name+" > "+m.Workflow.Queries[model.ID(ids["Q2"])].Name+": Q2") {
		t.Errorf("%s: the transitions are\n%s", revision.Words, strings.Join(got, "\n"))
	}
}

// TestEqualStepsInOrder: of the steps that return as many values, the first one comes
// before a query, however the IDs of steps that are made with it sort.
func TestEqualStepsInOrder(t *testing.T) {
	oneByOne(t)
	s := newSite(t)
	for range 8 {
		path, _ := hotelWithoutWorkflow(t, s)
		s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:query:", "tab", "queries", "new.query.text",
			"One: SELECT Hotel.hotel_id WHERE Hotel.phone = :p; Two: SELECT Hotel.hotel_id WHERE Hotel.name = :n; Three: SELECT Hotel.phone WHERE Hotel.hotel_id = ?")))
		m, _ := s.model(path)
		values := form("do", "workflow", "workflow.to", "", "workflow.from", "auto", "tab", "queries")
		for _, query := range model.Sorted(m.Workflow.Queries) {
			if slices.Contains([]string{"One", "Two", "Three"}, query.Value.Name) {
				values.Add("workflow.access", string(query.ID))
			}
		}
		s.want(http.StatusSeeOther, s.post(path+"/edit", values))
		m, _ = s.model(path)
		if got := strings.Join(transitions(m), "\n"); !strings.Contains(got, "One > Three: ") {
			t.Fatalf("the transitions are\n%s", got)
		}
	}
}

// TestQueryIsPutOnAStep drops one query on a step and adds two in the form of a step.
func TestQueryIsPutOnAStep(t *testing.T) {
	s := newSite(t)
	path, ids := hotelWithoutWorkflow(t, s)
	send := func(values url.Values) *model.Model {
		s.want(http.StatusSeeOther, s.post(path+"/edit", values))
		m, _ := s.model(path)
		return m
	}
	m := send(form("do", "workflow:"+ids["Q1"]+":new", "tab", "queries"))
	var step model.ID
	for id := range m.Workflow.Steps {
		step = id
	}
	page := s.want(http.StatusOK, s.get(path+"/queries?select="+string(step))).body
	if !strings.Contains(page, "Add transitions to this step") || strings.Contains(page, `id="placement-`+ids["Q1"]+`"`) {
		t.Error("the step does not offer the queries that it lacks")
	}
	values := form("do", "workflow", "workflow.to", string(step), "workflow.from", "", "tab", "queries")
	values["workflow.access"] = []string{ids["Q7"], ids["Q8"]}
	m = send(values)
	title := m.Title(step)
	if got, want := transitions(m), []string{" > " + title + ": Q1", " > " + title + ": Q7", " > " + title + ": Q8"}; !slices.Equal(got, want) {
		t.Errorf("the transitions are %q, want %q", got, want)
	}
	page = s.want(http.StatusOK, s.get(path+"/queries?select="+ids["Q9"])).body
	if !strings.Contains(page, `id="placement-access"`) {
		t.Error("the form of Q9 does not offer to add it to the workflow")
	}
	s.want(http.StatusUnprocessableEntity, s.post(path+"/edit", form("do", "workflow", "workflow.to", "", "tab", "queries")))
	s.want(http.StatusUnprocessableEntity, s.post(path+"/edit", form("do", "workflow:gone:new", "tab", "queries")))
	s.want(http.StatusUnprocessableEntity, s.post(path+"/edit", form("do", "workflow:"+ids["Q9"]+":gone", "tab", "queries")))
}

// TestFirstQuery adds the only query of a new model to its workflow.
func TestFirstQuery(t *testing.T) {
	s := newSite(t)
	path := strings.TrimSuffix(s.path(s.post("/models", form("name", "Empty"))), "/concepts")
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:query:", "new.query.text", "SELECT title WHERE tag = ?", "tab", "queries")))
	m, _ := s.model(path)
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "workflow:"+string(idLabelled(t, m, "Q1"))+":new", "tab", "queries")))
	m, _ = s.model(path)
	if got, want := transitions(m), []string{" > title by tag: Q1"}; !slices.Equal(got, want) {
		t.Errorf("the transitions are %q, want %q", got, want)
	}
}

// TestTransitionWithoutQueryTakesIt fills the query of a transition that has none.
func TestTransitionWithoutQueryTakesIt(t *testing.T) {
	s := newSite(t)
	path, ids := hotelWithoutWorkflow(t, s)
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:step:", "new.step.name", "Search")))
	m, _ := s.model(path)
	var step string
	for id := range m.Workflow.Steps {
		step = string(id)
	}
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "add:transition:", "new.transition.to", step)))
	s.want(http.StatusSeeOther, s.post(path+"/edit", form("do", "workflow:"+ids["Q1"]+":"+step)))
	m, _ = s.model(path)
	if got, want := transitions(m), []string{" > Search: Q1"}; !slices.Equal(got, want) {
		t.Errorf("the transitions are %q, want %q", got, want)
	}
}

// TestTrayHasAllQueries: the first twelve are shown, the others folded.
func TestTrayHasAllQueries(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	for range 14 {
		s.want(http.StatusSeeOther, s.post(path+"/edit", form("tab", "queries", "do", "add:query:", "new.query.name", "One more")))
	}
	page := s.want(http.StatusOK, s.get(path+"/queries")).body
	_, tray, _ := strings.Cut(page, `id="tray"`)
	tray, _, _ = strings.Cut(tray, "</section>")
	shown, folded, found := strings.Cut(tray, `<details id="tray-more"><summary>2 more</summary>`)
	if !found || strings.Count(shown, `draggable="true"`) != 12 || strings.Count(folded, `draggable="true"`) != 2 || !strings.Contains(folded, ">Q23</a>") {
		t.Errorf("the tray has %d queries and %d folded ones:\n%s", strings.Count(shown, `draggable="true"`), strings.Count(folded, `draggable="true"`), tray)
	}
}
