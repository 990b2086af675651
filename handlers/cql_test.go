package handlers_test

import (
	"net/http"
	"strings"
	"testing"
)

// TestCheckOfAScript: the findings are in the order of the text, each with its
// place, and what was typed is kept.
func TestCheckOfAScript(t *testing.T) {
	s := newSite(t)
	path := s.open("magazine")
	const script = "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n" +
		"CREATE TABLE k.t (a int);\n" +
		"CREATE TABLE k.u (a int PRIMARY KEY b text);\n"
	page := s.want(http.StatusOK, s.post(path+"/cql/preview", form("do", "check", "text", script, "revision", "1", "tab", "cql")))
	parse(t, page.body)
	for _, want := range []string{
		"2 errors", `href="#L2"`, "No PRIMARY KEY specifed for table &#39;k.t&#39;", `href="#L3"`, `>3:37</a>`,
		`id="L3"`, `aria-invalid="true"`, "CREATE TABLE k.u (a int PRIMARY KEY b text);\n</textarea>",
	} {
		if !strings.Contains(page.body, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
	if _, revision := s.model(path); revision.Number != 1 {
		t.Errorf("a check made revision %d", revision.Number)
	}
	clean := s.post(path+"/cql/preview", form("do", "check", "text", s.get(path+"/schema.cql").body, "revision", "1"))
	if !strings.Contains(clean.body, "No problems") {
		t.Error("the model's own script has findings")
	}
}

// TestOldScriptIsReadOnly: the script of an old revision is a listing without a
// form.
func TestOldScriptIsReadOnly(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	m, _ := s.model(path)
	hotels := relationNamed(t, m, "hotels")
	s.want(http.StatusSeeOther, s.post(path+"/edit", set(hotels, "name", "hotels", "inns")))
	old := s.want(http.StatusOK, s.get(path+"/cql?rev=1")).body
	if strings.Contains(old, `id="script-text"`) || !strings.Contains(old, `<span class="keyword">CREATE</span>`) {
		t.Error("an old revision is not shown as a listing")
	}
}
