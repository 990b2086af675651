package mapping

import (
	"math"
	"slices"

	"widerow/model"
	"widerow/model/mapping/er"
)

// maxEqual is the number of attributes given by = up to which each subset is
// tried as a partition key.
const maxEqual = 6

// withPartitions returns one shape for each partition key: a subset of what is
// given by = or IN. If nothing is given, there is one with a bucket.
func (d *designer) withPartitions(s shape) []shape {
	given := d.tenantsFirst(er.Without(er.Union(d.Equal, d.Many), s.left))
	if len(given) == 0 {
		return []shape{s}
	}
	var shapes []shape
	for _, subset := range subsets(len(given)) {
		next := s
		next.partition, next.equal = nil, nil
		for i, a := range given {
			if slices.Contains(subset, i) {
				next.partition = append(next.partition, a)
			} else {
				next.equal = append(next.equal, a)
			}
		}
		in := er.Without(d.Many, next.partition)
		if groups := er.Union(d.Grouped, d.implied); len(groups) > 0 && len(er.Without(in, groups)) > 0 {
			continue // Cassandra groups by clustering columns behind those given by = only
		}
		if len(in) > 0 && len(d.Sorted) > 0 && s.service == Served {
			// Cassandra rejects ORDER BY behind a clustering column given by IN.
			next.service, next.unordered = Unsorted, d.Sorted
		}
		shapes = append(shapes, next)
	}
	return shapes
}

// tenantsFirst puts the keys of the owners within which the concepts say something in front
// of the others: every key begins with the tenant.
func (d *designer) tenantsFirst(given []er.Atom) []er.Atom {
	tenants := d.Graph.Tenants()
	if len(tenants) == 0 {
		return given
	}
	rank := func(a er.Atom) int {
		attribute := d.Graph.Attribute(a)
		if attribute == nil || attribute.Key == model.NoKey {
			return len(tenants)
		}
		if above, is := tenants[d.Graph.Node(a.Node).Of]; is {
			return above
		}
		return len(tenants)
	}
	slices.SortStableFunc(given, func(a, b er.Atom) int { return rank(a) - rank(b) })
	return given
}

// subsets returns the non-empty subsets of the numbers below n, the largest
// first. Of many numbers it returns the largest and the smallest subsets.
func subsets(n int) [][]int {
	var sets [][]int
	if n > maxEqual {
		whole := make([]int, n)
		for i := range whole {
			whole[i] = i
		}
		sets = append(sets, whole)
		for i := range n {
			sets = append(sets, slices.Delete(slices.Clone(whole), i, i+1))
		}
		for i := range n {
			sets = append(sets, []int{i})
		}
		return sets
	}
	for bitset := 1; bitset < 1<<n; bitset++ {
		var set []int
		for i := range n {
			if bitset&(1<<i) != 0 {
				set = append(set, i)
			}
		}
		sets = append(sets, set)
	}
	slices.SortStableFunc(sets, func(a, b []int) int { return len(b) - len(a) })
	return sets
}

// permutations counts the primary keys in which one or more of the given attributes are the
// partition key, the others lead the clustering columns, and the missing key attributes follow:
// each of the three parts in every order.
func permutations(given, missing int) float64 {
	factorial := func(n int) float64 { return math.Gamma(float64(n) + 1) }
	orders := 0.0
	for size := 1; size <= given; size++ {
		subsets := factorial(given) / factorial(size) / factorial(given-size)
		orders += subsets * factorial(size) * factorial(given-size)
	}
	return max(1, math.Round(orders)) * factorial(missing)
}
