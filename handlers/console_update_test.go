package handlers_test

import (
	"html"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"widerow/handlers/connections/reach"
	"widerow/store/cluster"
)

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

// TestConsoleRecoveredUpdate: an update that is a statement of the application is sent as that statement, with its values
// and the name of its table.
func TestConsoleRecoveredUpdate(t *testing.T) {
	s, _, _, asked := consoleSite(t)
	writing := strings.TrimPrefix(s.connect("name", "Writing", "writes", "on"), "/connections/")
	path := s.path(s.want(http.StatusSeeOther, s.post("/import/create", form("text", videosScript, "name", "Videos"))))
	read := form("sent", "true", "do", "show", "text", "BEGIN BATCH UPDATE videos.users SET email = :email WHERE user_id = :user; "+
		"INSERT INTO videos.users_by_email (email, user_id) VALUES (:email, :user); APPLY BATCH;")
	page := s.want(http.StatusOK, s.post(path+"/recover", read)).body
	read.Set("do", "apply")
	read.Set("mark", markOf(t, page))
	s.want(http.StatusSeeOther, s.post(path+"/recover", read))
	m, _ := s.model(path)
	address := path + "/console/updates/" + string(queryNamed(t, m, "U1"))
	if page := s.want(http.StatusOK, s.get(address)).body; strings.Count(page, `name="value"`) != 2 || strings.Contains(page, `id="update-impossible"`) {
		t.Fatalf("the page does not ask for the two values:\n%s", page)
	}
	fields := form("connection", writing, "do", "start")
	fields["value"] = []string{"it's@example.com", ""}
	if page := s.want(http.StatusUnprocessableEntity, s.post(address, fields)).body; !strings.Contains(page, "there is no row without it") {
		t.Error("the key may be missing")
	}
	const user = "00000000-0000-4000-8000-000000000007"
	fields["value"] = []string{"it's@example.com", user}
	page = s.want(http.StatusOK, s.post(address, fields)).body
	if len(asked.asked) != 0 {
		t.Fatal("it is sent without a confirmation")
	}
	asked.answer = func(reach.Job) (*reach.Answer, error) { return &reach.Answer{Result: &cluster.Result{}}, nil }
	send := formWith([]string{"confirm", "users"}, "connection", writing, "do", "send", "state", fieldOf(t, page, "state"))
	done := s.want(http.StatusOK, s.post(address, send)).body
	if got, want := asked.last().Statement.Text, "BEGIN BATCH UPDATE videos.users SET email = 'it''s@example.com' WHERE user_id = "+user+
		"; INSERT INTO videos.users_by_email (email, user_id) VALUES ('it''s@example.com', "+user+"); APPLY BATCH"; got != want || !strings.Contains(done, "The update is done") {
		t.Errorf("sent is\n%s\nwant\n%s", got, want)
	}
}
