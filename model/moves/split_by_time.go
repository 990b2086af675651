package moves

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/sizing"
)

// splitByTime adds a bucket to the partition key: the day, the week or ten minutes of a
// clustering column. A bucket of time that is there already becomes shorter.
var splitByTime = kind{
	name: SplitByTime, title: "Split the partition by time",
	offer: func(t *table) (string, []Parameter) {
		if t.isView() {
			return "", nil
		}
		if bucket, old, found := t.ofTime().timeBucket(); found {
			return t.ofTime().offerShorterBucket(bucket, old)
		}
		sources := t.ofTime().times()
		if len(sources) == 0 || slices.ContainsFunc(t.inRole(model.Partition), func(c column) bool { return isType(c, "date", "timestamp") }) {
			return "", nil
		}
		span := t.ofTime().span()
		best := t.ofTime().bestLength(sources[0], span)
		return fmt.Sprintf("Rows are added as time passes, and the partition grows with them. A bucket computed from %s bounds it.", sources[0].Value.Name),
			[]Parameter{
				{Name: "source", Label: "Computed from", Input: edit.ChoiceInput, Value: string(sources[0].ID), Choices: choices(sources), rejects: t.ofTime().isNoTime},
				unitParameter(best, unitsOf(sources[0])), countParameter(best),
				{Name: "days", Label: "Days that a partition covers now", Input: edit.ExpressionInput, Value: span,
					Hint: "From the oldest row to the newest. A number, or an expression of quantities."},
				shardsParameter(),
			}
	},
	make: func(e *editor) error {
		chosen, err := e.chosenLength()
		if err != nil {
			return err
		}
		if bucket, old, found := e.ofTime().timeBucket(); found {
			return e.shortenBucket(bucket, old, chosen)
		}
		source := e.column(e.value("source"))
		if !slices.Contains(unitsOf(source), chosen.unit) {
			return e.move.invalid("bucket", "A %s has no %s: choose a longer bucket", native(source), chosen.name)
		}
		days := e.value("days")
		if e.worst(days) <= 0 {
			return e.move.invalid("days", "Days that a partition covers now must be more than 0")
		}
		buckets := fmt.Sprintf("ceil(%s / %s)", grouped(days), chosen.daysText())
		name := e.freeColumn(chosen.column(), source.Value.Name+"_"+chosen.column())
		e.addBucket(map[string]string{"name": name, "type": chosen.cqlType, "from": idText(source.Value.From), "buckets": buckets})
		rowsIn, partitionsIn := replaced(e.rows(), days, chosen.daysText()), times(e.partitions(), buckets)
		e.words = fmt.Sprintf("split %s by %s of %s", e.Name, chosen.each(), source.Value.Name)
		e.cost = fmt.Sprintf("The application computes %s, the start of %s, from %s in each read and write. A "+
			"read of a range asks one partition for each %s of it, one without a range all of them.",
			name, chosen.each(), source.Value.Name, chosen.words())
		e.warnOfStatic()
		return e.addShards(rowsIn, partitionsIn)
	},
}

func shardsParameter() Parameter {
	return Parameter{Name: "shards", Label: "Hash buckets in each", Input: edit.ExpressionInput, Value: "1",
		Hint: "All new rows go to the newest bucket. More than 1 spread them, and their writes, by a hash."}
}

// addShards spreads the rows of each bucket of time over several partitions.
func (e *editor) addShards(rows, partitions string) error {
	shards := e.value("shards")
	if value, known := e.number(shards); known && value == (model.Value{Typical: 1, Worst: 1}) {
		e.resize(rows, partitions)
		return nil
	}
	if problem := e.notBuckets(shards); problem != "" {
		return e.move.invalid("shards", "Hash buckets in each must be 1, or %s", problem)
	}
	sources := e.hashSources(e.worst(shards))
	if len(sources) == 0 {
		return e.move.invalid("shards", "%s", strings.TrimSuffix(e.noHash(e.worst(shards)), "."))
	}
	source, name := sources[0].Value.Name, e.freeColumn("shard", "hash_bucket")
	e.addKey(map[string]string{"name": name, "type": "int", "buckets": shards})
	e.resize(replaced(rows, shards, "1"), times(partitions, shards))
	e.words += fmt.Sprintf(" and into %s shards by the hash of %s", shards, source)
	e.cost += fmt.Sprintf(" It also computes %s, the hash of %s modulo %s: a read of more than one row asks all "+
		"%s shards of a bucket, and merges their rows.", name, source, shards, shards)
	return nil
}

// timed is a table by the times of its rows.
type timed struct{ *table }

func (t *table) ofTime() timed { return timed{t} }

// times returns the clustering columns from which a bucket of time can be computed.
func (t timed) times() []column {
	return selected(t.inRole(model.Clustering), func(c column) bool { return isType(c, "date", "timestamp", "timeuuid") })
}

// isNoTime returns the reason why no bucket of time can be computed from a column, or "".
func (t timed) isNoTime(id string) string {
	c := t.Columns[model.ID(id)]
	switch {
	case c == nil:
		return ""
	case c.Role != model.Clustering:
		return fmt.Sprintf("%s is not a clustering column: rows of a partition are not told apart by it", c.Name)
	}
	return fmt.Sprintf("%s is a column of type %s, which is not a time: choose a date, timestamp or timeuuid", c.Name, t.model.TypeText(c.Type))
}

// chosenLength returns the length that the parameters give.
func (e *editor) chosenLength() (length, error) {
	chosen, err := lengthIn(e.value("count"), unitNamed(e.value("bucket")))
	if err != nil {
		return chosen, e.move.invalid("count", "How many: %s", err)
	}
	return chosen, nil
}

func unitParameter(best length, among []*unit) Parameter {
	p := Parameter{Name: "bucket", Label: "Bucket", Input: edit.ChoiceInput, Value: best.name,
		Hint: "The longest bucket that keeps the worst partition within the advised limits reads the fewest partitions."}
	for _, u := range among {
		p.Choices = append(p.Choices, edit.Choice{Value: u.name, Label: u.name})
	}
	return p
}

func countParameter(best length) Parameter {
	return Parameter{Name: "count", Label: "How many", Input: edit.NumberInput, Value: strconv.Itoa(best.count), Hint: "10 and minute: a bucket of ten minutes."}
}

// DaysOf returns how many days of rows a partition of a table has, as the text of an
// expression: the length of its bucket of time, or a quantity that counts days. It is
// "" if neither is there.
func DaysOf(m *model.Model, id model.ID) string {
	if t := newTable(m, id); t != nil {
		return t.ofTime().knownDays()
	}
	return ""
}

func (t timed) knownDays() string {
	if _, bucket, found := t.timeBucket(); found {
		return strings.Trim(bucket.daysText(), "()")
	}
	if span := t.span(); span != unknownSpan {
		return span
	}
	return ""
}

// span guesses how many days of rows a partition has, from a quantity that counts
// days, weeks, months or years.
func (t timed) span() string {
	for _, u := range units[2:] {
		if quantity := t.quantityLike(t.Rows.Quantities(), u.name); quantity != "" {
			if _, time, _, err := t.model.EvaluateUnit(t.model.BindExpression(quantity)); err == nil && time == 1 {
				return quantity + " / 1 day"
			}
			return times(quantity, map[string]string{"day": "1", "week": "7", "month": "31", "year": "365"}[u.name])
		}
	}
	return unknownSpan
}

// unknownSpan is taken for the days of a partition of which nothing is known.
const unknownSpan = "365"

// bestLength returns the longest bucket with which a partition is within the advised limits
// at worst, a month if it already is.
func (t timed) bestLength(source column, span string) length {
	if size := t.size(); size.Level == sizing.Unknown || size.Level == sizing.OK {
		return length{1, unitNamed("month")}
	}
	return t.longestFitting(unitsOf(source), math.Max(1, t.worst(span)))
}

// longestFitting returns the longest bucket of the given units that is shorter than a partition
// of a number of days and within the advised limits at worst. If none is, it is the shortest unit.
func (t timed) longestFitting(among []*unit, days float64) length {
	for _, tried := range slices.Backward(lengthsTried) {
		l := length{tried.count, unitNamed(tried.unit)}
		if share := l.inDays() / days; slices.Contains(among, l.unit) && share < 1 && fits(t.size().Worst, share) {
			return l
		}
	}
	return length{1, among[0]}
}

// fits reports whether a share of a partition is within the advised limits.
func fits(f sizing.Figures, share float64) bool {
	return f.Bytes*share < sizing.AdvisedBytes && f.Cells*share < sizing.AdvisedCells
}

// timeBucket returns the column of the partition key that is a bucket of time, by
// its name, and its length.
func (t timed) timeBucket() (column, length, bool) {
	for _, c := range t.inRole(model.Partition) {
		added := len(c.Value.From) == 0 || t.isComputed(c)
		if found, is := lengthOf(c.Value.Name); is && added && isType(c, "date", "timestamp") {
			return c, found, true
		}
	}
	return column{}, length{}, false
}

// isComputed reports whether a column of the partition key comes from the same
// logical column as a clustering column.
func (t timed) isComputed(c column) bool {
	return len(c.Value.From) > 0 && slices.ContainsFunc(t.inRole(model.Clustering), func(other column) bool {
		return idText(other.Value.From) == idText(c.Value.From)
	})
}

// shorterUnits returns the units of which a bucket can have several, or one, and still
// be shorter than it is: not hours if it is computed from a date.
func (t timed) shorterUnits(bucket column, than length) []*unit {
	among := units
	for _, source := range t.times() {
		if len(bucket.Value.From) > 0 && idText(source.Value.From) == idText(bucket.Value.From) {
			among = unitsOf(source)
		}
	}
	return slices.DeleteFunc(slices.Clone(among), func(u *unit) bool { return u.length >= than.inDays() })
}

func (t timed) offerShorterBucket(bucket column, old length) (string, []Parameter) {
	shorter := t.shorterUnits(bucket, old)
	if len(shorter) == 0 || len(t.views()) > 0 {
		return "", nil
	}
	best := length{1, shorter[len(shorter)-1]}
	if t.size().Level != sizing.Unknown {
		best = t.longestFitting(shorter, old.inDays())
	}
	return fmt.Sprintf("The table is split by %s already. A shorter bucket makes its partitions smaller.", bucket.Value.Name),
		[]Parameter{unitParameter(best, shorter), countParameter(best), shardsParameter()}
}

func (e *editor) shortenBucket(bucket column, old, shorter length) error {
	if shorter.inDays() >= old.inDays() {
		return e.move.invalid("count", "%s is not shorter than %s, which the table is split by now", capital(shorter.words()), old.words())
	}
	e.set(bucket.ID, "name", e.freeColumn(shorter.column(), bucket.Value.Name+"_"+shorter.column()))
	e.set(bucket.ID, "type", shorter.cqlType)
	more := fmt.Sprintf("ceil(%s / %s)", old.daysText(), shorter.daysText())
	e.set(bucket.ID, "buckets", times(e.model.ExpressionText(bucket.Value.Buckets), more))
	e.words = fmt.Sprintf("split %s by %s instead of %s", e.Name, shorter.words(), old.words())
	e.cost = fmt.Sprintf("A read of a range asks one partition for each %s of it, not for each %s: about %s times as many.", shorter.words(), old.words(),
		sizing.FormatNumber(math.Ceil(old.inDays()/shorter.inDays())))
	return e.addShards(replaced(e.rows(), old.daysText(), shorter.daysText()), times(e.partitions(), more))
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
