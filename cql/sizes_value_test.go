package cql_test

import (
	"fmt"
	"math/big"
	"math/bits"
	"math/rand/v2"
	"strings"
	"time"

	"widerow/model"
	"widerow/model/sizing"
)

// valued is a type with a source of random values. value returns a literal of CQL
// and reports to seen the lengths, without a prefix, and the numbers of elements of
// its parts, by their paths.
type valued struct {
	cql   string
	value func(r *rand.Rand, path string, seen *averages) string
}

// averages sums the lengths, numbers and shares of one table, by inputs.
type averages struct {
	column model.ID
	sums   map[sizing.Input]float64
	counts map[sizing.Input]float64
}

func newAverages() *averages {
	return &averages{sums: map[sizing.Input]float64{}, counts: map[sizing.Input]float64{}}
}

func (a *averages) add(path, field string, amount float64) {
	input := sizing.Input{Element: a.column, Path: path, Field: field}
	a.sums[input] += amount
	a.counts[input]++
}

func (a *averages) given() map[sizing.Input]model.Value {
	given := map[sizing.Input]model.Value{}
	for input, sum := range a.sums {
		mean := sum / a.counts[input]
		given[input] = model.Value{Typical: mean, Worst: mean}
	}
	return given
}

// plain is a type without parts. value returns the literal and its length.
func plain(cql string, value func(r *rand.Rand) (string, int)) valued {
	return valued{cql, func(r *rand.Rand, path string, seen *averages) string {
		literal, length := value(r)
		seen.add(path, "length", float64(length))
		return literal
	}}
}

const letters = "abcdefghijklmnopqrstuvwxyz0123456789"

func word(r *rand.Rand, length int) string {
	var b strings.Builder
	for range length {
		b.WriteByte(letters[r.IntN(len(letters))])
	}
	return b.String()
}

// lengths returns lengths that are all the same, or spread evenly.
func lengths(r *rand.Rand) func(*rand.Rand) int {
	atMost := []int{12, 30, 60, 130, 200, 400, 2000}[r.IntN(7)]
	least := 8
	if r.IntN(3) == 0 {
		least = atMost
	}
	return func(r *rand.Rand) int { return least + r.IntN(atMost-least+1) }
}

func textual(r *rand.Rand, cql string) valued {
	length := lengths(r)
	return plain(cql, func(r *rand.Rand) (string, int) {
		n := length(r)
		return "'" + word(r, n) + "'", n
	})
}

func blob(r *rand.Rand) valued {
	length := lengths(r)
	return plain("blob", func(r *rand.Rand) (string, int) {
		n := length(r)
		return "0x" + strings.Repeat(fmt.Sprintf("%02x", r.IntN(256)), n-4) + fmt.Sprintf("%08x", r.Uint32()), n
	})
}

func uuid(r *rand.Rand, version int) (string, int) {
	return fmt.Sprintf("%08x-%04x-%d%03x-8%03x-%012x", r.Uint32(), r.IntN(1<<16), version, r.IntN(1<<12), r.IntN(1<<12), r.Int64N(1<<48)), 16
}

// varint returns a whole number and the bytes of its two's complement.
func varint(r *rand.Rand) (*big.Int, int) {
	digits := make([]byte, 1+r.IntN(18))
	for i := range digits {
		digits[i] = byte(r.Uint32())
	}
	number := new(big.Int).SetBytes(digits)
	return number, number.BitLen()/8 + 1
}

func vintLength(n int64) int { return (639 - 9*bits.LeadingZeros64(uint64(2*n)|1)) >> 6 }

// orderedTypes are the types of key columns, elements of sets and keys of maps.
func orderedTypes(r *rand.Rand) []valued {
	return []valued{
		textual(r, "text"), textual(r, "ascii"), blob(r),
		plain("int", func(r *rand.Rand) (string, int) { return fmt.Sprint(int32(r.Uint32())), 4 }),
		plain("bigint", func(r *rand.Rand) (string, int) { return fmt.Sprint(int64(r.Uint64())), 8 }),
		plain("smallint", func(r *rand.Rand) (string, int) { return fmt.Sprint(int16(r.Uint32())), 2 }),
		plain("double", func(r *rand.Rand) (string, int) { return fmt.Sprintf("%.9f", r.Float64()), 8 }),
		plain("timestamp", func(r *rand.Rand) (string, int) { return fmt.Sprint(r.Int64N(2e12)), 8 }),
		plain("date", func(r *rand.Rand) (string, int) {
			return time.Unix(r.Int64N(2e9), 0).UTC().Format("'2006-01-02'"), 4
		}),
		plain("time", func(r *rand.Rand) (string, int) {
			return fmt.Sprintf("'%02d:%02d:%02d.%09d'", r.IntN(24), r.IntN(60), r.IntN(60), r.IntN(1e9)), 8
		}),
		plain("uuid", func(r *rand.Rand) (string, int) { return uuid(r, 4) }),
		plain("timeuuid", func(r *rand.Rand) (string, int) { return uuid(r, 1) }),
		plain("inet", func(r *rand.Rand) (string, int) {
			if r.IntN(2) == 0 {
				return fmt.Sprintf("'2001:db8::%x:%x'", 1+r.IntN(65535), 1+r.IntN(65535)), 16
			}
			return fmt.Sprintf("'10.%d.%d.%d'", r.IntN(256), r.IntN(256), r.IntN(256)), 4
		}),
		plain("varint", func(r *rand.Rand) (string, int) { n, length := varint(r); return n.String(), length }),
		plain("decimal", func(r *rand.Rand) (string, int) {
			n, length := varint(r)
			return n.String() + "E-2", length + 4
		}),
	}
}

// valueTypes are the types of values without parts.
func valueTypes(r *rand.Rand) []valued {
	return append(orderedTypes(r),
		plain("boolean", func(r *rand.Rand) (string, int) { return fmt.Sprint(r.IntN(2) == 0), 1 }),
		plain("tinyint", func(r *rand.Rand) (string, int) { return fmt.Sprint(int8(r.Uint32())), 1 }),
		plain("float", func(r *rand.Rand) (string, int) { return fmt.Sprintf("%.3f", r.Float32()), 4 }),
		plain("duration", func(r *rand.Rand) (string, int) {
			months, days, nanos := 1+r.Int64N(200), 1+r.Int64N(60), 1+r.Int64N(1e12)
			return fmt.Sprintf("%dmo%dd%dns", months, days, nanos), vintLength(months) + vintLength(days) + vintLength(nanos)
		}),
	)
}

func pick[T any](r *rand.Rand, from []T) T { return from[r.IntN(len(from))] }

// counted returns how many elements collections have: always the same number, or
// spread evenly.
func counted(r *rand.Rand) func(*rand.Rand) int {
	atMost := 1 + r.IntN(9)
	if r.IntN(3) == 0 {
		return func(*rand.Rand) int { return atMost }
	}
	return func(r *rand.Rand) int { return 1 + r.IntN(atMost) }
}

func listOf(r *rand.Rand, element valued) valued {
	count := counted(r)
	return valued{"list<" + element.cql + ">", func(r *rand.Rand, path string, seen *averages) string {
		n := count(r)
		seen.add(path, "elements", float64(n))
		return "[" + joinedValues(n, func(int) string { return element.value(r, path+"[]", seen) }) + "]"
	}}
}

func joinedValues(n int, value func(i int) string) string {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = value(i)
	}
	return strings.Join(texts, ", ")
}

// keyed is a set, or a map if there is a value. Elements and keys are distinct: a
// value that is drawn again is left out.
func keyed(r *rand.Rand, key valued, value *valued) valued {
	count := counted(r)
	name, path0 := "set<"+key.cql+">", "[]"
	if value != nil {
		name, path0 = "map<"+key.cql+", "+value.cql+">", "{}"
	}
	return valued{name, func(r *rand.Rand, path string, seen *averages) string {
		known := map[string]bool{}
		var texts []string
		for range count(r) {
			drawn := newAverages()
			drawn.column = seen.column
			text := key.value(r, path+path0, drawn)
			if known[text] {
				continue
			}
			known[text] = true
			for input, sum := range drawn.sums {
				seen.sums[input] += sum
				seen.counts[input] += drawn.counts[input]
			}
			if value != nil {
				text += ": " + value.value(r, path+"[]", seen)
			}
			texts = append(texts, text)
		}
		seen.add(path, "elements", float64(len(texts)))
		return "{" + strings.Join(texts, ", ") + "}"
	}}
}

func frozen(v valued) valued { v.cql = "frozen<" + v.cql + ">"; return v }

func tupleOf(parts ...valued) valued {
	var names []string
	for _, part := range parts {
		names = append(names, part.cql)
	}
	return valued{"tuple<" + strings.Join(names, ", ") + ">", func(r *rand.Rand, path string, seen *averages) string {
		return "(" + joinedValues(len(parts), func(i int) string { return parts[i].value(r, fmt.Sprintf("%s.%d", path, i), seen) }) + ")"
	}}
}

func vectorOf(n int, element valued) valued {
	return valued{fmt.Sprintf("vector<%s, %d>", element.cql, n), func(r *rand.Rand, path string, seen *averages) string {
		return "[" + joinedValues(n, func(int) string { return element.value(r, path+"[]", seen) }) + "]"
	}}
}

// userTypeOf returns a user-defined type and the statement that creates it.
func userTypeOf(name string, fields ...valued) (valued, string) {
	var definitions []string
	for i, field := range fields {
		definitions = append(definitions, fmt.Sprintf("f%d %s", i, field.cql))
	}
	statement := "CREATE TYPE " + name + " (" + strings.Join(definitions, ", ") + ")"
	return valued{name, func(r *rand.Rand, path string, seen *averages) string {
		return "{" + joinedValues(len(fields), func(i int) string {
			return fmt.Sprintf("f%d: %s", i, fields[i].value(r, fmt.Sprintf("%s.f%d", path, i), seen))
		}) + "}"
	}}, statement
}
