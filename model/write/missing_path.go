package write

import (
	"slices"

	"widerow/model/stored"
)

// addPath adds the relationship types of the pattern on the shortest ways from nodes to known
// instances, and those that a query must name beside them. It returns their nodes.
func (r *rows) addPath(l *Lookup, nodes []int, known []place) []int {
	on := r.between(nodes, known)
	owning := r.owning(known)
	on = append(on, r.constrainedBy(append(slices.Clone(on), owning...), known)...)
	for _, at := range on {
		if of := r.Nodes[at].Of; slices.Contains(l.Path, of) && r.model.IsRepeatable(of) {
			l.Twice = appendNew(l.Twice, of)
		} else {
			l.Path = appendNew(l.Path, of)
		}
	}
	l.Via = slices.Clone(l.Path)
	for _, at := range owning {
		l.Via, on = appendNew(l.Via, r.Nodes[at].Of), appendNew(on, at)
	}
	return on
}

// owning returns the identifying relationships between known instances.
func (r *rows) owning(known []place) (owning []int) {
	isKnown := func(at int) bool { return slices.ContainsFunc(known, func(p place) bool { return p.node == at }) }
	for _, one := range r.Links {
		if isKnown(one.To) && r.concepts.IsIdentifying(r.Nodes[one.From].Of, one.Participant) &&
			slices.ContainsFunc(r.Links, func(o stored.Link) bool { return o.From == one.From && o.To != one.To && isKnown(o.To) }) {
			owning = appendNew(owning, one.From)
		}
	}
	return owning
}

// constrainedBy returns the relationships beside those of a path that relate what it finds to what is known: a lookup
// without them would find more.
func (r *rows) constrainedBy(on []int, known []place) (further []int) {
	at, bound := slices.Clone(on), make([]bool, len(r.Nodes))
	for _, p := range known {
		at, bound[p.node] = appendNew(at, p.node), true
	}
	for _, l := range r.Links {
		if slices.Contains(on, l.From) {
			at = appendNew(at, l.To)
		}
	}
	for _, part := range r.constraining(at, bound) {
		for _, node := range part {
			if of := r.Nodes[node].Of; r.concepts.IsRelationship(of) && !r.model.Concepts.Relationships[of].Identifying {
				further = appendNew(further, node)
			}
		}
	}
	return further
}

// between returns the relationships on the shortest ways that connect nodes and known instances. An
// owner of a known instance is no end: it is known by that. Nor does a way lead through it, up from the artist to the
// label and down to all of its albums, if there is another one.
func (r *rows) between(nodes []int, known []place) []int {
	var ends, owners []int
	for _, at := range known {
		if slices.ContainsFunc(known, func(other place) bool { return other.node != at.node && slices.Contains(r.owners(other.node), at.node) }) {
			owners = appendNew(owners, at.node)
		} else {
			ends = appendNew(ends, at.node)
		}
	}
	ends = appendNew(ends, nodes...)
	joined := slices.Clone(ends[:min(len(ends), 1)])
	for _, end := range append(slices.Clone(nodes), ends...) {
		way := r.wayTo(end, joined, owners)
		if len(way) == 0 {
			way = r.wayTo(end, joined, nil)
		}
		joined = append(joined, way...)
	}
	var passed []int
	for _, at := range joined {
		if r.concepts.IsRelationship(r.Nodes[at].Of) {
			passed = appendNew(passed, at)
		}
	}
	return passed
}

// wayTo returns the nodes on the shortest way from a node to one of others, without that one, and not through some.
func (r *rows) wayTo(node int, others, without []int) []int {
	next, queue := map[int]int{}, slices.Clone(others)
	for _, at := range others {
		next[at] = -1
	}
	for ; len(queue) > 0; queue = queue[1:] {
		for _, l := range r.Links {
			for _, ends := range []stored.Link{l, {From: l.To, To: l.From}} {
				if _, seen := next[ends.To]; ends.From == queue[0] && !seen && !slices.Contains(without, ends.To) {
					next[ends.To] = ends.From
					queue = append(queue, ends.To)
				}
			}
		}
	}
	var way []int
	for at, reached := next[node]; reached && at >= 0; at = next[at] {
		way = append(way, node)
		node = at
	}
	return way
}

// owners returns the owners of an instance, at any distance, with what relates it to them, and its supertypes with theirs.
func (r *rows) owners(node int) []int {
	found := []int{node}
	for i := 0; i < len(found); i++ {
		for _, l := range r.Links {
			switch {
			case l.From == found[i] && l.Participant == "":
				found = appendNew(found, l.To)
			case l.To == found[i] && r.concepts.IsIdentifying(r.Nodes[l.From].Of, l.Participant):
				found = appendNew(found, l.From)
				for _, by := range r.Links {
					if by.From == l.From {
						found = appendNew(found, by.To)
					}
				}
			}
		}
	}
	return found[1:]
}

// viaNames names the relationship types of the path of a lookup: "handles", "knows twice".
func (p *planner) viaNames(lookup *Lookup) []string {
	var names []string
	for _, id := range lookup.Path {
		name := p.model.Title(id)
		if slices.Contains(lookup.Twice, id) {
			name += " twice"
		}
		names = append(names, name)
	}
	return names
}
