package moves

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/sizing"
)

// mergePartitions puts a column of the partition key first among the clustering
// columns. If it is the only one, a constant bucket takes its place; a bucket that
// physical design added is removed.
var mergePartitions = kind{
	name: MergePartitions, title: "Merge partitions",
	offer: func(t *table) (string, []Parameter) {
		partition := t.inRole(model.Partition)
		if t.isView() || slices.ContainsFunc(partition, t.isIndexed) || slices.ContainsFunc(partition, func(c column) bool { return !canBeKey(c) }) {
			return "", nil
		}
		if len(partition) == 1 {
			return t.offerOnePartition(partition[0])
		}
		if len(t.inRole(model.Static)) > 0 {
			partition = selected(partition, t.isBucket) // each other value has static columns of its own
		}
		if len(partition) == 0 {
			return "", nil
		}
		last := partition[len(partition)-1]
		if t.mergedOver(t.partitionValues(last)) != "" {
			return "", nil
		}
		return "A query then reads the rows of several partitions at once, in order. Small partitions become fewer and larger.",
			[]Parameter{
				{Name: "column", Label: "Column", Input: edit.ChoiceInput, Value: string(last.ID), Choices: choices(partition)},
				t.forColumn(Parameter{Name: "values", Label: "Values for each merged partition", Input: edit.ExpressionInput, Value: t.partitionValues(last),
					Hint: "How many partitions become one."}, t.partitionValues),
			}
	},
	make: func(e *editor) error {
		c, values := e.column(e.value("column")), e.value("values")
		if problem := e.mergedOver(values); problem != "" {
			return e.move.invalid("values", "%s", problem)
		}
		partition := e.inRole(model.Partition)
		if len(partition) == 1 {
			return e.makeOnePartition(c, values)
		}
		e.words = fmt.Sprintf("merged the partitions of %s over %s", e.Name, c.Value.Name)
		e.cost = fmt.Sprintf("A query reads the rows of all values of %s from one partition, which has those of %s partitions now.", c.Value.Name, values)
		if e.isBucket(c) {
			e.dropKey(c)
			e.cost = fmt.Sprintf("The application computes %s no more, and reads one partition instead of all buckets. The partition has no bound.", c.Value.Name)
		} else {
			e.setRole(c, model.Clustering, true)
		}
		e.resize(times(e.rows(), values), replaced(e.partitions(), values, "1"))
		return nil
	},
}

// mergedOver returns why so many partitions are not merged: they are within the limits, and one of
// all of them would not be. It is "" if nothing is known, or nothing speaks against it.
func (t *table) mergedOver(values string) string {
	size := t.size()
	count, known := t.number(values)
	if size.Level == sizing.Unknown || !known || count.Typical <= 1 || DefaultNeeds.isOver(size.Typical) {
		return ""
	}
	merged := part(size.Typical, count.Typical)
	if !DefaultNeeds.isOver(merged) {
		return ""
	}
	return fmt.Sprintf("A partition of %s is within the limits; one of %s of them would have %s: %s", sizing.FormatBytes(size.Typical.Bytes),
		sizing.FormatNumber(count.Typical), aboutPartition(&size, merged), overWhat(merged))
}

// isBucket reports whether physical design added a column of the partition key: a
// row is identified without it.
func (t *table) isBucket(c column) bool {
	added := len(c.Value.From) == 0 && len(t.Realizes) > 0
	return c.Value.Role == model.Partition && (added || t.ofTime().isComputed(c) || !c.Value.Buckets.IsEmpty())
}

// dropKey removes a bucket from the table and its views.
func (e *editor) dropKey(c column) {
	for _, view := range e.views() {
		for id, column := range view.Columns {
			if column.Name == c.Value.Name {
				e.remove(id)
			}
		}
	}
	e.remove(c.ID)
}

// partitionValues guesses how many partitions are merged: the buckets of a bucket,
// or a factor of the number of partitions that is named like the column.
func (t *table) partitionValues(c column) string {
	if buckets := t.model.ExpressionText(c.Value.Buckets); buckets != "" {
		return buckets
	}
	among := t.Partitions.Quantities()
	if quantity := t.quantityLike(among, strings.Split(c.Value.Name, "_")...); quantity != "" {
		return quantity
	}
	if !isType(c, "date", "timestamp") {
		return "10"
	}
	unit := "day"
	if bucket, of, found := t.ofTime().timeBucket(); found && bucket.ID == c.ID && of.count == 1 {
		unit = of.name
	}
	if quantity := t.quantityLike(among, unit); quantity != "" {
		return quantity
	}
	if years := t.quantityLike(among, "year"); years != "" {
		return times(inYear[unit], years)
	}
	return "10"
}

// inYear has the number of each unit in a year.
var inYear = map[string]string{"minute": "525600", "hour": "8760", "day": "365", "week": "52", "month": "12", "year": "1"}

func (t *table) offerOnePartition(c column) (string, []Parameter) {
	rows := t.worst(times(t.rows(), t.partitions()))
	if t.isBucket(c) || rows == 0 || rows > sizing.AdvisedCells || len(t.inRole(model.Static)) > 0 || t.mergedOver(t.partitions()) != "" {
		return "", nil
	}
	return fmt.Sprintf("The table has at most %s rows: one partition can hold them all, in the order of %s.", sizing.FormatNumber(rows), c.Value.Name),
		[]Parameter{
			{Name: "column", Label: "Column", Input: edit.ChoiceInput, Value: string(c.ID), Choices: choices([]column{c})},
			{Name: "values", Label: "Partitions", Input: edit.ExpressionInput, Value: t.partitions(), Hint: "How many partitions become one."},
		}
}

// makeOnePartition gives all rows the same partition key.
func (e *editor) makeOnePartition(c column, values string) error {
	name := e.freeColumn("bucket", "all_bucket")
	e.addKey(map[string]string{"name": name, "type": "text", "length": "3", "buckets": "1"})
	e.setRole(c, model.Clustering, true)
	e.resize(times(e.rows(), values), replaced(e.partitions(), values, "1"))
	e.words = fmt.Sprintf("merged all partitions of %s", e.Name)
	e.cost = "All rows are in one partition, whose key is a constant such as 'all'. All reads and writes go to the replicas of that partition."
	return nil
}
