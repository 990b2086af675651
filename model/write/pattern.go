package write

import (
	"cmp"
	"maps"
	"slices"

	"widerow/model"
	"widerow/model/stored"
)

// pattern is a complete meaning, with the application's knowledge of its instances.
type pattern struct {
	*stored.Meaning
	// fresh marks instances that the update creates: no table has them yet.
	fresh []bool
	// maybe marks fresh ones that the new instance need not have: a ticket's agent.
	maybe []bool
	// sure marks nodes that certainly exist.
	sure []bool
	// known are the values that the application has.
	known map[place]source
	// filters are conditions of the update that no known instance fulfills by itself.
	filters map[place]*model.Given
	// same are values of which both must be the same.
	same [][2]source
}

// place is an attribute of the instance of a node.
type place struct {
	node      int
	attribute model.ID
	// element is one of the values of a multi-valued attribute.
	element bool
}

// source is the source of a value in the application: the update itself, or a read.
type source struct {
	attribute, participant model.ID
	name                   string
	given                  *model.Given
	// several reports that there are several values: the update has a list of them, or a
	// collection has them.
	several bool
	count   amount
	read    *read
	column  *column
	// maybe reports that there may be no value; condition describes when there is one.
	maybe     bool
	condition string
	// isSame reports that all rows of the read have the same value: any of them gives it.
	isSame bool
	// through are values without which a read does not find it, although it may be there.
	through *through
}

func newPattern() *pattern {
	return &pattern{Meaning: &stored.Meaning{}, known: map[place]source{}, filters: map[place]*model.Given{}}
}

// addNode adds a node.
func (p *pattern) addNode(node stored.Node, fresh bool) int {
	p.Nodes = append(p.Nodes, node)
	p.fresh, p.maybe, p.sure = append(p.fresh, fresh), append(p.maybe, false), append(p.sure, false)
	return len(p.Nodes) - 1
}

func (p *pattern) clone() *pattern {
	copied := *p
	meaning := *p.Meaning
	meaning.Nodes, meaning.Links = slices.Clone(meaning.Nodes), slices.Clone(meaning.Links)
	copied.Meaning = &meaning
	copied.fresh, copied.maybe, copied.sure = slices.Clone(p.fresh), slices.Clone(p.maybe), slices.Clone(p.sure)
	copied.known, copied.filters, copied.same = cloneMap(p.known), cloneMap(p.filters), slices.Clone(p.same)
	return &copied
}

func cloneMap[K comparable, V any](m map[K]V) map[K]V {
	copied := make(map[K]V, len(m))
	for key, value := range m {
		copied[key] = value
	}
	return copied
}

// complete adds the nodes that other nodes require, and unites nodes that must be the same. It
// returns the new place of each node.
func (p *pattern) complete(concepts *stored.Concepts) []int {
	whole, places := concepts.Complete(p.Meaning)
	old := *p
	size := len(whole.Nodes)
	p.Meaning, p.known, p.filters = whole, make(map[place]source, len(old.known)), make(map[place]*model.Given, len(old.filters))
	p.fresh, p.maybe, p.sure = make([]bool, size), make([]bool, size), make([]bool, size)
	for from, to := range places {
		p.fresh[to], p.maybe[to], p.sure[to] = p.fresh[to] || old.fresh[from], p.maybe[to] || old.maybe[from], p.sure[to] || old.sure[from]
	}
	for _, at := range old.knownPlaces() {
		p.know(place{places[at.node], at.attribute, at.element}, old.known[at])
	}
	for at, given := range old.filters {
		p.filters[place{places[at.node], at.attribute, at.element}] = given
	}
	return places
}

// know keeps where a value is from. Of an instance that the update gives twice, by two ends
// of what it writes, both values must be the same.
func (p *pattern) know(at place, from source) {
	before, known := p.known[at]
	switch {
	case !known, before.read != nil && from.read == nil:
		p.known[at] = from
	case before.read == nil && from.read == nil && before.participant != from.participant && !at.element:
		p.same = appendNew(p.same, [2]source{before, from})
	}
}

// knows reports whether the application has a value.
func (p *pattern) knows(at place) bool {
	_, known := p.known[at]
	return known
}

// knownPlaces are the places of the known values, in the order of their nodes.
func (p *pattern) knownPlaces() []place {
	return slices.SortedFunc(maps.Keys(p.known), func(a, b place) int {
		element := func(at place) int { return map[bool]int{true: 1}[at.element] }
		return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.attribute, b.attribute), cmp.Compare(element(a), element(b)))
	})
}

// values are the known values, as a closure takes them.
func (p *pattern) values() []stored.Value {
	values := make([]stored.Value, 0, len(p.known))
	for at := range p.known {
		if !at.element {
			values = append(values, stored.Value{Node: at.node, Attribute: at.attribute})
		}
	}
	return values
}

// spread marks nodes that exist for certain because others do: participants, supertypes, owners,
// and relationship types in which an instance takes part totally.
func (p *pattern) spread(concepts *stored.Concepts) {
	for changed := true; changed; {
		changed = false
		for _, l := range p.Links {
			if p.sure[l.From] && !p.sure[l.To] {
				p.sure[l.To], changed = true, true
			}
			if p.sure[l.To] && !p.sure[l.From] && l.Participant != "" && concepts.IsTotal(p.Nodes[l.From].Of, l.Participant) && p.sureEnds(l.From) == 1 {
				p.sure[l.From], changed = true, true
			}
		}
	}
}

// sureEnds counts the participants of a relationship that are there for certain.
func (p *pattern) sureEnds(relationship int) int {
	count := 0
	for _, l := range p.Links {
		if l.From == relationship && p.sure[l.To] {
			count++
		}
	}
	return count
}

// end returns the node that a link of a node leads to, -1 for none.
func (p *pattern) end(from int, participant, of model.ID) int {
	for _, l := range p.Links {
		if l.From == from && l.Participant == participant && (participant != "" || p.Nodes[l.To].Of == of) {
			return l.To
		}
	}
	return -1
}

// leave marks the partners that a row may lack and that no relationship leads to: the holder of a policy without one, though both
// have the same tenant.
func (p *pattern) leave(gone []bool) {
	for changed := true; changed; {
		changed = false
		for _, l := range p.Links {
			mayLack := p.Nodes[l.To].Optional || p.Nodes[l.To].Collected
			if gone[l.From] && !gone[l.To] && mayLack && !p.fresh[l.To] && !p.sure[l.To] {
				gone[l.To], changed = true, true
			}
		}
	}
}

// gone returns the nodes without an instance: those that a new instance is not related to yet, and
// those that only they lead to. reason explains the first one.
func (p *pattern) gone(w *planning) (gone []bool, reason string) {
	gone = make([]bool, len(p.Nodes))
	for _, l := range p.Links {
		if !p.fresh[l.To] || p.fresh[l.From] || gone[l.From] {
			continue
		}
		gone[l.From] = true
		if reason == "" || !p.Nodes[l.From].Optional && !p.Nodes[l.From].Collected {
			reason = w.lacks(p.Nodes[l.To].Of, p.Nodes[l.From].Of, l.Participant)
		}
	}
	p.leave(gone)
	reached := make([]bool, len(p.Nodes))
	for at := range p.Nodes {
		reached[at] = !gone[at] && (p.fresh[at] || p.sure[at] || !p.Nodes[at].Optional && !p.Nodes[at].Collected)
	}
	for changed := true; changed; {
		changed = false
		for _, l := range p.Links {
			if reached[l.From] != reached[l.To] && !gone[l.From] && !gone[l.To] {
				reached[l.From], reached[l.To], changed = true, true, true
			}
		}
	}
	for at := range gone {
		gone[at] = !reached[at]
	}
	return gone, reason
}
