package textlines_test

import (
	"fmt"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/textlines"
	"widerow/model"
)

const linedScript = `-- A note
-- of two lines
CREATE KEYSPACE s WITH replication = {'class': 'SimpleStrategy', 'replication_factor': '1'} AND durable_writes = false;
CREATE TYPE s.a (x int, y text);
CREATE FUNCTION s.f (a int) RETURNS NULL ON NULL INPUT RETURNS int LANGUAGE java AS $$
return
  a;
$$;
CREATE TABLE s.one (id int PRIMARY KEY, "Name" text);
CREATE TABLE s.t (
    -- who
    k int, c int, d int, v text,
    PRIMARY KEY (k, c, d)
) WITH CLUSTERING ORDER BY (c DESC, d ASC) AND comment = 'x' AND default_time_to_live = 60;
CREATE CUSTOM INDEX i ON s.t (v) USING 'sai' WITH OPTIONS = {'case_sensitive': 'false'};
CREATE MATERIALIZED VIEW s.w AS SELECT k, c, d, v FROM s.t WHERE v IS NOT NULL AND k IS NOT NULL AND c IS NOT NULL AND d IS NOT NULL PRIMARY KEY (v, k, c, d);
`

// named shows the lines of a text with the name of the element and the part of each.
func named(m *model.Model, lines *textlines.Lines) string {
	names := map[model.ID]string{}
	for element := range m.Elements() {
		names[element.ID] = m.TitleOf(element)
	}
	var all strings.Builder
	for i, line := range lines.All {
		part := line.Part
		for id, name := range names {
			part = strings.ReplaceAll(part, string(id), name)
		}
		fmt.Fprintf(&all, "%s | %s | %s\n", names[line.Element], part, lines.Text(i))
	}
	return all.String()
}

// TestModelLines: each line of a script is told by what it declares.
func TestModelLines(t *testing.T) {
	m := imported(t)
	lines := textlines.OfModel(m, cql.PrintModel(m, cql.PrintOptions{Revision: 3}))
	got := named(m, lines)
	for _, want := range []string{
		" |  | -- Revision 3\n", "s | note | -- of two lines\n", "s | create | CREATE KEYSPACE s WITH replication", "s | option durable_writes | AND durable_writes = false;\n",
		"a | create | CREATE TYPE s.a (\n", "a.x | column | x int,\n", "a.y | column | y text\n", " |  | );\n", "one.id | column | id int PRIMARY KEY,\n", "one.Name | column | \"Name\" text\n",
		"t.k | column | k int,\n", "t | key | PRIMARY KEY (k, c, d)\n", "t | order | ) WITH CLUSTERING ORDER BY (c DESC, d ASC)\n",
		"t | option comment | AND comment = 'x'\n", "t | option default_time_to_live | AND default_time_to_live = 60;\n", " | create | CREATE CUSTOM INDEX i ON s.t (v) USING 'sai'",
		"w | create | CREATE MATERIALIZED VIEW s.w AS\n", "w | select | SELECT v, k, c, d\n", "w | from | FROM s.t\n", "w | key | PRIMARY KEY (v, k, c, d)",
		"w | where w.k | AND k IS NOT NULL\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the lines lack %q:\n%s", want, got)
		}
	}
	var one model.ID
	for id, relation := range m.Physical.Relations {
		if relation.Name == "one" {
			one = id
		}
	}
	if number, found := lines.Find(textlines.Line{Element: one, Part: "key"}); !found || lines.Text(number) != "id int PRIMARY KEY," {
		t.Errorf("the key beside its column is line %d, %v", number, found)
	}
	kept := 0
	for i, line := range lines.All {
		if strings.HasPrefix(line.Part, "text ") {
			kept++
			if number, _ := lines.Find(line); number != i {
				t.Errorf("%q is found at line %d", lines.Text(i), number)
			}
		}
	}
	if kept < 2 {
		t.Errorf("%d lines of the function are told by their words:\n%s", kept, got)
	}
}

func TestRowLines(t *testing.T) {
	column := func(name string) model.ID { return model.ID("id-" + name) }
	statements := []textlines.RowStatement{{Name: "", Column: column}}
	long := strings.Repeat("abcdefghij", 4)
	text := "SELECT a, " + long + ", b\n    FROM s.t\n    WHERE k = ?\n    AND (c, d) > (?, ?)\n    GROUP BY k\n    ORDER BY c DESC\n    PER PARTITION LIMIT 1\n    LIMIT 10\n    ALLOW FILTERING;\n"
	var parts []string
	for _, line := range textlines.OfRows("q", text, statements).All {
		parts = append(parts, line.Part)
	}
	if got, want := strings.Join(parts, "; "), "statement; from; where id-k; where id-c; group; order; per partition limit; limit; filtering"; got != want {
		t.Errorf("the clauses are %s, want %s", got, want)
	}
	batch := "BEGIN BATCH\n    INSERT INTO s.t (k, v)\n        VALUES (?, ?);\n    UPDATE s.u\n        SET n = n + ?\n        WHERE k = ?\n        IF v = ?;\n    DELETE w\n        FROM s.v\n        WHERE k = ?;\nAPPLY BATCH;\n"
	lines := textlines.OfRows("u", batch, []textlines.RowStatement{{Name: "insert t", Column: column}, {Name: "update u", Column: column}, {Name: "delete v", Column: column}})
	parts = nil
	for _, line := range lines.All {
		parts = append(parts, line.Part)
	}
	if got, want := strings.Join(parts, "; "), "batch; insert t statement; insert t values; update u statement; update u set id-n; update u where id-k; update u if id-v; delete v statement; delete v from; delete v where id-k; "; got != want {
		t.Errorf("the lines of a batch are %s, want %s", got, want)
	}
	// On one line the clauses share it.
	short := textlines.OfRows("q", "SELECT a FROM s.t WHERE k = ?;\n", statements)
	for _, part := range []string{"statement", "select", "from", "where id-k"} {
		if number, found := short.Find(textlines.Line{Element: "q", Part: part}); !found || number != 0 {
			t.Errorf("%s is not on the line", part)
		}
	}
}

// Any text can be asked for its lines.
func FuzzRowLines(f *testing.F) {
	f.Add("SELECT a FROM t WHERE k = ?;\n-- x\n")
	f.Add("BEGIN BATCH\nINSERT INTO t (a) VALUES (1);\nAPPLY BATCH;")
	f.Add("UPDATE t SET a['\n'] = 1 WHERE k = 1")
	f.Fuzz(func(t *testing.T, text string) {
		names := []textlines.RowStatement{{Column: func(string) model.ID { return "c" }}, {Name: "x", Column: func(string) model.ID { return "" }}}
		lines := textlines.OfRows("e", text, names)
		for i, line := range lines.All {
			if number, found := lines.Find(line); line.Part != "" && (!found || number > i) {
				t.Errorf("line %d of %q declares %q, which is found at %d, %v", i, text, line.Part, number, found)
			}
		}
	})
}

func imported(t *testing.T) *model.Model {
	t.Helper()
	m, report := cql.Import(linedScript, "lines")
	if len(m.Physical.Relations) != 3 {
		t.Fatalf("the script becomes %d relations: %+v", len(m.Physical.Relations), report)
	}
	return m
}

// TestStatementLines: the lines of a step of a migration are told by what they create,
// change or take away.
func TestStatementLines(t *testing.T) {
	m := imported(t)
	ids := map[string]model.ID{}
	for element := range m.Elements() {
		ids[m.TitleOf(element)] = element.ID
	}
	for _, test := range []struct{ element, text, want string }{
		{"t", "ALTER TABLE s.t DROP v;", "t.v | column | ALTER TABLE s.t DROP v;\n"},
		{"t", "ALTER TABLE s.t ADD d int;", "t.d | column | ALTER TABLE s.t ADD d int;\n"},
		{"t", "ALTER TABLE s.t ADD unknown int;", "t | create | ALTER TABLE s.t ADD unknown int;\n"},
		{"t", "ALTER TABLE s.t RENAME was TO k;", "t.k | column | ALTER TABLE s.t RENAME was TO k;\n"},
		{"t", "ALTER TABLE s.t WITH comment = 'y'\n    AND gc_grace_seconds = 1;", "t | option comment | ALTER TABLE s.t WITH comment = 'y'\nt | option gc_grace_seconds | AND gc_grace_seconds = 1;\n"},
		{"a", "ALTER TYPE s.a ADD y text;", "a.y | column | ALTER TYPE s.a ADD y text;\n"},
		{"s", "ALTER KEYSPACE s WITH durable_writes = true;", "s | option durable_writes | ALTER KEYSPACE s WITH durable_writes = true;\n"},
		{"t", "DROP TABLE s.t;", "t | create | DROP TABLE s.t;\n"},
		{"t", "CREATE TABLE s.t_v2 (\n    k int,\n    PRIMARY KEY (k)\n);", "t | create | CREATE TABLE s.t_v2 (\nt.k | column | k int,\nt | key | PRIMARY KEY (k)\n |  | );\n"},
		{"t", "not CQL", "t | create | not CQL\n"},
	} {
		lines := textlines.OfStatement(m, ids[test.element], test.text)
		if got := named(m, lines); got != test.want {
			t.Errorf("%s\ngot  %swant %s", test.text, got, test.want)
		}
	}
}
