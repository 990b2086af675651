package proof_test

import (
	"testing"

	"widerow/model"
	"widerow/model/proof"
)

// monthly is the hotel with the rooms split by month: the month comes from the
// same logical column as the date, and has 24 values.
func monthly(t *testing.T) *model.Model {
	t.Helper()
	m := load(t, "hotel").Clone()
	rooms := m.Physical.Relations["pavailablerooms"]
	rooms.Columns["month"] = &model.Column{Name: "month", Order: "z", Type: model.Native("date"), Role: model.Partition, From: model.SetOfIDs("q4date"), Buckets: "24"}
	return m
}

// TestComputedBucket: a condition on the date gives the month.
func TestComputedBucket(t *testing.T) {
	for _, test := range []struct {
		name     string
		operator model.Operator // of the date, "" for no condition
		verdict  proof.Verdict
		known    bool
		count    float64
	}{
		{"a range needs some months", model.Range, proof.Partitions, false, 0},
		{"a date has one month", model.Equal, proof.Partition, true, 1},
		{"no date needs all months", "", proof.Partitions, true, 24},
	} {
		t.Run(test.name, func(t *testing.T) {
			m := monthly(t)
			query := m.Workflow.Queries["q4"]
			for id, given := range query.Given {
				if given.Attribute != "nightdate" {
					continue
				}
				if given.Operator = test.operator; test.operator == "" {
					delete(query.Given, id)
				}
			}
			result := proof.Of(m, "q4")
			best, _ := result.Best()
			if read := best.Reads.Partitions; best.Verdict != test.verdict || !best.Ordered || read.Known != test.known || read.Typical != test.count {
				t.Errorf("%s, ordered %v, reads %+v partitions", best.Verdict, best.Ordered, read)
			}
		})
	}
}

// TestHashBucket: its rows are in no order across buckets, and every value is read.
func TestHashBucket(t *testing.T) {
	m := load(t, "hotel").Clone()
	rooms := m.Physical.Relations["pavailablerooms"]
	rooms.Columns["bucket"] = &model.Column{Name: "bucket", Order: "z", Type: model.Native("int"), Role: model.Partition, Buckets: "8"}
	result := proof.Of(m, "q4")
	best, _ := result.Best()
	if best.Verdict != proof.Partitions || best.Ordered || best.Reads.Partitions != (proof.Amount{Known: true, Typical: 8, Worst: 8}) || best.Spread.InOrder {
		t.Errorf("%s, ordered %v, reads %+v partitions", best.Verdict, best.Ordered, best.Reads.Partitions)
	}
}
