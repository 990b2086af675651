package access

import (
	"math"
	"regexp"
	"strconv"
	"strings"
)

// durationUnits are the units of a duration from the longest to the shortest,
// with their names in messages. A duration stores months, days and nanoseconds.
var durationUnits = []struct {
	symbol, name string
	in           int
	count        int64
}{
	{"y", "years", inMonths, 12}, {"mo", "months", inMonths, 1}, {"w", "weeks", inDays, 7}, {"d", "days", inDays, 1},
	{"h", "hours", inNanoseconds, 3_600_000_000_000}, {"m", "minutes", inNanoseconds, 60_000_000_000},
	{"s", "seconds", inNanoseconds, 1_000_000_000}, {"ms", "milliseconds", inNanoseconds, 1_000_000},
	{"us", "microseconds", inNanoseconds, 1_000}, {"ns", "nanoseconds", inNanoseconds, 1},
}

// The parts of a duration.
const (
	inMonths = iota
	inDays
	inNanoseconds
)

var durationParts = [...]struct {
	name  string
	limit int64
}{{"months", math.MaxInt32}, {"days", math.MaxInt32}, {"nanoseconds", math.MaxInt64}}

var (
	durationPart    = regexp.MustCompile(`^(\d+)(y|Y|mo|MO|mO|Mo|w|W|d|D|h|H|s|S|ms|MS|mS|Ms|us|US|uS|Us|µs|µS|ns|NS|nS|Ns|m|M)`)
	durationISO     = regexp.MustCompile(`^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$`)
	durationWeek    = regexp.MustCompile(`^P(\d+)W$`)
	durationISODate = regexp.MustCompile(`^P(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2}):(\d{2})$`)
	isoUnits        = []int{0, 1, 3, 4, 5, 6}
)

// durationReader sums up the parts of a duration. last is the unit that was
// read last, -1 at first.
type durationReader struct {
	totals [3]int64
	last   int
}

// readDuration follows Duration.from.
func readDuration(v *Value, to receiver) *Refusal {
	text := strings.TrimPrefix(v.Text, "-")
	reader := durationReader{last: -1}
	if strings.HasPrefix(text, "P") {
		return reader.readISO(text, to)
	}
	for rest := text; rest != ""; {
		part := durationPart.FindStringSubmatch(rest)
		if part == nil {
			return to.refuseLiteral(&Value{Kind: v.Kind, Text: text})
		}
		if refusal := reader.add(part[1], unitOf(part[2])); refusal != nil {
			return refusal
		}
		rest = rest[len(part[0]):]
	}
	return nil
}

func unitOf(symbol string) int {
	symbol = strings.Replace(strings.ToLower(symbol), "µ", "u", 1)
	for i, unit := range durationUnits {
		if unit.symbol == symbol {
			return i
		}
	}
	return 0
}

func (d *durationReader) readISO(text string, to receiver) *Refusal {
	form, units := durationISO, isoUnits
	switch {
	case strings.HasSuffix(text, "W"):
		form, units = durationWeek, []int{2}
	case strings.Contains(text, "-"):
		form = durationISODate
	}
	parts := form.FindStringSubmatch(text)
	if parts == nil {
		return to.refuseLiteral(&Value{Kind: Duration, Text: text})
	}
	for i, part := range parts[1:] {
		if part != "" {
			if refusal := d.add(part, units[i]); refusal != nil {
				return refusal
			}
		}
	}
	return nil
}

// add adds a number of units. Each unit must be shorter than the one before.
func (d *durationReader) add(digits string, unit int) *Refusal {
	number, err := strconv.ParseInt(digits, 10, 64)
	u := durationUnits[unit]
	switch {
	case err != nil:
		return &Refusal{Code: ServerFails}
	case unit == d.last:
		return &Refusal{Code: DurationTwice, Text: u.name}
	case unit < d.last:
		return &Refusal{Code: DurationOrder, Text: durationUnits[d.last].name, Other: u.name}
	case number > (durationParts[u.in].limit-d.totals[u.in])/u.count:
		return &Refusal{Code: DurationTooLong, Text: durationParts[u.in].name}
	}
	d.last = unit
	d.totals[u.in] += number * u.count
	return nil
}
