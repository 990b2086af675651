package cql_test

import (
	"fmt"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/cassandratest"
	"widerow/cql/print"
	"widerow/model"
	"widerow/model/example"
	"widerow/model/write"
)

// TestCassandraTakesTheUpdates has a real Cassandra prepare every statement and
// every batch of the plans of the examples' updates, and of updates of every kind on
// each type and attribute.
func TestCassandraTakesTheUpdates(t *testing.T) {
	for _, e := range example.All() {
		t.Run(e.Slug, func(t *testing.T) { prepareUpdates(t, everyUpdate(loadForOneNode(t, e.Slug))) })
	}
	t.Run("names", func(t *testing.T) { prepareUpdates(t, namedUpdates(t)) })
}

func prepareUpdates(t *testing.T, m *model.Model) {
	session := cassandratest.Session(t)
	for _, keyspace := range m.Physical.Keyspaces {
		cassandratest.DropAfter(t, session, keyspace.Name)
	}
	for _, statement := range statements(t, cql.PrintModel(m, cql.PrintOptions{})) {
		cassandratest.Run(t, session, statement)
	}
	server := cassandratest.Connect(t)
	count := 0
	for _, plan := range write.All(m) {
		for i := range plan.Steps {
			step := &plan.Steps[i]
			var texts []string
			if step.Kind != write.Blocked { // its statements are comments
				texts = append(texts, print.UpdateStep(step))
			}
			for j := range step.Statements {
				texts = append(texts, print.UpdateStatement(&step.Statements[j]))
			}
			for _, text := range texts {
				count++
				if answer := verdictOf(server.Prepare(strings.TrimSuffix(strings.TrimSpace(text), ";"))); answer != "ok" {
					t.Errorf("%s: the server says %s\n%s", m.Title(plan.Update), answer, text)
				}
			}
		}
	}
	t.Logf("%d statements of %d updates", count, len(m.Workflow.Updates))
}

// everyUpdate adds updates to a model: for each type and each attribute an insert,
// a change and a deletion, conditional and unconditional.
func everyUpdate(m *model.Model) *model.Model {
	m = m.Clone()
	if m.Workflow.Updates == nil {
		m.Workflow.Updates = map[model.ID]*model.Update{}
	}
	add := func(element model.ID) {
		for _, kind := range []model.UpdateKind{model.Insert, model.Change, model.Delete} {
			for _, conditional := range []bool{false, true} {
				id := model.ID(fmt.Sprintf("every%s%s%t", element, kind, conditional))
				m.Workflow.Updates[id] = &model.Update{Label: string(id), Kind: kind, Conditional: conditional,
					Writes: map[model.ID]*model.Write{id + "write": {Element: element}}}
			}
		}
	}
	for id, entity := range m.Concepts.Entities {
		add(id)
		for attribute := range entity.Attributes {
			add(attribute)
		}
	}
	for id, relationship := range m.Concepts.Relationships {
		add(id)
		for attribute := range relationship.Attributes {
			add(attribute)
		}
	}
	return m
}

// A schema without concepts: updates name columns. It has counters, static columns,
// collections, frozen and not, and user-defined types.
const namedSchema = `CREATE KEYSPACE named WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TYPE named.address (street text, city text);
CREATE TABLE named.videos (video_id uuid PRIMARY KEY, title text, tags set<text>, links list<text>, ratings map<uuid, int>, studio frozen<address>, place address);
CREATE TABLE named.videos_by_title (title text, video_id uuid, tags frozen<set<text>>, PRIMARY KEY (title, video_id));
CREATE TABLE named.videos_by_user (user_id uuid, added timestamp, video_id uuid, user_name text STATIC, title text, PRIMARY KEY (user_id, added, video_id));
CREATE TABLE named.views (video_id uuid, day date, views counter, PRIMARY KEY (video_id, day));
CREATE TABLE named."OddNames" ("Video" uuid PRIMARY KEY, "a title" text);`

func namedUpdates(t *testing.T) *model.Model {
	m, _ := cql.Import(namedSchema, "named")
	m.Workflow.Updates = map[model.ID]*model.Update{}
	for i, u := range []struct {
		kind          model.UpdateKind
		writes, given []string
		conditional   bool
	}{
		{model.Insert, []string{"video_id", "title", "tags", "user_id", "added", "user_name"}, nil, false},
		{model.Insert, []string{"video_id", "title", "tags", "links", "ratings", "studio", "place"}, nil, true},
		{model.Change, []string{"title"}, []string{"video_id"}, false},
		{model.Change, []string{"title"}, []string{"video_id", "title", "user_id"}, false},
		{model.Change, []string{"user_name"}, []string{"user_id"}, false},
		{model.Change, []string{"tags", "links", "ratings", "studio", "place"}, []string{"video_id"}, true},
		{model.Insert, []string{"tags"}, []string{"video_id"}, false},
		{model.Delete, []string{"tags", "links", "place"}, []string{"video_id"}, false},
		{model.Delete, []string{"user_name"}, []string{"user_id"}, false},
		{model.Change, []string{"views"}, []string{"video_id", "day"}, false},
		{model.Delete, []string{"video_id"}, []string{"video_id"}, false},
		{model.Change, []string{"a title"}, []string{"Video"}, false},
	} {
		update := &model.Update{Label: fmt.Sprint("U", i), Order: model.Nth(i), Kind: u.kind, Conditional: u.conditional, Writes: map[model.ID]*model.Write{}, Given: map[model.ID]*model.Given{}}
		for j, name := range u.writes {
			update.Writes[model.ID(fmt.Sprintf("w%dx%d", i, j))] = &model.Write{Order: model.Nth(j), Name: name}
		}
		for j, name := range u.given {
			update.Given[model.ID(fmt.Sprintf("g%dx%d", i, j))] = &model.Given{Order: model.Nth(j), Name: name, Operator: model.Equal}
		}
		m.Workflow.Updates[model.ID(fmt.Sprint("u", i))] = update
	}
	return m
}
