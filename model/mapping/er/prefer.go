package er

import (
	"maps"
	"slices"

	"widerow/model"
)

// preferred returns the patterns that the query may mean: of those that are as short, the
// ones that fit it best. Each rule leaves out the patterns that break it, unless all do.
func (q *Question) preferred(patterns []Tree) []Tree {
	rules := []func(Tree) bool{q.multiplies, q.leavesOwner, q.onlyRestricts, q.leavesEnd, q.isIndirect}
	if main := q.commonMain(patterns); main >= 0 {
		rules = append(rules, func(t Tree) bool { return !q.leadsDirectly(t, []int{main}) })
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
func (q *Question) multiplies(t Tree) bool {
	in := NewIdentity(q.Graph, t)
	return slices.ContainsFunc(t.Nodes, func(at int) bool {
		if q.Graph.IsRelationship(at) || t.Degree(at) < 2 {
			return false
		}
		one := q.oneInstance(in, at)
		rest := t.Without(at)
		var several []map[int]bool
		for _, next := range t.Neighbours(at) {
			if !q.Graph.IsRelationship(next) || one[next] || slices.ContainsFunc(several, func(side map[int]bool) bool { return side[next] }) {
				continue
			}
			several = append(several, rest.Reach(next))
		}
		return len(several) > 1
	})
}

// oneInstance returns the nodes with a single instance for each instance of the node at. A
// node with a value that is given, by = or otherwise, is taken to have one.
func (q *Question) oneInstance(in *Identity, at int) map[int]bool {
	one := map[int]bool{at: true}
	for _, a := range slices.Concat(q.Equal, q.Many, q.Ranges) {
		if a.Node >= 0 {
			one[a.Node] = true
		}
	}
	return in.ClosureOf(one, nil)
}

// leavesOwner reports whether a weak instance whose partial key is given has an owner that the
// pattern does not lead to: a room given beside the number of a message is the room of this
// message, not of its reply.
func (q *Question) leavesOwner(t Tree) bool {
	var in *Identity
	return slices.ContainsFunc(q.Equal, func(a Atom) bool {
		attribute := q.Graph.Attribute(a)
		if attribute == nil || attribute.Key != model.PartialKey || q.Graph.IsRelationship(a.Node) {
			return false
		}
		if in == nil {
			in = NewIdentity(q.Graph, t)
		}
		return slices.ContainsFunc(in.OwnedBy[a.Node], func(owner int) bool { return !slices.Contains(t.Nodes, owner) })
	})
}

// onlyRestricts reports whether a relationship type of a pattern leads nowhere, and nothing
// of it is asked for.
func (q *Question) onlyRestricts(t Tree) bool {
	return slices.ContainsFunc(t.Nodes, func(at int) bool {
		return q.Graph.IsRelationship(at) && t.Degree(at) == 1 && len(q.Graph.Participants[q.Graph.Node(at).Of]) > 1 && !q.AsksOf(map[int]bool{at: true})
	})
}

// leavesEnd reports whether a relationship type of a pattern has a further end that its
// other ends do not determine, as the drugs that a subject receives at a visit: the rows
// would be one for each of them.
func (q *Question) leavesEnd(t Tree) bool {
	var in *Identity
	return slices.ContainsFunc(t.Nodes, func(at int) bool {
		if !q.Graph.IsRelationship(at) || len(q.Graph.Participants[q.Graph.Node(at).Of]) < 3 {
			return false
		}
		if in == nil {
			in = NewIdentity(q.Graph, t)
		}
		known := map[int]bool{}
		for _, next := range t.Neighbours(at) {
			known[next] = true
		}
		known = in.ClosureOf(known, nil)
		return slices.ContainsFunc(in.Ends[at], func(e End) bool { return !known[e.Node] })
	})
}

// isIndirect reports whether a type that is found is not directly related to each type that
// is given.
func (q *Question) isIndirect(t Tree) bool {
	return !q.leadsDirectly(t, q.entities(Union(q.Found, q.Sorted)))
}

// leadsDirectly reports whether one relationship type relates each of some instances to each
// instance of which something is given.
func (q *Question) leadsDirectly(t Tree, found []int) bool {
	return All(q.entities(Union(q.Equal, q.Many, q.Ranges)), func(given int) bool {
		near := q.near(t, given)
		return All(found, func(at int) bool { return near[at] })
	})
}

// near returns the instances that a pattern relates to one of them by one relationship type
// at most.
func (q *Question) near(t Tree, from int) map[int]bool {
	near := q.sameInstance(t, from)
	for _, at := range slices.Sorted(maps.Keys(near)) {
		for _, next := range t.Neighbours(at) {
			if !q.Graph.IsRelationship(next) {
				continue
			}
			for _, end := range t.Neighbours(next) {
				maps.Copy(near, q.sameInstance(t, end))
			}
		}
	}
	return near
}

// sameInstance returns an instance with its subtypes and supertypes in a pattern.
func (q *Question) sameInstance(t Tree, from int) map[int]bool {
	relationships := slices.DeleteFunc(slices.Clone(t.Nodes), func(at int) bool { return !q.Graph.IsRelationship(at) })
	return t.Without(relationships...).Reach(from)
}

// entities returns the nodes of entity types of some attributes.
func (q *Question) entities(atoms []Atom) []int {
	var nodes []int
	for _, a := range atoms {
		if a.Node >= 0 && !q.Graph.IsRelationship(a.Node) && !slices.Contains(nodes, a.Node) {
			nodes = append(nodes, a.Node)
		}
	}
	return nodes
}

// commonMain returns what the rows are about, if that is the same along all patterns, else -1.
func (q *Question) commonMain(patterns []Tree) int {
	main := -1
	for i, t := range patterns {
		if len(patterns) < 2 {
			return -1
		}
		along := q.Along(t)
		about := along.MainNode()
		if i > 0 && about != main || q.isEven(about) {
			return -1
		}
		main = about
	}
	return main
}

// isEven reports whether a query finds as much of another instance of a type, in another role, as
// of the one that its rows are about: the fan and the chef.
func (q *Question) isEven(main int) bool {
	counts := map[int]int{}
	for _, a := range q.Found {
		counts[a.Node]++
	}
	return main >= 0 && slices.ContainsFunc(slices.Collect(maps.Keys(counts)), func(at int) bool {
		return at >= 0 && at != main && q.Graph.Node(at).Of == q.Graph.Node(main).Of && counts[at] >= counts[main]
	})
}

// partSiblings parts the patterns from those that go up to a common owner and down again, as
// from a subject to the other subjects of its trial.
func (q *Question) partSiblings(patterns []Tree) (others, siblings []Tree) {
	for _, t := range patterns {
		if q.CommonOwner(t) >= 0 {
			siblings = append(siblings, t)
		} else {
			others = append(others, t)
		}
	}
	return others, siblings
}

// CommonOwner returns the instance that has many of what is given, or found, and many of what
// else the query names, if nothing but it connects these, else -1.
func (q *Question) CommonOwner(t Tree) int {
	given := Union(q.Equal, q.Many, q.Ranges)
	names := func(atoms []Atom, side map[int]bool) bool {
		return slices.ContainsFunc(atoms, func(a Atom) bool { return side[a.Node] })
	}
	for _, at := range t.Nodes {
		down := q.downFrom(t, at)
		if len(down) < 2 {
			continue
		}
		rest := t.Without(at)
		for _, from := range down {
			side := rest.Reach(from)
			isGiven, isFound := names(given, side), names(q.Found, side)
			if slices.ContainsFunc(down, func(to int) bool {
				other := rest.Reach(to)
				return !side[to] && (isGiven && q.AsksOf(other) || isFound && names(q.Found, other))
			}) {
				return at
			}
		}
	}
	return -1
}

// AsksOf reports whether the query names an attribute of some nodes.
func (q *Question) AsksOf(nodes map[int]bool) bool {
	return slices.ContainsFunc(q.All(), func(a Atom) bool { return nodes[a.Node] })
}

// downFrom returns the relationship types of a pattern in which an instance has many of the
// other end.
func (q *Question) downFrom(t Tree, at int) []int {
	if q.Graph.IsRelationship(at) {
		return nil
	}
	var down []int
	for _, next := range t.Neighbours(at) {
		if !q.Graph.IsRelationship(next) {
			continue
		}
		one, many := false, false
		for _, end := range q.Graph.Participants[q.Graph.Node(next).Of] {
			instance, assigned := t.Ends[next][end.ID]
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
func (q *Question) aroundOwners(terminals []int, siblings []Tree) []Tree {
	type detour struct {
		search
		siblings []Tree
	}
	queue := []detour{{anyTree(), siblings}}
	var best []Tree
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
func (q *Question) shorter(a, b []Tree) []Tree {
	switch {
	case len(a) == 0 || len(b) > 0 && asShortAs(b[0]) < asShortAs(a[0]):
		return b
	case len(b) == 0 || asShortAs(a[0]) < asShortAs(b[0]):
		return a
	}
	for _, t := range b {
		if !slices.ContainsFunc(a, func(other Tree) bool { return slices.Equal(other.Nodes, t.Nodes) }) {
			a = append(a, t)
		}
	}
	return a
}

// banOwner returns the searches for a path that does not go through the common owner of a
// pattern. An owner that the query names keeps one of the two ways.
func (q *Question) banOwner(t Tree, terminals []int, s search) []search {
	owner := q.CommonOwner(t)
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
