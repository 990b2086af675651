package mapping

import (
	"cmp"
	"slices"
)

// maxAlternatives bounds how many alternatives of one query are shown.
const maxAlternatives = 50

// shape is the primary key of an alternative, and what its rows are.
type shape struct {
	partition  []atom
	equal      []atom   // given by = or IN, but clustering columns
	tail       []atom   // the other clustering columns
	missing    []atom   // key attributes at the end of the tail
	found      []atom   // what is stored besides the key
	finds      [][]atom // what each query of the table finds
	in         *identity
	collected  []atom
	entries    []atom // the values of collected maps, by their relationship type
	unordered  []atom // ORDER BY that the table does not serve
	filtered   []atom // ranges that the table does not serve, and left
	left       []atom // given by =, but not in the key, since updates change them
	steady     bool   // no update changes the key: see steadyShapes
	service    Service
	form       Form
	aggregated bool // columns of aggregates hold their values
}

func (s *shape) clustering() []atom { return union(s.equal, s.tail, s.missing) }

// designer makes the alternatives of one question.
type designer struct {
	walked
	main int // the node whose instances the query is about, -1 for none
	// legal is the number of legal primary keys of a table with a row for each
	// combination, those included that are the same for Cassandra.
	legal float64
	// implied is what the rows are grouped by beside GROUP BY: see impliedGroups.
	implied []atom
	// unordered is the part of ORDER BY that has no meaning for groups.
	unordered []atom
	// split is set if the query finds several subtypes. alsoMain is the subtype in a
	// table of its own, -1 for none: its columns need no prefix.
	split    split
	alsoMain int
}

func newDesigner(q *question, t tree) *designer {
	d := &designer{walked: q.along(t), alsoMain: -1}
	d.main = d.mainNode()
	if split, found := d.findSplit(); found {
		d.split = split
		if slices.Contains(split.leaves, d.main) {
			d.main = split.super
		}
	} else if sub := d.onlySubtype(); sub >= 0 {
		d.main, d.alsoMain = sub, d.main
	}
	d.leaveOrder()
	d.implied = d.impliedGroups()
	return d
}

// keep lists the nodes whose keys are the natural ones for the rows.
func (d *designer) keep() []int {
	keep := []int{}
	if d.main >= 0 {
		keep = append(keep, d.main)
	}
	for _, a := range d.found {
		if a.node >= 0 && !slices.Contains(keep, a.node) {
			keep = append(keep, a.node)
		}
	}
	return keep
}

// shapes returns all alternatives that are different for Cassandra. They are
// false if nothing identifies the rows.
func (d *designer) shapes() ([]shape, bool) {
	tails := d.tails(union(d.grouped, d.implied))
	var shapes []shape
	for _, tail := range tails {
		with := union(d.equal, d.many, tail.tail)
		missing, ok := d.in.missing(with, d.keep())
		if !ok {
			return nil, false
		}
		tail.in, tail.missing, tail.found = d.in, append(d.alongPath(missing), d.rowValues(d.in)...), d.found
		shapes = append(shapes, d.withPartitions(tail)...)
		if len(d.split.leaves) > 0 && tail.service == Served {
			tail.form = PerSubtype
			shapes = append(shapes, d.withPartitions(tail)...)
		}
		d.legal += permutations(len(d.equal)+len(d.many), len(missing))
	}
	for _, more := range [][]shape{d.collectedShapes(tails), d.groupedShapes()} {
		for _, s := range more {
			shapes = append(shapes, d.withPartitions(s)...)
		}
	}
	return append(shapes, d.steadyOnes(shapes)...), true
}

// alongPath orders missing key attributes as the path does: from what is given to
// what is found, owners before what they own.
func (d *designer) alongPath(missing []atom) []atom {
	distance, owns := d.distance(), map[int]int{}
	for _, at := range d.in.nodes[d.in.path:] {
		by := d.in.neededBy[at]
		distance[at], owns[at] = distance[by], owns[by]
		if !d.graph.isRelationship(by) {
			owns[at]++
		}
	}
	d.ownersFirst(distance, owns)
	slices.SortStableFunc(missing, func(a, b atom) int {
		return cmp.Or(cmp.Compare(distance[a.node], distance[b.node]), cmp.Compare(owns[b.node], owns[a.node]))
	})
	return missing
}

// ownersFirst places owners to which the path leads on from what they own: a sensor is
// found by its device and its channel, in this order.
func (d *designer) ownersFirst(distance, owns map[int]int) {
	for range d.in.nodes {
		for _, at := range d.in.nodes {
			for _, owner := range d.in.ownedBy[at] {
				if distance[owner] > distance[at] {
					distance[owner], owns[owner] = distance[at], owns[at]+1
				}
			}
		}
	}
}

// distance returns how far each node of the tree is from what is given.
func (d *designer) distance() map[int]int {
	distance := map[int]int{}
	var queue []int
	for _, a := range union(d.equal, d.many, d.ranges) {
		if _, seen := distance[a.node]; !seen && a.node >= 0 {
			distance[a.node] = 0
			queue = append(queue, a.node)
		}
	}
	for i := 0; i < len(queue); i++ {
		for _, edge := range d.tree.edges {
			for side := range edge {
				next := edge[1-side]
				if _, seen := distance[next]; edge[side] == queue[i] && !seen {
					distance[next] = distance[queue[i]] + 1
					queue = append(queue, next)
				}
			}
		}
	}
	return distance
}

// tails returns the orders of clustering columns that follow from ranges, ORDER
// BY and groups. Where they contradict each other, one is served and the other
// is left to the application or to filtering. A range in front of the groups that
// is none of them leaves only filtering: Cassandra rejects such a GROUP BY.
func (d *designer) tails(groups []atom) []shape {
	if d.query.Distinct && len(without(d.ranges, groups)) > 0 && !d.aggregates() {
		groups = nil // the application drops what is repeated
	}
	groups = without(groups, union(d.equal, d.many))
	order := union(d.sorted, without(groups, d.sorted))
	if len(d.ranges) == 0 {
		return []shape{{tail: order}}
	}
	var tails []shape
	for i, first := range d.ranges {
		rest := slices.Delete(slices.Clone(d.ranges), i, i+1)
		switch {
		case len(groups) > 0 && !contains(groups, first):
		case len(order) == 0 || order[0].same(first) || len(d.sorted) == 0:
			tails = append(tails, d.rangeFirst(first, order, rest, Served))
		default:
			tails = append(tails, d.rangeFirst(first, order, rest, Unsorted))
		}
	}
	if len(order) > 0 && !contains(d.ranges, order[0]) {
		tails = append(tails, shape{tail: order, filtered: d.ranges, service: Filtered})
	}
	return tails
}

// rangeFirst puts a range before the ORDER BY columns. Further ranges can only be
// filtered.
func (d *designer) rangeFirst(first atom, order, rest []atom, service Service) shape {
	for _, a := range order {
		if a.same(first) {
			first = a
		}
	}
	s := shape{tail: union([]atom{first}, order), filtered: rest, service: service}
	if service == Unsorted {
		s.unordered = d.sorted
	}
	if len(rest) > 0 {
		s.service = Filtered
	}
	return s
}
