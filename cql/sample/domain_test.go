package sample_test

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/concepttext"
	"widerow/model/edit"
	"widerow/model/example"
	"widerow/model/mapping"
	"widerow/model/querytext"
)

// domain derives the tables of the concepts and queries in a text: both parts of a file of the oracle's domains.
func domain(t *testing.T, name, concepts, queries string) *model.Model {
	t.Helper()
	m := model.New(name)
	commands, problems := concepttext.Commands(m, model.SeededIDs([]byte(name)), concepts)
	if len(problems) > 0 {
		t.Fatalf("%s: %+v", name, problems)
	}
	m = applied(t, m, commands...)
	for line := range strings.Lines(queries) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '=' || line[0] == '#' {
			continue
		}
		for _, entry := range querytext.Entries(line) {
			parts, problems := querytext.Parse(m, entry.Text)
			if len(problems) > 0 {
				t.Fatalf("%s: %s: %+v", name, entry.Text, problems)
			}
			id := model.ID(fmt.Sprintf("q%d", len(m.Workflow.Queries)+1))
			m = applied(t, m, edit.Add{Kind: model.QueryKind, ID: id,
				Values: map[string]string{"label": fmt.Sprint("Q", len(m.Workflow.Queries)+1), "name": cmp.Or(entry.Name, entry.Text)}})
			m = applied(t, m, querytext.Commands(m, id, parts)...)
		}
	}
	m.Physical.Keyspaces = map[model.ID]*model.Keyspace{"ks": {Name: model.Identifier(name),
		Replication: map[string]string{"class": "SimpleStrategy", "replication_factor": "1"}}}
	return applied(t, m, mapping.Derive(m, nil, nil).Commands(model.SeededIDs([]byte("derived")), nil)...)
}

func applied(t *testing.T, m *model.Model, commands ...edit.Command) *model.Model {
	t.Helper()
	after, err := edit.Apply(m, model.SeededIDs(m.Encode()), commands...)
	if err != nil {
		t.Fatal(err)
	}
	return after
}

var loaded map[string]*model.Model

// models are the examples, and the domains by which the oracle judges derivation. They are read once.
func models(t *testing.T) map[string]*model.Model {
	t.Helper()
	if loaded != nil {
		return loaded
	}
	found := map[string]*model.Model{}
	for _, e := range example.All() {
		m, err := example.Load(e.Slug)
		if err != nil {
			t.Fatal(err)
		}
		found[e.Slug] = m
	}
	files, err := filepath.Glob("../oracle/testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		parts := append(strings.Split("\n"+string(text), "\n---"), "", "")
		name := strings.TrimSuffix(filepath.Base(file), ".txt")
		found[name] = domain(t, name, parts[0], parts[1])
	}
	loaded = found
	return found
}
