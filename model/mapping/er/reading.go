package er

import (
	"slices"

	"widerow/model"
)

// Reading is a question along one path.
type Reading struct {
	*Question
	Tree Tree
	In   *Identity
}

func (q *Question) Along(t Tree) Reading { return Reading{q, t, NewIdentity(q.Graph, t)} }

// MainNode is the entity node with the most attributes in SELECT. Of equals it is
// the one that determines the other, then the first. If instances are only counted, it is
// their node. If only attributes of a relationship type are found, it is the participant
// that is not given.
func (r *Reading) MainNode() int {
	counts := map[int]int{}
	main := -1
	about := r.OnlyRelationship()
	if at := r.OnlyCounted(); at >= 0 && !r.Graph.IsRelationship(at) {
		return at
	} else if at >= 0 {
		about = at
	}
	if about >= 0 {
		given := r.In.Closure(r.Equal)
		for _, e := range r.In.Ends[about] {
			if !given[e.Node] {
				return e.Node
			}
		}
	}
	for _, a := range Union(r.Found, r.Equal) {
		if a.Node < 0 || r.Graph.IsRelationship(a.Node) {
			continue
		}
		if Contains(r.Found, a) {
			counts[a.Node]++
		}
		if main < 0 || counts[a.Node] > counts[main] || counts[a.Node] == counts[main] && r.In.Determines(a.Node, main) && !r.In.Determines(main, a.Node) {
			main = a.Node
		}
	}
	return main
}

// OnlyCounted returns the node whose instances a query counts, without finding anything
// else that it does not give, or -1.
func (r *Reading) OnlyCounted() int {
	over, counting := r.AggregatedNodes()
	if !counting || slices.ContainsFunc(r.Found, func(a Atom) bool { return !r.IsGiven(a) && !Contains(r.Many, a) }) {
		return -1
	}
	return over[0]
}

// OnlyRelationship returns the relationship type whose attributes are all that the query
// finds besides what it gives, or -1.
func (r *Reading) OnlyRelationship() int {
	found := Without(r.Found, r.Equal)
	if len(found) == 0 || found[0].Node < 0 || !r.Graph.IsRelationship(found[0].Node) {
		return -1
	}
	if !All(found, func(a Atom) bool { return a.Node == found[0].Node }) {
		return -1
	}
	return found[0].Node
}

// AggregatedNodes returns the nodes whose instances are aggregated: of count(*), those
// that have a row each. counting reports whether only their number is asked for.
func (r *Reading) AggregatedNodes() (over []int, counting bool) {
	if !r.Aggregates() {
		return nil, false
	}
	counting = true
	for _, find := range model.Sorted(r.Query.Find) {
		if find.Value.Aggregate == "" {
			continue
		}
		counting = counting && find.Value.Aggregate == model.Count
		owner := find.Value.Attribute
		if owner == "" && find.Value.Aggregate == model.Count {
			over = append(over, r.finest()...)
		}
		if element, found := r.Graph.Element(owner); found && element.Kind == model.AttributeKind {
			owner = element.Parent
		}
		if at, found := r.Graph.Find(r.Graph.NodeOf(owner, find.Value.Participant)); found && owner != "" {
			over = append(over, at)
		}
	}
	return over, counting && len(over) > 0
}

// finest returns the nodes of the path that no other one determines, without being
// determined by it: each row is of another instance of them. Entity types come first.
func (r *Reading) finest() []int {
	path := r.In.Nodes[:r.In.Path]
	finest := slices.DeleteFunc(slices.Clone(path), func(at int) bool {
		return slices.ContainsFunc(path, func(other int) bool { return r.In.Determines(other, at) && !r.In.Determines(at, other) })
	})
	slices.SortStableFunc(finest, func(a, b int) int { return CompareBool(r.Graph.IsRelationship(a), r.Graph.IsRelationship(b)) })
	return finest
}

// IsGiven reports whether a query gives the value of an attribute by =. Of an attribute with
// several values, it gives one.
func (r *Reading) IsGiven(a Atom) bool {
	if !Contains(r.Equal, a) {
		return false
	}
	attribute := r.Graph.Attribute(a)
	if attribute == nil || !attribute.MultiValued {
		return true
	}
	over, _ := r.AggregatedNodes()
	return len(over) == 0 || slices.Contains(over, a.Node)
}

func (r *Reading) Aggregates() bool {
	for _, find := range r.Query.Find {
		if find.Aggregate != "" {
			return true
		}
	}
	return false
}
