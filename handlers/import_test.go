package handlers_test

import (
	"net/http"
	"os"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/model"
)

const librarySchema = `-- Books of a library
CREATE KEYSPACE library WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TYPE library.address (street text, city text);
CREATE TABLE library.books_by_author (
  author text, year int, title text, tags set<text>, publisher frozen<address>,
  PRIMARY KEY ((author), year, title)
) WITH CLUSTERING ORDER BY (year DESC, title ASC) AND gc_grace_seconds = 3600;
CREATE INDEX books_tags ON library.books_by_author (tags);
INSERT INTO library.books_by_author (author, year, title) VALUES ('A', 1, 'B');
CREATE TABLE library.broken (id int name text);
`

func TestImportScript(t *testing.T) {
	s := newSite(t)
	preview := s.want(http.StatusOK, s.post("/import", form("text", librarySchema, "name", "Library")))
	parse(t, preview.body)
	for _, want := range []string{"books_by_author", "address", "books_tags", "INSERT INTO", "Rejected", "line 10", "Notes: statements outside the schema"} {
		if !strings.Contains(preview.body, want) {
			t.Errorf("the preview lacks %q", want)
		}
	}
	list, err := s.store.List(t.Context(), "", 0)
	if err != nil || len(list.Models) != 0 {
		t.Fatalf("the preview saved %d models, err %v", len(list.Models), err)
	}
	path := s.path(s.want(http.StatusSeeOther, s.post("/import/create", form("text", librarySchema, "name", "Library"))))
	first := s.want(http.StatusOK, s.get(path+"/schema.cql")).body
	again := s.path(s.want(http.StatusSeeOther, s.post("/import/create", form("text", first, "name", "Library"))))
	if second := s.get(again + "/schema.cql").body; second != first {
		t.Errorf("exported again:\n%s\nwant\n%s", second, first)
	}
	for _, want := range []string{"CLUSTERING ORDER BY (year DESC, title ASC)", "gc_grace_seconds = 3600", "frozen<address>"} {
		if !strings.Contains(first, want) {
			t.Errorf("the export lacks %q:\n%s", want, first)
		}
	}
}

// TestImportIsNamed: without a name, a model is named after the keyspace that its
// script creates, if there is exactly one.
func TestImportIsNamed(t *testing.T) {
	s := newSite(t)
	for script, name := range map[string]string{
		librarySchema: "library",
		librarySchema + "CREATE KEYSPACE shop WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};": "Imported schema",
		"CREATE TABLE books (id int PRIMARY KEY);": "Imported schema",
	} {
		if preview := s.want(http.StatusOK, s.post("/import", form("text", script))).body; !strings.Contains(preview, "CQL script: "+name+"<") {
			t.Errorf("the preview does not call the model %q", name)
		}
	}
}

// TestImportForATarget: a script is parsed for the chosen database, which the model
// keeps.
func TestImportForATarget(t *testing.T) {
	s := newSite(t)
	const script = "CREATE TABLE shop.orders (id int PRIMARY KEY, total int) WITH tombstone_gc = {'mode': 'repair'};\n" +
		"CREATE INDEX ON shop.orders (total) USING 'sai';\nPRUNE MATERIALIZED VIEW shop.v;"
	if page := s.want(http.StatusOK, s.get("/import")); !strings.Contains(page.body, `<option value="cassandra-5.0" selected>`) {
		t.Error("the form does not begin with Cassandra 5.0")
	}
	for _, test := range []struct {
		target  model.Target
		has     string
		hasNot  string
		created model.Target
	}{
		{"", "Unknown property &#39;tombstone_gc&#39;", "ScyllaDB does not", model.Cassandra50},
		{model.ScyllaDB, "Accepted as it is, but ScyllaDB does not have storage-attached indexes", "Unknown property", model.ScyllaDB},
	} {
		asked := form("text", script, "name", "Shop", "target", string(test.target))
		preview := s.want(http.StatusOK, s.post("/import", asked))
		if !strings.Contains(preview.body, test.has) || strings.Contains(preview.body, test.hasNot) {
			t.Errorf("for %q the preview lacks %q or says %q", test.target, test.has, test.hasNot)
		}
		m, _ := s.model(s.path(s.want(http.StatusSeeOther, s.post("/import/create", confirmedImport(preview)))))
		if m.Target != test.created {
			t.Errorf("the model is made for %s, want %s", m.Target, test.created)
		}
		if printed := cql.PrintModel(m, cql.PrintOptions{}); !strings.Contains(printed, "tombstone_gc") {
			t.Errorf("for %q the option is lost:\n%s", test.target, printed)
		}
	}
	s.want(http.StatusBadRequest, s.post("/import", form("text", script, "target", "oracle")))
}

func TestImportDocument(t *testing.T) {
	s := newSite(t)
	path := s.open("hotel")
	text := s.get(path + "/model.json").body
	imported := s.path(s.want(http.StatusSeeOther, s.post("/import/create", form("text", text))))
	if got := s.get(imported + "/model.json").body; got != text {
		t.Error("the imported document is not the exported one")
	}
}

// TestImportProject: a project of KDM becomes a model with concepts, queries and tables, after a
// preview that lists them and what is left out.
func TestImportProject(t *testing.T) {
	s := newSite(t)
	text, err := os.ReadFile("../model/kdm/testdata/library.xml")
	if err != nil {
		t.Fatal(err)
	}
	preview := s.want(http.StatusOK, s.upload("/import", nil, "library.xml", string(text))).body
	for _, want := range []string{"KDM project: library", "Entity types (4)", "Queries (2)", "Left out or changed", "Copy.colour", "Create model"} {
		if !strings.Contains(preview, want) {
			t.Errorf("the preview lacks %q", want)
		}
	}
	path := s.path(s.want(http.StatusSeeOther, s.post("/import/create", form("text", string(text), "name", "Lending"))))
	m, _ := s.model(path)
	if len(m.Concepts.Entities) != 4 || len(m.Workflow.Queries) != 2 || len(m.Physical.Relations) != 2 || m.Name != "Lending" {
		t.Errorf("the model has %d entity types, %d queries and %d tables", len(m.Concepts.Entities), len(m.Workflow.Queries), len(m.Physical.Relations))
	}
	into := strings.TrimPrefix(path, "/m/")
	refused := s.want(http.StatusUnprocessableEntity, s.post("/import", form("text", string(text), "into", into)))
	if !strings.Contains(refused.body, "is a KDM project, which becomes a model of its own") {
		t.Error("a project is added to a model")
	}
}

func TestImportOfBadInput(t *testing.T) {
	s := newSite(t)
	tests := []struct{ name, text, want string }{
		{"empty", "  ", "nothing to import"},
		{"not UTF-8", "CREATE \xff", "UTF-8"},
		{"newer format", `{"format": "widerow/2", "name": "x"}`, "widerow/2"},
		{"wrong types", `{"format": "widerow/2", "name": 7}`, "name"},
		{"cut", `{"format": "widerow/2", "name": "x`, "not a Widerow document"},
		{"other XML", "<svg><g/></svg>", "no KDM project: it begins with"},
		{"entities", `<!DOCTYPE k [<!ENTITY a SYSTEM "file:///etc/passwd">]><KDMPROJECT>&a;</KDMPROJECT>`, "invalid character entity"},
		{"other JSON", `{"a": 1}`, "not a Widerow document"},
		{"unknown id", `{"format":"widerow/2","name":"x","physical":{"relations":{"r1":{"name":"t","kind":"table","keyspace":"nowhere"}}}}`, "is inconsistent"},
		{"cycle of types", `{"format":"widerow/2","name":"x","physical":{"keyspaces":{"k":{"name":"k"}},"types":{
			"a":{"keyspace":"k","name":"a","fields":{"fa":{"name":"f","type":"frozen<@b>"}}},
			"b":{"keyspace":"k","name":"b","fields":{"fb":{"name":"f","type":"frozen<@a>"}}}}}}`, "is inconsistent"},
		{"deep", strings.Repeat("[", 100_000), ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			answer := s.post("/import", form("text", test.text))
			if answer.StatusCode >= 500 || !strings.Contains(answer.body, test.want) {
				t.Errorf("status %d, want a page that says %q", answer.StatusCode, test.want)
			}
		})
	}
}

// TestImportCutAnywhere: a truncated script gives a preview, never an error page.
func TestImportCutAnywhere(t *testing.T) {
	s := newSite(t)
	for end := 1; end < len(librarySchema); end += 7 {
		answer := s.post("/import", form("text", librarySchema[:end], "name", "x"))
		if answer.StatusCode != http.StatusOK {
			t.Fatalf("cut at %d: status %d", end, answer.StatusCode)
		}
	}
}

func TestImportOfTooManyTables(t *testing.T) {
	s := newSite(t)
	script := strings.Repeat("CREATE TABLE k.t (a int PRIMARY KEY);\n", 1001)
	for _, path := range []string{"/import", "/import/create"} {
		refused := s.want(http.StatusUnprocessableEntity, s.post(path, form("text", script)))
		if !strings.Contains(refused.body, "a model holds at most 1000") {
			t.Errorf("%s says nothing of the limit", path)
		}
	}
}
