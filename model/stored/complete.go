package stored

import (
	"maps"
	"slices"

	"widerow/model"
)

// Complete returns a meaning with the nodes that its own nodes require: the participants of
// relationship types, the identifying relationship types and owners of weak entity types, and the
// supertypes of subtypes. Nodes that must be the same instance become one: a ticket has one owner,
// whichever way leads to it. places maps the nodes of m to those of whole.
func (c *Concepts) Complete(m *Meaning) (whole *Meaning, places []int) {
	g := &completion{Concepts: c, nodes: slices.Clone(m.Nodes), links: slices.Clone(m.Links)}
	for i := range g.nodes {
		g.same = append(g.same, i)
		g.needs = append(g.needs, -1)
	}
	for at := 0; at < len(g.nodes); at++ {
		if g.same[at] == at {
			g.add(at)
		}
		if at == len(g.nodes)-1 {
			g.merge()
		}
	}
	return g.finish(m)
}

// completion is a meaning while nodes are added to it and become one.
type completion struct {
	*Concepts
	nodes []Node
	links []Link
	// same is the node that each one has become, needs the one for which it was added.
	same, needs []int
}

// add adds the nodes that a node requires.
func (g *completion) add(at int) {
	of := g.nodes[at].Of
	for _, end := range g.ends[of] {
		if !slices.ContainsFunc(g.links, func(l Link) bool { return l.From == at && l.Participant == end.ID }) {
			g.links = append(g.links, Link{at, g.node(end.Value.Entity, at), end.ID})
		}
	}
	for _, end := range g.identifying[of] {
		isBy := func(l Link) bool {
			return l.To == at && l.Participant == end.participant && g.nodes[l.From].Of == end.relationship
		}
		if !slices.ContainsFunc(g.links, isBy) && !g.repeats(at) {
			g.links = append(g.links, Link{g.node(end.relationship, at), at, end.participant})
		}
	}
	for _, super := range g.supers[of] {
		if !slices.ContainsFunc(g.links, func(l Link) bool { return l.From == at && g.nodes[l.To].Of == super }) && !g.repeats(at) {
			g.links = append(g.links, Link{at, g.node(super, at), ""})
		}
	}
}

func (g *completion) node(of model.ID, by int) int {
	g.nodes = append(g.nodes, Node{Of: of, Optional: g.nodes[by].Optional, Collected: g.nodes[by].Collected})
	g.same, g.needs = append(g.same, len(g.nodes)-1), append(g.needs, by)
	return len(g.nodes) - 1
}

// repeats reports whether a node was added for one of its own type, at any distance: a
// type that is its own owner or supertype has no end.
func (g *completion) repeats(at int) bool {
	for by := g.needs[at]; by >= 0; by = g.needs[by] {
		if g.nodes[by].Of == g.nodes[at].Of {
			return true
		}
	}
	return false
}

// merge unites nodes that must be the same instance.
func (g *completion) merge() {
	for changed := true; changed; {
		changed = false
		for a := range g.nodes {
			if g.same[a] == a && g.shareOwner(a) {
				changed = true
			}
			for b := range a {
				if g.same[a] == a && g.same[b] == b && g.nodes[a].Of == g.nodes[b].Of && g.mustBeSame(a, b) {
					g.unite(b, a)
					changed = true
				}
			}
		}
	}
}

// unite merges the node goes into stays. The result is optional or collected only if both nodes
// are.
func (g *completion) unite(stays, goes int) {
	one, other := &g.nodes[stays], g.nodes[goes]
	one.Optional, one.Collected = one.Optional && other.Optional, one.Collected && other.Collected
	if one.Participant == "" {
		one.Participant = other.Participant
	}
	for i, same := range g.same {
		if same == goes {
			g.same[i] = stays
		}
	}
	for i, l := range g.links {
		g.links[i] = Link{g.same[l.From], g.same[l.To], l.Participant}
	}
}

// mustBeSame reports whether two nodes of a type are one instance: participants of one
// instance of a relationship type, the same by subtype and supertype, or one instance of
// a relationship type that its participants determine.
func (g *completion) mustBeSame(a, b int) bool {
	if !g.IsRelationship(g.nodes[a].Of) {
		return slices.ContainsFunc(g.links, func(l Link) bool {
			return l.To == a && slices.Contains(g.links, Link{l.From, b, l.Participant}) ||
				l.From == a && slices.Contains(g.links, Link{b, l.To, l.Participant})
		})
	}
	of := g.nodes[a].Of
	differ := map[model.ID]bool{}
	for _, end := range g.ends[of] {
		differ[end.ID] = g.endOf(a, end.ID) != g.endOf(b, end.ID)
	}
	maps.DeleteFunc(differ, func(_ model.ID, is bool) bool { return !is })
	for id := range differ {
		if !g.isDetermined(of, id) {
			return false
		}
	}
	return len(g.partial[of]) == 0 && (len(differ) == 1 || len(differ) == 0 && (len(g.keys[of]) == 0 || g.hasOne(of)))
}

// isDetermined reports whether the other participants of a relationship type determine one.
func (c *Concepts) isDetermined(relationship, participant model.ID) bool {
	p := c.Participant(relationship, participant)
	return p != nil && p.Cardinality == "1" && len(c.ends[relationship]) > 1 && len(c.partial[relationship]) == 0
}

func (c *Concepts) hasOne(relationship model.ID) bool {
	return slices.ContainsFunc(c.ends[relationship], func(end model.Item[*model.Participant]) bool { return c.isDetermined(relationship, end.ID) })
}

func (g *completion) endOf(relationship int, participant model.ID) int {
	for _, l := range g.links {
		if l.From == relationship && l.Participant == participant {
			return l.To
		}
	}
	return -1 - relationship // not known: that of no other
}

// finish leaves out the nodes that have become others.
func (g *completion) finish(m *Meaning) (*Meaning, []int) {
	whole := &Meaning{Columns: make(map[model.ID]Value, len(m.Columns)), Grouped: m.Grouped, Queries: m.Queries}
	places := make([]int, len(g.nodes))
	for at, n := range g.nodes {
		if g.same[at] == at {
			places[at] = len(whole.Nodes)
			whole.Nodes = append(whole.Nodes, n)
		} else {
			places[at] = places[g.same[at]] // it has a smaller index
		}
	}
	for _, l := range g.links {
		if l = (Link{places[l.From], places[l.To], l.Participant}); !slices.Contains(whole.Links, l) {
			whole.Links = append(whole.Links, l)
		}
	}
	moved := func(value Value) Value {
		value.Node = places[value.Node]
		return value
	}
	for id, value := range m.Columns {
		whole.Columns[id] = moved(value)
	}
	for id, values := range m.Merged {
		if whole.Merged == nil {
			whole.Merged = map[model.ID][]Value{}
		}
		for _, value := range values {
			whole.Merged[id] = append(whole.Merged[id], moved(value))
		}
	}
	return whole, places[:len(m.Nodes)]
}
