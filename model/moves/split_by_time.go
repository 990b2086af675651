package moves

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/sizing"
)

// splitByTime adds a bucket to the partition key: the day, week or month of a
// clustering column. A bucket of time that is there already becomes shorter.
var splitByTime = kind{
	name: SplitByTime, title: "Split the partition by time",
	offer: func(t *table) (string, []Parameter) {
		if t.isView() {
			return "", nil
		}
		if bucket, unit := t.timeBucket(); unit != nil {
			return t.offerShorterBucket(bucket, unit)
		}
		sources := selected(t.inRole(model.Clustering), func(c column) bool { return isType(c, "date", "timestamp", "timeuuid") })
		if len(sources) == 0 || slices.ContainsFunc(t.inRole(model.Partition), func(c column) bool { return isType(c, "date", "timestamp") }) {
			return "", nil
		}
		span := t.span()
		return fmt.Sprintf("Rows are added as time passes, and the partition grows with them. A bucket computed from %s bounds it.", sources[0].Value.Name),
			[]Parameter{
				{Name: "source", Label: "Computed from", Input: model.ChoiceInput, Value: string(sources[0].ID), Choices: choices(sources)},
				unitParameter(t.bestUnit(sources[0], span), unitsOf(sources[0])),
				{Name: "days", Label: "Days that a partition covers now", Input: model.ExpressionInput, Value: span,
					Hint: "From the oldest row to the newest. A number, or an expression of quantities."},
			}
	},
	make: func(e *editor) error {
		unit := unitNamed(e.value("bucket"))
		if bucket, old := e.timeBucket(); old != nil {
			return e.shortenBucket(bucket, old, unit)
		}
		source := e.column(e.value("source"))
		if !slices.Contains(unitsOf(source), unit) {
			return e.move.invalid("bucket", "A %s has no %s: choose a longer bucket", native(source), unit.name)
		}
		days := e.value("days")
		buckets := fmt.Sprintf("ceil(%s / %s)", grouped(days), unit.days)
		name := e.freeColumn(unit.name, source.Value.Name+"_"+unit.name)
		e.addKey(map[string]string{"name": name, "type": unit.cqlType, "from": idText(source.Value.From), "buckets": buckets})
		e.resize(replaced(e.rows(), days, unit.days), times(e.partitions(), buckets))
		e.words = fmt.Sprintf("split %s by the %s of %s", e.Name, unit.name, source.Value.Name)
		e.cost = fmt.Sprintf("The application computes %s, the start of the %s, from %s in each read and write. A read of a range asks one partition for each %s of it, one without a range all of them.",
			name, unit.name, source.Value.Name, unit.name)
		e.warnOfStatic()
		return nil
	},
}

// unit is a length of time. days is how many it has at most.
type unit struct {
	name, days, cqlType string
	length              float64 // in days
}

var units = []*unit{
	{"hour", "(1 / 24)", "timestamp", 1. / 24}, {"day", "1", "date", 1}, {"week", "7", "date", 7},
	{"month", "31", "date", 31}, {"year", "366", "date", 366},
}

func unitNamed(name string) *unit {
	return units[slices.IndexFunc(units, func(u *unit) bool { return u.name == name })]
}

// unitsOf returns the units that a column can be split by: a date has no hours,
// and its days are itself.
func unitsOf(c column) []*unit {
	if isType(c, "date") {
		return units[2:]
	}
	return units
}

func unitParameter(best *unit, among []*unit) Parameter {
	p := Parameter{Name: "bucket", Label: "Bucket", Input: model.ChoiceInput, Value: best.name,
		Hint: "The longest bucket that keeps the worst partition within the advised limits reads the fewest partitions."}
	for _, u := range among {
		p.Choices = append(p.Choices, model.Choice{Value: u.name, Label: u.name})
	}
	return p
}

// span guesses how many days of rows a partition has, from a quantity that counts
// days, weeks, months or years.
func (t *table) span() string {
	for _, u := range units[1:] {
		if quantity := t.quantityLike(t.Rows.Quantities(), u.name); quantity != "" {
			return times(quantity, map[string]string{"day": "1", "week": "7", "month": "31", "year": "365"}[u.name])
		}
	}
	return "365"
}

// bestUnit returns the longest unit whose partitions are within the advised
// limits, a month if they already are.
func (t *table) bestUnit(source column, span string) *unit {
	among := unitsOf(source)
	size := t.size()
	if size.Level == sizing.Unknown || size.Level == sizing.OK {
		return unitNamed("month")
	}
	days := math.Max(1, t.worst(span))
	for i := len(among) - 1; i > 0; i-- {
		if share := among[i].length / days; share < 1 && fits(size.Worst, share) {
			return among[i]
		}
	}
	return among[0]
}

// fits reports whether a share of a partition is within the advised limits.
func fits(f sizing.Figures, share float64) bool {
	return f.Bytes*share < sizing.AdvisedBytes && f.Cells*share < sizing.AdvisedCells
}

// timeBucket returns the column of the partition key that is a bucket of time, by
// its name: the unit is nil if there is none.
func (t *table) timeBucket() (column, *unit) {
	for _, c := range t.inRole(model.Partition) {
		added := len(c.Value.From) == 0 || t.isComputed(c)
		for _, u := range units {
			if added && isType(c, "date", "timestamp") && (c.Value.Name == u.name || strings.HasSuffix(c.Value.Name, "_"+u.name)) {
				return c, u
			}
		}
	}
	return column{}, nil
}

// isComputed reports whether a column of the partition key comes from the same
// logical column as a clustering column.
func (t *table) isComputed(c column) bool {
	return len(c.Value.From) > 0 && slices.ContainsFunc(t.inRole(model.Clustering), func(other column) bool {
		return idText(other.Value.From) == idText(c.Value.From)
	})
}

func shorterUnits(than *unit) []*unit { return units[:slices.Index(units, than)] }

func (t *table) offerShorterBucket(bucket column, old *unit) (string, []Parameter) {
	shorter := shorterUnits(old)
	if len(shorter) < 2 || len(t.views()) > 0 {
		return "", nil
	}
	best := shorter[len(shorter)-1]
	for size := t.size(); size.Level != sizing.Unknown && !fits(size.Worst, best.length/old.length) && best != shorter[0]; {
		best = shorter[slices.Index(shorter, best)-1]
	}
	return fmt.Sprintf("The table is split by %s already. A shorter bucket makes its partitions smaller.", bucket.Value.Name),
		[]Parameter{unitParameter(best, shorter)}
}

func (e *editor) shortenBucket(bucket column, old, shorter *unit) error {
	e.set(bucket.ID, "name", e.freeColumn(shorter.name, bucket.Value.Name+"_"+shorter.name))
	e.set(bucket.ID, "type", shorter.cqlType)
	more := fmt.Sprintf("ceil(%s / %s)", old.days, shorter.days)
	e.set(bucket.ID, "buckets", times(e.model.ExpressionText(bucket.Value.Buckets), more))
	e.resize(replaced(e.rows(), old.days, shorter.days), times(e.partitions(), more))
	e.words = fmt.Sprintf("split %s by %s instead of %s", e.Name, shorter.name, old.name)
	e.cost = fmt.Sprintf("A read of a range asks one partition for each %s of it, not for each %s: about %s times as many.", shorter.name, old.name,
		sizing.FormatNumber(math.Ceil(old.length/shorter.length)))
	return nil
}
