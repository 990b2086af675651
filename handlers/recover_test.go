package handlers_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

const videosScript = `CREATE KEYSPACE videos WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TABLE videos.users_by_email (email text PRIMARY KEY, user_id uuid);
CREATE TABLE videos.users (user_id uuid PRIMARY KEY, email text, name text);
CREATE TABLE videos.videos_by_user (user_id uuid, added_at timestamp, video_id uuid, title text, PRIMARY KEY (user_id, added_at, video_id));`

func TestRecoverFromTables(t *testing.T) {
	s := newSite(t)
	path := s.path(s.want(http.StatusSeeOther, s.post("/import/create", form("text", videosScript, "name", "Videos"))))
	for _, tab := range []string{"concepts", "queries"} {
		if page := s.want(http.StatusOK, s.get(path+"/"+tab)); !strings.Contains(page.body, `id="recover-here"`) {
			t.Errorf("the empty tab %s does not offer to recover", tab)
		}
	}
	page := s.want(http.StatusOK, s.get(path+"/recover")).body
	for _, want := range []string{"Add 6 of 6", "Find videos by user", "User has Video", "user_id identifies it", "after “Show a user by email”"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q", want)
		}
	}

	some := form("sent", "true", "entity", "User", "query", "", "do", "show", "mark", markOf(t, page))
	if fewer := s.want(http.StatusOK, s.post(path+"/recover", some)).body; !strings.Contains(fewer, "Add 1 of 6") {
		t.Error("the boxes are not counted")
	}
	s.want(http.StatusSeeOther, s.post(path+"/recover", form("do", "apply", "mark", markOf(t, page))))
	if history := s.get(path + "/history").body; !strings.Contains(history, "recovered 2 entity types, 1 relationship type, 3 queries from tables") {
		t.Error("the history does not say what was recovered")
	}
	if queries := s.get(path + "/queries").body; !strings.Contains(queries, "3/3") {
		t.Error("the queries are not all served")
	}
	if page := s.get(path + "/recover").body; !strings.Contains(page, "There is nothing to recover") {
		t.Error("it can be recovered twice")
	}
	read := form("sent", "true", "do", "show", "text",
		"SELECT title FROM videos.videos_by_user WHERE user_id = ? AND added_at > ?;\nUPDATE videos.users SET "+
			"name = ? WHERE user_id = ?;\nSELECT x FROM videos.users;")
	statements := s.want(http.StatusOK, s.post(path+"/recover", read)).body
	for _, want := range []string{"Add 2 of 2", "Find videos by user id, added at", "Change users by user id", "Line 3: users has no column x"} {
		if !strings.Contains(statements, want) {
			t.Errorf("the statements lack %q", want)
		}
	}
	verdictsOfStatements(t, s, path)
	read.Set("do", "apply")
	read.Set("mark", markOf(t, statements))
	s.want(http.StatusSeeOther, s.post(path+"/recover", read))
	if history := s.get(path + "/history").body; !strings.Contains(history, "recovered 1 query, 1 update from tables and statements") {
		t.Error("the history does not say what the statements gave")
	}
	stale := s.want(http.StatusConflict, s.post(path+"/recover", form("do", "apply", "mark", markOf(t, page))))
	if !strings.Contains(stale.body, "Nothing was added") {
		t.Error("the page does not say that it was out of date")
	}
}

// verdictsOfStatements: each statement has the verdict that it has in the workflow, also
// one that is left out.
func verdictsOfStatements(t *testing.T, s *site, path string) {
	t.Helper()
	text := "SELECT title FROM videos.videos_by_user WHERE user_id = ?;\nSELECT title FROM videos.videos_by_user WHERE video_id = ?;\n" +
		"SELECT name FROM videos.users WHERE name = ? ALLOW FILTERING;\nUPDATE videos.users SET email = ? WHERE user_id = ?;"
	show := form("sent", "true", "do", "show", "text", text)
	for _, left := range []string{"", "all"} {
		body := s.want(http.StatusOK, s.post(path+"/recover", show)).body
		for name, want := range map[string]string{
			"Find videos by user id":  `class="verdict ok"><span class="dot ok" aria-hidden="true"></span> One partition`,
			"Find videos by video id": `class="verdict bad"><span class="dot bad" aria-hidden="true"></span> Not served`,
			"Find users by name":      `class="verdict bad"><span class="dot bad" aria-hidden="true"></span> Scan`,
			"Change users by user id": `class="verdict ok"><span class="dot ok" aria-hidden="true"></span> Writes 1 table`,
			"Change users by user":    "is also in users_by_email, which its statement leaves as they are.",
		} {
			_, row, found := strings.Cut(body, name)
			if row, _, _ = strings.Cut(row, "</div>"); !found || !strings.Contains(row, want) {
				t.Errorf("%q lacks %q (left out: %q): %s", name, want, left, row)
			}
		}
		for _, box := range strings.Split(body, `name="access" value="`)[1:] {
			key, _, _ := strings.Cut(box, `"`)
			show.Add("access", key)
		}
	}
	if all := s.post(path+"/recover", show).body; !strings.Contains(all, "Add 0 of 3") {
		_, button, _ := strings.Cut(all, `id="recover-apply"`)
		t.Errorf("the statements are not left out: %.120s", button)
	}
}

func TestRecoverFromTooManyColumns(t *testing.T) {
	oneByOne(t)
	s := newSite(t)
	script := strings.Builder{}
	script.WriteString("CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n")
	for table := range 61 {
		fmt.Fprintf(&script, "CREATE TABLE k.t%d (a int PRIMARY KEY", table)
		for column := range 250 {
			fmt.Fprintf(&script, ", c%d int", column)
		}
		script.WriteString(");\n")
	}
	path := s.path(s.want(http.StatusSeeOther, s.post("/import/create", form("text", script.String(), "name", "Wide"))))
	page := s.want(http.StatusUnprocessableEntity, s.get(path+"/recover"))
	if !strings.Contains(page.body, "15311 columns, too many") {
		t.Error("the page does not say why nothing is recovered")
	}
}
