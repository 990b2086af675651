package handlers_test

import (
	"context"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"widerow/handlers"
	"widerow/handlers/connections"
	"widerow/handlers/connections/reach"
	"widerow/model"
	"widerow/store/cluster"
)

// consoleSite is the hotel with a connection, and the fake cluster behind it, which answers with one row.
func consoleSite(t *testing.T, more ...string) (s *site, console, connection string, asked *fakeCluster) {
	t.Helper()
	asked = &fakeCluster{answer: func(reach.Job) (*reach.Answer, error) {
		return &reach.Answer{JSON: [][]json.RawMessage{{json.RawMessage(`"h1"`), json.RawMessage(`""`), json.RawMessage("null")}}, Result: &cluster.Result{
			Columns:   []cluster.Column{{Keyspace: "hotel", Table: "hotels", Name: "hotel_id", Type: "text"}, {Name: "name", Type: "text"}, {Name: "phone", Type: "text"}},
			Rows:      [][]cluster.Cell{{{Text: "'h1'"}, {Text: "''"}, {Null: true, Text: "null"}}},
			PageState: []byte("next"), Coordinator: "10.0.0.5:9042", Trace: []cluster.Event{{Activity: "Read 1 live rows"}},
		}}, nil
	}}
	s = connectingSite(t, newStore(), filepath.Join(t.TempDir(), "secret"), asked)
	connection = strings.TrimPrefix(s.connect(more...), "/connections/")
	return s, s.open("hotel") + "/console", connection, asked
}

// TestConsoleReads: a statement with its key runs at once, and its rows are shown with their types, NULL
// apart from an empty text, the trace, and the next page.
func TestConsoleReads(t *testing.T) {
	s, console, connection, asked := consoleSite(t)
	run := func(fields ...string) string {
		t.Helper()
		return s.want(http.StatusOK, s.post(console, formWith(fields, "connection", connection, "do", "run", "text", "SELECT * FROM hotel.hotels WHERE hotel_id = 'h1';"))).body
	}
	page := run("consistency", "QUORUM", "page_size", "20", "trace", "on")
	for _, want := range []string{"<td>h1</td>", ">empty</em>", ">null</em>", "1 row, and more in", "10.0.0.5:9042", "Read 1 live rows", "Next page", "LIMIT 1000 was added"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	got := asked.last().Statement
	if got.Text != "SELECT * FROM hotel.hotels WHERE hotel_id = 'h1' LIMIT 1000" || got.Consistency != "QUORUM" || got.PageSize != 20 || !got.Trace {
		t.Errorf("the cluster is asked %+v", got)
	}
	run("unlimited", "on", "page", "bmV4dA")
	if got := asked.last().Statement; got.Text != "SELECT * FROM hotel.hotels WHERE hotel_id = 'h1'" || string(got.PageState) != "next" {
		t.Errorf("the next page is asked with %+v", got)
	}
	if page := s.want(http.StatusOK, s.get(console)).body; !strings.Contains(page, "What you ran") || strings.Contains(s.visitor().get(console).body, "What you ran") {
		t.Error("the history is not the person's own")
	}
	for do, want := range map[string]string{"csv": "hotel_id,name,phone\nh1,\"\",\n", "json": "[\n  {\"hotel_id\": \"h1\", \"name\": \"\", \"phone\": null}\n]\n",
		"cql": "INSERT INTO hotel.hotels (hotel_id, name) VALUES ('h1', '');\n"} {
		if got := run("do", do); got != want {
			t.Errorf("as %s:\n%s\nwant\n%s", do, got, want)
		}
	}
}

// TestConsoleAsks: what is expensive, changes something or would be rejected does not leave before it
// is confirmed, and on a connection that only reads not at all.
func TestConsoleAsks(t *testing.T) {
	s, console, connection, asked := consoleSite(t)
	writing := strings.TrimPrefix(s.connect("name", "Writing", "writes", "on"), "/connections/")
	drop := "DELETE FROM hotel.available_rooms_by_hotel_date WHERE hotel_id = 'h1'"
	for _, test := range []struct {
		what, connection, text string
		more                   []string
		status                 int
		want                   string
		runs                   bool
	}{
		{"scan", connection, "SELECT * FROM hotel.hotels", nil, 200, "reads the whole table", false},
		{"scan, confirmed", connection, "SELECT * FROM hotel.hotels", []string{"sure", "scan"}, 200, "Result", true},
		{"filtering", connection, "SELECT * FROM hotel.hotels_by_poi WHERE poi_name = 'x' AND name = 'y' ALLOW FILTERING", nil, 200, "drops those that do not match", false},
		{"rejected", connection, "SELECT nope FROM hotel.hotels WHERE hotel_id = 'h1'", nil, 200, "Undefined column name nope", false},
		{"rejected, sent", connection, "SELECT nope FROM hotel.hotels WHERE hotel_id = 'h1'", []string{"sure", "sent"}, 200, "Result", true},
		{"a write where only reads are allowed", connection, drop, []string{"confirm", "available_rooms_by_hotel_date", "sure", "sent"}, 422, "only reads", false},
		{"schema where only reads are allowed", connection, "DROP TABLE hotel.hotels", []string{"confirm", "hotels", "sure", "sent"}, 422, "only reads", false},
		{"not parsed, where only reads are allowed", connection, "DROP EVERYTHING hotel", []string{"confirm", "drop", "sure", "sent"}, 422, "only reads", false},
		{"a write", writing, drop, nil, 200, "removes a partition of about 73,000 rows", false},
		{"a write, another word", writing, drop, []string{"confirm", "yes"}, 200, "This is not available_rooms_by_hotel_date", false},
		{"a write, confirmed", writing, drop, []string{"confirm", "available_rooms_by_hotel_date"}, 200, "Result", true},
		{"one row", writing, "DELETE FROM hotel.hotels WHERE hotel_id = 'h1'", nil, 200, "removes one row of hotel.hotels", false},
		{"truncate", writing, "TRUNCATE hotel.hotels", nil, 200, "removes all rows of hotel.hotels", false},
		{"no connection", "", drop, nil, 422, "Choose a connection", false},
		{"nothing", connection, " -- nothing", nil, 422, "nothing to run", false},
	} {
		before := len(asked.asked)
		page := s.want(test.status, s.post(console, formWith(test.more, "connection", test.connection, "do", "run", "text", test.text)))
		if !strings.Contains(page.body, test.want) || (len(asked.asked) > before) != test.runs {
			t.Errorf("%s: the page lacks %q, or the statement left: %t, want %t", test.what, test.want, len(asked.asked) > before, test.runs)
		}
	}
	s.want(http.StatusNotFound, s.post(console, form("connection", "nowhere", "do", "run", "text", "SELECT * FROM hotel.hotels WHERE hotel_id = 'h1'")))
}

// TestConsoleChooses: of several statements the one at the cursor, the selection, or the one of a button runs; a
// semicolon in a string or a comment ends none.
func TestConsoleChooses(t *testing.T) {
	s, console, connection, asked := consoleSite(t)
	first, second := "SELECT name FROM hotel.hotels WHERE hotel_id = 'a;b'", "SELECT phone FROM hotel.hotels WHERE hotel_id = 'h1'"
	text := first + "; -- not; an end\n" + second + ";"
	for _, test := range []struct {
		more []string
		want string
	}{
		{[]string{"at", "3"}, first}, {[]string{"at", "80"}, second}, {[]string{"at", "9999"}, second},
		{[]string{"statement", "2"}, second}, {[]string{"statement", "1", "at", "80", "selection", second}, first}, {[]string{"selection", second}, second},
	} {
		s.want(http.StatusOK, s.post(console, formWith(test.more, "connection", connection, "do", "run", "unlimited", "on", "text", text)))
		if got := asked.last().Statement.Text; got != test.want {
			t.Errorf("%v runs %s", test.more, got)
		}
	}
	before := len(asked.asked)
	page := s.want(http.StatusOK, s.post(console, form("connection", connection, "do", "run", "text", text))).body
	if !strings.Contains(page, "Which statement?") || len(asked.asked) != before {
		t.Error("the page does not ask which statement to run")
	}
	// A question about one of them keeps them all, and the choice.
	text += "\nSELECT * FROM hotel.hotels;"
	page = s.want(http.StatusOK, s.post(console, form("connection", connection, "do", "run", "text", text, "statement", "3"))).body
	_, question, _ := strings.Cut(page, "Run it all the same")
	_, question, _ = strings.Cut(page[:len(page)-len(question)], `<div id="console-answer">`)
	if !strings.Contains(html.UnescapeString(question), text+"</textarea>") || !strings.Contains(question, `name="statement" value="3"`) {
		t.Errorf("the question loses what was typed: %s", question)
	}
}

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

// fieldOf is the value of a hidden text area of a page.
func fieldOf(t *testing.T, page, name string) string {
	t.Helper()
	found := regexp.MustCompile(`name="` + name + `"[^>]*>\n?([^<]*)<`).FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("the page has no field %s", name)
	}
	return html.UnescapeString(found[1])
}

// TestConsoleElsewhere: a statement about a keyspace that the model lacks is judged against that of the cluster.
func TestConsoleElsewhere(t *testing.T) {
	s, console, connection, asked := consoleSite(t)
	asked.answer = func(job reach.Job) (*reach.Answer, error) {
		if job.Schema {
			return &reach.Answer{Server: cluster.Server{Target: "cassandra-5.0"}, Schema: "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n" +
				"CREATE TABLE shop.orders (id int PRIMARY KEY, note text);"}, nil
		}
		return &reach.Answer{Result: &cluster.Result{}}, nil
	}
	page := s.want(http.StatusOK, s.post(console, form("connection", connection, "do", "run", "text", "SELECT nope FROM shop.orders WHERE id = 1"))).body
	if !strings.Contains(page, "Undefined column name nope") || !strings.Contains(page, "against the keyspace shop of the cluster") || asked.last().Statement != nil {
		t.Error("the statement is not judged against the cluster")
	}
	text := "SELECT note FROM shop.orders WHERE id = ?"
	page = s.want(http.StatusUnprocessableEntity, s.post(console, form("connection", connection, "do", "run", "text", text, "values_of", text, "value", "x"))).body
	if !strings.Contains(page, "is no int") {
		t.Error("the type of the cluster's column is not known")
	}
	if len(asked.asked) != 1 {
		t.Errorf("the schema is asked for %d times", len(asked.asked))
	}
	page = s.want(http.StatusOK, s.post(console, form("connection", connection, "do", "run", "text", "SELECT nope FROM hotel.hotels WHERE hotel_id = 'h'"))).body
	if !strings.Contains(page, "against the tables of the model") || len(asked.asked) != 1 {
		t.Error("a table of the model is not judged by the model")
	}
}

// TestConsoleUpdate: an update runs its plan step by step. Nothing is sent without its values, a connection that may write and, for
// what writes, the name of its table; a failure and a condition that does not hold end it with what is done and left.
func TestConsoleUpdate(t *testing.T) {
	s, _, reading, asked := consoleSite(t)
	writing := strings.TrimPrefix(s.connect("name", "Writing", "writes", "on"), "/connections/")
	address := s.open("suspensions")
	m, _ := s.model(address)
	address += "/console/updates/" + string(queryNamed(t, m, "U3"))
	page := s.want(http.StatusOK, s.get(address)).body
	if strings.Count(page, `name="value"`) != 2 || !strings.Contains(page, "User.user_id") {
		t.Fatal("the page does not ask for the values of U3")
	}
	var failure error
	applied := "true"
	asked.answer = func(job reach.Job) (*reach.Answer, error) {
		if strings.HasPrefix(job.Statement.Text, "SELECT") {
			return &reach.Answer{Result: &cluster.Result{Columns: []cluster.Column{{Name: "status"}, {Name: "suspended_at"}, {Name: "moderator_id"}},
				Rows: [][]cluster.Cell{{{Text: "'active'"}, {Text: "'2026-11-28T10:00:00.000Z'"}, {Text: "00000000-0000-4000-8000-000000000003"}}}}}, nil
		}
		return &reach.Answer{Result: &cluster.Result{Columns: []cluster.Column{{Name: "[applied]"}}, Rows: [][]cluster.Cell{{{Text: applied}}}}}, failure
	}
	const user = "00000000-0000-4000-8000-000000000007"
	values := func(connection, id string) url.Values {
		fields := form("connection", connection, "do", "start")
		fields["value"] = []string{id, "it's other"}
		return fields
	}
	for _, test := range []struct {
		connection, id, want string
	}{{reading, user, "only reads"}, {writing, "seven", "“seven” is no uuid"}, {writing, "", "there is no row without it"}} {
		if page := s.want(http.StatusUnprocessableEntity, s.post(address, values(test.connection, test.id))).body; !strings.Contains(page, test.want) || len(asked.asked) > 0 {
			t.Errorf("the page lacks %q", test.want)
		}
	}
	page = s.want(http.StatusOK, s.post(address, values(writing, user))).body
	send := func(page string, more ...string) string {
		return html.UnescapeString(s.post(address, formWith(more, "connection", writing, "do", "send", "state", fieldOf(t, page, "state"))).body)
	}
	if !strings.Contains(page, "WHERE user_id = "+user) || strings.Contains(page, `name="confirm"`) || len(asked.asked) > 0 {
		t.Fatal("the page does not show the read, or has sent it")
	}
	read := send(page)
	if !strings.Contains(read, "1 row in") || !strings.Contains(read, "month") || len(asked.asked) != 1 {
		t.Fatal("after the read the page does not ask for the month")
	}
	if again := send(page); len(asked.asked) != 1 || !strings.Contains(again, "1 row in") {
		t.Error("a form that is sent twice is carried out twice")
	}
	batch := html.UnescapeString(s.want(http.StatusOK, s.post(address, form("connection", writing, "do", "answer", "answer", "2026-11-01", "state", fieldOf(t, read, "state")))).body)
	if !strings.Contains(batch, "UPDATE moderation.users_by_status SET reason = 'it''s other'") || !strings.Contains(batch, "Type <code>users_by_status</code>") || len(asked.asked) != 1 {
		t.Fatal("the page does not ask to confirm the batch", batch)
	}
	if wrong := send(batch, "confirm", "yes"); !strings.Contains(wrong, "This is not users_by_status") || len(asked.asked) != 1 {
		t.Error("another word sends it")
	}
	failure = &cluster.Refusal{Message: "Operation timed out", Unknown: true}
	failed := send(batch, "confirm", "users_by_status")
	if !strings.Contains(failed, "Operation timed out") || !strings.Contains(failed, "→ next") || !strings.Contains(failed, `id="update-problem"`) {
		t.Error("the page does not say what failed and what is left")
	}
	failure = nil
	done := send(failed, "confirm", "users_by_status")
	if !strings.Contains(done, "The update is done") || len(asked.asked) != 3 {
		t.Error("the step cannot be sent again after a failure")
	}
	text := asked.last().Statement.Text
	if !strings.HasPrefix(text, "BEGIN BATCH\n") || strings.Count(text, "UPDATE ") != 2 {
		t.Errorf("sent is %s", text)
	}
}

// TestConsoleUpdateStops: a lightweight transaction that is not applied ends the update; what is left is not sent.
func TestConsoleUpdateStops(t *testing.T) {
	s, _, _, asked := consoleSite(t)
	writing := strings.TrimPrefix(s.connect("name", "Writing", "writes", "on"), "/connections/")
	address := s.open("suspensions")
	m, _ := s.model(address)
	address += "/console/updates/" + string(queryNamed(t, m, "U1"))
	asked.answer = func(job reach.Job) (*reach.Answer, error) {
		if strings.HasPrefix(job.Statement.Text, "SELECT") {
			return &reach.Answer{Result: &cluster.Result{Columns: []cluster.Column{{Name: "name"}}, Rows: [][]cluster.Cell{{{Text: "'Ann'"}}}}}, nil
		}
		return &reach.Answer{Result: &cluster.Result{Columns: []cluster.Column{{Name: "[applied]"}, {Name: "status"}}, Rows: [][]cluster.Cell{{{Text: "false"}, {Text: "'banned'"}}}}}, nil
	}
	fields := form("connection", writing, "do", "start")
	fields["value"] = []string{"00000000-0000-4000-8000-000000000007", "active", "2026-11-28 10:00", "", "00000000-0000-4000-8000-000000000003", "spam", "Bea"}
	page := s.want(http.StatusOK, s.post(address, fields)).body
	for _, word := range []string{"", "suspensions_by_user"} {
		page = s.post(address, form("connection", writing, "do", "send", "confirm", word, "state", fieldOf(t, page, "state"))).body
	}
	page = html.UnescapeString(page)
	if !strings.Contains(page, "[applied] = false: status = 'banned'") || !strings.Contains(page, "what is left was not sent") || strings.Contains(page, `id="update-send"`) || len(asked.asked) != 2 {
		t.Error("the update goes on", page)
	}
}

// waitingCluster never answers: it ends with the context of the job.
type waitingCluster struct{ began, ended chan struct{} }

func (w waitingCluster) Do(ctx context.Context, _ reach.Job) (*reach.Answer, error) {
	close(w.began)
	<-ctx.Done()
	close(w.ended)
	return nil, fmt.Errorf("%w: %w", cluster.ErrCancelled, context.Cause(ctx))
}

// TestConsoleCancel: a form that cancels ends the statement that its page has sent, and answers at once. That of another page does not.
func TestConsoleCancel(t *testing.T) {
	models, waiting := newStore(), waitingCluster{make(chan struct{}), make(chan struct{})}
	vault, err := connections.OpenVault("")
	if err != nil {
		t.Fatal(err)
	}
	s := newSiteWith(t, handlers.Config{Store: models, Connections: connections.NewServices(connections.NewKeeper(models), vault, waiting, "10.0.0.0/8", time.Now)})
	saved := s.want(http.StatusSeeOther, s.post("/connections", form("do", "save", "name", "Slow", "hosts", "10.0.0.5")))
	connection, _, _ := strings.Cut(strings.TrimPrefix(saved.Header.Get("Location"), "/connections/"), "?")
	console := s.open("hotel") + "/console"
	fields := form("connection", connection, "run", "page-1", "text", "SELECT * FROM hotel.hotels WHERE hotel_id = 'h1'")
	answered := make(chan string)
	go func() { answered <- s.post(console, fields).body }()
	<-waiting.began
	s.want(http.StatusOK, s.post(console, formWith([]string{"do", "cancel", "run", "page-2"}, "connection", connection)))
	select {
	case <-waiting.ended:
		t.Fatal("another page cancels it")
	default:
	}
	page := s.want(http.StatusOK, s.post(console, formWith([]string{"do", "cancel", "text", "SELECT 1"}, "connection", connection, "run", "page-1"))).body
	<-waiting.ended
	if first := <-answered; !strings.Contains(first, "Cancelled.") || !strings.Contains(page, "Cancelled.") || !strings.Contains(page, "SELECT 1") {
		t.Error("the pages do not say so, or lose the text")
	}
}

// TestConsoleRefused: what the server refuses is shown at its place, with the hint of our own verdict on the tables of the cluster.
func TestConsoleRefused(t *testing.T) {
	s, console, connection, asked := consoleSite(t)
	asked.answer = func(job reach.Job) (*reach.Answer, error) {
		if job.Schema {
			return &reach.Answer{Server: cluster.Server{Target: "cassandra-5.0"}, Schema: "CREATE KEYSPACE hotel WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n" +
				"CREATE TABLE hotel.hotels (hotel_id text PRIMARY KEY, names text);"}, nil
		}
		return nil, &cluster.Refusal{Code: 0x2200, Message: "Undefined column name name in table hotel.hotels"}
	}
	page := html.UnescapeString(s.want(http.StatusUnprocessableEntity, s.post(console, form("connection", connection, "text", "SELECT name FROM hotel.hotels WHERE hotel_id = 'h1'"))).body)
	for _, want := range []string{"Undefined column name name", "SELECT <mark>name</mark> FROM", "Did you mean", "those of the cluster differ", "?into="} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	asked.answer = func(job reach.Job) (*reach.Answer, error) {
		return nil, &cluster.Refusal{Code: 0x2000, Message: "line 1:14 no viable alternative", Line: 1, Column: 14}
	}
	page = html.UnescapeString(s.want(http.StatusUnprocessableEntity, s.post(console, form("connection", connection, "unlimited", "on", "text", "SELECT * FROM hotel.hotels WHERE hotel_id = 'h1'"))).body)
	if !strings.Contains(page, "SELECT * FROM <mark>hotel.hotels</mark>") {
		t.Error("the place that the server names is not marked")
	}
}

// TestConsoleHistory: what a person ran outlives the server, but not Clear; statements with a password are not kept.
func TestConsoleHistory(t *testing.T) {
	folder, models, asked := filepath.Join(t.TempDir(), "console"), newStore(), &fakeCluster{answer: func(reach.Job) (*reach.Answer, error) {
		return &reach.Answer{Result: &cluster.Result{}}, nil
	}}
	vault, err := connections.OpenVault("")
	if err != nil {
		t.Fatal(err)
	}
	config := handlers.Config{Store: models, ConsoleFolder: folder, Connections: connections.NewServices(connections.NewKeeper(models), vault, asked, "10.0.0.0/8", time.Now)}
	s := newSiteWith(t, config)
	saved := s.want(http.StatusSeeOther, s.post("/connections", form("do", "save", "name", "Shop", "hosts", "10.0.0.5", "writes", "on")))
	connection, _, _ := strings.Cut(strings.TrimPrefix(saved.Header.Get("Location"), "/connections/"), "?")
	console := s.open("hotel") + "/console"
	text := "SELECT * FROM hotel.hotels WHERE hotel_id = ?"
	s.want(http.StatusOK, s.post(console, form("connection", connection, "text", text, "values_of", text, "value", "kept-value")))
	s.want(http.StatusOK, s.post(console, form("connection", connection, "text", "CREATE ROLE ann WITH PASSWORD = 's3cret'", "confirm", "create", "sure", "sent")))
	if got := asked.last().Statement.Text; !strings.Contains(got, "s3cret") {
		t.Fatalf("sent is %s", got)
	}
	files, _ := filepath.Glob(filepath.Join(folder, "*.json"))
	if len(files) != 1 {
		t.Fatalf("%d people have a history", len(files))
	}
	kept, err := os.ReadFile(files[0])
	if err != nil || !strings.Contains(string(kept), "kept-value") || strings.Contains(string(kept), "s3cret") {
		t.Errorf("kept is %s: %v", kept, err)
	}
	again := newSiteWith(t, config)
	again.http = s.http
	if page := html.UnescapeString(again.want(http.StatusOK, again.get(console)).body); !strings.Contains(page, "What you ran") || !strings.Contains(page, "hotel_id = ?") {
		t.Error("the history does not outlive the server")
	}
	again.want(http.StatusOK, again.post(console, form("do", "clear", "connection", connection)))
	if kept, err = os.ReadFile(files[0]); err != nil || strings.Contains(string(kept), "hotel") {
		t.Errorf("after Clear, kept is %s: %v", kept, err)
	}
}
