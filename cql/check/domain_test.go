package check_test

import (
	"fmt"
	"strings"
	"testing"

	"widerow/model"
	"widerow/model/concepttext"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/querytext"
)

// derivedOf returns a document with its tables, from the text of its concepts, queries and
// updates, which lines of dashes separate.
func derivedOf(t *testing.T, text string) *model.Model {
	t.Helper()
	parts := append(strings.Split("\n"+text, "\n---"), "", "")
	m, ids := model.New("shop"), model.SeededIDs([]byte("shop"))
	run := func(commands ...edit.Command) {
		t.Helper()
		after, err := edit.Apply(m, ids, commands...)
		if err != nil {
			t.Fatal(err)
		}
		m = after
	}
	commands, problems := concepttext.Commands(m, ids, parts[0])
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	run(commands...)
	for line := range strings.Lines(parts[1]) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '=' || line[0] == '#' {
			continue
		}
		for _, entry := range querytext.Entries(line) {
			parsed, problems := querytext.Parse(m, entry.Text)
			if len(problems) > 0 {
				t.Fatal(entry.Text, problems)
			}
			id := model.ID(fmt.Sprint("q", len(m.Workflow.Queries)+1))
			run(edit.Add{Kind: model.QueryKind, ID: id, Values: map[string]string{"label": strings.ToUpper(string(id)), "name": entry.Text}})
			run(querytext.Commands(m, id, parsed)...)
		}
	}
	for line := range strings.Lines(parts[2]) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		parsed, problems := querytext.ParseUpdate(m, line)
		if len(problems) > 0 {
			t.Fatal(line, problems)
		}
		id := model.ID(fmt.Sprint("u", len(m.Workflow.Updates)+1))
		run(edit.Add{Kind: model.UpdateElement, ID: id, Values: map[string]string{"label": strings.ToUpper(string(id)), "name": line}})
		run(querytext.UpdateCommands(m, id, parsed)...)
		m.Workflow.Updates[id].Kind = parsed.Kind
	}
	m.Physical.Keyspaces = map[model.ID]*model.Keyspace{"k": {Name: "shop", Replication: map[string]string{"class": "SimpleStrategy", "replication_factor": "1"}}}
	run(mapping.Derive(m, nil, nil).Commands(ids, nil)...)
	return m
}
