package cql_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"widerow/cql/print"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/proof"
	"widerow/model/querytext"
)

// TestCassandraTakesAggregates has a real Cassandra check queries with aggregates, on
// each table that can be derived for them: with the rows, with values computed on
// write, and with counters.
func TestCassandraTakesAggregates(t *testing.T) {
	const byDate = " WHERE Sensor.sensor_id = ? AND Temperature.date >= ? AND Temperature.date <= ?"
	for number, text := range []string{
		"SELECT avg(Temperature.value), min(Temperature.value), max(Temperature.value), sum(Temperature.value), count(Temperature.value)" + byDate,
		"SELECT Temperature.date, avg(Temperature.value), max(Temperature.value)" + byDate,
		"SELECT avg(Temperature.value) WHERE Sensor.sensor_id IN ?[5]",
		"SELECT max(Temperature.value) WHERE Sensor.sensor_id IN ?[5] GROUP BY Temperature.date",
		"SELECT count(Temperature)" + byDate,
		"SELECT count(Temperature) WHERE Sensor.sensor_id = ? GROUP BY Temperature.date",
		"SELECT count(Temperature) WHERE Network.name = ? GROUP BY Sensor.sensor_id",
		"SELECT Sensor.sensor_id, count(Temperature) WHERE Network.name = ?",
		"SELECT avg(Temperature.value) WHERE Network.name = ? GROUP BY Temperature.date, Temperature.hour ORDER BY Temperature.date DESC, Temperature.hour DESC",
	} {
		m := loadForOneNode(t, "sensors")
		m.Logical, m.Physical.Relations, m.Workflow.Transitions = model.Logical{}, nil, nil
		m.Workflow.Queries = map[model.ID]*model.Query{"q1": {Label: "Q1"}}
		parts, problems := querytext.Parse(m, text)
		if len(problems) > 0 {
			t.Fatalf("%s: %+v", text, problems)
		}
		m = applied(t, m, querytext.Commands(m, "q1", parts))
		for i, a := range mapping.Explore(m, "q1").Alternatives {
			d := mapping.Derive(m, nil, map[model.ID]mapping.Choice{"q1": {Key: a.Signature()}})
			t.Run(fmt.Sprint(number+1, " ", i+1), func(t *testing.T) {
				t.Log(text)
				compareProofs(t, applied(t, m, d.Commands(model.RandomIDs(), nil)))
			})
		}
	}
}

func applied(t *testing.T, m *model.Model, commands []edit.Command) *model.Model {
	t.Helper()
	after, err := edit.Apply(m, model.RandomIDs(), commands...)
	if err != nil {
		t.Fatal(err)
	}
	return after
}

// TestAggregatesOfWholeNumbers: Cassandra's average of an int is an int, that of a decimal
// has the digits of the values, and a sum overflows as an int.
func TestAggregatesOfWholeNumbers(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ratings.txt")
	text := "Film: film_id, title\nweak Rating: rating_id, stars, price\nFilm 1 has n Rating\n---\n" +
		"SELECT avg(Rating.stars), sum(Rating.stars), max(Rating.stars), avg(Rating.price), sum(Rating.price) WHERE Film.film_id = ?"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	m := sampleOf(t, "ratings", file)
	m = applied(t, m, mapping.Derive(m, nil, nil).Commands(model.RandomIDs(), nil))
	best, found := proof.All(m)[0].Best()
	want := "SELECT avg(CAST(stars AS double)), sum(CAST(stars AS bigint)), max(stars), avg(CAST(price AS double)), sum(price)"
	if got := strings.Join(strings.Fields(print.ProofStatement(best)), " "); !found || !strings.HasPrefix(got, want) {
		t.Errorf("the statement is %s, want %s …", got, want)
	}
}
