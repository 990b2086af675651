package proof_test

import (
	"slices"
	"testing"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/proof"
)

// TestAggregateBesideSingleValues: the sensors' query of averages by hour names no
// groups. A table of averages is read as it is. Rows of measurements are grouped,
// since Cassandra would return one row for all of them, and a table whose key does not
// start with the groups does not serve.
func TestAggregateBesideSingleValues(t *testing.T) {
	rows := "((network_name), date desc, hour desc, sensor_id, timestamp)"
	for _, test := range []struct {
		name, key string
		change    func(*model.Model, model.ID)
		groups    []string
		function  bool
		verdict   proof.Verdict
	}{
		{"stored averages", "", nil, nil, false, proof.Partition},
		{"rows", rows, nil, []string{"date", "hour", "sensor_id"}, true, proof.Partition},
		{"rows, the time in front of the sensor", rows, func(m *model.Model, table model.ID) {
			for _, column := range m.Logical.Tables[table].Columns {
				if column.Attribute == "temperaturetimestamp" {
					column.Order = model.Between("", m.Logical.Tables[table].SortedColumns()[1].Value.Order)
				}
			}
		}, []string{"date", "hour", "sensor_id"}, true, proof.None},
		{"averages, only the name says so", "", func(m *model.Model, table model.ID) {
			for _, column := range m.Logical.Tables[table].Columns {
				column.Aggregate = ""
			}
		}, nil, false, proof.Partition},
	} {
		m := load(t, "sensors")
		m.Logical, m.Physical.Relations = model.Logical{}, nil
		ids := model.SeededIDs([]byte(test.name))
		d := mapping.Derive(m, []model.ID{"q2"}, map[model.ID]mapping.Choice{"q2": {Key: test.key}})
		m, err := edit.Apply(m, ids, d.Commands(ids, nil)...)
		if err != nil {
			t.Fatal(err)
		}
		m.Physical.Relations = nil
		if test.change != nil {
			test.change(m, m.TablesOf("q2")[0])
		}
		result := proof.Of(m, "q2")
		judgement, _ := result.Best()
		var groups []string
		for _, group := range judgement.Select.GroupBy {
			groups = append(groups, group.Text)
		}
		function := judgement.Select.Selectors[len(judgement.Select.Selectors)-1].Text == "avg"
		if !slices.Equal(groups, test.groups) || function != test.function || judgement.Verdict != test.verdict {
			t.Errorf("%s: groups %v, function %v, %s: %+v", test.name, groups, function, judgement.Verdict, judgement.Refusal)
		}
	}
}

// TestAggregateOfOneGroup: all rows of a sensor have its place, so they are one group. It
// is named, since Cassandra would return a row of nulls for a sensor without rows.
func TestAggregateOfOneGroup(t *testing.T) {
	m := edited(t, load(t, "sensors"), add(model.QueryKind, "", "q9", map[string]string{"label": "Q9", "name": "Find the lowest temperature of a sensor"}),
		add(model.FindKind, "q9", "place", map[string]string{"attribute": "sensorlatitude"}),
		add(model.FindKind, "q9", "lowest", map[string]string{"attribute": "temperaturevalue", "aggregate": "min"}),
		add(model.GivenKind, "q9", "sensor9", map[string]string{"attribute": "sensorid", "operator": "="}))
	m.Logical, m.Physical.Relations = model.Logical{}, nil
	ids := model.SeededIDs([]byte("one"))
	m, err := edit.Apply(m, ids, mapping.Derive(m, []model.ID{"q9"}, map[model.ID]mapping.Choice{"q9": {Key: "((sensor_id), timestamp)"}}).Commands(ids, nil)...)
	if err != nil {
		t.Fatal(err)
	}
	judgement := best(t, m, "q9")
	if by := judgement.Select.GroupBy; len(by) != 1 || by[0].Text != "sensor_id" || judgement.Select.Selectors[1].Text != "min" || judgement.Verdict != proof.Partition {
		t.Errorf("%+v: %s", judgement.Select, judgement.Verdict)
	}
}

// TestCountOfInstances: a table with one row for each instance has no stored count. Its rows
// are counted, also where each group is one row.
func TestCountOfInstances(t *testing.T) {
	queries := []string{
		"SELECT count(Trial), Trial.title WHERE Trial.trial_id = ? GROUP BY Trial.title",
		"SELECT count(Trial) WHERE Trial.trial_id = ?",
		"SELECT count(Trial), Trial.trial_id WHERE Trial.title = ? GROUP BY Trial.trial_id",
		"SELECT count(treats) WHERE Subject.subject_id = ? VIA treats",
	}
	for _, query := range queries {
		m := written(t, "Trial: trial_id, title\nSubject: subject_id\nDoctor: doctor_id\nDoctor 1 treats n Subject", query)
		j := best(t, m, "q1")
		if len(j.Select.Selectors) == 0 || j.Select.Selectors[0].Text != "count_rows" || len(j.Missing)+len(j.Lookups) > 0 || j.Verdict != proof.Partition {
			t.Errorf("%s: %+v, missing %v, lookups %v: %s", query, j.Select, j.Missing, j.Lookups, j.Verdict)
		}
	}
}
