package handlers_test

import (
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"widerow/handlers"
	"widerow/handlers/connections"
	"widerow/handlers/identity"
)

// scriptMark returns the mark of a script in the list of a page.
func scriptMark(t *testing.T, page, id string) string {
	t.Helper()
	found := regexp.MustCompile(`name="which" value="` + id + `"> <input type="hidden" name="which_seen" value="([0-9a-f]+)"`).FindStringSubmatch(page)
	if found == nil {
		t.Fatalf("the page lists no script %s", id)
	}
	return found[1]
}

// TestConsoleScripts: a text is saved under a name, opened, changed, renamed and deleted; others see it, and nobody replaces what somebody else has saved
// meanwhile without having been told.
func TestConsoleScripts(t *testing.T) {
	s, console, connection, _ := consoleSite(t)
	scripts := strings.TrimSuffix(console, "console") + "scripts"
	const text = "SELECT * FROM hotel.hotels WHERE hotel_id = ?; -- by key"
	saved := s.want(http.StatusSeeOther, s.post(scripts, form("do", "new", "script_name", "By key", "text", text, "connection", connection, "keyspace", "hotel")))
	where, err := url.Parse(saved.Header.Get("Location"))
	if err != nil || where.Query().Get("connection") != connection || where.Query().Get("keyspace") != "hotel" {
		t.Fatalf("saving leads to %s: %v", where, err)
	}
	id, opening := where.Query().Get("script"), console+"?"+where.RawQuery
	if page := s.want(http.StatusOK, s.get(opening)).body; !strings.Contains(page, "\n"+text+"\n</textarea>") || !strings.Contains(page, "<bdi>By key</bdi>") {
		t.Error("the opened script is not in the form")
	}
	other := s.visitor()
	seen := scriptMark(t, other.want(http.StatusOK, other.get(console)).body, id)
	change := func(who *site, status int, want string, fields ...string) {
		t.Helper()
		answer := who.post(scripts, formWith(fields, "text", "SELECT 2", "script_name", "By key", "script", id, "script_seen", seen, "which", id, "which_seen", seen, "name", "By ID"))
		if got := answer.StatusCode; got != status || !strings.Contains(answer.body, want) {
			t.Errorf("%v: got %d, want %d with %q", fields, got, status, want)
		}
	}
	change(other, http.StatusUnprocessableEntity, "There is a script by KEY already", "do", "new", "script_name", "by KEY")
	change(other, http.StatusUnprocessableEntity, "sets a password", "do", "save", "text", "CREATE ROLE a WITH PASSWORD = 'b'")
	change(other, http.StatusSeeOther, "", "do", "save")
	change(s, http.StatusUnprocessableEntity, "has changed this script since you opened it", "do", "save", "text", "SELECT 3")
	change(s, http.StatusUnprocessableEntity, "has changed this script", "do", "rename")
	change(s, http.StatusUnprocessableEntity, "so it is still here", "do", "delete")
	if page := s.get(opening).body; !strings.Contains(page, "\nSELECT 2\n</textarea>") {
		t.Error("the text of the other person was replaced")
	}
	seen = scriptMark(t, s.get(console).body, id)
	change(s, http.StatusSeeOther, "", "do", "save", "text", "SELECT 3")
	seen = scriptMark(t, s.get(console).body, id)
	change(s, http.StatusSeeOther, "", "do", "rename")
	if page := other.get(console).body; !strings.Contains(page, "<bdi>By ID</bdi>") || strings.Contains(page, "<bdi>By key</bdi>") {
		t.Error("the script has not its new name")
	}
	seen = scriptMark(t, s.get(console).body, id)
	change(other, http.StatusSeeOther, "", "do", "delete")
	if page := s.get(opening).body; strings.Contains(page, "By ID") {
		t.Error("the script is not deleted")
	}
	change(s, http.StatusUnprocessableEntity, "deleted this script meanwhile", "do", "save")
}

// TestScriptsTwice: a form that is sent twice saves once.
func TestScriptsTwice(t *testing.T) {
	s, console, _, _ := consoleSite(t)
	scripts := strings.TrimSuffix(console, "console") + "scripts"
	for range 2 {
		s.want(http.StatusSeeOther, s.post(scripts, form("do", "new", "script_name", "Once", "text", "SELECT 1", "operation", "0123456789abcdef")))
	}
	if got := strings.Count(s.get(console).body, "<bdi>Once</bdi>"); got != 1 {
		t.Errorf("it is there %d times", got)
	}
}

// TestScriptsFollowTheModel: a branch shows the scripts of its model, and they are gone with it.
func TestScriptsFollowTheModel(t *testing.T) {
	s, console, _, _ := consoleSite(t)
	scripts := strings.TrimSuffix(console, "console") + "scripts"
	s.want(http.StatusSeeOther, s.post(scripts, form("do", "new", "script_name", "Kept", "text", "SELECT 1")))
	model := strings.TrimSuffix(console, "/console")
	s.want(http.StatusSeeOther, s.post(model+"/delete", form("base", "1")))
	s.want(http.StatusNotFound, s.get(console))
	s.want(http.StatusSeeOther, s.post(model+"/restore", form("revision", "1", "tab", "concepts")))
	if page := s.want(http.StatusOK, s.get(console)).body; !strings.Contains(page, "<bdi>Kept</bdi>") {
		t.Error("the restored model lacks its script")
	}
}

// TestScriptsOfACopy: the copy of a model has its scripts, once, and changes its own.
func TestScriptsOfACopy(t *testing.T) {
	s, console, _, _ := consoleSite(t)
	model := strings.TrimSuffix(console, "/console")
	s.want(http.StatusSeeOther, s.post(model+"/scripts", form("do", "new", "script_name", "Kept", "text", "SELECT 1")))
	copying := form("tab", "concepts", "operation", "copies-it-once-and-not-again")
	copied := s.path(s.want(http.StatusSeeOther, s.post(model+"/copy", copying)))
	if again := s.path(s.want(http.StatusSeeOther, s.post(model+"/copy", copying))); again != copied {
		t.Errorf("sent twice it makes %s and %s", copied, again)
	}
	if page := s.want(http.StatusOK, s.get(copied+"/console")).body; strings.Count(page, "<bdi>Kept</bdi>") != 1 {
		t.Error("the copy lacks the script")
	}
	s.want(http.StatusSeeOther, s.post(copied+"/scripts", form("do", "new", "script_name", "Of the copy", "text", "SELECT 2")))
	if page := s.want(http.StatusOK, s.get(console)).body; strings.Contains(page, "Of the copy") {
		t.Error("a script of the copy is in the model")
	}
	without := s.path(s.want(http.StatusSeeOther, s.post(s.open("likes")+"/copy", form())))
	s.want(http.StatusOK, s.get(without+"/console"))
}

// TestScriptsOnABranch: editors of the model change its scripts on a branch, too; who has only made the branch sees them.
func TestScriptsOnABranch(t *testing.T) {
	models := newStore()
	vault, err := connections.OpenVault("")
	if err != nil {
		t.Fatal(err)
	}
	s := newTeamWith(t, identity.Password, models, func(config *handlers.Config) {
		config.Connections = connections.NewServices(connections.NewKeeper(models), vault, &fakeCluster{}, "10.0.0.0/8", time.Now)
	})
	s.want(http.StatusSeeOther, s.post("/connections", form("do", "save", "name", "Shop", "hosts", "10.0.0.5", "for", "all"), s.as("root")...))
	s.want(http.StatusSeeOther, s.post("/m/"+string(s.model)+"/proposals", form("title", "Rooms"), s.as("cleo")...))
	branch, saving := "/m/"+string(s.model.Branch(1)), form("do", "new", "script_name", "By key", "text", "SELECT 1")
	s.want(http.StatusForbidden, s.post(branch+"/scripts", saving, s.as("cleo")...))
	s.want(http.StatusSeeOther, s.post(branch+"/scripts", saving, s.as("ed")...))
	for _, path := range []string{branch, "/m/" + string(s.model)} {
		for name, saves := range map[string]bool{"ed": true, "cleo": false, "vic": false} {
			page := s.want(http.StatusOK, s.get(path+"/console", s.as(name)...)).body
			if got := strings.Contains(page, `id="console-save-new"`); got != saves || !strings.Contains(page, "<bdi>By key</bdi>") {
				t.Errorf("%s at %s: the page offers to save: %t, want %t, or lacks the script", name, path, got, saves)
			}
		}
	}
}
