package assist

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"

	"widerow/model"
)

var update = flag.Bool("update", false, "write the golden files")

const hotel = `CREATE KEYSPACE hotel WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': '3'};
USE hotel;
CREATE TYPE address (street text, "Zip" text);
CREATE TABLE rooms (
    hotel_id text, date date, room_number smallint, available boolean STATIC, place frozen<address>,
    PRIMARY KEY ((hotel_id), date, room_number)
) WITH CLUSTERING ORDER BY (date DESC, room_number ASC);
CREATE TABLE "Guests" (id uuid PRIMARY KEY, tags set<text>);
`

// at removes the cursor, written as |, from a text.
func at(text string) (string, int) {
	before, after, _ := strings.Cut(text, "|")
	return before + after, units16(before)
}

func units16(text string) int {
	u := NewUnits(text)
	return u.Of(len(text))
}

func schemaText(text string) *Text {
	return Schema(text, model.New("Hotel"), func(model.ID) string { return "" })
}

// Each place with its completions. The golden file is meant to be read.
func TestComplete(t *testing.T) {
	var report strings.Builder
	for _, text := range []string{
		"|", "CRE|", "CREATE |", "CREATE TABLE |", "CREATE TABLE t (|", "CREATE TABLE t (a |", "CREATE TABLE t (a int |", "CREATE TABLE t (a int, |",
		"CREATE TABLE t (a int, b text, PRIMARY KEY (|", "CREATE TABLE t (a int, b text, PRIMARY KEY ((a), |", "CREATE TABLE t (a list<|",
		"CREATE TABLE t (a int PRIMARY KEY) |", "CREATE TABLE t (a int PRIMARY KEY) WITH |", "CREATE TABLE t (a int PRIMARY KEY) WITH cdc = |",
		"CREATE TABLE t (a int, b int, PRIMARY KEY (a, b)) WITH CLUSTERING ORDER BY (|", "CREATE TABLE t (a int, b int, PRIMARY KEY (a, b)) WITH CLUSTERING ORDER BY (b |",
		"CREATE TABLE t (a int PRIMARY KEY) WITH comment = 'x' AND gc|", "CREATE TABLE t (a int PRIMARY KEY) WITH compaction = |",
		"CREATE TABLE t (a int PRIMARY KEY) WITH compaction = {|", "CREATE TABLE t (a int PRIMARY KEY) WITH compaction = {'class': |",
		"CREATE TABLE t (a int PRIMARY KEY) WITH compaction = {'class': 'LeveledCompactionStrategy', '|'}",
		"CREATE TABLE t (a int PRIMARY KEY) WITH compaction = {'class': 'TimeWindowCompactionStrategy', 'compaction_window_unit': '|'}",
		"CREATE KEYSPACE k WITH |", "CREATE KEYSPACE k WITH replication = {'class': 'SimpleStrategy', |",
		"CREATE INDEX ON |", "CREATE INDEX ON rooms (|", "CREATE INDEX ON rooms (available) |", "CREATE INDEX ON rooms (available) USING '|",
		"CREATE MATERIALIZED VIEW v AS SELECT * FROM |", "ALTER TABLE |", "ALTER TABLE rooms |", "ALTER TABLE rooms ADD note |", "ALTER TABLE rooms DROP |",
		"ALTER TABLE rooms RENAME |", "ALTER TYPE address ADD country |", "DROP |", "DROP TABLE |", "DROP TABLE IF EXISTS |", "DROP TYPE |", "USE |",
		"SELECT |", "SELECT | FROM rooms", "SELECT * FROM |", "SELECT * FROM hotel.|", "SELECT * FROM rooms |", "SELECT * FROM rooms WHERE |",
		"SELECT * FROM rooms WHERE hotel_id |", "SELECT * FROM rooms WHERE hotel_id = |", "SELECT * FROM rooms WHERE hotel_id = ? |",
		"SELECT * FROM rooms WHERE hotel_id = ? ORDER BY |", "SELECT place.| FROM rooms", "INSERT INTO rooms (|", "INSERT INTO rooms (hotel_id) VALUES (|",
		"UPDATE rooms SET |", "UPDATE rooms SET available = true WHERE |", "DELETE FROM rooms WHERE hotel_id = ? IF |", "BEGIN BATCH\nUPDATE rooms SET |",
		"CREATE FUNCTION f (a |", "-- a comment |", "CREATE FUNCTION f (a int) CALLED ON NULL INPUT RETURNS int LANGUAGE java AS $$ return |",
	} {
		whole, place := at(hotel + text)
		fmt.Fprintf(&report, "%s\n", strings.ReplaceAll(text, "\n", " "))
		for _, line := range summary(schemaText(whole).Complete(place).Items) {
			fmt.Fprintf(&report, "    %s\n", line)
		}
	}
	golden(t, "testdata/complete.txt", report.String())
}

// summary lists the items by kind, and only some of a long list.
func summary(items []Item) []string {
	const most = 14
	byKind := map[string][]string{}
	var kinds []string
	for _, item := range items {
		if byKind[item.Kind] == nil {
			kinds = append(kinds, item.Kind)
		}
		text := item.Label
		if item.Kind == "column" || item.Kind == "table" {
			text += " (" + item.Detail + ")"
		}
		byKind[item.Kind] = append(byKind[item.Kind], text)
	}
	var lines []string
	for _, kind := range kinds {
		found := byKind[kind]
		more := ""
		if kind != "keyword" && len(found) > most {
			more = fmt.Sprintf(", and %d more", len(found)-most)
			found = found[:most]
		}
		lines = append(lines, kind+": "+strings.Join(found, ", ")+more)
	}
	return lines
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s is out of date; compare after go test -update", name)
	}
}
