package handlers_test

import (
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"widerow/handlers/connections/reach"
	"widerow/model"
	"widerow/store/cluster"
)

// TestConsoleValues: the parameters of a statement are asked for by the names and types of their columns, and become a part of it.
func TestConsoleValues(t *testing.T) {
	s, console, connection, asked := consoleSite(t)
	text := "SELECT * FROM hotel.available_rooms_by_hotel_date WHERE hotel_id = ? AND date >= ? AND date <= ?"
	fields := form("connection", connection, "do", "run", "text", text, "unlimited", "on")
	page := s.want(http.StatusOK, s.post(console, fields)).body
	if strings.Count(page, `name="value"`) != 3 || !regexp.MustCompile(`hotel_id\s*<span class="hint">text<`).MatchString(page) || !strings.Contains(page, "≥ date<") || len(asked.asked) != 0 {
		t.Error("the page does not ask for three values")
	}
	for _, test := range []struct {
		values  []string
		status  int
		problem string
		sent    string
	}{
		{[]string{"h1", "2026-11-01", "soon"}, 422, "“soon” is no date. Type a date such as 2026-11-28.", ""},
		{[]string{"h1", "", "2026-11-30"}, 422, "Type a value: a date such as 2026-11-28.", ""},
		{[]string{"O'Hare' OR", "2026-11-01", "2026-11-30"}, 200, "", "hotel_id = 'O''Hare'' OR' AND date >= '2026-11-01' AND date <= '2026-11-30'"},
	} {
		before := len(asked.asked)
		fields["value"], fields["values_of"] = test.values, []string{text}
		page := html.UnescapeString(s.want(test.status, s.post(console, fields)).body)
		if !strings.Contains(page, test.problem) || (len(asked.asked) > before) != (test.sent != "") {
			t.Errorf("%v: the page lacks %q, or the statement left", test.values, test.problem)
		}
		if test.sent != "" && !strings.HasSuffix(asked.last().Statement.Text, test.sent) {
			t.Errorf("%v: sent is %s", test.values, asked.last().Statement.Text)
		}
	}
	// They are remembered, for the person.
	if page := s.want(http.StatusOK, s.post(console, form("connection", connection, "do", "run", "text", text))).body; !strings.Contains(page, "O&#39;Hare&#39; OR") {
		t.Error("the values are forgotten")
	}
	if page := s.visitor().post(console, form("connection", connection, "do", "run", "text", text)).body; strings.Contains(page, "Hare") {
		t.Error("another person sees the values")
	}
	// Without a table that the model or the cluster has, the server converts them.
	text = "SELECT * FROM system.local WHERE key = ?"
	fields = form("connection", connection, "do", "run", "text", text, "value", "local", "values_of", text, "unlimited", "on")
	s.want(http.StatusOK, s.post(console, fields))
	if got := asked.last().Statement; got.Text != text || len(got.Values) != 1 || got.Values[0] != "local" {
		t.Errorf("sent is %s with %v", got.Text, got.Values)
	}
}

// TestConsoleLists: a parameter of IN takes several values, and one of a collection a literal.
func TestConsoleLists(t *testing.T) {
	s, console, connection, asked := consoleSite(t)
	writing := strings.TrimPrefix(s.connect("name", "Writing", "writes", "on"), "/connections/")
	for _, test := range []struct{ text, value, want string }{
		{"SELECT * FROM hotel.hotels WHERE hotel_id IN ?", "a, 'b, c', d'e", "SELECT * FROM hotel.hotels WHERE hotel_id IN ('a', 'b, c', 'd''e')"},
		{"SELECT * FROM hotel.hotels WHERE hotel_id = 'h' LIMIT ?", "5", "SELECT * FROM hotel.hotels WHERE hotel_id = 'h' LIMIT 5"},
		{"UPDATE hotel.hotels SET address = ? WHERE hotel_id = 'h'", "{street: 'Main'}", "UPDATE hotel.hotels SET address = {street: 'Main'} WHERE hotel_id = 'h'"},
	} {
		s.want(http.StatusOK, s.post(console, form("connection", writing, "do", "run", "text", test.text, "values_of", test.text, "value", test.value, "unlimited", "on", "confirm", "hotels")))
		if got := asked.last().Statement; got == nil || got.Text != test.want {
			t.Errorf("%s: sent is %+v", test.text, got)
		}
	}
	for _, wrong := range []string{"x", "1; DROP TABLE hotel.hotels", "1 -- "} {
		text := "SELECT * FROM hotel.hotels WHERE hotel_id = 'h' LIMIT ?"
		before := len(asked.asked)
		page := s.want(http.StatusUnprocessableEntity, s.post(console, form("connection", connection, "do", "run", "text", text, "values_of", text, "value", wrong))).body
		if !strings.Contains(page, "is no int") || len(asked.asked) != before {
			t.Errorf("%q is a number of rows", wrong)
		}
	}
}

// TestConsoleFollows: the rows of a query lead to the queries after it in the workflow, with the values that these need, and back.
func TestConsoleFollows(t *testing.T) {
	s, console, connection, asked := consoleSite(t)
	m, _ := s.model(strings.TrimSuffix(console, "/console"))
	q1 := string(queryNamed(t, m, "Q1"))
	page := s.want(http.StatusOK, s.get(console+"?query="+q1)).body
	if !strings.Contains(page, "Q1 ") || strings.Count(page, `name="value"`) != 1 || len(asked.asked) != 0 {
		t.Fatal("the page of Q1 does not ask for its value, or runs it", page)
	}
	asked.answer = func(job reach.Job) (*reach.Answer, error) {
		text := cluster.Cell{Text: "'it''s'"}
		return &reach.Answer{Result: &cluster.Result{Columns: []cluster.Column{{Name: "hotel_id", Type: "text"}, {Name: "name", Type: "text"}},
			Rows: [][]cluster.Cell{{text, {Text: "'n'"}}, {{Null: true, Text: "null"}, text}}}}, nil
	}
	text := fieldOf(t, page, "values_of")
	page = s.want(http.StatusOK, s.post(console, form("connection", connection, "do", "run", "query", q1, "text", text, "values_of", text, "value", "Zoo"))).body
	buttons := regexp.MustCompile(`name="take" value="([^"]*)"[^>]*>([^<]*)<`).FindAllStringSubmatch(page, -1)
	var labels []string
	for _, button := range buttons {
		labels = append(labels, button[2])
	}
	if got, want := strings.Join(labels, "|"), "Q2 with this hotel_id"; got != want {
		t.Fatalf("the rows lead to %q, want %q: the second has no key", got, want)
	}
	trail := html.UnescapeString(regexp.MustCompile(`id="console-take"[\s\S]*name="trail" value="([^"]*)"`).FindStringSubmatch(page)[1])
	page = s.want(http.StatusOK, s.post(console, form("connection", connection, "take", html.UnescapeString(buttons[0][1]), "trail", trail))).body
	if got := asked.last().Statement.Text; !strings.Contains(got, "FROM hotel.hotels WHERE hotel_id = 'it''s'") || !strings.Contains(page, "Result") {
		t.Errorf("the click sends %s", got)
	}
	if !strings.Contains(page, `name="back" value="0"`) {
		t.Error("nothing leads back to Q1")
	}
	s.want(http.StatusOK, s.post(console, form("connection", connection, "back", "0", "trail", trail)))
	if got := asked.last().Statement.Text; !strings.Contains(got, "poi_name = 'Zoo'") {
		t.Errorf("the way back sends %s", got)
	}
}

// queryNamed is the ID of a query or an update of a model by its label.
func queryNamed(t *testing.T, m *model.Model, label string) model.ID {
	t.Helper()
	for id, query := range m.Workflow.Queries {
		if query.Label == label {
			return id
		}
	}
	for id, update := range m.Workflow.Updates {
		if update.Label == label {
			return id
		}
	}
	t.Fatalf("there is no %s", label)
	return ""
}
