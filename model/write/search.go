package write

import (
	"slices"
)

// need holds the values and instances that a statement requires. wanted are optional values.
type need struct {
	places, wanted []place
	nodes          []int
}

// lacksOf returns the parts of a need that the application does not have.
func (r *rows) lacksOf(n *need) (places, wanted []place, nodes []int) {
	unknown := func(at place) bool { _, known := r.known[at]; return !known }
	return filter(n.places, unknown), filter(n.wanted, unknown), filter(n.nodes, func(at int) bool { return !r.sure[at] })
}

// maxReads bounds the reads that are tried for one table.
const maxReads = 12

// find plans the reads that find what is needed, the cheapest ones first. What no table
// finds stays unknown.
func (r *rows) find(n *need) {
	if !r.findBy(n, false) {
		r.findBy(n, true)
	}
}

// findBy does so by reads that find all instances, or also by those that find them by a value
// that they may lack. It reports whether all is found.
func (r *rows) findBy(n *need, mayLack bool) bool {
	for range maxReads {
		places, wanted, nodes := r.lacksOf(n)
		if len(places)+len(wanted)+len(nodes) == 0 {
			return true
		}
		best := r.best(places, wanted, nodes, mayLack)
		if best == nil {
			return false
		}
		r.adopt(best)
	}
	return false
}

// best returns the candidate that finds most, at the least cost, of those that add to the known
// values.
func (r *rows) best(places, wanted []place, nodes []int, mayLack bool) *candidate {
	var best *candidate
	for _, c := range r.candidates() {
		if c.lax = mayLack; !c.gains(r) || !mayLack && r.throughOf(c).lacking(r, true) != nil {
			continue
		}
		c.missing = 0
		direct := false
		for _, at := range places {
			if found := c.finds(at); found {
				direct = true
			} else {
				c.missing += 4
			}
		}
		for _, at := range nodes {
			if slices.Contains(c.at, at) && c.tellsOf(r, at) {
				direct = true
			} else {
				c.missing += 4
			}
		}
		for _, at := range wanted {
			if found := c.finds(at); found {
				direct = true
			} else {
				c.missing++
			}
		}
		c.direct = direct
		if best == nil || c.compare(best) < 0 {
			best = c
		}
	}
	return best
}

// candidates returns the reads that the known values allow.
func (r *rows) candidates() []*candidate {
	closure := r.concepts.Closure(r.Meaning)
	bound := closure.Of(nil, r.pattern.values())
	known := r.knownPlaces()
	var found []*candidate
	for _, t := range r.tables {
		if t.meaning == nil || t.isCounter || t.Unrealized {
			continue
		}
		for _, at := range r.placements(t, known) {
			found = append(found, r.variants(t, at, bound)...)
		}
	}
	return found
}
