package check_test

import (
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/check"
	"widerow/cql/files"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/sizing"
)

// Faults of published scripts, beside those of TestScriptsWithMistakes: each is found by a rule or by the judge, at its line.
func TestPublishedScripts(t *testing.T) {
	const keyspace = "CREATE KEYSPACE app WITH replication = {'class': 'NetworkTopologyStrategy', 'dc1': 3}; USE app;\n"
	for _, test := range []struct {
		name, script string
		code         string
		line         int
		says         string
	}{
		{"a type that is not closed", "CREATE TYPE address (street text);\nCREATE TABLE guests (id uuid PRIMARY KEY, addresses map<text, frozen<address>, confirm_number text);", "cql/syntax", 3, ""},
		{"a set of nothing", "CREATE TABLE guests (id uuid PRIMARY KEY, emails set, name text);", "cql/syntax", 2, "set"},
		{"no comma after a type", "CREATE TABLE magazine (id int PRIMARY KEY, c2 text c3 text);", "cql/syntax", 2, "c3"},
		{"no comma after a fee", "CREATE TABLE orders (id uuid PRIMARY KEY, postage_packing_fee double total double);", "cql/syntax", 2, "total"},
		{"curly quotes", "CREATE KEYSPACE shop WITH replication = {‘class’: ‘SimpleStrategy’, ‘replication_factor’: 1};", "cql/syntax", 2, ""},
		{"one row for each application", "CREATE TABLE application_logs (level text PRIMARY KEY, at timestamp, message text);", "key/overwrites", 2, "keeps one row for each level"},
		{"entries of a set", "CREATE TABLE videos (id uuid PRIMARY KEY, tags set<text>);\nCREATE INDEX ON videos (ENTRIES(tags));", "cql/invalid", 3, "entries"},
		{"SASI", "CREATE TABLE videos (id uuid PRIMARY KEY, name text);\nCREATE CUSTOM INDEX ON videos (name) USING 'org.apache.cassandra.index.sasi.SASIIndex';", "cql/disabled", 3, "SASI"},
		{"the videos of today", "CREATE TABLE latest_videos (yyyymmdd text, added_date timestamp, videoid uuid, PRIMARY KEY (yyyymmdd, added_date, videoid));", "key/hot-partition", 2, "is only a time"},
		{"neighbours without a limit", "CREATE TABLE v (a int PRIMARY KEY, v vector<float, 2>);\nCREATE INDEX ON v (v) USING 'sai';\nSELECT a FROM v ORDER BY v ANN OF [1, 2];", "cql/invalid", 4, "must have a limit"},
	} {
		script := joined(t, files.Input{Name: "s.cql", Text: keyspace + test.script})
		reports := check.ScriptWithAdvice(model.Cassandra50, script, cql.Surroundings{}, "app", nil)
		found := false
		for _, f := range reports[0].Findings {
			found = found || f.Code == test.code && f.Line == test.line && strings.Contains(strings.ToLower(f.Message), strings.ToLower(test.says))
		}
		if !found {
			t.Errorf("%s: no %s in line %d with %q in %+v", test.name, test.code, test.line, test.says, reports[0].Findings)
		}
	}
}

// Faults of published models, beside those of TestModelsWithMistakes.
func TestPublishedModels(t *testing.T) {
	for _, test := range []struct {
		name, example, code, says string
		change                    change
	}{
		{"a delivery slot that two may reserve", "supermarket", "model/double-booking", "U2 reserves Delivery slot without a condition", edits(set("u2", "conditional", ""))},
		{"all slots of a date in one partition", "supermarket", "key/hot-partition", "The partition key of order_delivery.delivery_timeslots is only a time", edits()},
		{"averages by hour under the time of each measurement", "sensors", check.CodeColumns, "temperatures_by_network lacks avg of Temperature.value", byTimestamp},
	} {
		m := test.change(t, load(t, test.example))
		sizes := mapping.Sizes(m, sizing.Disk)
		report := check.Document("", m, sizes)
		check.AddDocumentAdvice(&report, "", m, sizes, nil)
		found := false
		for _, f := range report.Findings {
			found = found || f.Code == test.code && strings.Contains(f.Message, test.says)
		}
		if !found {
			t.Errorf("%s: no %s with %q in %+v", test.name, test.code, test.says, report.Findings)
		}
	}
}

// byTimestamp adds the time of a measurement to the key of the averages of an hour.
func byTimestamp(t *testing.T, m *model.Model) *model.Model {
	return apply(t, m, edit.Add{Kind: model.ColumnKind, Parent: "temperaturesbynetwork", ID: "raw",
		Values: map[string]string{"name": "timestamp", "role": "clustering", "attribute": "temperaturetimestamp"}})
}
