package mapping

import (
	"cmp"
	"math"
	"slices"

	"widerow/model"
)

// maxAlternatives bounds how many alternatives of one query are shown.
const maxAlternatives = 50

// maxEqual is the number of attributes given by = up to which each subset is
// tried as a partition key.
const maxEqual = 6

// shape is the primary key of an alternative, and what its rows are.
type shape struct {
	partition  []atom
	equal      []atom // given by = or IN, but clustering columns
	tail       []atom // the other clustering columns
	missing    []atom // key attributes at the end of the tail
	found      []atom // what is stored besides the key
	in         *identity
	collected  []atom
	entries    []atom // the values of collected maps, by their relationship type
	unordered  []atom // ORDER BY that the table does not serve
	filtered   []atom // ranges that the table does not serve
	service    Service
	form       Form
	aggregated bool // columns of aggregates hold their values
}

func (s *shape) clustering() []atom { return union(s.equal, s.tail, s.missing) }

// designer makes the alternatives of one question.
type designer struct {
	*question
	tree tree
	in   *identity
	main int // the node whose instances the query is about, -1 for none
	// legal is the number of legal primary keys of a table with a row for each
	// combination, those included that are the same for Cassandra.
	legal float64
}

func newDesigner(q *question, t tree) *designer {
	d := &designer{question: q, tree: t}
	d.in = newIdentity(q.graph, t)
	d.main = d.mainNode()
	return d
}

// mainNode is the entity node with the most attributes in SELECT. Of equals it is
// the one that determines the other, then the first.
func (d *designer) mainNode() int {
	counts := map[int]int{}
	main := -1
	for _, a := range union(d.found, d.equal) {
		if a.node < 0 || d.graph.isRelationship(a.node) {
			continue
		}
		if contains(d.found, a) {
			counts[a.node]++
		}
		if main < 0 || counts[a.node] > counts[main] || counts[a.node] == counts[main] && d.in.determines(a.node, main) && !d.in.determines(main, a.node) {
			main = a.node
		}
	}
	return main
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
	tails := d.tails()
	var shapes []shape
	for _, tail := range tails {
		with := union(d.equal, d.many, tail.tail)
		missing, ok := d.in.missing(with, d.keep())
		if !ok {
			return nil, false
		}
		tail.in, tail.missing, tail.found = d.in, d.alongPath(missing), d.found
		shapes = append(shapes, d.withPartitions(tail)...)
		d.legal += permutations(len(d.equal)+len(d.many), len(missing))
	}
	for _, more := range [][]shape{d.collectedShapes(tails), d.groupedShapes()} {
		for _, s := range more {
			shapes = append(shapes, d.withPartitions(s)...)
		}
	}
	return shapes, true
}

// permutations counts the primary keys with the given attributes as the
// partition key or in front of the clustering columns, in every order, and the
// missing key attributes in every order.
func permutations(given, missing int) float64 {
	factorial := func(n int) float64 { return math.Gamma(float64(n) + 1) }
	orders := 0.0
	for size := 1; size <= given; size++ {
		subsets := factorial(given) / factorial(size) / factorial(given-size)
		orders += subsets * factorial(size) * factorial(given-size)
	}
	return max(1, math.Round(orders)) * factorial(missing)
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
	slices.SortStableFunc(missing, func(a, b atom) int {
		return cmp.Or(cmp.Compare(distance[a.node], distance[b.node]), cmp.Compare(owns[b.node], owns[a.node]))
	})
	return missing
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
// BY and GROUP BY. Where they contradict each other, one is served and the other
// is left to the application or to filtering.
func (d *designer) tails() []shape {
	order := union(d.sorted, without(d.grouped, union(d.equal, d.sorted)))
	if len(d.ranges) == 0 {
		return []shape{{tail: order}}
	}
	var tails []shape
	for i, first := range d.ranges {
		rest := slices.Delete(slices.Clone(d.ranges), i, i+1)
		switch {
		case len(order) == 0 || order[0].same(first):
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

// withPartitions returns one shape for each partition key: a subset of what is
// given by = or IN. If nothing is given, there is one with a bucket.
func (d *designer) withPartitions(s shape) []shape {
	given := union(d.equal, d.many)
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
		shapes = append(shapes, next)
	}
	return shapes
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

// collectedShapes returns alternatives that store what repeats at the end of the
// path in a set instead of rows: one attribute of an entity type that only the
// last relationship type leads to.
func (d *designer) collectedShapes(tails []shape) []shape {
	var shapes []shape
	for _, branches := range d.collectable() {
		var values, entries []atom
		rest := d.tree
		for _, b := range branches {
			values, entries, rest = append(values, b.value), append(entries, b.entries...), rest.without(b.node, b.relationship)
		}
		in := newIdentity(d.graph, rest)
		for _, tail := range tails {
			missing, ok := in.missing(union(d.equal, d.many, tail.tail), d.keep())
			if !ok || tail.service != Served {
				continue
			}
			tail.in, tail.missing, tail.form = in, d.alongPath(missing), Collected
			tail.collected, tail.entries, tail.found = values, entries, without(d.found, union(values, entries))
			shapes = append(shapes, tail)
		}
	}
	return shapes
}

// branch is a leaf of the path whose instances can be the elements of a set, or,
// with one attribute of the relationship type, of a map.
type branch struct {
	node, relationship int
	value              atom
	entries            []atom // the values of a map
}

// collectable returns the branches that can be collected: each alone, and all
// together.
func (d *designer) collectable() [][]branch {
	missing, _ := d.in.missing(union(d.equal, d.many, d.sorted, d.ranges), d.keep())
	var alone [][]branch
	var together []branch
	for _, at := range d.in.nodes[:d.in.path] {
		if b, ok := d.branchAt(at, missing); ok {
			alone, together = append(alone, []branch{b}), append(together, b)
		}
	}
	if len(alone) > 1 {
		return append([][]branch{together}, alone...)
	}
	return alone
}

// branchAt reports whether the instances of a node can be the elements of a set:
// they repeat, and the node is a leaf of the path, of which one plain attribute is
// found and nothing is given or sorted by.
func (d *designer) branchAt(at int, missing []atom) (branch, bool) {
	relationship := d.tree.leafOf(at)
	repeats := slices.ContainsFunc(missing, func(a atom) bool { return a.node == at })
	if at != d.main && (d.main < 0 || !d.in.closure(d.keysBut(at))[d.main] || d.in.owns(at, d.main)) {
		return branch{}, false // it is a part of what identifies the main rows
	}
	if relationship < 0 || !d.graph.isRelationship(relationship) || d.tree.degree(relationship) != 2 || !repeats {
		return branch{}, false
	}
	var values []atom
	for _, a := range d.found {
		if a.node == at {
			values = append(values, a)
		}
	}
	var entries []atom
	for _, a := range d.found {
		if a.node == relationship {
			entries = append(entries, a)
		}
	}
	used := func(a atom) bool { return a.node == at || a.node == relationship || a.aggregate != "" }
	if len(values) != 1 || len(entries) > 1 || slices.ContainsFunc(union(d.equal, d.many, d.ranges, d.sorted, d.grouped), used) {
		return branch{}, false
	}
	attribute := d.graph.attribute(values[0])
	mustBeKey := len(entries) > 0 || at == d.main
	ok := attribute != nil && !attribute.MultiValued && (!mustBeKey || attribute.Key == model.Key && len(d.in.own[at]) == 1)
	return branch{at, relationship, values[0], entries}, ok
}

// keysBut returns all key attributes but those of one node.
func (d *designer) keysBut(at int) []atom {
	var keys []atom
	for _, other := range d.in.nodes {
		if other != at {
			keys = append(keys, d.in.own[other]...)
		}
	}
	return keys
}

// leafOf returns the only neighbour of a leaf, -1 if the node is none.
func (t tree) leafOf(at int) int {
	neighbour := -1
	for _, edge := range t.edges {
		for i := range edge {
			if edge[i] == at {
				if neighbour >= 0 {
					return -1
				}
				neighbour = edge[1-i]
			}
		}
	}
	return neighbour
}

func (t tree) degree(at int) int {
	degree := 0
	for _, edge := range t.edges {
		if edge[0] == at || edge[1] == at {
			degree++
		}
	}
	return degree
}

// without returns the tree without some of its nodes.
func (t tree) without(gone ...int) tree {
	return tree{
		nodes: slices.DeleteFunc(slices.Clone(t.nodes), func(at int) bool { return slices.Contains(gone, at) }),
		edges: slices.DeleteFunc(slices.Clone(t.edges), func(e [2]int) bool { return slices.Contains(gone, e[0]) || slices.Contains(gone, e[1]) }),
	}
}

// groupedShapes returns the alternatives of an aggregate that store one row a
// group: with the values computed when data is written, or, to count, with a
// counter.
func (d *designer) groupedShapes() []shape {
	over, counting := d.aggregatedNodes()
	if len(over) == 0 {
		return nil
	}
	plain := slices.DeleteFunc(slices.Clone(d.found), func(a atom) bool { return a.aggregate != "" })
	var keys []atom // attributes of what is aggregated identify the group themselves
	in := *d.in
	in.nodes = nil
	for _, a := range plain {
		if slices.Contains(over, a.node) {
			keys = append(keys, a)
		} else if a.node >= 0 && !slices.Contains(in.nodes, a.node) {
			in.nodes = append(in.nodes, a.node)
		}
	}
	in.path = len(in.nodes)
	for _, at := range d.in.nodes {
		if !slices.Contains(in.nodes, at) {
			in.nodes = append(in.nodes, at)
		}
	}
	var shapes []shape
	for _, tail := range d.tails() {
		if tail.service != Served {
			continue
		}
		tail.tail = union(tail.tail, without(keys, union(d.equal, d.many)))
		missing, ok := in.missing(union(d.equal, d.many, tail.tail), d.keep())
		if !ok {
			continue
		}
		tail.in, tail.missing, tail.form, tail.aggregated, tail.found = &in, d.alongPath(missing), Precomputed, true, d.found
		shapes = append(shapes, tail)
		if counting {
			tail.form = Counted
			tail.found = slices.DeleteFunc(slices.Clone(d.found), func(a atom) bool {
				return a.aggregate == "" && !contains(union(d.equal, d.many, tail.tail, missing), a)
			})
			shapes = append(shapes, tail)
		}
	}
	return shapes
}

// aggregatedNodes returns the nodes whose instances are aggregated. counting
// reports whether only their number is asked for.
func (d *designer) aggregatedNodes() (over []int, counting bool) {
	counting = true
	for _, find := range model.Sorted(d.query.Find) {
		if find.Value.Aggregate == "" {
			continue
		}
		counting = counting && find.Value.Aggregate == model.Count
		owner := find.Value.Attribute
		if element, found := d.graph.model.Element(owner); found && element.Kind == model.AttributeKind {
			owner = element.Parent
		}
		if at, found := d.graph.index[d.graph.nodeOf(owner, find.Value.Participant)]; found && owner != "" {
			over = append(over, at)
		}
	}
	return over, counting && len(over) > 0
}
