package cql_test

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"widerow/cql"
	"widerow/cql/cassandratest"
	"widerow/cql/print"
	"widerow/model"
	"widerow/model/write"
)

const bytesSchema = `CREATE KEYSPACE bytes WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};
CREATE TABLE bytes.notes (id uuid, at timestamp, body text, tags set<text>, n int, PRIMARY KEY (id, at));
CREATE TABLE bytes.notes_by_day (day date, at timestamp, id uuid, body text, places map<text, int>, PRIMARY KEY (day, at, id));
CREATE TABLE bytes.latest (id uuid PRIMARY KEY, body text, frozen_tags frozen<set<text>>);`

var sizeWarning = regexp.MustCompile(`is of size ([0-9]+),`)

// The bytes of a batch are those in the server's warning, within 3 %.
func TestBatchBytesAreTheServers(t *testing.T) {
	session := cassandratest.Session(t)
	cassandratest.DropAfter(t, session, "bytes")
	for _, statement := range statements(t, bytesSchema) {
		cassandratest.Run(t, session, statement)
	}
	m, _ := cql.Import(bytesSchema, "bytes")
	lengths := map[string][2]string{"body": {"2500", ""}, "tags": {"10", "20"}, "frozen_tags": {"10", "20"}, "places": {"4", "30"}}
	values := map[string]string{"id": "123e4567-e89b-12d3-a456-426614174000", "at": "'2026-01-01 10:00:00+0000'", "day": "'2026-01-01'", "n": "7",
		"body": "'" + strings.Repeat("x", 2500) + "'", "tags": setOf(20, 10), "frozen_tags": setOf(20, 10), "places": mapOf(30, 8)}
	update := &model.Update{Label: "U1", Writes: map[model.ID]*model.Write{}}
	for name := range values {
		update.Writes[model.ID("w"+strings.ReplaceAll(name, "_", ""))] = &model.Write{Name: name}
	}
	m.Workflow.Updates = map[model.ID]*model.Update{"u": update}
	for _, relation := range m.Physical.Relations {
		for _, column := range relation.Columns {
			if length, known := lengths[column.Name]; known {
				column.Length, column.Elements = model.Expression(length[0]), model.Expression(length[1])
			}
			if column.Name == "places" {
				column.KeyLength = "8"
			}
		}
	}
	plan := write.Of(m, "u")
	step := &plan.Steps[len(plan.Steps)-1]
	if len(plan.Steps) != 1 || step.Kind != write.LoggedBatch || len(step.Statements) != 3 || step.BytesAtLeast {
		t.Fatalf("the plan is\n%s", planText(m, &plan))
	}
	text := print.UpdateStep(step)
	for _, statement := range step.Statements {
		for _, column := range statement.Write.Insert.Columns {
			text = strings.Replace(text, "?", values[column], 1)
		}
	}
	iter := session.Query(text).Iter()
	warnings := strings.Join(iter.Warnings(), "\n")
	if err := iter.Close(); err != nil {
		t.Fatal(err)
	}
	found := sizeWarning.FindStringSubmatch(warnings)
	if found == nil {
		t.Fatalf("the server warns %q", warnings)
	}
	size, err := strconv.ParseFloat(found[1], 64)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("the server counts %v bytes, we %v", size, step.Bytes.Typical)
	if math.Abs(step.Bytes.Typical-size) > 0.03*size {
		t.Errorf("the server counts %v bytes, we %v", size, step.Bytes.Typical)
	}
}

func setOf(count, length int) string {
	var elements []string
	for i := range count {
		elements = append(elements, fmt.Sprintf("'%0*d'", length, i))
	}
	return "{" + strings.Join(elements, ", ") + "}"
}

func mapOf(count, length int) string {
	var entries []string
	for i := range count {
		entries = append(entries, fmt.Sprintf("'%0*d': %d", length, i, i))
	}
	return "{" + strings.Join(entries, ", ") + "}"
}
