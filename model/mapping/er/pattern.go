package er

import (
	"maps"
	"slices"

	"widerow/model"
)

// maxPatterns bounds the patterns of the same relationship types that are tried.
const maxPatterns = 64

// patterns returns the patterns of some relationship types: each of them is in it once, with
// what the query names. A query means one instance of each entity type, and one for each
// role that it names, so a pattern may have cycles: the visit that a subject makes is the
// one at which the subject receives a drug. There are several patterns if an end without a
// role may be one of several instances in roles, and none if the types do not connect what
// the query names.
func (q *Question) patterns(relationships, terminals []int) []Tree {
	a := &assembly{Question: q, relationships: relationships, terminals: terminals, ends: map[int]map[model.ID]int{}}
	a.assign(a.choices())
	return a.found
}

// assembly tries the instances that may take part in the relationship types of a pattern.
type assembly struct {
	*Question
	relationships, terminals []int
	ends                     map[int]map[model.ID]int // the instances, by relationship type and participant
	found                    []Tree
}

// openEnds are the participants of one entity type in a relationship type that the query does
// not name by their roles, with the instances that they may be.
type openEnds struct {
	relationship int
	participants []model.ID
	entity       model.ID
	may          []int
}

// choices fills in the ends in a role, and returns the open ones.
func (a *assembly) choices() []openEnds {
	var open []openEnds
	for _, at := range a.relationships {
		a.ends[at] = map[model.ID]int{}
		first := len(open)
		for _, end := range a.Graph.Participants[a.Graph.Node(at).Of] {
			entity := end.Value.Entity
			if a.Graph.Model.Concepts.Entities[entity] == nil {
				continue
			}
			if middle, is := a.middleOf(at, end.ID); is {
				a.ends[at][end.ID] = middle
				continue
			}
			if said, is := a.saidEnd(end); is {
				a.ends[at][end.ID] = said
				continue
			}
			if named, is := a.Graph.Find(Node{Of: entity, Participant: end.ID}); is {
				a.ends[at][end.ID] = named
				continue
			}
			same := slices.IndexFunc(open[first:], func(o openEnds) bool { return o.entity == entity })
			if same < 0 {
				same, open = len(open)-first, append(open, openEnds{relationship: at, entity: entity, may: a.inRoles(at, entity)})
			}
			open[first+same].participants = append(open[first+same].participants, end.ID)
		}
	}
	plain := a.plain(open)
	for i := range open {
		if place, found := a.Graph.places[Node{Of: open[i].entity}]; found && plain[open[i].entity] {
			open[i].may = append([]int{place}, open[i].may...)
		}
	}
	return open
}

// saidEnd returns the instance in a role that the query says to take part as an end.
func (a *assembly) saidEnd(end model.Item[*model.Participant]) (int, bool) {
	role := a.Query.Ends[end.ID]
	if role == "" {
		return 0, false
	}
	return a.Graph.Find(Node{Of: end.Value.Entity, Participant: role})
}

// inRoles returns the instances of an entity type that the query names in the roles of other
// relationship types. A supertype of what has the role is named only by itself.
func (a *assembly) inRoles(relationship int, entity model.ID) []int {
	var instances []int
	for _, at := range slices.Sorted(maps.Keys(a.Graph.named)) {
		n := a.Graph.Node(at)
		role := a.Graph.Roles[n.Participant]
		if n.Of == entity && role.Relationship != a.Graph.Node(relationship).Of && (role.Entity == entity || slices.Contains(a.terminals, at)) {
			instances = append(instances, at)
		}
	}
	return instances
}

// plain returns the entity types that have an instance without a role: the query names it, or the
// instances in roles are too few for the open ends.
func (a *assembly) plain(open []openEnds) map[model.ID]bool {
	plain := map[model.ID]bool{}
	for _, at := range a.terminals {
		if n := a.Graph.Node(at); n.Participant == "" {
			plain[n.Of] = true
		}
	}
	for _, o := range open {
		if len(o.may) < len(o.participants) {
			plain[o.entity] = true
		}
	}
	return plain
}

// assign tries all instances for the open ends.
func (a *assembly) assign(open []openEnds) {
	if len(a.found) >= maxPatterns {
		return
	}
	if len(open) == 0 {
		if t, ok := a.pattern(); ok {
			a.found = append(a.found, t)
		}
		return
	}
	a.assignEnds(open[0], nil, func() { a.assign(open[1:]) })
}

// assignEnds tries the instances for the participants of one entity type, each for one of
// them. Participants for which none is left are instances of their own.
func (a *assembly) assignEnds(o openEnds, taken []int, then func()) {
	if len(taken) == len(o.participants) || len(taken) == len(o.may) {
		then()
		return
	}
	participant := o.participants[len(taken)]
	for _, instance := range o.may {
		if !slices.Contains(taken, instance) {
			a.ends[o.relationship][participant] = instance
			a.assignEnds(o, append(slices.Clip(taken), instance), then)
			delete(a.ends[o.relationship], participant)
		}
	}
}

// pattern returns the pattern of the assigned ends, false if it does not connect what the
// query names.
func (a *assembly) pattern() (Tree, bool) {
	t := Tree{Ends: map[int]map[model.ID]int{}}
	nodes := append(slices.Clone(a.terminals), a.relationships...)
	for _, at := range a.relationships {
		t.Ends[at] = maps.Clone(a.ends[at])
		for _, end := range a.Graph.Participants[a.Graph.Node(at).Of] {
			if instance, assigned := a.ends[at][end.ID]; assigned && !slices.Contains(t.Edges, [2]int{at, instance}) {
				t.Edges = append(t.Edges, [2]int{at, instance})
				nodes = append(nodes, instance)
			}
		}
	}
	if len(nodes) == 0 {
		return t, true
	}
	t.finish(nodes...)
	a.joinRoles(&t)
	if !a.joinSubtypes(&t) {
		return Tree{}, false
	}
	a.prune(&t)
	return t, true
}

// joinRoles links a subtype and its supertype that are the same instance: in the same role, or
// both named without one.
func (a *assembly) joinRoles(t *Tree) {
	for _, at := range slices.Clone(t.Nodes) {
		n := a.Graph.Node(at)
		if a.Graph.IsRelationship(at) || n.Participant == "" && !slices.Contains(a.terminals, at) {
			continue
		}
		for _, super := range a.Graph.Supertypes(n.Of) {
			to, found := a.Graph.Find(Node{Of: super, Participant: n.Participant})
			if found && slices.Contains(t.Nodes, to) && (n.Participant != "" || slices.Contains(a.terminals, to)) {
				a.join(t, []int{at}, func(other int) bool { return other == to })
			}
		}
	}
}

// joinSubtypes links what is apart by subtypes and supertypes. It is false if they do not
// connect all.
func (a *assembly) joinSubtypes(t *Tree) bool {
	for {
		reached := t.Reach(t.Nodes[0])
		apart := func(at int) bool { return !reached[at] && slices.Contains(t.Nodes, at) }
		if !slices.ContainsFunc(t.Nodes, apart) {
			return true
		}
		if !a.join(t, slices.Sorted(maps.Keys(reached)), apart) {
			return false
		}
	}
}

// join adds the shortest way over subtypes and supertypes from some nodes to another one.
func (a *assembly) join(t *Tree, from []int, to func(int) bool) bool {
	before := map[int]int{}
	for _, at := range from {
		before[at] = at
	}
	for queue := slices.Clone(from); len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if a.Graph.IsRelationship(at) {
			continue
		}
		for _, next := range a.Graph.linksOf(at) {
			if _, seen := before[next.to]; seen || a.Graph.IsRelationship(next.to) {
				continue
			}
			before[next.to] = at
			if to(next.to) {
				for end := next.to; before[end] != end; end = before[end] {
					if !slices.Contains(t.Edges, [2]int{before[end], end}) && !slices.Contains(t.Edges, [2]int{end, before[end]}) {
						t.Edges = append(t.Edges, [2]int{before[end], end})
					}
				}
				t.finish(t.Nodes...)
				return true
			}
			queue = append(queue, next.to)
		}
	}
	return false
}

// prune leaves out instances that only one relationship type leads to and that the query does not
// name: the relationship type alone implies that they exist.
func (a *assembly) prune(t *Tree) {
	for {
		at := slices.IndexFunc(t.Nodes, func(at int) bool {
			return !a.Graph.IsRelationship(at) && !slices.Contains(a.terminals, at) && t.Degree(at) == 1
		})
		if at < 0 {
			return
		}
		gone := t.Nodes[at]
		for _, ends := range t.Ends {
			maps.DeleteFunc(ends, func(_ model.ID, instance int) bool { return instance == gone })
		}
		*t = t.Without(gone)
	}
}
