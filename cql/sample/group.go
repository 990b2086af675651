package sample

import (
	"crypto/sha256"
	"math"
	"strings"

	"widerow/model"
)

// mostGroups bounds the groups that are in memory at the same time, about 150 bytes each. A table with more is
// read several times, each time for a part of its keys.
const mostGroups = 500_000

// groupKey is the beginning of a hash of a primary key.
type groupKey [16]byte

// groups are the rows of a table that aggregates: one for each primary key, over all rows with that key.
type groups struct {
	*table
	aggregated []int // the columns with aggregates
	passes     int   // the parts into which the keys are divided
	pass       int   // the part that is being made
	found      map[groupKey]int
	// Of each group: its key, its first choice, and a sum for each aggregate.
	keys    []groupKey
	choices []int32
	sums    []sum
}

// groups yields the rows of a table that aggregates.
func (t *table) groups(yield func(Row) bool) { t.groupsInMemory(mostGroups, yield) }

func (t *table) groupsInMemory(most int, yield func(Row) bool) {
	g := &groups{table: t, passes: max(1, int(math.Ceil(t.expected/float64(most)))), found: map[groupKey]int{}}
	for i, c := range t.columns {
		if len(c.values) > 0 && c.values[0].Aggregate != "" {
			g.aggregated = append(g.aggregated, i)
		}
	}
	for ; g.pass < g.passes; g.pass++ {
		g.read()
		for i := range g.keys {
			if !g.row(i, yield) {
				return
			}
		}
	}
}

// read finds the groups of a part of the keys.
func (g *groups) read() {
	clear(g.found)
	g.keys, g.choices, g.sums = g.keys[:0], g.choices[:0], g.sums[:0]
	g.table.choices(func(choice []int32) bool {
		return g.rowsWith(choice, func(_ []any, key groupKey) bool {
			if int(key[0])<<8|int(key[1]) >= (g.pass+1)<<16/g.passes || int(key[0])<<8|int(key[1]) < g.pass<<16/g.passes {
				return true
			}
			at, known := g.found[key]
			if !known {
				at = len(g.keys)
				g.found[key] = at
				g.keys, g.choices = append(g.keys, key), append(g.choices, choice...)
				g.sums = append(g.sums, make([]sum, len(g.aggregated))...)
			}
			g.add(at, choice)
			return true
		})
	})
}

// rowsWith yields the rows of a choice, without aggregates, that have a whole key.
func (g *groups) rowsWith(choice []int32, yield func([]any, groupKey) bool) bool {
	row := make([]any, len(g.columns))
	var open []int
	for i, c := range g.columns {
		if len(c.values) > 0 && c.values[0].Aggregate == "" {
			if row[i] = g.storedBy(c, choice); c.values[0].Element {
				open = append(open, i)
			}
		}
	}
	return g.expand(row, open, func(row []any) bool {
		g.computeAll(row, choice)
		key, whole := g.keyOf(row)
		return !whole || yield(row, key)
	})
}

// row yields the row of a group, which is made anew from its first choice.
func (g *groups) row(at int, yield func(Row) bool) bool {
	nodes := len(g.meaning.Nodes)
	goOn := true
	g.rowsWith(g.choices[at*nodes:(at+1)*nodes], func(row []any, key groupKey) bool {
		if key != g.keys[at] {
			return true
		}
		for i, column := range g.aggregated {
			row[column] = g.sums[at*len(g.aggregated)+i].result(g.columns[column].values[0].Aggregate)
		}
		goOn = g.finish(row, nil, yield)
		return false
	})
	return goOn
}

// add adds a choice to the sums of a group.
func (g *groups) add(at int, choice []int32) {
	for i, column := range g.aggregated {
		stored := g.columns[column].values[0]
		if choice[stored.Node] == nobody {
			continue
		}
		var value any
		if g.attribute(stored.Attribute) != nil {
			value = g.stored(stored, choice)
		}
		g.sums[at*len(g.aggregated)+i].add(value, stored.Aggregate)
	}
}

// sum is an aggregate of numbers.
type sum struct {
	count, total float64
	least, most  any
}

func (s *sum) add(value any, aggregate model.Aggregate) {
	number, is := numberOf(value)
	if !is {
		number = 0
	}
	s.count++
	s.total += number
	switch aggregate { // values that are kept take memory
	case model.Min:
		if s.least == nil || less(value, s.least) {
			s.least = value
		}
	case model.Max:
		if s.most == nil || less(s.most, value) {
			s.most = value
		}
	}
}

func (s *sum) result(aggregate model.Aggregate) any {
	switch aggregate {
	case model.Count:
		return int64(s.count)
	case model.Sum:
		return math.Round(s.total*100) / 100
	case model.Avg:
		if s.count == 0 {
			return nil
		}
		return s.total / s.count
	case model.Min:
		return s.least
	}
	return s.most
}

func less(a, b any) bool {
	x, isX := numberOf(a)
	y, isY := numberOf(b)
	if isX && isY {
		return x < y
	}
	return compare(a, b) < 0
}

func numberOf(value any) (float64, bool) {
	switch v := value.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	case decimal:
		return float64(v.unscaled) / math.Pow10(int(v.scale)), true
	}
	return 0, false
}

// keyOf hashes the primary key of a row; whole is false if it lacks a value.
func (t *table) keyOf(row []any) (key groupKey, whole bool) {
	var b strings.Builder
	for i, c := range t.columns {
		if !c.Role.InKey() {
			continue
		}
		part := t.encode(c.Type, row[i], subject{words: c.words, hash: c.number})
		if part == nil {
			return key, false
		}
		b.WriteByte(byte(len(part)))
		b.WriteByte(byte(len(part) >> 8))
		b.Write(part)
	}
	sum := sha256.Sum256([]byte(b.String()))
	return groupKey(sum[:len(key)]), true
}
