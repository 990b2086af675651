package moves

import (
	"fmt"
	"math"
	"strconv"

	"widerow/model"
	"widerow/model/sizing"
)

// splitByHash adds a bucket 0..n-1 to the partition key, computed from the hash of
// a clustering column.
var splitByHash = kind{
	name: SplitByHash, title: "Split the partition by a hash",
	offer: func(t *table) (string, []Parameter) {
		clustering := selected(t.inRole(model.Clustering), func(c column) bool { return native(c) != "" })
		if t.isView() || len(clustering) == 0 {
			return "", nil
		}
		last := clustering[len(clustering)-1]
		return "Rows are spread evenly over n partitions, whatever their values. It also spreads the writes to one hot partition.",
			[]Parameter{
				{Name: "source", Label: "Hash of", Input: model.ChoiceInput, Value: string(last.ID), Choices: choices(clustering),
					Hint: "A column that identifies a row, so that a row is always found in the same bucket."},
				{Name: "buckets", Label: "Number of buckets", Input: model.ExpressionInput, Value: strconv.Itoa(t.bestBuckets()),
					Hint: "A read that needs all rows reads all buckets."},
			}
	},
	make: func(e *editor) error {
		source := e.column(e.value("source"))
		buckets := e.value("buckets")
		if problem := e.notBuckets(buckets); problem != "" {
			return e.move.invalid("buckets", "Number of buckets must be %s", problem)
		}
		name := e.freeColumn("bucket", "hash_bucket")
		e.addKey(map[string]string{"name": name, "type": "int", "buckets": buckets})
		e.resize(replaced(e.rows(), buckets, "1"), times(e.partitions(), buckets))
		e.words = fmt.Sprintf("split %s into %s buckets by the hash of %s", e.Name, buckets, source.Value.Name)
		e.cost = fmt.Sprintf("The application computes %s, the hash of %s modulo %s. A read of one row reads one bucket; any other reads all %s and merges their rows.",
			name, source.Value.Name, buckets, buckets)
		e.warnOfStatic()
		return nil
	},
}

// notBuckets says what a number of buckets must be, "" if it is that: a hash is taken
// modulo one whole number.
func (t *table) notBuckets(text string) string {
	value, missing, err := t.model.Evaluate(t.model.BindExpression(text))
	switch {
	case err != nil || len(missing) > 0 || value.Worst < 2:
		return "at least 2"
	case value.Typical != value.Worst:
		return "one number, not a typical and a worst one"
	case value.Worst != math.Trunc(value.Worst):
		return "a whole number"
	case value.Worst > mostBuckets:
		return "at most " + sizing.FormatNumber(mostBuckets)
	}
	return ""
}

// mostBuckets is the largest number of buckets: a read asks each of them.
const mostBuckets = 1e6

// minBuckets and maxBuckets bound the number of buckets that is offered.
const (
	minBuckets = 4
	maxBuckets = 1024
)

// bestBuckets returns the smallest power of two that keeps the worst partition
// within the advised limits.
func (t *table) bestBuckets() int {
	size := t.size()
	buckets := minBuckets
	for size.Level != sizing.Unknown && !fits(size.Worst, 1/float64(buckets)) && buckets < maxBuckets {
		buckets *= 2
	}
	return buckets
}
