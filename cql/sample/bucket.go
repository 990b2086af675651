package sample

import (
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"widerow/model"
)

// span is the span of time that a bucket is called like: count units.
type span struct {
	count int
	unit  string
}

var (
	countedSpan = regexp.MustCompile(`bucket_(\d{1,6})_([a-z]+)s$`)
	spans       = []string{"minute", "hour", "day", "week", "month", "quarter", "year"}
)

// unitOf returns the span of time that a column or an attribute is called like.
func unitOf(name string) (span, bool) {
	name = strings.ToLower(name)
	if parts := countedSpan.FindStringSubmatch(name); parts != nil && slices.Contains(spans, parts[2]) {
		count, _ := strconv.Atoi(parts[1]) // up to six digits
		return span{max(1, count), parts[2]}, true
	}
	for _, unit := range spans {
		if name == unit || strings.HasSuffix(name, "_"+unit) || strings.HasPrefix(name, unit+"_") {
			return span{1, unit}, true
		}
	}
	return span{}, false
}

// start returns the beginning of the span that a time is in.
func (s span) start(at time.Time) time.Time {
	months := 0
	switch s.unit {
	case "minute":
		return at.Truncate(time.Duration(s.count) * time.Minute)
	case "hour":
		return at.Truncate(time.Duration(s.count) * time.Hour)
	case "day":
		return at.Truncate(time.Duration(s.count) * day)
	case "week":
		return at.Truncate(time.Duration(s.count) * 7 * day) // from Monday: the zero time is one
	case "month":
		months = s.count
	case "quarter":
		months = s.count * 3
	case "year":
		months = s.count * 12
	default:
		return at
	}
	month := at.Year()*12 + int(at.Month()) - 1
	month -= month % months
	return time.Date(month/12, time.Month(month%12+1), 1, 0, 0, 0, 0, time.UTC)
}

// of returns the span of a time as a value of a type: the start for a time, the number for a number.
func (s span) of(at time.Time, t model.Type) any {
	start := s.start(at)
	switch t.Unfrozen().Name {
	case "date", "timestamp", "timeuuid":
		return start
	case "text", "ascii":
		form := map[string]string{"year": "2006", "month": "2006-01", "quarter": "2006-01", "hour": "2006-01-02T15", "minute": "2006-01-02T15:04"}[s.unit]
		if form == "" {
			form = time.DateOnly
		}
		return start.Format(form)
	}
	number := map[string]int{"minute": at.Minute(), "hour": at.Hour(), "day": at.Day(),
		"month": int(at.Month()), "quarter": int(at.Month()+2) / 3, "year": at.Year()}[s.unit]
	if s.unit == "week" {
		_, number = at.ISOWeek()
	}
	return int64(number)
}

// quoted finds a constant in a note: Always 'all'.
var quoted = regexp.MustCompile(`(?i)\balways '([^']*)'`)

// compute returns the value of a column that stores nothing of the concepts: a bucket that the application
// computes from the other values of the row, as its statements do.
func (t *table) compute(c *column, row []any) any {
	if c.Role != model.Partition {
		return t.extra(c, row)
	}
	if found := quoted.FindStringSubmatch(c.Note); found != nil {
		return found[1]
	}
	sources := t.sourcesOf(c)
	if s, is := unitOf(c.Name); is {
		for _, i := range sources {
			if at, isTime := row[i].(time.Time); isTime {
				return s.of(at, c.Type)
			}
			if id, isID := row[i].(uuid); isID && id[6]>>4 == 1 {
				return s.of(id.time(), c.Type)
			}
		}
	}
	switch buckets := t.world.valueOf(c.Buckets); {
	case c.Type.Equal(model.Native("timeuuid")):
		return timeUUID(epoch, t.hashOf(row, func(o *column) bool { return o.Role == model.Partition && o != c }))
	case len(sources) > 0 && isTextual(c.Type):
		if text, is := row[sources[0]].(string); is && len(c.From) > 0 {
			return text[:min(len(text), max(1, int(t.world.valueOf(c.Length))))]
		}
	case len(sources) > 0 && buckets > 1 && len(c.From) > 0:
		if number, is := row[sources[0]].(int64); is {
			return number * int64(buckets) / 1000 % int64(buckets)
		}
		return int64(below(t.hashOf(row, func(o *column) bool { return o == t.columns[sources[0]] }), int(buckets)))
	case buckets > 1:
		return int64(below(t.hashOf(row, func(o *column) bool { return o.Role == model.Clustering }), int(buckets)))
	}
	if isTextual(c.Type) {
		return "all"
	}
	return int64(0)
}

func isTextual(t model.Type) bool {
	return t.Kind == model.NativeType && (t.Name == "text" || t.Name == "ascii")
}

// sourcesOf returns the clustering columns from which a bucket may be computed: those from the same logical
// column, or else all in their order.
func (t *table) sourcesOf(c *column) []int {
	var same, all []int
	for i, other := range t.columns {
		if other.Role != model.Clustering {
			continue
		}
		all = append(all, i)
		if len(c.From) > 0 && maps.Equal(other.From, c.From) {
			same = append(same, i)
		}
	}
	if len(same) > 0 {
		return same
	}
	return all
}

// time returns the moment in a timeuuid.
func (u uuid) time() time.Time {
	const gregorian = 0x01B21DD213814000
	ticks := int64(u[0])<<24 | int64(u[1])<<16 | int64(u[2])<<8 | int64(u[3]) | int64(u[4])<<40 | int64(u[5])<<32 |
		int64(u[6]&0x0F)<<56 | int64(u[7])<<48
	return time.Unix(0, (ticks-gregorian)*100).UTC()
}
