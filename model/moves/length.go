package moves

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"widerow/model"
)

// unit is a unit of time of at most days days.
type unit struct {
	name, days, cqlType string
	length              float64 // in days
}

var units = []*unit{
	{"minute", "(1 / 1440)", "timestamp", 1. / 1440}, {"hour", "(1 / 24)", "timestamp", 1. / 24}, {"day", "1", "date", 1},
	{"week", "7", "date", 7}, {"month", "31", "date", 31}, {"year", "366", "date", 366},
}

func unitNamed(name string) *unit {
	return units[slices.IndexFunc(units, func(u *unit) bool { return u.name == name })]
}

// unitsOf returns the units that a column can be split by: a date has no hours.
func unitsOf(c column) []*unit {
	if isType(c, "date") {
		return units[slices.Index(units, unitNamed("day")):]
	}
	return units
}

// length is the length of a bucket of time: some units.
type length struct {
	count int
	*unit
}

func (l length) inDays() float64 { return float64(l.count) * l.unit.length }

// daysText is the length in days, as a factor.
func (l length) daysText() string {
	if l.count == 1 {
		return l.days
	}
	if numerator, denominator, divided := strings.Cut(strings.Trim(l.days, "()"), " / "); divided {
		return fmt.Sprintf("(%d / %s)", l.count*atoi(numerator), denominator)
	}
	return strconv.Itoa(l.count * atoi(l.days))
}

// words is the length as text: "month", "10 minutes".
func (l length) words() string {
	if l.count == 1 {
		return l.name
	}
	return fmt.Sprintf("%d %ss", l.count, l.name)
}

// each names one bucket: "the month", "each 10 minutes".
func (l length) each() string {
	if l.count == 1 {
		return "the " + l.name
	}
	return "each " + l.words()
}

// one is the length with an article: "a day", "an hour", "10 minutes".
func (l length) one() string {
	switch {
	case l.count > 1:
		return l.words()
	case l.name == "hour":
		return "an hour"
	}
	return "a " + l.name
}

// column names a bucket of the length: month, bucket_10_minutes.
func (l length) column() string {
	if l.count == 1 {
		return l.name
	}
	return fmt.Sprintf("bucket_%d_%ss", l.count, l.name)
}

var countedUnit = regexp.MustCompile(`bucket_(\d{1,6})_([a-z]+)s$`)

// lengthOf returns the length of a bucket of time by the name of its column.
func lengthOf(name string) (length, bool) {
	if parts := countedUnit.FindStringSubmatch(name); parts != nil {
		for _, u := range units {
			if u.name == parts[2] && atoi(parts[1]) > 0 {
				return length{atoi(parts[1]), u}, true
			}
		}
	}
	for _, u := range units {
		if name == u.name || strings.HasSuffix(name, "_"+u.name) {
			return length{1, u}, true
		}
	}
	return length{}, false
}

// maxCount is the largest number of units that a bucket may have.
const maxCount = 100_000

// lengthIn reads a number of units. The error describes what is wrong with the number.
func lengthIn(count string, u *unit) (length, error) {
	number, err := strconv.Atoi(strings.TrimSpace(count))
	switch {
	case err != nil:
		return length{}, fmt.Errorf("%q is not a whole number, such as 10", model.Excerpt(count))
	case number < 1:
		return length{}, fmt.Errorf("a bucket has at least 1 %s, not %d", u.name, number)
	case number > maxCount:
		return length{}, fmt.Errorf("a bucket has at most %d of a unit: choose a longer unit", maxCount)
	}
	return length{number, u}, nil
}

// atoi reads digits.
func atoi(digits string) int {
	number, _ := strconv.Atoi(digits)
	return number
}
