package moves

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/sizing"
)

// dynamicBucket adds a bucket to the partition key that the application opens when the
// last one is full, and a table that lists the buckets of each partition.
var dynamicBucket = kind{
	name: DynamicBucket, title: "Split into buckets of so many rows",
	offer: func(t *table) (string, []Parameter) {
		if reason := t.noDynamicBucket(); reason != "" {
			return "", nil
		}
		return "A partition takes rows until it is full, then the next one begins. A table lists them. " +
				"Partitions are about equally large, however unevenly rows come.",
			[]Parameter{
				{Name: "rows", Label: "Rows in a bucket", Input: edit.ExpressionInput, Value: sizing.PlainNumber(t.bestBucketRows()),
					Hint: "When a bucket has so many, the application opens the next one."},
				t.newName(t.freeRelation(t.bucketsName(), t.Name+"_buckets")),
			}
	},
	make: func(e *editor) error {
		most := e.value("rows")
		if value, missing, err := e.model.Evaluate(e.model.BindExpression(most)); err != nil || len(missing) > 0 || value.Typical < 1 || value.Worst < 1 {
			return e.move.invalid("rows", "Rows in a bucket must be at least 1")
		}
		before, partitions := e.rows(), e.partitions()
		var buckets, rows string
		if before != "" {
			buckets, rows = fmt.Sprintf("ceil(%s / %s)", grouped(before), divisor(most)), fmt.Sprintf("min(%s, %s)", grouped(before), grouped(most))
		}
		listed := e.inRole(model.Partition)
		name := e.freeColumn("bucket", "row_bucket")
		e.addKey(map[string]string{"name": name, "type": "timeuuid", "from": e.openedFrom(), "buckets": buckets})
		e.resize(rows, times(partitions, buckets))
		list := e.addTable(e.value("name"), nil, buckets, partitions)
		for _, c := range listed {
			e.copyColumn(c, list, false, map[string]string{"buckets": ""})
		}
		e.add(model.RelationColumnKind, list, map[string]string{"name": name, "type": "timeuuid", "role": string(model.Clustering), "descending": "true"})
		e.words = fmt.Sprintf("split %s into buckets of %s rows, listed in %s", e.Name, most, e.value("name"))
		e.cost = fmt.Sprintf("Each read first asks %s for the buckets. A writer adds to the newest one; when it "+
			"has %s rows, it inserts the next into %s. Two writers may do so at once, which does no harm: both "+
			"buckets are listed. Rows that come late go to the newest bucket, too.",
			e.value("name"), most, e.value("name"))
		e.warnOfStatic()
		return nil
	},
}

// noDynamicBucket returns why a table cannot have buckets that the application opens, ""
// if it can.
func (t *table) noDynamicBucket() string {
	has := func(c column) bool { return isType(c, "timeuuid") && t.isBucket(c) }
	switch clustering := t.inRole(model.Clustering); {
	case t.isView():
		return "a materialized view gets its keys from its table"
	case len(clustering) == 0:
		return "a partition is one row"
	case slices.ContainsFunc(t.columns, func(c column) bool { return c.Value.Type.IsCounter() }):
		return "the counter of a row that is there must be found again, and nothing tells in which bucket it is"
	case slices.ContainsFunc(t.inRole(model.Partition), has):
		return "it has such buckets already"
	case !slices.ContainsFunc(clustering, func(c column) bool { return isType(c, "date", "timestamp", "timeuuid") }):
		return "without a time among the clustering columns, nothing tells in which bucket a row is"
	}
	return ""
}

// openedFrom is from what a bucket is found: the first clustering column if it is a
// time, since rows come in its order.
func (t *table) openedFrom() string {
	first := t.inRole(model.Clustering)[0]
	if !isType(first, "date", "timestamp", "timeuuid") {
		return ""
	}
	return idText(first.Value.From)
}

// bucketsName replaces what comes before "by": readings_by_sensor has
// buckets_by_sensor.
func (t *table) bucketsName() string {
	if _, by, found := strings.Cut(t.Name, "_by_"); found {
		return "buckets_by_" + by
	}
	return t.Name + "_buckets"
}

// bestBucketRows is a round number of rows that are within the advised limits: half of
// them at most, since writers notice late that a bucket is full.
func (t *table) bestBucketRows() float64 {
	size := t.size()
	rows := float64(sizing.AdvisedCells)
	for _, limit := range []sizing.Limit{{Cells: sizing.AdvisedCells}, {Bytes: sizing.AdvisedBytes}} {
		if size.Level != sizing.Unknown {
			rows = min(rows, size.RowsWithin(limit, true))
		}
	}
	return roundRows(rows)
}

// roundRows is a round number of at most half of the rows that a partition may have.
func roundRows(within float64) float64 {
	rows := max(1, min(within, 1e9)/2)
	power := math.Pow(10, math.Floor(math.Log10(rows)))
	return math.Floor(rows/power) * power
}
