package cluster_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"widerow/cli"
	"widerow/cql/cassandratest"
)

// script writes a file.
func script(t *testing.T, name, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestRunReads(t *testing.T) {
	keyspace, address := shop(t)
	session := cassandratest.Session(t)
	cassandratest.Run(t, session, "INSERT INTO "+keyspace+`.customers (email, "Full Name", tags) VALUES ('a@b', 'x;--y', {'t'})`)
	cassandratest.Run(t, session, "INSERT INTO "+keyspace+`.customers (email, "Full Name") VALUES ('c', '')`)
	file := script(t, "read.cql", "-- one; comment\nCONSISTENCY ONE;\nSELECT email, \"Full Name\", tags FROM customers WHERE email = 'a@b';\nSELECT count(*) FROM customers;")
	code, stdout, stderr := widerow(t, "run", address, file)
	if code != cli.Done || !strings.Contains(stdout, " email | Full Name | tags\n-------+-----------+-------\n a@b   | x;--y     | {'t'}\n(1 row)\n") {
		t.Errorf("text: exit code %d\n%s%s", code, stdout, stderr)
	}
	code, stdout, _ = widerow(t, "run", address, script(t, "describe.cql", "DESCRIBE TABLE customers"))
	if code != cli.Done || !strings.HasPrefix(stdout, "CREATE TABLE "+keyspace+".customers (\n    email text PRIMARY KEY,\n") {
		t.Errorf("DESCRIBE: exit code %d\n%s", code, stdout)
	}
	code, stdout, _ = widerow(t, "run", "--format", "csv", address, script(t, "all.cql", "SELECT email, \"Full Name\", tags FROM customers"))
	if code != cli.Done || !strings.HasPrefix(stdout, "email,Full Name,tags\r\n") || !strings.Contains(stdout, "c,\"\",\r\n") || !strings.Contains(stdout, "a@b,x;--y,{'t'}\r\n") {
		t.Errorf("CSV: exit code %d\n%s", code, stdout)
	}
	code, stdout, _ = widerow(t, "run", "--format", "json", address, file)
	var answer struct {
		Results []struct {
			Place, Statement string
			Columns          []struct{ Name, Type string }
			Rows             []map[string]any
		}
		Done, Left int
	}
	if err := json.Unmarshal([]byte(stdout), &answer); err != nil || code != cli.Done || len(answer.Results) != 2 || answer.Done != 3 ||
		answer.Results[0].Rows[0]["Full Name"] != "x;--y" || answer.Results[0].Rows[0]["tags"].([]any)[0] != "t" || answer.Results[1].Rows[0]["count"] != 2.0 ||
		answer.Results[1].Place != file+":4:1" {
		t.Errorf("JSON: exit code %d, %v\n%s", code, err, stdout)
	}
}

func TestRunAsksBeforeItChanges(t *testing.T) {
	keyspace, address := shop(t)
	file := script(t, "write.cql", "SELECT * FROM customers;\nINSERT INTO customers (email) VALUES ('new');\nALTER TABLE customers ADD phone text;\nUPDATE customers SET phone = '1' WHERE email = 'new';\nSELECT email, phone FROM customers;")
	code, stdout, stderr := widerow(t, "run", address, file)
	if code != cli.Failed || stdout != "" || !strings.Contains(stderr, file+":2:1: INSERT INTO customers") || !strings.Contains(stderr, "3 statements would change") {
		t.Errorf("without --yes: exit code %d\n%s%s", code, stdout, stderr)
	}
	if rows := run(t, open(t, nil), "SELECT * FROM "+keyspace+".customers").Rows; len(rows) != 0 {
		t.Errorf("without --yes there are rows: %v", rows)
	}
	code, stdout, stderr = widerow(t, "run", "--yes", address, file)
	if code != cli.Done || !strings.Contains(stdout, " new   | 1\n") {
		t.Errorf("with --yes: exit code %d\n%s%s", code, stdout, stderr)
	}
	if code, _, stderr := widerow(t, "run", "nowhere", file); code != cli.Misused || !strings.Contains(stderr, "no cluster") {
		t.Errorf("no connection: exit code %d, %s", code, stderr)
	}
}

func TestRunStopsAtTheFirstRefusal(t *testing.T) {
	keyspace, address := shop(t)
	wrong := script(t, "wrong.cql", "INSERT INTO customers (email) VALUES ('x');\n\nSELECT nothing\n  FROM customers;")
	code, stdout, stderr := widerow(t, "run", "--yes", address, wrong)
	if code != cli.Failed || stdout != "" || !strings.Contains(stderr, wrong+":3:8: Undefined column name nothing in table "+keyspace+".customers") || !strings.Contains(stderr, "nothing was done") {
		t.Errorf("judged offline: exit code %d\n%s%s", code, stdout, stderr)
	}
	if rows := run(t, open(t, nil), "SELECT * FROM "+keyspace+".customers").Rows; len(rows) != 0 {
		t.Errorf("a wrong script has written rows: %v", rows)
	}
	code, stdout, stderr = widerow(t, "run", "--yes", "--unchecked", address, wrong)
	if code != cli.Failed || !strings.Contains(stderr, wrong+":3:1: Undefined column name nothing") || !strings.Contains(stderr, "1 of 2 statements done") {
		t.Errorf("refused by the server: exit code %d\n%s%s", code, stdout, stderr)
	}
	syntax := script(t, "syntax.cql", "SELECT * FROM customers;\nSELECT *\nFRM customers;\nSELECT * FROM customers;")
	code, _, stderr = widerow(t, "run", "--yes", "--unchecked", address, syntax)
	if code != cli.Failed || !strings.Contains(stderr, syntax+":3:1: line 2:0 ") || !strings.Contains(stderr, "left: 1 statement from "+syntax+":4:1 on") {
		t.Errorf("a syntax error: exit code %d\n%s", code, stderr)
	}
	copied := script(t, "copy.cql", "COPY customers TO 'x.csv';")
	if code, _, stderr = widerow(t, "run", address, copied); code != cli.Failed || !strings.Contains(stderr, "COPY is a command of cqlsh") {
		t.Errorf("COPY: exit code %d\n%s", code, stderr)
	}
}
