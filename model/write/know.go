package write

import (
	"slices"

	"widerow/model"
	"widerow/model/stored"
)

// know adds the values of new instances, the keys of those that they are related to, and the
// keys of what the update changes without conditions.
func (b *stating) know() {
	for at, n := range b.Nodes {
		if b.fresh[at] && !b.someWritten(at) {
			for _, attribute := range b.facts.parts[n.Of] {
				b.knowNew(at, attribute)
			}
		}
	}
	if b.inserts() {
		b.knowRelated()
	} else if b.assumed = len(b.update.Given) == 0; b.assumed {
		for _, at := range b.targets {
			b.knowKey(at, "")
		}
		for _, at := range b.owners {
			b.knowKey(at, "")
		}
		b.assumed = len(b.known) > 0
	}
	known := b.concepts.Closure(b.Meaning).Of(nil, b.values())
	for at := range b.Nodes {
		b.sure[at] = known[at] || b.fresh[at]
	}
	for at, from := range b.known {
		if from.given != nil && !known[at.node] && !b.fresh[at.node] && !b.inserts() {
			b.filters[at] = from.given
		}
	}
	b.spread(b.concepts)
	b.tellApart()
}

// tellApart sets the role of a value whose attribute the update knows of two instances: the end of
// the relationship type by which the instance, or one that it owns, is related.
func (b *stating) tellApart() {
	via := map[int]model.ID{}
	for _, l := range b.Links {
		if b.concepts.IsRelationship(b.Nodes[l.From].Of) && !b.identifies(l.From) && !b.fresh[l.To] {
			via[l.To] = l.Participant
		}
	}
	for changed := true; changed; {
		changed = false
		for _, l := range b.Links {
			if l.Participant == "" && via[l.From] != "" && via[l.To] == "" {
				via[l.To], changed = via[l.From], true // the same instance as its supertype
			}
			for _, o := range b.Links {
				owned := l.From == o.From && l.To != o.To && b.concepts.IsIdentifying(b.Nodes[l.From].Of, l.Participant)
				if owned && via[l.To] != "" && via[o.To] == "" {
					via[o.To], changed = via[l.To], true
				}
			}
		}
	}
	count := map[model.ID]int{}
	for at := range b.known {
		if !at.element {
			count[at.attribute]++
		}
	}
	for at, from := range b.known {
		if count[at.attribute] > 1 && from.participant == "" && from.given == nil && !b.fresh[at.node] {
			from.participant = via[at.node]
			b.known[at] = from
		}
	}
}

// identifies reports whether a node is of a relationship type that identifies a participant.
func (b *stating) identifies(at int) bool {
	return slices.ContainsFunc(b.Links, func(l stored.Link) bool {
		return l.From == at && b.concepts.IsIdentifying(b.Nodes[at].Of, l.Participant)
	})
}

// someWritten reports whether an insertion names some attributes of an instance: only their
// values are known.
func (b *stating) someWritten(at int) bool {
	return slices.ContainsFunc(b.attributes, func(id model.ID) bool { return b.owners[id] == at })
}

// knowNew adds the value of an attribute that the update says, and each value of one with
// several.
func (b *stating) knowNew(node int, attribute model.ID) {
	from := source{attribute: attribute, participant: b.Nodes[node].Participant}
	if at := (place{node, attribute, false}); !b.knows(at) {
		b.knowWhole(at, from)
	}
	if of := b.facts.known[attribute]; of.MultiValued {
		from.several, from.count = true, b.prover.Amount(of.Elements)
		b.known[place{node, attribute, true}] = from
	}
}

// knowWhole adds a value. Who knows a composite attribute knows its parts.
func (b *stating) knowWhole(at place, from source) {
	for _, attribute := range b.facts.whole(at.attribute) {
		from.attribute = attribute
		b.known[place{at.node, attribute, at.element}] = from
	}
}

// knowRelated adds the keys of existing instances that an insertion knows.
func (b *stating) knowRelated() {
	for _, attribute := range b.attributes {
		at := b.owners[attribute]
		b.knowKey(at, "")
		if !b.facts.known[attribute].MultiValued || b.fresh[at] {
			b.knowNew(at, attribute)
		}
	}
	for _, l := range b.Links {
		if b.fresh[l.From] {
			b.knowKey(l.To, b.conditionOf(l))
		}
	}
	for at := range b.Nodes {
		if b.fresh[at] {
			b.knowKey(at, "")
		}
	}
}

// conditionOf returns the condition that a new relationship has its participant, "" if it always
// has.
func (b *stating) conditionOf(l stored.Link) string {
	if !b.maybe[l.From] {
		return ""
	}
	for _, other := range b.Links {
		if other.From == l.From && other.To != l.To && b.fresh[other.To] {
			return b.planner.conditionOf(b.Nodes[l.From].Of, other.Participant, l.Participant)
		}
	}
	return ""
}

// knowKey adds the identity of an instance. There may be none if there is a condition.
func (b *stating) knowKey(at int, condition string) { b.knowKeys(at, condition, map[int]bool{}) }

func (b *stating) knowKeys(at int, condition string, seen map[int]bool) {
	if seen[at] {
		return
	}
	seen[at] = true
	for _, id := range b.facts.ownKey(b.Nodes[at].Of) {
		if !b.knows(place{at, id, false}) {
			b.knowWhole(place{at, id, false}, source{attribute: id, participant: b.Nodes[at].Participant, maybe: condition != "" && !b.fresh[at], condition: condition})
		}
	}
	for _, l := range b.Links {
		switch {
		case l.From == at:
			b.knowKeys(l.To, condition, seen)
		case l.To == at && l.Participant != "" && b.concepts.IsIdentifying(b.Nodes[l.From].Of, l.Participant):
			b.knowKeys(l.From, condition, seen)
		}
	}
}
