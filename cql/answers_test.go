package cql_test

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	gocql "github.com/apache/cassandra-gocql-driver/v2"

	"widerow/cql"
	"widerow/cql/cassandratest"
	"widerow/model"
	"widerow/model/concepttext"
	"widerow/model/edit"
	"widerow/model/example"
	"widerow/model/mapping"
	"widerow/model/proof"
	"widerow/model/querytext"
)

var (
	answersSeed = flag.Uint64("answers-seed", 0, "seed of the data, and of the alternatives that queries have instead of the first ones if it is not 0")
	answersOf   = flag.String("answers-of", "testdata/answers/*.txt", "files of concepts and queries")
)

// TestDerivedTablesAnswerAsTheConcepts derives the tables of the examples, and of the
// concepts and queries in testdata/answers, and fills them on a real Cassandra from a
// small random relational instance of the concepts. The statement that the proof shows
// for each query returns what the query asks of that instance: no row less, none more,
// in the order asked for.
func TestDerivedTablesAnswerAsTheConcepts(t *testing.T) {
	for _, e := range example.All() {
		t.Run(e.Slug, func(t *testing.T) {
			document, err := example.Load(e.Slug)
			if err != nil {
				t.Fatal(err)
			}
			answer(t, e.Slug, document, *answersSeed)
		})
	}
	files, err := filepath.Glob(*answersOf)
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		t.Run(name, func(t *testing.T) { answer(t, name, sampleOf(t, name, file), *answersSeed) })
	}
}

// sampleOf reads concepts and, after lines of dashes, queries, the attributes that an
// update changes, and how attributes with several values are stored.
func sampleOf(t *testing.T, name, file string) *model.Model {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	concepts, rest, _ := strings.Cut(string(text), "\n---\n")
	queries, rest, _ := strings.Cut(rest, "\n---\n")
	changed, stored, _ := strings.Cut("\n"+rest, "\n---\n")
	m, ids := model.New(name), model.SeededIDs([]byte(name))
	commands, problems := concepttext.Commands(m, ids, concepts)
	if len(problems) > 0 {
		t.Fatalf("%s: %+v", file, problems)
	}
	m = applied(t, m, commands)
	for i, entry := range querytext.Entries(queries) {
		id := model.ID(fmt.Sprintf("q%d", i+1))
		m = applied(t, m, []edit.Command{edit.Add{Kind: model.QueryKind, ID: id, Values: map[string]string{"label": cmp.Or(entry.Label, fmt.Sprint("Q", i+1)), "name": cmp.Or(entry.Name, entry.Text)}}})
		parts, problems := querytext.Parse(m, entry.Text)
		if len(problems) > 0 {
			t.Fatalf("%s: %s: %+v", file, entry.Text, problems)
		}
		m = applied(t, m, querytext.Commands(m, id, parts))
	}
	stored, _, _ = strings.Cut(stored, "\n---\n")
	for line := range strings.Lines(stored) {
		attribute, form, _ := strings.Cut(strings.TrimSpace(line), " ")
		parts, problems := querytext.Parse(m, "SELECT "+attribute)
		if len(problems) > 0 {
			t.Fatalf("%s: %s: %+v", file, attribute, problems)
		}
		m = applied(t, m, []edit.Command{edit.Set{Element: parts.Find[0].Attribute, Field: "stored_as", Value: form}})
	}
	if strings.TrimSpace(changed) == "" {
		return m
	}
	m = applied(t, m, []edit.Command{edit.Add{Kind: model.UpdateElement, ID: "u1", Values: map[string]string{"label": "U1", "name": "Change", "kind": "change"}}})
	for i, attribute := range strings.Fields(changed) {
		parts, problems := querytext.Parse(m, "SELECT "+attribute)
		if len(problems) > 0 {
			t.Fatalf("%s: %s: %+v", file, attribute, problems)
		}
		m = applied(t, m, []edit.Command{edit.Add{Kind: model.WriteKind, Parent: "u1", ID: model.ID(fmt.Sprint("u1w", i)), Values: map[string]string{"element": string(parts.Find[0].Attribute)}}})
	}
	return m
}

// answered is a document whose derived tables have the data of relations.
type answered struct {
	*relations
	t       *testing.T
	session *gocql.Session
	plans   *mapping.Derivation
	// columns are the columns of each physical table, by name.
	columns map[model.ID]map[string]*model.LogicalColumn
}

// answer derives the tables of a document, fills them and asks every query.
func answer(t *testing.T, name string, m *model.Model, seed uint64) {
	session := cassandratest.Session(t)
	m = m.Clone()
	m.Logical, m.Physical.Relations = model.Logical{}, nil
	if len(m.Physical.Keyspaces) == 0 {
		m.Physical.Keyspaces = map[model.ID]*model.Keyspace{"ks": {Name: model.Identifier(name)}}
	}
	for _, keyspace := range m.Physical.Keyspaces {
		keyspace.Replication = map[string]string{"class": "SimpleStrategy", "replication_factor": "1"}
		cassandratest.DropAfter(t, session, keyspace.Name)
	}
	random := rand.New(rand.NewPCG(seed, 5))
	choices := anyAlternatives(m, random, seed)
	if seed == 0 {
		choices = collections(m, name)
	}
	derivation := mapping.Derive(m, nil, choices)
	m = applied(t, m, derivation.Commands(model.SeededIDs([]byte("derived")), nil))
	for _, statement := range statements(t, cql.PrintModel(m, cql.PrintOptions{})) {
		cassandratest.Run(t, session, statement)
	}
	a := &answered{newRelations(m, random), t, session, derivation, map[model.ID]map[string]*model.LogicalColumn{}}
	a.findColumns()
	a.fillTables()
	asked, rows := 0, 0
	for _, result := range proof.All(m) {
		count, why := a.ask(&result)
		if why != "" {
			t.Logf("%s is not asked: %s", m.Title(result.Query), why)
			continue
		}
		asked, rows = asked+1, rows+count
	}
	t.Logf("%d of %d queries answered, %d rows", asked, len(m.Workflow.Queries), rows)
	if asked*2 < len(m.Workflow.Queries) {
		t.Errorf("only %d of %d queries were asked", asked, len(m.Workflow.Queries))
	}
}

// anyAlternatives chooses any alternative for most queries, the first ones for seed 0.
func anyAlternatives(m *model.Model, random *rand.Rand, seed uint64) map[model.ID]mapping.Choice {
	choices := map[model.ID]mapping.Choice{}
	for _, query := range model.Sorted(m.Workflow.Queries) {
		if found := mapping.Explore(m, query.ID).Alternatives; seed > 0 && len(found) > 1 && random.IntN(4) > 0 {
			choices[query.ID] = mapping.Choice{Key: found[random.IntN(len(found))].Signature()}
		}
	}
	return choices
}

// collections chooses collections instead of rows for the queries of the sample of that name.
func collections(m *model.Model, name string) map[model.ID]mapping.Choice {
	choices := map[model.ID]mapping.Choice{}
	for _, query := range model.Sorted(m.Workflow.Queries) {
		for _, alternative := range mapping.Explore(m, query.ID).Alternatives {
			if name == "collections" && alternative.Form == mapping.Collected {
				choices[query.ID] = mapping.Choice{Key: alternative.Signature()}
			}
		}
	}
	return choices
}

func (a *answered) findColumns() {
	logical := map[model.ID]*model.LogicalColumn{}
	for _, table := range a.m.Logical.Tables {
		for id, column := range table.Columns {
			logical[id] = column
		}
	}
	for id, relation := range a.m.Physical.Relations {
		a.columns[id] = map[string]*model.LogicalColumn{}
		for _, column := range relation.Columns {
			for from := range column.From {
				a.columns[id][column.Name] = logical[from]
			}
		}
	}
}
