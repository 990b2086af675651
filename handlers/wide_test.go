package handlers_test

import (
	"context"
	"fmt"
	"html"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"widerow/diagram/graph"
	"widerow/diagram/layout/layouttest"
	"widerow/handlers"
	"widerow/handlers/feature"
	"widerow/model"
)

// wide opens a model of tables with so many columns each.
func (s *site) wide(tables, columns int) (path string) {
	s.t.Helper()
	var script strings.Builder
	script.WriteString("CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n")
	for table := range tables {
		fmt.Fprintf(&script, "CREATE TABLE k.wide%d (a int PRIMARY KEY", table)
		for column := range columns - 1 {
			fmt.Fprintf(&script, ", c%d int", column)
		}
		script.WriteString(");\n")
	}
	return s.path(s.want(http.StatusSeeOther, s.post("/import/create", form("text", script.String(), "name", "Wide"))))
}

// TestManyColumns: the pages and the card of a huge model are small, name the parts that they leave
// out, and link to the whole.
func TestManyColumns(t *testing.T) {
	oneByOne(t)
	s := newSite(t)
	path := s.wide(3, 2000)
	for tab, drawn := range map[string]string{"physical": "physical", "logical": "logical", "cql": "physical", "statements": "physical"} {
		page := s.want(http.StatusOK, s.get(path+"/"+tab)).body
		if !strings.Contains(page, "those of the keys only") || !strings.Contains(page, "/"+drawn+"?columns=all") || len(page) > 350_000 {
			t.Errorf("%s (%d bytes) does not say what it leaves out, or does not leave it out", tab, len(page))
		}
	}
	all := s.want(http.StatusOK, s.get(path+"/physical?columns=all")).body
	if len(all) < 2_000_000 || strings.Contains(all, "those of the keys only") || !strings.Contains(all, "?columns=all&amp;select=") {
		t.Errorf("the page of all columns (%d bytes) leaves some out, or its links do", len(all))
	}
	if file := s.want(http.StatusOK, s.get(path+"/physical.svg")).body; len(file) < 2_000_000 {
		t.Error("the file lacks columns")
	}
	card := s.want(http.StatusOK, s.get(path+"/card.svg"))
	if len(card.body) > 100<<10 || !strings.Contains(card.body, "wide2") {
		t.Errorf("the card of %d bytes is not the tables' names", len(card.body))
	}
	s.want(http.StatusNotModified, s.get(path+"/card.svg", "If-None-Match", card.Header.Get("ETag")))
	if hotel := s.want(http.StatusOK, s.get(s.open("hotel")+"/physical")).body; strings.Contains(hotel, "those of the keys only") {
		t.Error("columns of the hotel are left out")
	}
}

// The comparison of two huge revisions is no larger than a screen needs: it links to the changes
// that it does not list, and names the other parts that it leaves out.
func TestManyChanges(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: twelve thousand changes, page after page, take long")
	}
	s := newSite(t)
	path := s.wide(60, 100)
	var script strings.Builder
	for table := range 60 {
		fmt.Fprintf(&script, "CREATE TABLE k.wide%d (a int PRIMARY KEY", table)
		for column := range 99 {
			fmt.Fprintf(&script, ", d%d text", column)
		}
		script.WriteString(");\n")
	}
	s.want(http.StatusSeeOther, s.post("/import/create", form("text", script.String(), "into", strings.TrimPrefix(path, "/m/"), "take", "whole")))
	rows := regexp.MustCompile(`<li id="c(\d+)"`)
	first := s.want(http.StatusOK, s.get(path+"/compare?tab=physical")).body
	if !strings.Contains(first, "those of the keys only. The list has every change") || len(first) > 2_000_000 {
		t.Errorf("a picture of 6,000 columns: the page has %d bytes", len(first))
	}
	count := regexp.MustCompile(`Changes 1 to 1000 of (\d+)`).FindStringSubmatch(first)
	if count == nil {
		t.Fatalf("the page does not say how many changes there are:\n%.2000s", first)
	}
	seen, page := map[string]bool{}, first
	for pages := 1; ; pages++ {
		for _, row := range rows.FindAllStringSubmatch(page, -1) {
			if seen[row[1]] {
				t.Fatalf("change %s is on two pages", row[1])
			}
			seen[row[1]] = true
		}
		later := regexp.MustCompile(`<a data-way="1" href="([^"]*)">Later</a>`).FindStringSubmatch(page)
		if later == nil {
			break
		}
		page = s.want(http.StatusOK, s.get(html.UnescapeString(later[1]))).body
		number := 1000*pages + 1
		if !strings.Contains(page, fmt.Sprintf("%d of %s", number, count[1])) ||
			!strings.Contains(page, "Earlier</a>") || !strings.Contains(page, fmt.Sprintf("change=%d&", number-1)) {
			t.Errorf("page %d does not choose its first change, or does not lead back", pages+1)
		}
	}
	if fmt.Sprint(len(seen)) != count[1] {
		t.Errorf("the pages list %d of %s changes", len(seen), count[1])
	}
	cql := s.want(http.StatusOK, s.get(path+"/compare?tab=cql")).body
	if !strings.Contains(cql, "further statements not shown") || len(cql) > 3_000_000 {
		t.Errorf("the statements have %d bytes", len(cql))
	}
	chosen := s.want(http.StatusOK, s.get(path+"/compare?tab=cql&change="+count[1])).body
	if !strings.Contains(chosen, `class="statement changed selected"`) && !strings.Contains(chosen, `class="statement removed selected"`) {
		t.Error("the statement of the last change is not shown when the change is chosen")
	}
	if plan := s.want(http.StatusOK, s.get(path+"/compare?tab=plan")).body; !strings.Contains(plan,
		"further steps not shown: the files have all") || len(plan) > 3_000_000 {
		t.Errorf("the plan has %d bytes", len(plan))
	}
}

// TestTooManyColumns: a table that is too tall for a diagram does not make its pages fail.
func TestTooManyColumns(t *testing.T) {
	oneByOne(t)
	s := newSite(t)
	path := s.wide(1, 5500)
	for _, page := range []struct {
		at, has string
		status  int
	}{
		{"physical", "wide0", http.StatusOK},
		{"physical?columns=all", "too many columns for one diagram", http.StatusOK},
		{"physical.svg", "too large", http.StatusUnprocessableEntity},
		{"design", "Moves are worked out for tables of at most", http.StatusOK},
		{"recover", "too many to recover concepts from", http.StatusUnprocessableEntity},
		{"card.svg", "wide0", http.StatusOK},
	} {
		if answer := s.get(path + "/" + page.at); answer.StatusCode != page.status || !strings.Contains(answer.body, page.has) {
			t.Errorf("%s: status %d, want %d with %q", page.at, answer.StatusCode, page.status, page.has)
		}
	}
	m, _ := s.model(path)
	for id := range m.Physical.Relations {
		s.want(http.StatusUnprocessableEntity, s.post(path+"/design", form("select", string(id), "move", "split-table", "do", "apply")))
	}
}

// TestCardOfManyBoxes: a card of more boxes than it can show counts them.
func TestCardOfManyBoxes(t *testing.T) {
	server, err := handlers.NewServer(handlers.Config{Store: newStore(), Layouter: layouttest.Grid{}, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	m := model.New("Many")
	m.Concepts.Entities = map[model.ID]*model.Entity{}
	for i := range 700 {
		m.Concepts.Entities[model.ID(fmt.Sprint("e", i))] = &model.Entity{Name: fmt.Sprint("Entity ", i), Order: model.Order(fmt.Sprintf("m%03d", i))}
	}
	card, err := server.DrawCard(t.Context(), feature.Document{Model: m})
	if err != nil || len(card) > 100<<10 || !strings.Contains(string(card), ">700 entity types<") {
		t.Errorf("the card of %d bytes is %.200s, %v", len(card), card, err)
	}
}

// leavingClient is a Layouter whose client goes away while it works.
type leavingClient struct{ leave context.CancelFunc }

func (l *leavingClient) Layout(ctx context.Context, g *graph.Graph) (*graph.Layout, error) {
	l.leave()
	return layouttest.Grid{}.Layout(context.WithoutCancel(ctx), g)
}

// TestNobodyWaits: work for a client that has gone away ends after its current step.
func TestNobodyWaits(t *testing.T) {
	client := &leavingClient{func() {}}
	models := newStore()
	path := newSiteOn(t, "/", models).open("hotel")
	server, err := handlers.New(handlers.Config{Store: models, Layouter: client, Log: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{"/physical", "/cql", "/physical.svg", "/card.svg", "/statements"} {
		ctx, cancel := context.WithCancel(t.Context())
		client.leave = cancel
		recorder := httptest.NewRecorder()
		server.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "http://localhost"+path+page, nil).WithContext(ctx))
		if ctx.Err() == nil || recorder.Code != 499 {
			t.Errorf("%s: status %d after the client left, want 499", page, recorder.Code)
		}
	}
}

// A huge ER diagram draws the keys of its entity types, says so, and leads to all.
func TestManyAttributes(t *testing.T) {
	oneByOne(t)
	s := newSite(t)
	m := model.New("Wide")
	m.Concepts.Entities = map[model.ID]*model.Entity{}
	for entity := range 60 {
		attributes := map[model.ID]*model.Attribute{}
		for i := range 91 {
			attribute := &model.Attribute{Name: fmt.Sprintf("many%d", i)}
			if i == 0 {
				attribute = &model.Attribute{Name: "single", Key: model.Key}
			}
			attributes[model.ID(fmt.Sprintf("a%dx%d", entity, i))] = attribute
		}
		m.Concepts.Entities[model.ID(fmt.Sprintf("e%d", entity))] = &model.Entity{Name: fmt.Sprintf("Entity %d", entity), Attributes: attributes}
	}
	text, _, err := m.Canonical()
	if err != nil {
		t.Fatal(err)
	}
	path := s.path(s.want(http.StatusSeeOther, s.post("/import/create", form("text", string(text), "name", "Wide"))))
	picture := func(page string) string {
		_, svg, _ := strings.Cut(page, `id="canvas"`)
		svg, _, _ = strings.Cut(svg, "</svg>")
		return svg
	}
	page := s.want(http.StatusOK, s.get(path+"/concepts")).body
	if !strings.Contains(page, "attributes are many for one page") || strings.Contains(picture(page), "many7") || strings.Count(picture(page), ">single<") < 60 {
		t.Errorf("the page of %d bytes does not say what it leaves out, or leaves out something else", len(page))
	}
	if !strings.Contains(page, "/concepts?columns=all") {
		t.Error("the page does not lead to all")
	}
	all := s.want(http.StatusOK, s.get(path+"/concepts?columns=all")).body
	if strings.Contains(all, "many for one page") || strings.Count(picture(all), ">many7<") < 60 {
		t.Errorf("the page of all attributes (%d bytes) leaves some out", len(all))
	}
	if file := s.want(http.StatusOK, s.get(path+"/er.svg")).body; strings.Count(file, ">many7<") < 60 {
		t.Error("the file lacks attributes")
	}
}
