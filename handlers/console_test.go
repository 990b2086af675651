package handlers_test

import (
	"encoding/json"
	"html"
	"net/http"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"widerow/handlers/connections/reach"
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
	batch := "BEGIN BATCH INSERT INTO hotel.hotels (hotel_id) VALUES ('h1'); DELETE FROM hotel.hotels_by_poi WHERE poi_name = 'x'; APPLY BATCH"
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
		{"a batch", writing, batch, nil, 200, "BATCH runs 2 statements on hotel.hotels, hotel.hotels_by_poi.", false},
		{"a batch, confirmed", writing, batch, []string{"confirm", "hotels"}, 200, "Result", true},
		{"not parsed", writing, "SELEKT name FROM hotel.hotels", nil, 200, "<code>SELEKT</code>", false},
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

// fieldOf is the value of a hidden text area of a page.
func fieldOf(t *testing.T, page, name string) string {
	t.Helper()
	found := regexp.MustCompile(`name="` + name + `"[^>]*>\n?([^<]*)<`).FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("the page has no field %s", name)
	}
	return html.UnescapeString(found[1])
}
