package er

import (
	"math/bits"
	"slices"

	"widerow/model"
)

// Counter counts the rows of a table for fixed values of some of its attributes.
//
// A row is a combination of instances along the path. Whoever knows the fixed
// attributes knows some instances. From there each relationship type multiplies
// by how many others one instance has; if nothing is known, an entity type
// multiplies by all of its instances. What a key determines multiplies by 1. A
// fixed attribute of instances that were not known keeps the share that has its
// value. Of all orders, the one that needs the fewest numbers and gives the
// fewest rows is the estimate.
type Counter struct {
	*Volume
	In     *Identity
	Values []Atom // multi-valued attributes with a row for each value
	// Optional are nodes that a row may lack: the subtypes of a supertype.
	Optional []int
	closed   map[opened]set
}

// set is a set of nodes by their place in the identity.
type set uint64

func (s set) has(place int) bool { return s&(1<<place) != 0 }

// opened is a set to which what follows is added. without is the node of which no key
// attribute is fixed, -1 for none.
type opened struct {
	set     set
	without int
}

// maxExactNodes is the number of nodes up to which every order of joining them is
// tried. Of more nodes, the next one is always that which adds the fewest rows.
// maxNodes bounds a set.
const (
	maxExactNodes = 12
	maxNodes      = 60
)

// Rows returns the number of rows that have the same values of some attributes.
func (c *Counter) Rows(fixed []Atom) Estimate {
	if len(c.In.Nodes) > maxNodes || slices.ContainsFunc(fixed, func(a Atom) bool { return a.Node < 0 }) {
		return Estimate{}
	}
	c.closed = map[opened]set{}
	start := c.close(opened{0, -1}, fixed)
	best := map[set]Estimate{start: c.repeated(start, fixed)}
	open := make([][]set, maxNodes+1) // by their size: each is reached from smaller ones
	open[bits.OnesCount64(uint64(start))] = []set{start}
	goal := set(1)<<c.In.Path - 1
	var least Estimate
	for size := range open {
		for _, at := range open[size] {
			rows := best[at]
			if at&goal == goal {
				if rows.less(least) {
					least = rows
				}
				continue
			}
			for _, next := range c.steps(at, fixed) {
				product := rows.Times(next.factor)
				other, found := best[next.set]
				if !found {
					count := bits.OnesCount64(uint64(next.set))
					open[count] = append(open[count], next.set)
				}
				if !found || product.less(other) {
					best[next.set] = product
				}
			}
		}
	}
	least.Amount = least.AtLeast(1)
	least.Worst = max(least.Worst, least.Typical) // more values than instances at worst
	return least
}

// step is a set of known nodes, and by how much it multiplies the rows.
type step struct {
	set    set
	factor Estimate
}

// steps returns what can be known next: what is related to known instances, or
// else any instances.
func (c *Counter) steps(at set, fixed []Atom) []step {
	var steps []step
	for place, node := range c.In.Nodes {
		if factor, joined := c.expansion(node, at); joined && !at.has(place) {
			steps = append(steps, c.step(at, place, factor, fixed))
		}
	}
	if len(steps) == 0 {
		for place, node := range c.In.Nodes {
			if !at.has(place) && !slices.Contains(c.Optional, node) {
				steps = append(steps, c.step(at, place, c.Of(c.In.graph.Node(node).Of), fixed))
			}
		}
	}
	if len(steps) > 0 && len(c.In.Nodes) > maxExactNodes {
		return fewest(steps)
	}
	return steps
}

// step adds a node, and all that follows from it.
func (c *Counter) step(at set, place int, factor Estimate, fixed []Atom) step {
	next := step{c.close(opened{at | 1<<place, -1}, fixed), factor.Times(c.share(c.In.Nodes[place], fixed))}
	for other, node := range c.In.Nodes {
		if !next.set.has(other) || at.has(other) || other == place {
			continue
		}
		left := fixed
		if !c.close(opened{at | 1<<place, node}, fixed).has(other) {
			left = Without(fixed, c.In.Own[node]) // its key tells which one it is
		}
		next.factor = next.factor.Times(c.share(node, left))
	}
	return next
}

// expansion returns by how much a node multiplies the rows, if an instance that
// leads to it is known.
func (c *Counter) expansion(node int, at set) (Estimate, bool) {
	if !c.In.graph.IsRelationship(node) {
		return c.owned(node, at)
	}
	outside, least, joined := known(Exactly(1)), Estimate{}, false
	var unknown int
	for _, end := range c.In.Ends[node] {
		count := c.count(end.ID, end.Participant)
		if c.knows(at, end.Node) {
			joined = true
			if count.less(least) {
				least = count
			}
			continue
		}
		unknown++
		outside = outside.Times(count)
	}
	if unknown == 0 {
		return least, joined // several links between the same instances
	}
	return outside, joined
}

// owned returns the number of weak instances of one owner.
func (c *Counter) owned(node int, at set) (Estimate, bool) {
	id := c.In.graph.Node(node).Of
	if entity := c.concepts.Model.Concepts.Entities[id]; entity == nil || !entity.Weak {
		return Estimate{}, false
	}
	for _, p := range c.pairings[id] {
		if p.identifying && c.knows(at, c.ownerOf(node, p.owner)) {
			return c.count(p.mine, p.mineValue), true
		}
	}
	return Estimate{}, false
}

// ownerOf returns the node of a weak instance's owner, -1 if there is none.
func (c *Counter) ownerOf(at int, owner model.ID) int {
	for _, node := range c.In.OwnedBy[at] {
		if c.In.graph.Node(node).Of == owner {
			return node
		}
	}
	return -1
}

func (c *Counter) knows(at set, node int) bool {
	place := slices.Index(c.In.Nodes, node)
	return place >= 0 && at.has(place)
}

// close adds the nodes that follow from known ones and fixed attributes.
func (c *Counter) close(from opened, fixed []Atom) set {
	if whole, known := c.closed[from]; known {
		return whole
	}
	if from.without >= 0 {
		fixed = Without(fixed, c.In.Own[from.without])
	}
	chains, whole := c.In.chained(), from.set
	start := make([]int, 0, len(c.In.Nodes))
	for place, node := range c.In.Nodes {
		if whole.has(place) {
			start = append(start, node)
		}
	}
	found := chains.follow(start, fixed)
	for place, node := range c.In.Nodes {
		if at, chained := chains.places[node]; chained && found[at] {
			whole |= 1 << place
		}
	}
	c.closed[from] = whole
	return whole
}

// share is the part of a node's instances that have the fixed values, by the rows
// that each of them has for its multi-valued attributes.
func (c *Counter) share(node int, fixed []Atom) Estimate {
	share := known(Exactly(1))
	for _, a := range fixed {
		attribute := c.In.graph.Attribute(a)
		if a.Node != node || attribute == nil {
			continue
		}
		owner := c.In.graph.Node(node).Of
		share = share.Times(c.ShareOf(a.Attribute, attribute, owner))
		if attribute.MultiValued {
			share = share.Times(c.elements(a.Attribute, attribute))
		}
	}
	return share.Times(c.valuesOf(node, fixed))
}

// valuesOf returns the number of rows of one instance, one for each combination of
// the values of its multi-valued attributes that are not fixed.
func (c *Counter) valuesOf(node int, fixed []Atom) Estimate {
	rows := known(Exactly(1))
	for _, a := range Without(c.Values, fixed) {
		if a.Node == node {
			rows = rows.Times(c.elements(a.Attribute, c.In.graph.Attribute(a)))
		}
	}
	return rows
}

// repeated returns the number of rows of the instances that are known from the
// start.
func (c *Counter) repeated(start set, fixed []Atom) Estimate {
	rows := known(Exactly(1))
	for place, node := range c.In.Nodes {
		if start.has(place) {
			rows = rows.Times(c.valuesOf(node, fixed))
		}
	}
	return rows
}

// fewest returns the step that adds the fewest rows.
func fewest(steps []step) []step {
	least := steps[0]
	for _, s := range steps[1:] {
		if s.factor.less(least.factor) {
			least = s
		}
	}
	return []step{least}
}

func (c *Counter) OnPath(a Atom) bool { return slices.Contains(c.In.Nodes[:c.In.Path], a.Node) }
