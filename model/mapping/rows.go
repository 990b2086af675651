package mapping

import (
	"math/bits"
	"slices"

	"widerow/model"
)

// counter counts the rows of a table for fixed values of some of its attributes.
//
// A row is a combination of instances along the path. Whoever knows the fixed
// attributes knows some instances. From there each relationship type multiplies
// by how many others one instance has; if nothing is known, an entity type
// multiplies by all of its instances. What a key determines multiplies by 1. A
// fixed attribute of instances that were not known keeps the share that has its
// value. Of all orders, the one that needs the fewest numbers and gives the
// fewest rows is the estimate.
type counter struct {
	*volume
	in     *identity
	values []atom // multi-valued attributes with a row for each value
	// optional are nodes that a row may lack: the subtypes of a supertype.
	optional []int
}

// set is a set of nodes by their place in the identity.
type set uint64

func (s set) has(place int) bool { return s&(1<<place) != 0 }

// maxExactNodes is the number of nodes up to which every order of joining them is
// tried. Of more nodes, the next one is always that which adds the fewest rows.
// maxNodes bounds a set.
const (
	maxExactNodes = 12
	maxNodes      = 60
)

// rows returns the number of rows that have the same values of some attributes.
func (c *counter) rows(fixed []atom) estimate {
	if len(c.in.nodes) > maxNodes || slices.ContainsFunc(fixed, func(a atom) bool { return a.node < 0 }) {
		return estimate{}
	}
	start := c.close(0, fixed)
	best := map[set]estimate{start: c.repeated(start, fixed)}
	open := make([][]set, maxNodes+1) // by their size: each is reached from smaller ones
	open[bits.OnesCount64(uint64(start))] = []set{start}
	goal := set(1)<<c.in.path - 1
	var least estimate
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
				product := rows.times(next.factor)
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
	least.Amount = least.atLeast(1)
	least.Worst = max(least.Worst, least.Typical) // more values than instances at worst
	return least
}

// step is a set of known nodes, and by how much it multiplies the rows.
type step struct {
	set    set
	factor estimate
}

// steps returns what can be known next: what is related to known instances, or
// else any instances.
func (c *counter) steps(at set, fixed []atom) []step {
	var steps []step
	for place, node := range c.in.nodes {
		if factor, joined := c.expansion(node, at); joined && !at.has(place) {
			steps = append(steps, c.step(at, place, factor, fixed))
		}
	}
	if len(steps) == 0 {
		for place, node := range c.in.nodes {
			if !at.has(place) && !slices.Contains(c.optional, node) {
				steps = append(steps, c.step(at, place, c.of(c.in.graph.node(node).of), fixed))
			}
		}
	}
	if len(steps) > 0 && len(c.in.nodes) > maxExactNodes {
		return fewest(steps)
	}
	return steps
}

// step adds a node, and all that follows from it.
func (c *counter) step(at set, place int, factor estimate, fixed []atom) step {
	next := step{c.close(at|1<<place, fixed), factor.times(c.share(c.in.nodes[place], fixed))}
	for other, node := range c.in.nodes {
		if !next.set.has(other) || at.has(other) || other == place {
			continue
		}
		left := fixed
		if !c.close(at|1<<place, without(fixed, c.in.own[node])).has(other) {
			left = without(fixed, c.in.own[node]) // its key tells which one it is
		}
		next.factor = next.factor.times(c.share(node, left))
	}
	return next
}

// expansion returns by how much a node multiplies the rows, if an instance that
// leads to it is known.
func (c *counter) expansion(node int, at set) (estimate, bool) {
	if !c.in.graph.isRelationship(node) {
		return c.owned(node, at)
	}
	outside, least, joined := known(exactly(1)), estimate{}, false
	var unknown int
	for _, end := range c.in.ends[node] {
		count := c.count(end.id, end.participant)
		if c.knows(at, end.node) {
			joined = true
			if count.less(least) {
				least = count
			}
			continue
		}
		unknown++
		outside = outside.times(count)
	}
	if unknown == 0 {
		return least, joined // several links between the same instances
	}
	return outside, joined
}

// owned returns the number of weak instances of one owner.
func (c *counter) owned(node int, at set) (estimate, bool) {
	id := c.in.graph.node(node).of
	if entity := c.concepts.model.Concepts.Entities[id]; entity == nil || !entity.Weak {
		return estimate{}, false
	}
	for _, p := range c.pairings[id] {
		if p.identifying && c.knows(at, c.ownerOf(node, p.owner)) {
			return c.count(p.mine, p.mineValue), true
		}
	}
	return estimate{}, false
}

// ownerOf returns the node of a weak instance's owner, -1 if there is none.
func (c *counter) ownerOf(at int, owner model.ID) int {
	for _, node := range c.in.ownedBy[at] {
		if c.in.graph.node(node).of == owner {
			return node
		}
	}
	return -1
}

func (c *counter) knows(at set, node int) bool {
	place := slices.Index(c.in.nodes, node)
	return place >= 0 && at.has(place)
}

// close adds the nodes that follow from known ones and fixed attributes.
func (c *counter) close(at set, fixed []atom) set {
	determined := map[int]bool{}
	for place, node := range c.in.nodes {
		if at.has(place) {
			determined[node] = true
		}
	}
	c.in.closureOf(determined, fixed)
	for place, node := range c.in.nodes {
		if determined[node] {
			at |= 1 << place
		}
	}
	return at
}

// share is the part of a node's instances that have the fixed values, by the rows
// that each of them has for its multi-valued attributes.
func (c *counter) share(node int, fixed []atom) estimate {
	share := known(exactly(1))
	for _, a := range fixed {
		attribute := c.in.graph.attribute(a)
		if a.node != node || attribute == nil {
			continue
		}
		owner := c.in.graph.node(node).of
		share = share.times(c.shareOf(a.attribute, attribute, owner))
		if attribute.MultiValued {
			share = share.times(c.elements(a.attribute, attribute))
		}
	}
	return share.times(c.valuesOf(node, fixed))
}

// valuesOf returns the number of rows of one instance, one for each combination of
// the values of its multi-valued attributes that are not fixed.
func (c *counter) valuesOf(node int, fixed []atom) estimate {
	rows := known(exactly(1))
	for _, a := range without(c.values, fixed) {
		if a.node == node {
			rows = rows.times(c.elements(a.attribute, c.in.graph.attribute(a)))
		}
	}
	return rows
}

// repeated returns the number of rows of the instances that are known from the
// start.
func (c *counter) repeated(start set, fixed []atom) estimate {
	rows := known(exactly(1))
	for place, node := range c.in.nodes {
		if start.has(place) {
			rows = rows.times(c.valuesOf(node, fixed))
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

func (c *counter) onPath(a atom) bool { return slices.Contains(c.in.nodes[:c.in.path], a.node) }
