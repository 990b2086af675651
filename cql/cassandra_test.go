package cql_test

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"widerow/cql"
	"widerow/cql/cassandratest"
	"widerow/model"
	"widerow/model/example"
)

// What we print, a real server takes, statement by statement; and what the
// server then says of itself is, read by us, the schema that we began with.
func TestCassandraTakesTheExamples(t *testing.T) {
	session := cassandratest.Session(t)
	for _, e := range example.All() {
		t.Run(e.Slug, func(t *testing.T) {
			document := loadForOneNode(t, e.Slug)
			for _, keyspace := range document.Physical.Keyspaces {
				cassandratest.DropAfter(t, session, cql.QuoteName(keyspace.Name))
			}
			for _, statement := range statements(t, cql.PrintModel(document, cql.PrintOptions{})) {
				cassandratest.Run(t, session, statement)
			}
			var dump strings.Builder
			for _, keyspace := range model.Sorted(document.Physical.Keyspaces) {
				dump.WriteString(cassandratest.Describe(t, session, cql.QuoteName(keyspace.Value.Name)))
			}
			compareSchemas(t, document, importDump(t, dump.String()))
		})
	}
}

// loadForOneNode loads an example and has its keyspaces stored once: the
// judge is a single server.
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

// statements are the texts of a script that we can read ourselves.
func statements(t *testing.T, text string) []string {
	t.Helper()
	script := cql.Parse(text)
	for _, err := range script.Errors {
		t.Errorf("our own parser refuses what we print: %v\n%s", err, text)
	}
	var texts []string
	for _, statement := range script.Statements {
		place := cql.Place(statement)
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

// compareSchemas compares what was asked for with what the server has. The
// server adds every option's default, which says nothing of our printing.
func compareSchemas(t *testing.T, asked, has *model.Model) {
	t.Helper()
	wanted := schema(asked)
	got := schema(has)
	for name, relation := range got {
		keepAsked(relation.Options, wanted[name].Options)
	}
	if difference := cmp.Diff(wanted, got, cmpopts.EquateEmpty()); difference != "" {
		t.Errorf("the server has another schema than the model (-model +server):\n%s", difference)
	}
}

var (
	mapEntry    = regexp.MustCompile(`'([^']*)': ('[^']*')`)
	classPrefix = regexp.MustCompile(`org\.apache\.cassandra\.[a-z.]+\.`)
)

// keepAsked leaves of the server's options, and of the entries of an option
// that is a map, those that were asked for, in the order in which they were.
func keepAsked(options, asked map[string]string) {
	for name, value := range options {
		wanted, found := asked[name]
		if !found {
			delete(options, name)
			continue
		}
		if !strings.HasPrefix(wanted, "{") {
			continue
		}
		entries := map[string]string{}
		for _, entry := range mapEntry.FindAllStringSubmatch(classPrefix.ReplaceAllString(value, ""), -1) {
			entries[entry[1]] = entry[2]
		}
		options[name] = mapEntry.ReplaceAllStringFunc(wanted, func(entry string) string {
			key := mapEntry.FindStringSubmatch(entry)[1]
			return "'" + key + "': " + entries[key]
		})
	}
}

// plainRelation is a table, a view or a type without ids and order keys.
type plainRelation struct {
	Kind, Base, Where, Comment string
	Columns                    []string
	Indexes                    []string
	Options                    map[string]string
}

func schema(m *model.Model) map[string]plainRelation {
	plain := map[string]plainRelation{}
	keyspace := func(id model.ID) string { return m.Physical.Keyspaces[id].Name + "." }
	typeName := func(id model.ID) string { return m.Physical.Types[id].Name }
	for _, t := range m.Physical.Types {
		var fields []string
		for _, field := range model.Sorted(t.Fields) {
			fields = append(fields, field.Value.Name+" "+field.Value.Type.Text(typeName))
		}
		plain["type "+keyspace(t.Keyspace)+t.Name] = plainRelation{Kind: "type", Columns: fields}
	}
	for _, relation := range m.Physical.Relations {
		plain[keyspace(relation.Keyspace)+relation.Name] = plainRelation{
			Kind: string(relation.Kind), Base: baseName(m, relation), Where: relation.Where, Comment: relation.Comment,
			Columns: plainColumns(relation, typeName), Indexes: plainIndexes(relation), Options: maps.Clone(map[string]string(relation.Options)),
		}
	}
	return plain
}

func baseName(m *model.Model, relation *model.Relation) string {
	if base := m.Physical.Relations[relation.Base]; base != nil {
		return base.Name
	}
	return ""
}

// plainColumns are the key in its order, then the others by name: the server
// keeps no order of theirs.
func plainColumns(relation *model.Relation, typeName func(model.ID) string) []string {
	var key, others []string
	for _, column := range relation.SortedColumns() {
		c := column.Value
		text := c.Name + " " + c.Type.Text(typeName) + " " + string(c.Role)
		if c.Descending {
			text += " descending"
		}
		if c.Role.InKey() {
			key = append(key, text)
		} else {
			others = append(others, text)
		}
	}
	slices.Sort(others)
	return append(key, others...)
}

func plainIndexes(relation *model.Relation) []string {
	var indexes []string
	for _, index := range relation.Indexes {
		indexes = append(indexes, index.Name+" on "+relation.Columns[index.Column].Name+" "+string(index.Target)+" "+index.Class)
	}
	slices.Sort(indexes)
	return indexes
}
