package moves

import (
	"fmt"
	"math"
	"strconv"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/sizing"
)

// splitByPrefix adds a bucket to the partition key: the first letters of a text. It bounds
// partitions of rows that are found by a prefix, or a range, of that text.
var splitByPrefix = kind{
	name: SplitByPrefix, title: "Split the partition by first letters",
	offer: func(t *table) (string, []Parameter) {
		sources := t.ofValues().texts()
		if t.isView() || len(sources) == 0 || t.ofValues().hasValueBucket() {
			return "", nil
		}
		return fmt.Sprintf("Rows that begin alike share a partition. A query that gives a prefix of %s reads the "+
				"bucket of its first letters.", sources[0].Value.Name),
			[]Parameter{
				{Name: "source", Label: "First letters of", Input: edit.ChoiceInput, Value: string(sources[0].ID), Choices: choices(sources)},
				{Name: "letters", Label: "How many", Input: edit.NumberInput, Value: strconv.Itoa(t.ofValues().bestLetters()),
					Hint: "A query that gives fewer letters reads all buckets that begin with them."},
			}
	},
	make: func(e *editor) error {
		source := e.column(e.value("source"))
		letters, err := strconv.Atoi(e.value("letters"))
		if err != nil || letters < 1 || letters > maxLetters {
			return e.move.invalid("letters", "How many letters must be a whole number from 1 to %d", maxLetters)
		}
		name := e.freeColumn(source.Value.Name+"_prefix", source.Value.Name+"_letters")
		buckets := sizing.PlainNumber(e.ofValues().prefixes(source, letters))
		e.addBucket(map[string]string{"name": name, "type": "text", "length": strconv.Itoa(letters), "from": idText(source.Value.From), "buckets": buckets})
		e.resize(replaced(e.rows(), buckets, "1"), times(e.partitions(), buckets))
		first := firstLetters(letters)
		e.words = fmt.Sprintf("split %s by %s of %s", e.Name, first, source.Value.Name)
		e.cost = fmt.Sprintf("The application computes %s, %s of %s, in each read and write. "+
			"A query that gives a prefix with them reads one partition, a shorter one or a range each that it covers, "+
			"one without a condition on %s all of them. "+
			"Some letters are more frequent than others: their partitions are about three times as large as the mean.",
			name, first, source.Value.Name, source.Value.Name)
		e.warnOfStatic()
		return nil
	},
}

// splitByRange adds a bucket to the partition key: in which of some ranges a number, or a text, is.
var splitByRange = kind{
	name: SplitByRange, title: "Split the partition by ranges of a value",
	offer: func(t *table) (string, []Parameter) {
		sources := t.ofValues().ranged()
		if t.isView() || len(sources) == 0 || t.ofValues().hasValueBucket() {
			return "", nil
		}
		return fmt.Sprintf("Rows with nearly the same %s share a partition. A query that gives a range of it "+
				"reads the buckets that the range covers.", sources[0].Value.Name),
			[]Parameter{
				{Name: "source", Label: "Ranges of", Input: edit.ChoiceInput, Value: string(sources[0].ID), Choices: choices(sources)},
				{Name: "ranges", Label: "How many", Input: edit.ExpressionInput, Value: strconv.Itoa(t.ofValues().bestRanges(sources[0])),
					Hint: "The application keeps their bounds, so that each range has about as many rows."},
			}
	},
	make: func(e *editor) error {
		source, ranges := e.column(e.value("source")), e.value("ranges")
		if problem := e.notBuckets(ranges); problem != "" {
			return e.move.invalid("ranges", "How many ranges must be %s", problem)
		}
		if distinct, known := e.distinct(source); known && distinct < e.worst(ranges) {
			return e.move.invalid("ranges", "%s has %s, so there are at most as many ranges", source.Value.Name, sizing.Counted(distinct, "different value"))
		}
		name := e.freeColumn(source.Value.Name+"_range", source.Value.Name+"_bucket")
		e.addBucket(map[string]string{"name": name, "type": "int", "from": idText(source.Value.From), "buckets": ranges})
		e.resize(replaced(e.rows(), ranges, "1"), times(e.partitions(), ranges))
		e.words = fmt.Sprintf("split %s into %s ranges of %s", e.Name, ranges, source.Value.Name)
		e.cost = fmt.Sprintf("The application keeps the bounds of %s ranges of %s with about as many rows each, "+
			"and computes %s, the number of the range, in each read and write. "+
			"A query that gives a range reads each of them that it covers, one without a condition on %s all of them.",
			ranges, source.Value.Name, name, source.Value.Name)
		e.warnOfStatic()
		return nil
	},
}

// firstLetters names some letters: "the first letter", "the first 2 letters".
func firstLetters(letters int) string {
	if letters == 1 {
		return "the first letter"
	}
	return fmt.Sprintf("the first %d letters", letters)
}

// alphabet is the number of letters. The most frequent first letter begins frequentLetter times as
// many words as the mean one. maxLetters bounds the letters of a bucket.
const (
	alphabet         = 26
	frequentLetter   = 3
	maxLetters       = 8
	maxLettersGuess  = 3
	maxRangesGuessed = 100000
)

// valued is a table by the texts and numbers of its rows.
type valued struct{ *table }

func (t *table) ofValues() valued { return valued{t} }

// texts are the clustering columns with text.
func (t valued) texts() []column { return t.firstOfType("text", "ascii") }

// ranged are the clustering columns of which there can be ranges: those with numbers, and texts of
// which no query gives a prefix, whose first letters are one bucket.
func (t valued) ranged() []column {
	found := t.firstOfType("int", "bigint", "smallint", "tinyint", "varint", "decimal", "float", "double", "text", "ascii")
	return selected(found, func(c column) bool {
		distinct, known := t.distinct(c)
		return (!known || distinct >= 2) && !t.isGiven(c, func(o model.Operator) bool { return o == model.Prefix })
	})
}

// firstOfType returns the clustering columns of some types, those of which queries give a
// range or a prefix before others.
func (t valued) firstOfType(types ...string) []column {
	found := selected(t.inRole(model.Clustering), func(c column) bool { return isType(c, types...) })
	ranged := selected(found, t.isRangedColumn)
	return append(ranged, selected(found, func(c column) bool { return !t.isRangedColumn(c) })...)
}

// isRangedColumn reports whether a query of the table gives a range or a prefix of a column.
func (t valued) isRangedColumn(c column) bool { return t.isGiven(c, model.Operator.IsRange) }

// isGiven reports whether a query of the table gives a column by such an operator.
func (t valued) isGiven(c column, is func(model.Operator) bool) bool {
	for _, arrow := range t.model.Logical.Arrows {
		query := t.model.Workflow.Queries[arrow.Access]
		if query == nil || !t.Realizes[arrow.To] {
			continue
		}
		for _, given := range query.Given {
			if is(given.Operator) && given.Attribute != "" && t.stores(c, given.Attribute) {
				return true
			}
		}
	}
	return false
}

// hasValueBucket reports whether the partition key has a bucket that is computed from a
// clustering column already.
func (t valued) hasValueBucket() bool {
	for _, c := range t.inRole(model.Partition) {
		if t.ofTime().isComputed(c) {
			return true
		}
	}
	return false
}

// prefixes is the number of different first letters of a text.
func (t valued) prefixes(source column, letters int) float64 {
	count := math.Pow(alphabet, float64(letters))
	if distinct, known := t.distinct(source); known {
		count = math.Max(1, math.Min(count, math.Floor(distinct)))
	}
	return count
}

// bestLetters returns the fewest letters whose most frequent ones keep a partition within the
// advised limits.
func (t valued) bestLetters() int {
	size, letters := t.size(), 1
	for size.Level != sizing.Unknown && letters < maxLettersGuess && !fits(size.Worst, frequentLetter/math.Pow(alphabet, float64(letters))) {
		letters++
	}
	return letters
}

// rangesTried are the round numbers of ranges that are compared.
var rangesTried = []int{10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 50000, 100000}

// bestRanges returns a round number of ranges that keeps a partition within the advised limits,
// at most one for each value of the column.
func (t valued) bestRanges(source column) int {
	size, most := t.size(), maxRangesGuessed
	if distinct, known := t.distinct(source); known {
		most = int(min(float64(most), distinct))
	}
	for _, ranges := range rangesTried {
		if ranges < most && (size.Level == sizing.Unknown || fits(size.Worst, 1/float64(ranges))) {
			return ranges
		}
	}
	return most
}
