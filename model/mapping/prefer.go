package mapping

import (
	"maps"
	"slices"

	"widerow/model"
)

// preferred returns the patterns that the query may mean: of those that are as short, the
// ones that fit it best. Each rule leaves out the patterns that break it, unless all do.
func (q *question) preferred(patterns []tree) []tree {
	rules := []func(tree) bool{q.multiplies, q.leavesOwner, q.onlyRestricts, q.leavesEnd, q.isIndirect}
	if main := q.commonMain(patterns); main >= 0 {
		rules = append(rules, func(t tree) bool { return !q.leadsDirectly(t, []int{main}) })
	}
	for _, breaks := range rules {
		if len(patterns) < 2 {
			break
		}
		if fitting := slices.DeleteFunc(slices.Clone(patterns), breaks); len(fitting) > 0 {
			patterns = fitting
		}
	}
	return patterns
}

// multiplies reports whether the rows along a pattern are each combination of two things
// that do not depend on each other, as the classes that a member books and the clubs
// that the same member visits. Nobody who asks for the club of a class means that.
func (q *question) multiplies(t tree) bool {
	in := newIdentity(q.graph, t)
	return slices.ContainsFunc(t.nodes, func(at int) bool {
		if q.graph.isRelationship(at) {
			return false
		}
		one := q.oneInstance(in, at)
		rest := t.without(at)
		var several []map[int]bool
		for _, next := range t.neighbours(at) {
			if !q.graph.isRelationship(next) || one[next] || slices.ContainsFunc(several, func(side map[int]bool) bool { return side[next] }) {
				continue
			}
			several = append(several, rest.reach(next))
		}
		return len(several) > 1
	})
}

// oneInstance returns the nodes with a single instance for each instance of the node at. A
// node with a value given by = is taken to have one.
func (q *question) oneInstance(in *identity, at int) map[int]bool {
	one := map[int]bool{at: true}
	for _, a := range q.equal {
		if a.node >= 0 {
			one[a.node] = true
		}
	}
	return in.closureOf(one, nil)
}

// leavesOwner reports whether a weak instance whose partial key is given has an owner that
// the pattern does not lead to: the room that is given beside the number of a message is
// that of this message, not that of its reply.
func (q *question) leavesOwner(t tree) bool {
	in := newIdentity(q.graph, t)
	return slices.ContainsFunc(q.equal, func(a atom) bool {
		attribute := q.graph.attribute(a)
		return attribute != nil && attribute.Key == model.PartialKey && !q.graph.isRelationship(a.node) &&
			slices.ContainsFunc(in.ownedBy[a.node], func(owner int) bool { return !slices.Contains(t.nodes, owner) })
	})
}

// onlyRestricts reports whether a relationship type of a pattern leads nowhere, and nothing
// of it is asked for.
func (q *question) onlyRestricts(t tree) bool {
	return slices.ContainsFunc(t.nodes, func(at int) bool {
		return q.graph.isRelationship(at) && t.degree(at) == 1 && len(q.graph.participants[q.graph.node(at).of]) > 1 && !q.asksOf(map[int]bool{at: true})
	})
}

// leavesEnd reports whether a relationship type of a pattern has a further end that its
// other ends do not determine, as the drugs that a subject receives at a visit: the rows
// would be one for each of them.
func (q *question) leavesEnd(t tree) bool {
	in := newIdentity(q.graph, t)
	return slices.ContainsFunc(t.nodes, func(at int) bool {
		if !q.graph.isRelationship(at) || len(in.ends[at]) < 3 {
			return false
		}
		known := map[int]bool{}
		for _, next := range t.neighbours(at) {
			known[next] = true
		}
		known = in.closureOf(known, nil)
		return slices.ContainsFunc(in.ends[at], func(e end) bool { return !known[e.node] })
	})
}

// isIndirect reports whether a type that is found is not directly related to each type that
// is given.
func (q *question) isIndirect(t tree) bool {
	return !q.leadsDirectly(t, q.entities(union(q.found, q.sorted)))
}

// leadsDirectly reports whether one relationship type relates each of some instances to each
// instance of which something is given.
func (q *question) leadsDirectly(t tree, found []int) bool {
	return all(q.entities(union(q.equal, q.many, q.ranges)), func(given int) bool {
		near := q.near(t, given)
		return all(found, func(at int) bool { return near[at] })
	})
}

// near returns the instances that a pattern relates to one of them by one relationship type
// at most.
func (q *question) near(t tree, from int) map[int]bool {
	near := q.sameInstance(t, from)
	for _, at := range slices.Sorted(maps.Keys(near)) {
		for _, next := range t.neighbours(at) {
			if !q.graph.isRelationship(next) {
				continue
			}
			for _, end := range t.neighbours(next) {
				maps.Copy(near, q.sameInstance(t, end))
			}
		}
	}
	return near
}

// sameInstance returns an instance with its subtypes and supertypes in a pattern.
func (q *question) sameInstance(t tree, from int) map[int]bool {
	relationships := slices.DeleteFunc(slices.Clone(t.nodes), func(at int) bool { return !q.graph.isRelationship(at) })
	return t.without(relationships...).reach(from)
}

// entities returns the nodes of entity types of some attributes.
func (q *question) entities(atoms []atom) []int {
	var nodes []int
	for _, a := range atoms {
		if a.node >= 0 && !q.graph.isRelationship(a.node) && !slices.Contains(nodes, a.node) {
			nodes = append(nodes, a.node)
		}
	}
	return nodes
}

// commonMain returns what the rows are about, if that is the same along all patterns, else -1.
func (q *question) commonMain(patterns []tree) int {
	main := -1
	for i, t := range patterns {
		if len(patterns) < 2 {
			return -1
		}
		along := q.along(t)
		about := along.mainNode()
		if i > 0 && about != main {
			return -1
		}
		main = about
	}
	return main
}

// partSiblings parts the patterns from those that go up to a common owner and down again, as
// from a subject to the other subjects of its trial.
func (q *question) partSiblings(patterns []tree) (others, siblings []tree) {
	for _, t := range patterns {
		if q.commonOwner(t) >= 0 {
			siblings = append(siblings, t)
		} else {
			others = append(others, t)
		}
	}
	return others, siblings
}

// commonOwner returns the instance that has many of what is given and many of what else the
// query names, if nothing but it connects these, else -1.
func (q *question) commonOwner(t tree) int {
	given := union(q.equal, q.many, q.ranges)
	for _, at := range t.nodes {
		down := q.downFrom(t, at)
		if len(down) < 2 {
			continue
		}
		rest := t.without(at)
		for _, from := range down {
			side := rest.reach(from)
			isGiven := slices.ContainsFunc(given, func(a atom) bool { return side[a.node] })
			if isGiven && slices.ContainsFunc(down, func(to int) bool { return !side[to] && q.asksOf(rest.reach(to)) }) {
				return at
			}
		}
	}
	return -1
}

// asksOf reports whether the query names an attribute of some nodes.
func (q *question) asksOf(nodes map[int]bool) bool {
	return slices.ContainsFunc(q.all(), func(a atom) bool { return nodes[a.node] })
}

// downFrom returns the relationship types of a pattern in which an instance has many of the
// other end.
func (q *question) downFrom(t tree, at int) []int {
	if q.graph.isRelationship(at) {
		return nil
	}
	var down []int
	for _, next := range t.neighbours(at) {
		if !q.graph.isRelationship(next) {
			continue
		}
		one, many := false, false
		for _, end := range q.graph.participants[q.graph.node(next).of] {
			instance, assigned := t.ends[next][end.ID]
			switch {
			case !assigned || instance != at:
				many = many || end.Value.Cardinality != "1"
			case end.Value.Cardinality == "1":
				one = true
			}
		}
		if one && many {
			down = append(down, next)
		}
	}
	return down
}

// maxDetours bounds the searches for a path that avoids common owners.
const maxDetours = 12

// aroundOwners returns the shortest patterns that do not go through a common owner.
func (q *question) aroundOwners(terminals []int, siblings []tree) []tree {
	type detour struct {
		search
		siblings []tree
	}
	queue := []detour{{anyTree(), siblings}}
	var best []tree
	for tries := 0; len(queue) > 0 && tries < maxDetours; queue = queue[1:] {
		for _, t := range queue[0].siblings {
			for _, s := range q.banOwner(t, terminals, queue[0].search) {
				if tries++; tries > maxDetours {
					break
				}
				others, again := q.partSiblings(q.shortest(terminals, s))
				if len(others) == 0 && len(again) > 0 {
					queue = append(queue, detour{s, again})
				}
				best = q.shorter(best, others)
			}
		}
	}
	return best
}

// shorter returns the shortest of two lists of patterns.
func (q *question) shorter(a, b []tree) []tree {
	switch {
	case len(a) == 0 || len(b) > 0 && asShortAs(b[0]) < asShortAs(a[0]):
		return b
	case len(b) == 0 || asShortAs(a[0]) < asShortAs(b[0]):
		return a
	}
	for _, t := range b {
		if !slices.ContainsFunc(a, func(other tree) bool { return slices.Equal(other.nodes, t.nodes) }) {
			a = append(a, t)
		}
	}
	return a
}

// banOwner returns the searches for a path that does not go through the common owner of a
// pattern. An owner that the query names keeps one of the two ways.
func (q *question) banOwner(t tree, terminals []int, s search) []search {
	owner := q.commonOwner(t)
	if !slices.Contains(terminals, owner) {
		nodes := map[int]bool{owner: true}
		maps.Copy(nodes, s.nodes)
		return []search{{nodes, s.links, s.most}}
	}
	var searches []search
	for _, at := range q.downFrom(t, owner) {
		searches = append(searches, s.andLink(at, owner))
	}
	return searches
}
