package moves

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"widerow/model"
	"widerow/model/sizing"
)

// The functions in this file estimate the number of distinct values of a column, which bounds the
// buckets over which the column can spread rows.

// valuesForBucket is the least number of different values of a hash bucket. With fewer,
// some buckets are much larger than others, or empty.
const valuesForBucket = 10

// distinct returns how many different values a column has in the whole table, infinite if
// each instance has its own. It is false if no number says so.
func (t *table) distinct(c column) (float64, bool) {
	if isType(c, "boolean") {
		return 2, true
	}
	element, attribute := t.attributeElement(c)
	if attribute == nil {
		return math.Inf(1), isType(c, "uuid", "timeuuid")
	}
	if count, known := t.number(t.model.ExpressionText(attribute.Distinct)); known {
		return count.Typical, true
	}
	entity := t.model.Concepts.Entities[element.Parent]
	isKey := entity != nil && attribute.Key == model.Key && !slices.ContainsFunc(model.Sorted(entity.Attributes), func(other model.Item[*model.Attribute]) bool {
		return other.ID != element.ID && other.Value.Key != model.NoKey
	})
	if isKey {
		if count, known := t.number(t.model.ExpressionText(entity.Instances)); known {
			return count.Typical, true
		}
	}
	return math.Inf(1), isKey || isType(c, "uuid", "timeuuid")
}

// spreads reports whether a column has enough different values for a number of hash
// buckets, as far as is known, and how well that is known: the lower the better.
func (t *table) spreads(c column, buckets float64) (spreads bool, doubt int) {
	distinct, known := t.distinct(c)
	switch {
	case known && (distinct < valuesForBucket*buckets || t.largestShare(c) > 2/buckets):
		return false, 0
	case known:
		return true, 0
	case isType(c, "date", "timestamp") || t.isPartOfKey(c):
		return true, 1
	}
	return true, 2
}

// isPartOfKey reports whether a column stores a part of the key of what a row is about.
func (t *table) isPartOfKey(c column) bool {
	attribute := t.attributeOf(c)
	return attribute == nil || attribute.Key != model.NoKey
}

// hashSources returns the columns whose hash can spread rows over some buckets, the best one
// first: one of whose values much is known, then the last one of the key.
func (t *table) hashSources(buckets float64) []column {
	sources := selected(t.inRole(model.Clustering), func(c column) bool {
		spreads, _ := t.spreads(c, buckets)
		return native(c) != "" && spreads
	})
	slices.Reverse(sources)
	slices.SortStableFunc(sources, func(a, b column) int {
		_, x := t.spreads(a, buckets)
		_, y := t.spreads(b, buckets)
		return cmp.Compare(x, y)
	})
	return sources
}

// tooFewValues returns why the hash of a column cannot make that many buckets, or "".
func (t *table) tooFewValues(c column, buckets float64) string {
	if spreads, _ := t.spreads(c, buckets); spreads {
		return ""
	}
	distinct, _ := t.distinct(c)
	if share := t.largestShare(c); distinct >= valuesForBucket*buckets {
		return fmt.Sprintf("one value of %s has %s %% of all rows, and all of them come into one of %s buckets",
			c.Value.Name, sizing.FormatNumber(100*share), sizing.FormatNumber(buckets))
	}
	return fmt.Sprintf("%s has %s, too few to fill %s buckets evenly", c.Value.Name, sizing.Counted(distinct, "different value"), sizing.FormatNumber(buckets))
}

// noHash returns why no hash makes that many buckets.
func (t *table) noHash(buckets float64) string {
	for _, c := range t.inRole(model.Clustering) {
		if problem := t.tooFewValues(c, buckets); native(c) != "" && problem != "" {
			return capital(problem) + "."
		}
	}
	return "No clustering column has a type that is hashed as a value."
}
