package cql_test

import (
	"fmt"
	"testing"

	"widerow/model"
	"widerow/model/mapping"
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

func applied(t *testing.T, m *model.Model, commands []model.Command) *model.Model {
	t.Helper()
	after, err := model.Apply(m, model.RandomIDs(), commands...)
	if err != nil {
		t.Fatal(err)
	}
	return after
}
