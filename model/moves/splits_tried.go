package moves

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"widerow/model"
	"widerow/model/sizing"
)

const secondsOfDay = 24 * 3600

// lengthsTried are the lengths of a bucket of time that are compared.
var lengthsTried = []struct {
	count int
	unit  string
}{{1, "minute"}, {10, "minute"}, {1, "hour"}, {6, "hour"}, {1, "day"}, {1, "week"}, {1, "month"}, {3, "month"}, {1, "year"}}

// maxColumnsTried is the number of columns that are tried for the partition key.
const maxColumnsTried = 5

// findDays finds how many days a partition covers, and how many writes a second it gets.
func (c *compared) findDays() {
	r := c.result
	r.Days, r.Fixed = c.needs.Days, HasTimeBucket(c.model, c.id)
	if r.Days == "" || r.Fixed {
		r.Days, r.Guessed = c.covered()
	}
	r.Covers, _ = c.number(r.Days)
	if r.Writes = c.needs.Writes; r.Writes.Typical == 0 {
		r.Writes = c.busiest(c.needs.PerDay)
	}
	if rows := c.known.Terms.Rows; r.Writes.Typical == 0 && r.Covers.Typical > 0 && c.known.Level != sizing.Unknown {
		r.FromRows = true
		r.Writes = model.Value{Typical: rows.Typical / r.Covers.Typical / secondsOfDay, Worst: rows.Worst / r.Covers.Typical / secondsOfDay}
	}
}

// Covered guesses how many days of rows a partition of a table has: an expression.
func Covered(m *model.Model, id model.ID) string {
	t := newTable(m, id)
	if t == nil {
		return unknownSpan
	}
	t.size()
	days, _ := (&compared{table: t}).covered()
	return days
}

// HasTimeBucket reports whether a table has a bucket of time. Its partitions cover the length of
// that bucket.
func HasTimeBucket(m *model.Model, id model.ID) bool {
	t := newTable(m, id)
	if t == nil {
		return false
	}
	_, _, found := t.ofTime().timeBucket()
	return found
}

// busiest returns the writes per second to the busiest partition. perDay is the number of writes
// per day and partition if they were spread evenly.
func (c *compared) busiest(perDay model.Value) model.Value {
	times := 1.
	if count, known := c.number(c.partitions()); known {
		times = max(1, count.Typical*c.shareNow())
	}
	return model.Value{Typical: perDay.Typical * times / secondsOfDay, Worst: perDay.Worst * times / secondsOfDay}
}

// covered guesses how many days of rows a partition has: the length of its bucket, a
// quantity, its TTL, or how long its rows take to come.
func (c *compared) covered() (days string, guessed bool) {
	if days := c.ofTime().knownDays(); days != "" {
		return days, false
	}
	if seconds, err := strconv.ParseFloat(strings.TrimSpace(c.Options["default_time_to_live"]), 64); err == nil && seconds > 0 {
		return plainFraction(seconds / secondsOfDay), false
	}
	if days := c.differentDates(); days > 0 {
		return plainFraction(days), false
	}
	if rows := c.known.Terms.Rows.Typical; c.needs.PerDay.Typical > 0 && rows >= 1 && c.known.Level != sizing.Unknown {
		return plainFraction(max(1, math.Round(rows/c.needs.PerDay.Typical))), true
	}
	return unknownSpan, true
}

// differentDates is the number of dates in the rows of a partition, 0 if it is not known: the
// different values of a date, or how many of what a date identifies one owner has.
func (c *compared) differentDates() float64 {
	times := c.ofTime().times()
	if len(times) == 0 || !isType(times[0], "date") {
		return 0
	}
	element, attribute := c.attributeElement(times[0])
	if attribute == nil {
		return 0
	}
	if count, known := c.number(c.model.ExpressionText(attribute.Distinct)); known {
		return max(0, math.Round(count.Typical))
	}
	entity := c.model.Concepts.Entities[element.Parent]
	if entity == nil || !entity.Weak || attribute.Key == model.NoKey {
		return 0
	}
	for id, other := range entity.Attributes {
		if id != element.ID && other.Key != model.NoKey {
			return 0
		}
	}
	for _, relationship := range c.model.Concepts.Relationships {
		for _, end := range relationship.Participants {
			if count, known := c.number(c.model.ExpressionText(end.Count)); relationship.Identifying && end.Entity == element.Parent && known {
				return max(0, math.Round(count.Typical))
			}
		}
	}
	return 0
}

func plainFraction(number float64) string { return strconv.FormatFloat(number, 'f', -1, 64) }

// variants returns a move with the parameters that are compared.
func (c *compared) variants(move Move) []Move {
	with := func(values ...string) Move {
		given := map[string]string{}
		for i := 0; i < len(values); i += 2 {
			given[values[i]] = values[i+1]
		}
		return move.With(given)
	}
	var moves []Move
	switch move.Name {
	case SplitByTime:
		for _, tried := range lengthsTried {
			l := length{tried.count, unitNamed(tried.unit)}
			if move.offersUnit(l.name) && c.isShorter(l) {
				for _, shards := range c.shardsTried() {
					moves = append(moves, with("bucket", l.name, "count", strconv.Itoa(l.count), "days", c.result.Days, "shards", shards))
				}
			}
		}
	case SplitByHash:
		buckets := c.bucketsNeeded()
		if sources := c.hashSources(float64(buckets)); len(sources) > 0 {
			moves = append(moves, with("source", string(sources[0].ID), "buckets", strconv.Itoa(buckets)))
		}
	case SplitByPrefix:
		if c.readsInOrderOf(move.value("source")) {
			moves = append(moves, with("letters", strconv.Itoa(c.lettersNeeded())))
		}
	case SplitByRange:
		if ranges := c.rangesNeeded(); c.readsInOrderOf(move.value("source")) && c.canHaveRanges(move, ranges) {
			moves = append(moves, with("ranges", strconv.Itoa(ranges)))
		}
	case SplitByAttribute:
		for _, choice := range move.Parameters[0].Choices[:min(maxColumnsTried, len(move.Parameters[0].Choices))] {
			moves = append(moves, with("column", choice.Value))
		}
	case DynamicBucket:
		moves = append(moves, with("rows", sizing.PlainNumber(c.bucketRows())))
	default:
		moves = append(moves, move)
	}
	return moves
}

// shardsTried are the numbers of shards of a bucket of time: one, and enough for its
// writes.
func (c *compared) shardsTried() []string {
	if c.needs.MostWrites <= 0 || c.result.Writes.Worst <= c.needs.MostWrites {
		return []string{"1"}
	}
	shards := 2
	for float64(shards)*c.needs.MostWrites < c.result.Writes.Worst && shards < maxBuckets {
		shards *= 2
	}
	return []string{"1", strconv.Itoa(shards)}
}

func (m *Move) offersUnit(name string) bool {
	return slices.ContainsFunc(m.Parameters, func(p Parameter) bool { return p.Name == "bucket" && p.offers(name) })
}

// isShorter reports whether a bucket of that length splits what a partition covers, and
// has at least a row.
func (c *compared) isShorter(l length) bool {
	days := c.result.Covers.Typical
	rows := c.known.Terms.Rows.Typical * l.inDays() / days
	return days > 0 && l.inDays() < days && (c.known.Level == sizing.Unknown || rows >= 1)
}

// bucketsNeeded is the smallest power of two of hash buckets with which partitions are
// within the limit, and none gets too many writes.
func (c *compared) bucketsNeeded() int {
	buckets := 2
	for buckets < maxBuckets {
		share := 1 / float64(buckets)
		if !c.isOver(c.shareOf(share)) && (c.needs.MostWrites <= 0 || c.result.Writes.Worst*share <= c.needs.MostWrites) {
			break
		}
		buckets *= 2
	}
	return buckets
}

// readsInOrderOf reports whether a query gives a range or a prefix of a column, or wants the
// rows in its order: only then are its values better than a hash of them.
func (c *compared) readsInOrderOf(id string) bool {
	of := c.column(id)
	names := func(attribute model.ID, name string) bool {
		return attribute != "" && c.stores(of, attribute) || attribute == "" && name == of.Value.Name
	}
	return slices.ContainsFunc(c.queries, func(id model.ID) bool {
		query := c.model.Workflow.Queries[id]
		for _, given := range query.Given {
			if given.Operator.IsRange() && names(given.Attribute, given.Name) {
				return true
			}
		}
		sorted := model.Sorted(query.SortBy)
		return len(sorted) > 0 && names(sorted[0].Value.Attribute, sorted[0].Value.Name)
	})
}

// lettersNeeded is the fewest first letters with which the partitions of the most frequent
// ones are within the limit.
func (c *compared) lettersNeeded() int {
	letters := 1
	for letters < maxLettersGuess && c.isOver(c.shareOf(frequentLetter/math.Pow(alphabet, float64(letters)))) {
		letters++
	}
	return letters
}

// rangesNeeded is a round number of ranges with which partitions are within the limit.
func (c *compared) rangesNeeded() int {
	for _, ranges := range append([]int{2, 5}, rangesTried...) {
		if !c.isOver(c.shareOf(1 / float64(ranges))) {
			return ranges
		}
	}
	return maxRangesGuessed
}

// canHaveRanges reports whether a number has enough different values.
func (c *compared) canHaveRanges(move Move, ranges int) bool {
	distinct, known := c.distinct(c.column(move.value("source")))
	return !known || distinct >= float64(ranges)
}

// shareOf returns the worst size of a share of a partition.
func (c *compared) shareOf(share float64) sizing.Figures { return part(c.known.Worst, share) }

// bucketRows is like bestBucketRows, by the limits of the needs.
func (c *compared) bucketRows() float64 {
	within := math.Inf(1)
	if c.known.Level != sizing.Unknown {
		within = c.known.Worst.Rows // so that there are two buckets at least
		if c.needs.Cells > 0 {
			within = min(within, c.known.RowsWithin(sizing.Limit{Cells: c.needs.Cells}, true))
		}
		if c.needs.Bytes > 0 {
			within = min(within, c.known.RowsWithin(sizing.Limit{Bytes: c.needs.Bytes}, true))
		}
	}
	return roundRows(within)
}

// what names a move with its choice.
func (c *compared) what(move *Move) string {
	switch move.Name {
	case SplitByTime:
		if l, err := lengthIn(move.value("count"), unitNamed(move.value("bucket"))); err == nil {
			if shards := move.value("shards"); shards != "1" && shards != "" {
				return "bucket of " + l.one() + ", in " + shards + " shards"
			}
			return "bucket of " + l.one()
		}
	case SplitByHash:
		return "hash bucket 0…" + lessOne(move.value("buckets"))
	case SplitByPrefix:
		return firstLetters(atoi(move.value("letters"))) + " of " + c.columnName(move.value("source"))
	case SplitByRange:
		return sizing.FormatNumber(float64(atoi(move.value("ranges")))) + " ranges of " + c.columnName(move.value("source"))
	case SplitByAttribute:
		return "column " + c.columnName(move.value("column")) + " into the partition key"
	case SplitTable:
		var moved []string
		for id := range strings.FieldsSeq(move.value("columns")) {
			moved = append(moved, c.columnName(id))
		}
		return some(moved) + " to a second table"
	case DynamicBucket:
		if rows, known := c.number(move.value("rows")); known {
			return fmt.Sprintf("buckets of %s rows, listed in %s", sizing.FormatNumber(rows.Typical), move.value("name"))
		}
	}
	return move.Title
}

// lessOne is a number less one, or an expression for it.
func lessOne(number string) string {
	if n, err := strconv.Atoi(number); err == nil {
		return strconv.Itoa(n - 1)
	}
	return number + " - 1"
}

func (t *table) columnName(id string) string {
	if c := t.Columns[model.ID(id)]; c != nil {
		return c.Name
	}
	return id
}

// shareNow returns the share of the writes that go to the busiest partition: the share of its most
// frequent key, or one over the number of partitions that are written at the same time.
func (c *compared) shareNow() float64 {
	partition := c.inRole(model.Partition)
	if len(partition) == 1 {
		if share := c.largestShare(partition[0]); share > 0 {
			return share
		}
	}
	count, known := c.number(c.partitions())
	if !known || count.Typical < 1 {
		return 0
	}
	for _, key := range partition {
		if buckets, known := c.number(c.model.ExpressionText(key.Value.Buckets)); known && buckets.Typical >= 1 && c.days(c.table, key.Value.Name) > 0 {
			count.Typical /= buckets.Typical // the others are of the past
		}
	}
	return 1 / max(1, count.Typical)
}

// largestShare returns the share of the most frequent value of a column, 0 if it is not known.
func (t *table) largestShare(column column) float64 {
	attribute := t.attributeOf(column)
	if attribute == nil || attribute.LargestShare.IsEmpty() {
		return 0
	}
	share, _, err := t.model.Evaluate(attribute.LargestShare)
	if err != nil {
		return 0
	}
	return share.Worst
}

// spreadWrites finds what a split leaves to the busiest partition. Buckets of time leave
// it all: they are written one after the other.
func (c *compared) spreadWrites(s *Split) {
	share := 1.
	switch s.Move.Name {
	case SplitByTime:
		if shards, known := c.number(s.Move.value("shards")); known && shards.Worst >= 1 {
			share = 1 / shards.Worst
		}
	case SplitByHash:
		if buckets, known := c.number(s.Move.value("buckets")); known && buckets.Worst >= 1 {
			share = 1 / buckets.Worst
		}
	case SplitByPrefix:
		share = frequentLetter / c.ofValues().prefixes(c.column(s.Move.value("source")), atoi(s.Move.value("letters")))
	case SplitByRange:
		if ranges, known := c.number(s.Move.value("ranges")); known && ranges.Worst >= 1 {
			share = 1 / ranges.Worst
		}
	case SplitByAttribute:
		moved := c.column(s.Move.value("column"))
		if values, known := c.number(s.Move.value("values")); known && values.Typical >= 1 && !isType(moved, "date", "timestamp", "timeuuid") {
			share = 1 / values.Typical
		}
		share = max(share, c.largestShare(moved))
	}
	share = min(1, share)
	s.Share *= share
	s.Writes.Typical *= share
	s.Writes.Worst *= share
}
