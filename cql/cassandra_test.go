package cql_test

import (
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/cassandratest"
	"widerow/cql/parse"
	"widerow/cql/syntax"
	"widerow/model"
	"widerow/model/example"
)

// A real server accepts what we print, statement by statement. Importing the
// server's description gives the original schema.
func TestCassandraTakesTheExamples(t *testing.T) {
	session := cassandratest.Session(t)
	for _, e := range example.All() {
		t.Run(e.Slug, func(t *testing.T) {
			document := loadForOneNode(t, e.Slug)
			for _, keyspace := range document.Physical.Keyspaces {
				cassandratest.DropAfter(t, session, syntax.QuoteName(keyspace.Name))
			}
			for _, statement := range statements(t, cql.PrintModel(document, cql.PrintOptions{})) {
				cassandratest.Run(t, session, statement)
			}
			var dump strings.Builder
			for _, keyspace := range model.Sorted(document.Physical.Keyspaces) {
				dump.WriteString(cassandratest.Describe(t, session, syntax.QuoteName(keyspace.Value.Name)))
			}
			compareEffective(t, document, dump.String())
		})
	}
}

// loadForOneNode loads an example with one replica per keyspace, since the server
// is a single node.
func loadForOneNode(t *testing.T, slug string) *model.Model {
	t.Helper()
	document, err := example.Load(slug)
	if err != nil {
		t.Fatal(err)
	}
	document = document.Clone()
	for _, keyspace := range document.Physical.Keyspaces {
		keyspace.Replication = map[string]string{"class": "SimpleStrategy", "replication_factor": "1"}
	}
	return document
}

// statements returns the statements of a script that we can parse.
func statements(t *testing.T, text string) []string {
	t.Helper()
	script := parse.Parse(text)
	for _, err := range script.Errors {
		t.Errorf("our own parser refuses what we print: %v\n%s", err, text)
	}
	var texts []string
	for _, statement := range script.Statements {
		place := syntax.Place(statement)
		texts = append(texts, text[place.Start.Offset:place.End.Offset])
	}
	if len(texts) == 0 {
		t.Fatalf("there is no statement in\n%s", text)
	}
	return texts
}

func importDump(t *testing.T, dump string) *model.Model {
	t.Helper()
	imported, report := cql.Import(dump, "dump")
	for _, refused := range report.Refused {
		t.Errorf("import refuses a statement that the server wrote: %d: %s\n%s", refused.Line, refused.Message, refused.Text)
	}
	return imported
}

func baseName(m *model.Model, relation *model.Relation) string {
	if base := m.Physical.Relations[relation.Base]; base != nil {
		return base.Name
	}
	return ""
}
