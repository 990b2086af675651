package sample

import (
	"cmp"
	"encoding/binary"
	"math"
	"net/netip"
	"slices"
	"strconv"
	"strings"
	"time"

	"widerow/model"
)

// A value is nil, bool, int64, float64, string, []byte, decimal, uuid, netip.Addr, period, or of a time:
// time.Time for date, timestamp and timeuuid's moment, time.Duration for a time of day. Values of several
// are elements, pairs and fields.
type (
	decimal struct {
		unscaled int64
		scale    int32
	}
	uuid     [16]byte
	period   struct{ months, days, nanoseconds int64 }
	elements []any
	pair     struct{ key, value any }
	pairs    []pair
	field    struct {
		name  string
		value any
	}
	fields []field
)

// The first day of the data, and the end of what has no span of its own.
var epoch = time.Date(2025, time.January, 1, 0, 0, 0, 0, time.UTC)

const day = 24 * time.Hour

// valueAt returns the value of an attribute that an instance has: elements, if it has several.
func (w *world) valueAt(a *attribute, instance int32) any {
	if a.filled < 1 && unit(w.hash(w.number(a.id), uint64(instance), 1)) >= a.filled {
		return nil
	}
	if !a.MultiValued {
		return w.single(a, instance, w.ordinal(a, instance))
	}
	var all elements
	for _, ordinal := range w.elementsOf(a, instance) {
		all = append(all, w.single(a, instance, ordinal))
	}
	return all
}

// elementsOf returns the values of a multi-valued attribute that an instance has, each once.
func (w *world) elementsOf(a *attribute, instance int32) []uint64 {
	hash := w.hash(w.number(a.id), uint64(instance), 2)
	count := a.elements
	if count == 0 {
		count = assumedElements
	}
	most := 1 + below(hash, int(max(1, math.Round(2*count-1))))
	distinct := w.distinctAt(a)
	var found []uint64
	for i := range uint64(most) {
		ordinal := mix(hash, i)
		if distinct > 0 {
			ordinal = w.choose(a, ordinal)
			if i > 0 { // the next ones, so that none comes twice
				ordinal = (found[0] + i) % uint64(max(1, distinct))
			}
		}
		if slices.Contains(found, ordinal) {
			break
		}
		found = append(found, ordinal)
	}
	return found
}

// single returns one value of an attribute.
func (w *world) single(a *attribute, instance int32, ordinal uint64) any {
	switch {
	case len(a.parts) > 0:
		return w.compound(a, instance, ordinal)
	case a.counts != "":
		return int64(len(w.factsOf(a.counts).index(a.end, w.instances(w.roots[a.owner])).of(instance)))
	case a.computed != nil && !a.MultiValued:
		if value := w.computed(a, instance, ordinal); value != nil {
			return value
		}
	}
	if ordinal < uint64(len(a.constants)) {
		if value, is := literal(a.constants[ordinal], a.typ); is {
			return value
		}
	}
	hash := w.hash(w.number(a.id), ordinal)
	return w.scalar(a.typ, subject{a.words, ordinal, hash, len(a.keys) > 0 || a.Unique || a.distinct > few || a.MultiValued, a})
}

// compound returns the parts of a composite value. The parts of one that is a key, or one of several, follow
// from its ordinal.
func (w *world) compound(a *attribute, instance int32, ordinal uint64) any {
	var all fields
	for _, part := range a.parts {
		var value any
		switch {
		case a.MultiValued || len(a.keys) > 0:
			of := w.hash(w.number(part.id), ordinal)
			if part == a.parts[0] {
				of = ordinal
			}
			value = w.single(part, instance, of)
		default:
			value = w.valueAt(part, instance)
		}
		all = append(all, field{model.Identifier(part.Name), value})
	}
	return all
}

// computed returns what follows from another attribute of the instance.
func (w *world) computed(a *attribute, instance int32, ordinal uint64) any {
	at, is := w.valueAt(a.computed, instance).(time.Time)
	if !is {
		return nil
	}
	hash := w.hash(w.number(a.id), uint64(instance))
	switch {
	case a.typ.Equal(model.Native("timeuuid")):
		return timeUUID(at, mix(hash, ordinal))
	case a.Derived && a.typ.Equal(model.Native("date")):
		return at.Truncate(day)
	case a.Derived:
		span, _ := unitOf(a.Name)
		return span.of(at, a.typ)
	case a.typ.Equal(model.Native("date")):
		return at.Add(time.Duration(1+below(hash, 7)) * day)
	}
	return at.Add(time.Duration(1+below(hash, 2880)) * time.Minute)
}

// moment returns the time that an ordinal of an attribute stands for: one after the other for a key, and
// else any time of its span.
func (w *world) moment(a *attribute, ordinal, hash uint64) time.Time {
	span := time.Duration(min(assumedSpan*10, max(1, a.span)) * float64(day))
	if len(a.keys) == 0 {
		return epoch.Add(time.Duration(unit(hash) * float64(span))).Truncate(time.Millisecond)
	}
	each := w.perOwner(a)
	step := min(day, max(time.Second, span/time.Duration(max(1, each))))
	return epoch.Add(time.Duration(ordinal)*step + time.Duration(below(hash, int(step/2/time.Millisecond)))*time.Millisecond)
}

// perOwner returns how many instances tell themselves apart by an attribute.
func (w *world) perOwner(a *attribute) float64 {
	if w.m.Concepts.Relationships[a.owner] != nil {
		return assumedPerOne
	}
	count := w.counts[w.roots[a.owner]]
	for _, owner := range w.ownersOf(a.owner) {
		return count / max(1, w.counts[w.roots[owner.Entity]])
	}
	return count
}

// timeUUID returns the timeuuid of a moment.
func timeUUID(at time.Time, hash uint64) uuid {
	const gregorian = 0x01B21DD213814000 // of the Unix epoch, in 100 ns
	ticks := uint64(at.UnixNano()/100) + gregorian
	var u uuid
	binary.BigEndian.PutUint32(u[0:], uint32(ticks))
	binary.BigEndian.PutUint16(u[4:], uint16(ticks>>32))
	binary.BigEndian.PutUint16(u[6:], uint16(ticks>>48)&0x0FFF|0x1000)
	binary.BigEndian.PutUint64(u[8:], hash&^(3<<62)|2<<62)
	return u
}

func randomUUID(hash uint64) uuid {
	var u uuid
	binary.BigEndian.PutUint64(u[0:], mix(hash, 1)&^0xF000|0x4000)
	binary.BigEndian.PutUint64(u[8:], mix(hash, 2)&^(3<<62)|2<<62)
	return u
}

// literal reads a constant of a query as a value of a type.
func literal(text string, t model.Type) (any, bool) {
	if inner, isText := strings.CutPrefix(text, "'"); isText {
		inner = strings.ReplaceAll(strings.TrimSuffix(inner, "'"), "''", "'")
		switch t.Unfrozen().Name {
		case "date", "timestamp":
			for _, form := range []string{time.DateOnly, time.DateTime, time.RFC3339, "2006-01-02T15:04:05.000Z"} {
				if at, err := time.Parse(form, inner); err == nil {
					return at, true
				}
			}
			return nil, false
		case "inet":
			address, err := netip.ParseAddr(inner)
			return address, err == nil
		}
		return inner, true
	}
	switch lower := strings.ToLower(text); lower {
	case "true", "false":
		return lower == "true", true
	}
	if number, err := strconv.ParseInt(text, 10, 64); err == nil {
		return number, true
	}
	if number, err := strconv.ParseFloat(text, 64); err == nil {
		return number, true
	}
	return nil, false
}

// compare orders values as a set of them is stored.
func compare(a, b any) int {
	switch x := a.(type) {
	case int64:
		if y, is := b.(int64); is {
			return cmp.Compare(x, y)
		}
	case float64:
		if y, is := b.(float64); is {
			return cmp.Compare(x, y)
		}
	case time.Time:
		if y, is := b.(time.Time); is {
			return x.Compare(y)
		}
	case string:
		if y, is := b.(string); is {
			return cmp.Compare(x, y)
		}
	}
	return 0
}
