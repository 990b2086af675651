package cql_test

import (
	"fmt"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/cassandratest"
	"widerow/model"
	"widerow/model/example"
	"widerow/model/write"
)

// TestCassandraTakesTheUpdates has a real Cassandra prepare every statement and
// every batch of the plans of the examples' updates, and of updates of every kind of
// every type and attribute of the examples.
func TestCassandraTakesTheUpdates(t *testing.T) {
	for _, e := range example.All() {
		t.Run(e.Slug, func(t *testing.T) { prepareUpdates(t, everyUpdate(loadForOneNode(t, e.Slug))) })
	}
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
			texts := []string{cql.UpdateStep(step)}
			for j := range step.Statements {
				texts = append(texts, cql.UpdateStatement(&step.Statements[j]))
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

// everyUpdate adds updates to a model: of each type and each attribute an insert, a
// change and a deletion, conditional and not.
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
