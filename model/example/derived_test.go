package example

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
)

// derive derives the tables of all queries, as the page and widerow derive do.
// choices has the signature of the alternative for queries that do not get the
// first one. The table of q1 has the ID "tq1", its relation "ptq1", their columns
// "q1itemid" and "pq1itemid".
func (b *builder) derive(choices map[model.ID]mapping.Choice) {
	b.t.Helper()
	derivation := mapping.Derive(b.m, nil, choices)
	for _, plan := range derivation.Failed {
		b.t.Fatalf("%s has no table: %v", b.m.Title(plan.Query), plan.Problems)
	}
	for _, proposal := range derivation.Proposals {
		b.next = append(b.next, "t"+proposal.Queries[0])
	}
	for _, command := range derivation.Commands(b, nil) {
		switch command := command.(type) {
		case edit.DeriveTable:
			b.next = foreseen(command)
		case edit.ServeQuery:
			b.next = []model.ID{"arrow" + command.Query, "arrow" + command.Query + "b", "arrow" + command.Query + "c"}
		}
		b.do(command)
	}
	b.next = nil
}

// foreseen returns the IDs of the columns, the relation and its columns.
func foreseen(command edit.DeriveTable) []model.ID {
	var columns, physical []model.ID
	for _, column := range command.Columns {
		id := command.ID[1:] + model.ID(strings.ReplaceAll(column.Value.Name, "_", ""))
		columns, physical = append(columns, id), append(physical, "p"+id)
	}
	return append(append(columns, "p"+command.ID), physical...)
}

// update adds an update that writes elements, given attributes by =.
func (b *builder) update(id model.ID, name string, kind model.UpdateKind, writes, given, rate string) {
	b.t.Helper()
	b.add(model.UpdateElement, "", id, "name", name, "kind", string(kind), "rate", rate)
	for _, element := range strings.Fields(writes) {
		b.add(model.WriteKind, id, id+"write"+model.ID(element), "element", element)
	}
	for _, attribute := range strings.Fields(given) {
		b.add(model.GivenKind, id, id+"given"+model.ID(attribute), "attribute", attribute, "operator", "=", "source", "user")
	}
}

// steps adds steps: ID, name, actor.
func (b *builder) steps(steps ...[3]string) {
	b.t.Helper()
	for _, step := range steps {
		b.add(model.StepKind, "", model.ID(step[0]), "name", step[1], "actor", step[2])
	}
}

// writes adds the arrows of an update to the tables that it writes.
func (b *builder) writes(update model.ID, tables ...model.ID) {
	b.t.Helper()
	for _, to := range tables {
		b.add(model.ArrowKind, "", "arrow"+update+to, "access", string(update), "to", string(to))
	}
}

// size sets how many rows a partition has, how many partitions there are, and a note.
func (b *builder) size(relation model.ID, rows, partitions, note string) {
	b.t.Helper()
	b.set(relation, "rows", rows, "partitions", partitions, "note", note)
}

// derivedExamples are those whose logical tables were derived.
var derivedExamples = []string{"logs", "suspensions", "likes", "videos"}

// Deriving again keeps every table as it is, with what physical design changed.
func TestDerivingAgainKeepsTheTables(t *testing.T) {
	for _, slug := range derivedExamples {
		m, err := Load(slug)
		if err != nil {
			t.Fatal(err)
		}
		for id, table := range m.Logical.Tables {
			if table.DerivedName == "" || len(table.Derived) == 0 {
				t.Errorf("%s: %s was not derived", slug, m.Title(id))
			}
		}
		derivation := mapping.Derive(m, nil, nil)
		for _, proposal := range derivation.Proposals {
			if proposal.Kind != mapping.Kept {
				t.Errorf("%s: %s is %s", slug, proposal.Name, proposal.Kind)
			}
		}
		if len(derivation.Failed)+len(derivation.Unused) > 0 {
			t.Errorf("%s: %d queries without a table, unused tables %v", slug, len(derivation.Failed), derivation.Unused)
		}
		ids := model.SeededIDs([]byte(slug))
		after, err := edit.Apply(m, ids, derivation.Commands(ids, nil)...)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(m.Encode()), string(after.Encode())); diff != "" {
			t.Errorf("%s derived again (-before +after):\n%s", slug, diff)
		}
	}
}

// In no table of an example do rows overwrite each other.
func TestNoRowsOverwriteEachOther(t *testing.T) {
	for _, entry := range All() {
		m, err := Load(entry.Slug)
		if err != nil {
			t.Fatal(err)
		}
		for _, problem := range mapping.Overwrites(m) {
			t.Errorf("%s: %s", entry.Slug, problem.Message)
		}
	}
}
