package mapping

import (
	"slices"

	"widerow/model"
)

// walked is a question along one path.
type walked struct {
	*question
	tree tree
	in   *identity
}

func (q *question) along(t tree) walked { return walked{q, t, newIdentity(q.graph, t)} }

// mainNode is the entity node with the most attributes in SELECT. Of equals it is
// the one that determines the other, then the first. If instances are only counted, it is
// their node. If only attributes of a relationship type are found, it is the participant
// that is not given.
func (r *walked) mainNode() int {
	counts := map[int]int{}
	main := -1
	about := r.onlyRelationship()
	if at := r.onlyCounted(); at >= 0 && !r.graph.isRelationship(at) {
		return at
	} else if at >= 0 {
		about = at
	}
	if about >= 0 {
		given := r.in.closure(r.equal)
		for _, e := range r.in.ends[about] {
			if !given[e.node] {
				return e.node
			}
		}
	}
	for _, a := range union(r.found, r.equal) {
		if a.node < 0 || r.graph.isRelationship(a.node) {
			continue
		}
		if contains(r.found, a) {
			counts[a.node]++
		}
		if main < 0 || counts[a.node] > counts[main] || counts[a.node] == counts[main] && r.in.determines(a.node, main) && !r.in.determines(main, a.node) {
			main = a.node
		}
	}
	return main
}

// onlyCounted returns the node whose instances a query counts, without finding anything
// else that it does not give, or -1.
func (r *walked) onlyCounted() int {
	over, counting := r.aggregatedNodes()
	if !counting || slices.ContainsFunc(r.found, func(a atom) bool { return !r.isGiven(a) && !contains(r.many, a) }) {
		return -1
	}
	return over[0]
}

// onlyRelationship returns the relationship type whose attributes are all that the query
// finds besides what it gives, or -1.
func (r *walked) onlyRelationship() int {
	found := without(r.found, r.equal)
	if len(found) == 0 || found[0].node < 0 || !r.graph.isRelationship(found[0].node) {
		return -1
	}
	if !all(found, func(a atom) bool { return a.node == found[0].node }) {
		return -1
	}
	return found[0].node
}

// aggregatedNodes returns the nodes whose instances are aggregated: of count(*), those
// that have a row each. counting reports whether only their number is asked for.
func (r *walked) aggregatedNodes() (over []int, counting bool) {
	if !r.aggregates() {
		return nil, false
	}
	counting = true
	for _, find := range model.Sorted(r.query.Find) {
		if find.Value.Aggregate == "" {
			continue
		}
		counting = counting && find.Value.Aggregate == model.Count
		owner := find.Value.Attribute
		if owner == "" && find.Value.Aggregate == model.Count {
			over = append(over, r.finest()...)
		}
		if element, found := r.graph.element(owner); found && element.Kind == model.AttributeKind {
			owner = element.Parent
		}
		if at, found := r.graph.find(r.graph.nodeOf(owner, find.Value.Participant)); found && owner != "" {
			over = append(over, at)
		}
	}
	return over, counting && len(over) > 0
}

// finest returns the nodes of the path that no other one determines, without being
// determined by it: each row is of another instance of them. Entity types come first.
func (r *walked) finest() []int {
	path := r.in.nodes[:r.in.path]
	finest := slices.DeleteFunc(slices.Clone(path), func(at int) bool {
		return slices.ContainsFunc(path, func(other int) bool { return r.in.determines(other, at) && !r.in.determines(at, other) })
	})
	slices.SortStableFunc(finest, func(a, b int) int { return compareBool(r.graph.isRelationship(a), r.graph.isRelationship(b)) })
	return finest
}

// isGiven reports whether a query gives the value of an attribute by =. Of an attribute with
// several values, it gives one.
func (r *walked) isGiven(a atom) bool {
	if !contains(r.equal, a) {
		return false
	}
	attribute := r.graph.attribute(a)
	if attribute == nil || !attribute.MultiValued {
		return true
	}
	over, _ := r.aggregatedNodes()
	return len(over) == 0 || slices.Contains(over, a.node)
}

func (r *walked) aggregates() bool {
	for _, find := range r.query.Find {
		if find.Aggregate != "" {
			return true
		}
	}
	return false
}
