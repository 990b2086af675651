package sizing

import (
	"cmp"
	"math"
	"slices"

	"widerow/model"
)

// Interval is the range of the typical size of a partition on disk. Causes are the reasons for its
// width, the largest first.
type Interval struct {
	Low, High float64
	Causes    []Cause
}

// Cause is one unknown input, with the range of the partition's bytes if only that input varies.
// The range encloses the size.
type Cause struct {
	What      string
	Low, High float64
}

// The assumed error of a default: a third to three times a length or a number of elements, a tenth
// to ten times a number of rows.
const (
	assumedSpread     = 3
	assumedRowsSpread = 10
)

// modelError is the share by which most sizes differ from Cassandra's files although
// all inputs are right: docs/sizes.md has the measurements.
const modelError = 0.01

// Interval returns the range of the size of a relation on disk. The causes are taken as independent
// of each other.
func (o Options) Interval(m *model.Model, relation model.ID) Interval {
	o.Formula = Disk
	size := o.Of(m, relation)
	if size.Level == Unknown {
		return Interval{}
	}
	bytes := size.Typical.Bytes
	causes := []Cause{{"what the layout leaves open, if all numbers are right", bytes * (1 - modelError), bytes * (1 + modelError)}}
	add := func(what string, others ...float64) {
		low, high := slices.Min(append(others, bytes)), slices.Max(append(others, bytes))
		if high-low > bytes*modelError/100 {
			causes = append(causes, Cause{what, low, high})
		}
	}
	for _, way := range o.otherWays(&size) {
		add(way.words, way.options.Of(m, relation).Typical.Bytes)
	}
	s := newSizer(m, o)
	for _, assumption := range size.varied() {
		spread, words := float64(assumedSpread), "a third to three times "
		if assumption.Field == "rows" {
			spread, words = assumedRowsSpread, "a tenth to ten times "
		}
		add(words+assumption.What, s.instead(relation, assumption.Input(), assumption.Value/spread), s.instead(relation, assumption.Input(), assumption.Value*spread))
	}
	return between(bytes, causes)
}

// between adds up the causes.
func between(bytes float64, causes []Cause) Interval {
	below, above := 0.0, 0.0
	for _, cause := range causes {
		below += math.Pow(math.Log(cause.Low/bytes), 2)
		above += math.Pow(math.Log(cause.High/bytes), 2)
	}
	slices.SortStableFunc(causes, func(a, b Cause) int { return cmp.Compare(b.High/b.Low, a.High/a.Low) })
	return Interval{bytes * math.Exp(-math.Sqrt(below)), bytes * math.Exp(math.Sqrt(above)), causes}
}

// way is another way of writing rows than the one that is assumed.
type way struct {
	words   string
	options Options
}

// otherWays returns the alternatives that the document leaves open for the writes of a relation.
func (o Options) otherWays(size *Size) []way {
	storage := o.storage()
	var ways []way
	add := func(words string, change func(*Options, *Storage)) {
		other, how := o, storage
		change(&other, &how)
		other.Storage = &how
		ways = append(ways, way{words, other})
	}
	if size.layout.isCounter() {
		add("counters with 3 shards, one for each replica that led an update, instead of 1", func(o *Options, _ *Storage) { o.Shards = 3 })
	} else if storage.Written != Update {
		add("rows written by UPDATE instead of INSERT", func(_ *Options, s *Storage) { s.Written = Update })
	}
	if !size.layout.Expiring && !size.layout.isCounter() {
		add("rows written with a TTL", func(_ *Options, s *Storage) { s.Expiring = true })
	}
	add("a file with the writes of a minute instead of ten days", func(_ *Options, s *Storage) { s.Span = 60 })
	add("a file with the writes of a year instead of ten days", func(_ *Options, s *Storage) { s.Span = 365 * 24 * 3600 })
	if size.Terms.regular() > 0 && !size.layout.isCounter() {
		add("only half of the values outside the key set", func(o *Options, _ *Storage) { o.Filled = 0.5 })
	}
	return ways
}
