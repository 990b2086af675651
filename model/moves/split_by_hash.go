package moves

import (
	"fmt"
	"math"
	"strconv"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/sizing"
)

// splitByHash adds a bucket 0..n-1 to the partition key, computed from the hash of
// a clustering column.
var splitByHash = kind{
	name: SplitByHash, title: "Split the partition by a hash",
	offer: func(t *table) (string, []Parameter) {
		buckets := t.bestBuckets()
		sources := t.hashSources(float64(buckets))
		if t.isView() || len(sources) == 0 {
			return "", nil
		}
		return "Rows are spread evenly over n partitions, whatever their values. It also spreads the writes to one hot partition.",
			[]Parameter{
				{Name: "source", Label: "Hash of", Input: edit.ChoiceInput, Value: string(sources[0].ID), Choices: choices(sources), rejects: t.isNoHashSource,
					Hint: "A column of the key with far more different values than there are buckets, so that they are filled evenly."},
				{Name: "buckets", Label: "Number of buckets", Input: edit.ExpressionInput, Value: strconv.Itoa(buckets),
					Hint: "A read that needs all rows reads all buckets."},
			}
	},
	make: func(e *editor) error {
		source := e.column(e.value("source"))
		buckets := e.value("buckets")
		if problem := e.notBuckets(buckets); problem != "" {
			return e.move.invalid("buckets", "Number of buckets must be %s", problem)
		}
		if problem := e.tooFewValues(source, e.worst(buckets)); problem != "" {
			return e.move.invalid("buckets", "%s", capital(problem))
		}
		name := e.freeBucket("bucket", "hash_bucket")
		e.addBucket(map[string]string{"name": name, "type": "int", "buckets": buckets})
		e.resize(replaced(e.rows(), buckets, "1"), times(e.partitions(), buckets))
		e.words = fmt.Sprintf("split %s into %s buckets by the hash of %s", e.Name, buckets, source.Value.Name)
		e.cost = fmt.Sprintf("The application computes %s, the hash of %s modulo %s. A read of one row reads one "+
			"bucket; any other reads all %s and merges their rows.",
			name, source.Value.Name, buckets, buckets)
		if _, doubt := e.spreads(source, e.worst(buckets)); doubt > 1 {
			e.cost += fmt.Sprintf(" How many different values %s has is not known: it needs far more than %s.", source.Value.Name, buckets)
		}
		e.warnOfStatic()
		return nil
	},
}

// isNoHashSource returns the reason why the hash of a column makes no buckets, or "".
func (t *table) isNoHashSource(id string) string {
	c := t.Columns[model.ID(id)]
	if c == nil || c.Role != model.Clustering {
		return ""
	}
	return t.tooFewValues(t.column(id), float64(t.bestBuckets()))
}

// notBuckets returns what a number of buckets must be, or "" for a valid one: a hash is taken
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
