package mapping

import (
	"cmp"
	"slices"

	"widerow/model/mapping/er"
)

// maxAlternatives bounds how many alternatives of one query are shown.
const maxAlternatives = 50

// shape is the primary key of an alternative, and what its rows are.
type shape struct {
	partition  []er.Atom
	equal      []er.Atom   // given by = or IN, but clustering columns
	tail       []er.Atom   // the other clustering columns
	missing    []er.Atom   // key attributes at the end of the tail
	found      []er.Atom   // what is stored besides the key
	finds      [][]er.Atom // what each query of the table finds
	in         *er.Identity
	collected  []er.Atom
	entries    []er.Atom // the values of collected maps, by their relationship type
	unordered  []er.Atom // ORDER BY that the table does not serve
	filtered   []er.Atom // ranges that the table does not serve, and left
	left       []er.Atom // given by =, but not in the key, since updates change them
	steady     bool      // no update changes the key: see steadyShapes
	service    Service
	form       Form
	aggregated bool // columns of aggregates hold their values
}

func (s *shape) clustering() []er.Atom { return er.Union(s.equal, s.tail, s.missing) }

// designer makes the alternatives of one question.
type designer struct {
	er.Reading
	main int // the node whose instances the query is about, -1 for none
	// legal is the number of legal primary keys of a table with a row for each
	// combination, those included that are the same for Cassandra.
	legal float64
	// implied are the attributes that the rows are grouped by beside GROUP BY: see impliedGroups.
	implied []er.Atom
	// unordered is the part of ORDER BY that has no meaning for groups.
	unordered []er.Atom
	// split is set if the query finds several subtypes. alsoMain is the subtype in a
	// table of its own, -1 for none: its columns need no prefix.
	split    split
	alsoMain int
	known    *known
}

// known holds the results that a designer has computed, each on first use. A copy of the designer,
// from which another one may be made, starts without results.
type known struct {
	of           *designer
	estimator    *estimator
	collectable  [][]branch
	undetermined map[int]map[int]bool
}

func (d *designer) knows() *known {
	if d.known == nil || d.known.of != d {
		d.known = &known{of: d, undetermined: map[int]map[int]bool{}}
	}
	return d.known
}

func newDesigner(q *er.Question, t er.Tree) *designer {
	d := &designer{Reading: q.Along(t), alsoMain: -1}
	d.main = d.MainNode()
	if split, found := d.findSplit(); found {
		d.split = split
		if slices.Contains(split.leaves, d.main) {
			d.main = split.super
		}
	} else {
		whole := d.main
		for range d.Tree.Nodes { // no longer, as hierarchies may be a circle
			if sub := d.onlySubtype(d.main); sub >= 0 {
				d.main, d.alsoMain = sub, whole
			}
		}
	}
	grouping{d}.leaveOrder()
	d.implied = grouping{d}.impliedGroups()
	return d
}

// keep lists the nodes whose keys are the natural ones for the rows.
func (d *designer) keep() []int {
	keep := []int{}
	if d.main >= 0 {
		keep = append(keep, d.main)
	}
	for _, a := range d.Found {
		if a.Node >= 0 && !slices.Contains(keep, a.Node) {
			keep = append(keep, a.Node)
		}
	}
	return keep
}

// shapes returns all alternatives that are different for Cassandra. They are
// false if nothing identifies the rows.
func (d *designer) shapes() ([]shape, bool) {
	tails := d.tails(er.Union(d.Grouped, d.implied))
	var shapes []shape
	for _, tail := range tails {
		with := er.Union(d.Equal, d.Many, tail.tail)
		missing, ok := d.In.Missing(with, d.keep())
		if !ok {
			return nil, false
		}
		tail.in, tail.missing, tail.found = d.In, append(d.alongPath(missing), d.rowValues(d.In)...), d.Found
		shapes = append(shapes, d.withPartitions(tail)...)
		if len(d.split.leaves) > 0 && tail.service == Served {
			tail.form = PerSubtype
			shapes = append(shapes, d.withPartitions(tail)...)
		}
		d.legal += permutations(len(d.Equal)+len(d.Many), len(missing))
	}
	for _, more := range [][]shape{collector{d}.shapes(tails), (grouping{d}).groupedShapes()} {
		for _, s := range more {
			shapes = append(shapes, d.withPartitions(s)...)
		}
	}
	return append(shapes, volatility{d}.steadyOnes(shapes)...), true
}

// alongPath orders missing key attributes as the path does: from what is given to
// what is found, owners before what they own.
func (d *designer) alongPath(missing []er.Atom) []er.Atom {
	distance, owns := d.distance(), map[int]int{}
	for _, at := range d.In.Nodes[d.In.Path:] {
		by := d.In.NeededBy[at]
		distance[at], owns[at] = distance[by], owns[by]
		if !d.Graph.IsRelationship(by) {
			owns[at]++
		}
	}
	d.ownersFirst(distance, owns)
	slices.SortStableFunc(missing, func(a, b er.Atom) int {
		return cmp.Or(cmp.Compare(distance[a.Node], distance[b.Node]), cmp.Compare(owns[b.Node], owns[a.Node]))
	})
	return missing
}

// ownersFirst places owners to which the path leads on from what they own: a sensor is
// found by its device and its channel, in this order.
func (d *designer) ownersFirst(distance, owns map[int]int) {
	for range d.In.Nodes {
		for _, at := range d.In.Nodes {
			for _, owner := range d.In.OwnedBy[at] {
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
	for _, a := range er.Union(d.Equal, d.Many, d.Ranges) {
		if _, seen := distance[a.Node]; !seen && a.Node >= 0 {
			distance[a.Node] = 0
			queue = append(queue, a.Node)
		}
	}
	for i := 0; i < len(queue); i++ {
		for _, edge := range d.Tree.Edges {
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
func (d *designer) tails(groups []er.Atom) []shape {
	if d.Query.Distinct && len(er.Without(d.Ranges, groups)) > 0 && !d.Aggregates() {
		groups = nil // the application drops what is repeated
	}
	groups = er.Without(groups, er.Union(d.Equal, d.Many))
	order := er.Union(d.Sorted, er.Without(groups, d.Sorted))
	if len(d.Ranges) == 0 {
		return []shape{{tail: order}}
	}
	var tails []shape
	for i, first := range d.Ranges {
		rest := slices.Delete(slices.Clone(d.Ranges), i, i+1)
		switch {
		case len(groups) > 0 && !er.Contains(groups, first):
		case len(order) == 0 || order[0].Same(first) || len(d.Sorted) == 0:
			tails = append(tails, d.rangeFirst(first, order, rest, Served))
		default:
			tails = append(tails, d.rangeFirst(first, order, rest, Unsorted))
		}
	}
	if len(order) > 0 && !er.Contains(d.Ranges, order[0]) {
		tails = append(tails, shape{tail: order, filtered: d.Ranges, service: Filtered})
	}
	return tails
}

// rangeFirst puts a range before the ORDER BY columns. Further ranges can only be
// filtered.
func (d *designer) rangeFirst(first er.Atom, order, rest []er.Atom, service Service) shape {
	for _, a := range order {
		if a.Same(first) {
			first = a
		}
	}
	s := shape{tail: er.Union([]er.Atom{first}, order), filtered: rest, service: service}
	if service == Unsorted {
		s.unordered = d.Sorted
	}
	if len(rest) > 0 {
		s.service = Filtered
	}
	return s
}

// The parts of a designer. Each has a file of its own, or several.
type (
	// ranking compares alternatives.
	ranking struct{ *designer }
	// explanation says why an alternative has its rank.
	explanation struct{ *designer }
	// naming suggests the names of tables.
	naming struct{ *designer }
	// grouping makes the tables of a query with GROUP BY, DISTINCT or aggregates.
	grouping struct{ *designer }
	// volatility finds the updates that change key columns.
	volatility struct{ *designer }
	// tableReading finds what a logical table of the document stores.
	tableReading struct{ *designer }
	// notes adds what a reader of the plan should know about the rows.
	notes struct{ *designer }
)
