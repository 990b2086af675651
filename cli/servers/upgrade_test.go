package servers

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"widerow/cli/clitest"
	"widerow/cql/cassandratest"
	"widerow/store"
	"widerow/store/cassandra"
)

// The files of testdata are what the program of 2026-11-28 (layout 1) wrote: a model Library with 55 revisions and a
// comment, and a deleted model Gone; layout1.rows has a row a line, as SELECT JSON returns it.
// The program itself cannot be built in a test: a clone may be shallow, and has no older commit.

// TestOlderRows opens rows that an older program wrote, once their layout is upgraded. What this program writes beside
// them has the form that the older one, which may still run, expects.
func TestOlderRows(t *testing.T) {
	t.Parallel() // it mostly waits
	keyspace := cassandratest.Keyspace(t, cassandratest.Session(t))
	old := restoreRows(t, keyspace)
	address, err := cassandra.ParseAddress("cassandra://"+cassandratest.Address(t)+"/"+keyspace, nil)
	if err != nil {
		t.Fatal(err)
	}
	alone := &server{t: t, listen: freeAddress(t), arguments: []string{"--store=" + address.String(), "--scrub=0", "--log-level=warn"}}
	if err := alone.start(); err == nil || !strings.Contains(err.Error(), "the layout of the keyspace is 1") {
		t.Fatalf("a server on the older layout: %v", err)
	}
	run(t, "bring the layout from 1 to 2", "store", "init", address.String())
	if err := alone.start(); err != nil {
		t.Fatal(err)
	}
	useOlder(t, alone, "n343n3df7icikzgz")
	run(t, "", "verify", "--store", address.String())
	for table, rows := range formsOf(rowsOf(t, keyspace)) {
		for form, example := range rows {
			if _, known := old[table][form]; !known && old[table] != nil {
				t.Errorf("a row of %s has values in %s; the older program knows rows with values in\n%s\nits row:\n%s",
					table, form, strings.Join(slices.Sorted(maps.Keys(old[table])), "\n"), example)
			}
		}
	}
}

// TestOlderFile does so with a data file.
func TestOlderFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "widerow.db")
	if err := os.WriteFile(path, unpacked(t, "layout1.bolt.gz"), 0o600); err != nil {
		t.Fatal(err)
	}
	alone := &server{t: t, listen: freeAddress(t), arguments: []string{"--data=" + path, "--scrub=0", "--log-level=warn"}}
	if err := alone.start(); err != nil {
		t.Fatal(err)
	}
	useOlder(t, alone, "irswqpr7b5qto5ud")
	alone.signal(os.Interrupt)
	run(t, "", "verify", path)
}

// useOlder looks at the models of the older program, and does with them and with a new one what that program did.
func useOlder(t *testing.T, s *server, library store.ModelID) {
	t.Helper()
	client, model := browserOf(t), "m/"+string(library)
	for path, want := range map[string]string{"": "Library", "deleted": "Gone", model + "/history": "query Q54", model + "/queries": "q53", model + "/comments": "Why two tables?"} {
		if body := bodyOf(t, client, s, path); !strings.Contains(body, want) {
			t.Errorf("/%s lacks %q", path, want)
		}
	}
	save := func(path string, fields ...string) {
		t.Helper()
		form := url.Values{}
		for i := 0; i < len(fields); i += 2 {
			form.Set(fields[i], fields[i+1])
		}
		if status, _ := visit(t, client, s, path, form); status != 303 {
			t.Errorf("POST /%s: %d", path, status)
		}
	}
	made := "m/" + string(s.newModel(t, "New"))
	for _, path := range []string{model, made} {
		save(path+"/edit", "tab", "logical", "do", "add:query:", "new.query.name", "later")
		save(path+"/comments", "do", "open", "text", "Because.")
	}
	for number := range 50 { // until there is another whole document
		save(made+"/edit", "tab", "logical", "do", "add:query:", "new.query.name", fmt.Sprint("q", number))
	}
	save("m/"+string(s.newModel(t, "Short"))+"/delete", "base", "1", "operation", "short")
	if body := bodyOf(t, client, s, model+"/queries"); !strings.Contains(body, "later") {
		t.Error("the save is not in the older model")
	}
}

func bodyOf(t *testing.T, client *http.Client, s *server, path string) string {
	t.Helper()
	response, err := client.Get(s.url(path))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != 200 {
		t.Errorf("GET /%s: %s, %v", path, response.Status, err)
	}
	return string(body)
}

// run executes the program, whose output must have some words.
func run(t *testing.T, want string, arguments ...string) {
	t.Helper()
	output, err := clitest.Process(t, time.Minute, arguments...).CombinedOutput()
	if err != nil || !strings.Contains(string(output), want) {
		t.Errorf("widerow %s: %v\n%s", strings.Join(arguments, " "), err, output)
	}
}

// restoreRows writes the rows of the older program, and returns their forms.
func restoreRows(t *testing.T, keyspace string) map[string]map[string]string {
	t.Helper()
	session := cassandratest.Session(t)
	schema, err := os.ReadFile("../../store/cassandra/testdata/layout1.cql")
	if err != nil {
		t.Fatal(err)
	}
	for statement := range strings.SplitSeq(string(schema), ";") {
		if at := strings.Index(statement, "CREATE TABLE "); at >= 0 {
			cassandratest.Run(t, session, strings.Replace(statement[at:], "CREATE TABLE ", "CREATE TABLE "+keyspace+".", 1))
		}
	}
	all := map[string][]string{}
	for line := range strings.Lines(string(unpacked(t, "layout1.rows.gz"))) {
		table, row, _ := strings.Cut(strings.TrimSpace(line), " ")
		all[table] = append(all[table], row)
		if err := session.Query("INSERT INTO "+keyspace+"."+table+" JSON ?", row).Exec(); err != nil {
			t.Fatal(err)
		}
	}
	return formsOf(all)
}

// rowsOf returns the rows of the tables of models as JSON.
func rowsOf(t *testing.T, keyspace string) map[string][]string {
	t.Helper()
	session := cassandratest.Session(t)
	all := map[string][]string{}
	for _, table := range []string{"layout", "heads", "revisions", "chunks", "operations", "creations", "summaries", "clock"} {
		rows := session.Query("SELECT JSON * FROM " + keyspace + "." + table).Iter()
		for row := ""; rows.Scan(&row); {
			all[table] = append(all[table], row)
		}
		if err := rows.Close(); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

// formsOf returns the sets of columns that have a value in rows of each table, with an example of each.
func formsOf(all map[string][]string) map[string]map[string]string {
	forms := map[string]map[string]string{}
	for table, rows := range all {
		forms[table] = map[string]string{}
		for _, row := range rows {
			var values map[string]any
			if err := json.Unmarshal([]byte(row), &values); err != nil {
				panic(err)
			}
			var names []string
			for name, value := range values {
				if value != nil {
					names = append(names, name)
				}
			}
			slices.Sort(names)
			forms[table][strings.Join(names, " ")] = row
		}
	}
	return forms
}

func unpacked(t *testing.T, name string) []byte {
	t.Helper()
	packed, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	reader, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	content, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return content
}
