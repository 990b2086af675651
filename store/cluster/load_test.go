package cluster_test

import (
	"encoding/json"
	"strings"
	"testing"

	"widerow/cli"
	"widerow/cql/cassandratest"
)

const videos = `CREATE KEYSPACE video WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 3};
CREATE TYPE video.place (city text, at frozen<tuple<double, double>>);
CREATE TABLE video.users (user_id uuid PRIMARY KEY, name text, email text, home frozen<place>, phones map<text, text>);
CREATE TABLE video.users_by_email (email text PRIMARY KEY, user_id uuid, name text);
CREATE TABLE video.videos_by_user (user_id uuid, added_at timestamp, video_id timeuuid, title text, tags set<text>,
  PRIMARY KEY (user_id, added_at, video_id)) WITH CLUSTERING ORDER BY (added_at DESC, video_id ASC);
CREATE TABLE video.everything (k int, c smallint, a ascii, b blob, d decimal,
  f float, i inet, t time, u duration, v varint, y tinyint, l list<frozen<map<int, text>>>,
  e vector<float, 3>, w vector<text, 2>, z frozen<set<date>>, PRIMARY KEY (k, c));
CREATE TABLE video.views (video_id timeuuid PRIMARY KEY, views counter);
CREATE INDEX ON video.users (name);
CREATE MATERIALIZED VIEW video.users_by_name AS
  SELECT name, user_id FROM video.users WHERE name IS NOT NULL AND user_id IS NOT NULL PRIMARY KEY (name, user_id);
CREATE FUNCTION video.twice (i int) RETURNS NULL ON NULL INPUT RETURNS int LANGUAGE java AS 'return i * 2;';
`

// TestLoadsAScript loads a schema without concepts: every type, and the same users in both tables.
func TestLoadsAScript(t *testing.T) {
	address := "cassandra://" + cassandratest.Address(t)
	session := cassandratest.Session(t)
	cassandratest.DropAfter(t, session, "loaded")
	file := script(t, "video.cql", videos)
	code, stdout, stderr := widerow(t, "load", "--rows", "300", "--seed", "9", "--keyspace", "loaded", "--format", "json", address, file)
	var report struct {
		Keyspaces, Notes, Left []string
		Seed, Rows             int64
		Tables                 []struct {
			Table string
			Rows  int64
		}
	}
	if code != cli.Done || json.Unmarshal([]byte(stdout), &report) != nil || report.Seed != 9 || len(report.Tables) != 5 || len(report.Left) > 0 {
		t.Fatalf("exit code %d\n%s%s", code, stdout, stderr)
	}
	if !strings.Contains(strings.Join(report.Notes, "\n"), "left out: CREATE FUNCTION") {
		t.Errorf("notes: %q", report.Notes)
	}
	for _, table := range report.Tables {
		if table.Rows == 0 {
			t.Errorf("%s has no rows", table.Table)
		}
	}
	if code, stdout, _ = widerow(t, "export", "--format", "cql", address+"/loaded"); code != cli.Done || !strings.Contains(stdout, "users_by_email") ||
		strings.Contains(stdout, "widerow_sample") {
		t.Errorf("the schema of the keyspace, with the mark of the sample data:\n%s", stdout)
	}
	var missing int
	users := session.Query("SELECT user_id, email, name FROM loaded.users").Iter()
	for row := map[string]any{}; users.MapScan(row); row = map[string]any{} {
		var id, name any
		err := session.Query("SELECT user_id, name FROM loaded.users_by_email WHERE email = ?", row["email"]).Scan(&id, &name)
		if err != nil || name != row["name"] {
			missing++
		}
	}
	if err := users.Close(); err != nil || missing > 0 {
		t.Errorf("%d users are not, or otherwise, in the other table: %v", missing, err)
	}
	if code, stdout, stderr = widerow(t, "load", "--rows", "300", "--keyspace", "loaded", address, file); code != cli.Failed || stdout != "" || !strings.Contains(stderr, "--yes") {
		t.Errorf("the second time: exit code %d\n%s%s", code, stdout, stderr)
	}
	if code, stdout, stderr = widerow(t, "load", "--rows", "50", "--keyspace", "loaded", "--yes", address, file); code != cli.Done || !strings.Contains(stdout, "Seed 9") {
		t.Errorf("with --yes: exit code %d\n%s%s", code, stdout, stderr)
	}
}

func TestLoadRefuses(t *testing.T) {
	closed := listen(t)
	closed.Close()
	address, file := "cassandra://"+cassandratest.Address(t), script(t, "video.cql", videos)
	foreign := cassandratest.Keyspace(t, cassandratest.Session(t))
	for _, test := range []struct {
		arguments []string
		code      int
		want      string
	}{
		{[]string{"--keyspace", foreign, "--yes", address, file}, cli.Failed, "nothing was done"},
		{[]string{"--rows", "0", address, file}, cli.Failed, "number of rows"},
		{[]string{"--seed", "x", address, file}, cli.Failed, "--seed"},
		{[]string{"--keyspace", "refused", address, script(t, "wrong.cql", videos+"CREATE TABLE video.t (k nothing PRIMARY KEY);")}, cli.Failed, "nothing was done"},
		{[]string{file, file}, cli.Misused, "is no cluster"},
		{[]string{"cassandra://" + closed.Addr().String(), file}, cli.Misused, "nothing listens"},
	} {
		code, stdout, stderr := widerow(t, append([]string{"load"}, test.arguments...)...)
		if code != test.code || stdout != "" || !strings.Contains(stderr, test.want) {
			t.Errorf("%q: exit code %d, want %d and %q\n%s%s", test.arguments, code, test.code, test.want, stdout, stderr)
		}
	}
}
