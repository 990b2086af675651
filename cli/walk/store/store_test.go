// Package store has only tests: a server that keeps its models in a Cassandra, and the verbs that move
// them from and to it.
package store

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"widerow/cli/clitest"
	"widerow/cql/cassandratest"
)

func TestMain(m *testing.M) { clitest.Main(withCassandra{m}, func() {}) }

// withCassandra stops the Cassandra of the tests after them.
type withCassandra struct{ tests *testing.M }

func (w withCassandra) Run() int { return cassandratest.Main(w.tests) }

// run runs a command in a folder and returns its output.
func run(t *testing.T, folder string, succeeds bool, arguments ...string) string {
	t.Helper()
	return runWith(t, "", folder, succeeds, arguments...)
}

// runWith is like run. The command reads the input.
func runWith(t *testing.T, input, folder string, succeeds bool, arguments ...string) string {
	t.Helper()
	command := clitest.Process(t, 10*time.Minute, arguments...)
	command.Dir, command.Stdin = folder, strings.NewReader(input)
	output, err := command.CombinedOutput()
	if (err == nil) != succeeds {
		t.Fatalf("widerow %q: %v\n%s", arguments, err, output)
	}
	return string(output)
}

func wantWords(t *testing.T, output string, words ...string) {
	t.Helper()
	for _, want := range words {
		if !strings.Contains(output, want) {
			t.Errorf("the output lacks %q:\n%s", want, output)
		}
	}
}

// serve starts a server and returns its address, and how to kill it.
func serve(t *testing.T, folder, address string, flags ...string) (base string, kill func()) {
	t.Helper()
	server := clitest.Process(t, 10*time.Minute, append(flags, "--listen=127.0.0.1:0", "--store="+address)...)
	server.Dir = folder
	output, err := server.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	server.Stderr = &log
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	kill = func() {
		server.Process.Kill()
		server.Wait()
	}
	t.Cleanup(kill)
	line, err := bufio.NewReader(output).ReadString('\n')
	if base = clitest.Address.FindString(line); err != nil || base == "" {
		kill()
		t.Fatalf("the server does not start: %q, %v\n%s", line, err, log.String())
	}
	wantWords(t, line, "keeps its models in "+address)
	return base, kill
}

func get(t *testing.T, address string) string {
	t.Helper()
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s, %v\n%.500s", address, response.Status, err, text)
	}
	return string(text)
}

var modelPath = regexp.MustCompile(`m/[A-Za-z0-9_-]+`)

// makeModel makes a model with a form of the home page.
func makeModel(t *testing.T, base, name string) (path string) {
	t.Helper()
	response, err := http.PostForm(base+"models", url.Values{"name": {name}})
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if path = modelPath.FindString(response.Request.URL.Path); path == "" {
		t.Fatalf("no model was made: %s at %s", response.Status, response.Request.URL)
	}
	return path
}

// TestServeFromCassandra makes models on two servers at once, kills one, and moves all of them to a file, to another
// keyspace and back.
func TestServeFromCassandra(t *testing.T) {
	session := cassandratest.Session(t)
	host := "cassandra://" + cassandratest.Address(t) + "/"
	for _, keyspace := range []string{"served", "restored", "copied"} {
		cassandratest.DropAfter(t, session, keyspace)
		output := run(t, t.TempDir(), true, "store", "init", "--replication=1", host+keyspace)
		wantWords(t, output, "created keyspace "+keyspace, "created table heads", "is ready")
	}
	folders := [2]string{t.TempDir(), t.TempDir()}
	first, killFirst := serve(t, folders[0], host+"served")
	second, _ := serve(t, folders[1], host+"served")
	paths := []string{makeModel(t, first, "Hotels"), makeModel(t, second, "Trains")}
	for _, base := range []string{first, second} {
		wantWords(t, get(t, base), "Hotels", "Trains")
	}
	post(t, second+"connections", url.Values{"name": {"Here"}, "hosts": {cassandratest.Address(t)}})
	post(t, second+paths[0]+"/scripts", url.Values{"do": {"new"}, "script_name": {"Rooms by hotel"}, "text": {"SELECT * FROM rooms"}})
	killFirst()
	wantWords(t, get(t, second+paths[0]), "Hotels")

	folder := t.TempDir()
	wantWords(t, runWith(t, "a long enough password\n", folder, true, "user", "add", "--admin", "--password-stdin", "--store="+host+"served", "ada"))
	// A server has begun in the keyspace before the backup is restored there.
	_, killThird := serve(t, folder, host+"restored", "--sign-in=password", "--data=third.db")
	killThird()
	wantWords(t, run(t, folder, true, "backup", "--store="+host+"served", "copy.db"), "2 models, 5 revisions")
	wantWords(t, run(t, folder, true, "verify", "copy.db"), "2 models", "no damage")
	wantWords(t, run(t, folder, true, "backup", "--store="+host+"served", "--data="+filepath.Join(folders[1], "widerow.db"), "served.db"), "2 models")
	wantWords(t, run(t, folder, true, "restore", "--store="+host+"restored", "copy.db"), "2 models", "all hashes are the same")
	wantWords(t, run(t, folder, true, "verify", "--store="+host+"restored"), "2 models, 5 revisions", "no damage")
	wantWords(t, run(t, folder, true, "store", "copy", host+"restored", host+"copied"), "2 models in 5 histories, 5 revisions copied")
	wantWords(t, run(t, folder, true, "store", "copy", host+"restored", host+"copied"), "0 revisions copied", "5 were there from before")
	wantWords(t, run(t, folder, true, "store", "copy", host+"copied", "bolt:back.db"), "2 models")
	wantWords(t, run(t, folder, true, "store", "check", "bolt:back.db"), "no damage")
	wantWords(t, run(t, folder, true, "store", "check", host+"copied"), "can be read and written", "QUORUM and SERIAL")
	for _, keyspace := range []string{"restored", "copied"} {
		var paused []byte
		if err := session.Query("SELECT value FROM " + keyspace + ".server_values WHERE name = 'tokens paused'").Scan(&paused); err != nil || !bytes.Equal(paused, []byte{1}) {
			t.Errorf("in %s tokens of the backup work: %v, %v", keyspace, paused, err)
		}
		copied, _ := serve(t, t.TempDir(), host+keyspace)
		if page := get(t, copied+paths[0]+"/console"); !strings.Contains(page, "Rooms by hotel") {
			t.Errorf("the script is not in %s", keyspace)
		}
	}
	makeModel(t, second, "Ships")
	wantWords(t, run(t, folder, true, "store", "copy", host+"served", host+"copied"), "2 revisions copied", "5 were there from before")
}

// post sends a form, which must succeed.
func post(t *testing.T, address string, form url.Values) {
	t.Helper()
	response, err := http.PostForm(address, form)
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s", address, response.Status)
	}
}

// TestStoreRefusals: what is wrong is said when the server starts.
func TestStoreRefusals(t *testing.T) {
	session := cassandratest.Session(t)
	host := "cassandra://" + cassandratest.Address(t) + "/"
	empty := cassandratest.Keyspace(t, session)
	foreign := cassandratest.Keyspace(t, session)
	cassandratest.Run(t, session, fmt.Sprintf("CREATE TABLE %s.users (id int PRIMARY KEY)", foreign))
	for _, test := range []struct{ address, words string }{
		{host + "nowhere", "has no keyspace nowhere"},
		{host + empty, "widerow store init"},
		{host + foreign, "belongs to another program: it has the tables users"},
		{host + empty + "?dc=dc9", `has no datacenter "dc9"`},
		{host, "names no keyspace"},
		{"cassandra://127.0.0.1:9/models", "nothing listens at 127.0.0.1:9"},
		{"postgres://localhost/models", "want bolt:FILE or cassandra://HOST/KEYSPACE"},
	} {
		wantWords(t, run(t, t.TempDir(), false, "--listen=127.0.0.1:0", "--store="+test.address), test.words)
	}
	folder := t.TempDir()
	wantWords(t, run(t, folder, true, "store", "init", "--print", "--replication={\"dc1\": 3}", "cassandra://db1/models"),
		`CREATE KEYSPACE "models" WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3}`, "CREATE TABLE heads (", "INSERT INTO layout")
	wantWords(t, run(t, folder, false, "store", "copy", "bolt:missing.db", "bolt:new.db"), "no such file")
	if _, err := os.Stat(filepath.Join(folder, "new.db")); err == nil {
		t.Error("the copy has made a file")
	}
}
