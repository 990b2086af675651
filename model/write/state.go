package write

import (
	"slices"

	"widerow/model"
	"widerow/model/stored"
)

// stating makes the pattern of what an update says.
type stating struct {
	*planner
	*subject
	*pattern
}

func (b *stating) complete() {
	places := b.pattern.complete(b.concepts)
	for _, nodes := range []map[model.ID]int{b.targets, b.owners} {
		for id, at := range nodes {
			nodes[id] = places[at]
		}
	}
}

// addTarget adds an instance that is inserted or deleted. A subtype and its supertype are
// one instance.
func (b *stating) addTarget(of model.ID) int {
	at := b.addNode(nodeIn(of, b.inRole[of]), b.inserts())
	b.linkSame(at)
	return at
}

// linkSame makes a node the same instance as one of a subtype or a supertype.
func (b *stating) linkSame(at int) {
	for other := range b.Nodes {
		switch of, to := b.Nodes[at].Of, b.Nodes[other].Of; {
		case b.concepts.IsRelationship(of) || b.concepts.IsRelationship(to):
		case slices.Contains(b.facts.supers(of), to):
			b.Links = append(b.Links, stored.Link{From: at, To: other})
		case slices.Contains(b.facts.supers(to), of):
			b.Links = append(b.Links, stored.Link{From: other, To: at})
		}
	}
}

// linkTargets relates the relationship types that are written to the entity types that are.
func (b *stating) linkTargets() {
	for _, of := range b.types {
		if b.concepts.IsRelationship(of) {
			b.linkEnds(b.targets[of], -1, "")
		}
	}
}

// linkEnds relates a relationship to its participants: instances that the update writes, or
// others. The one by the end is known.
func (b *stating) linkEnds(relationship, known int, end model.ID) {
	var used []int
	for _, item := range b.ends(b.Nodes[relationship].Of) {
		to := known
		if item.ID != end {
			to = -1
			for _, of := range b.types {
				if at := b.targets[of]; of == item.Value.Entity && at != known && !slices.Contains(used, at) && b.isFreeFor(at, item.ID) {
					to = at
				}
			}
		}
		if to < 0 {
			to = b.addNode(nodeIn(item.Value.Entity, b.roleOf(item.ID)), false)
		}
		used = append(used, to)
		b.Links = append(b.Links, stored.Link{From: relationship, To: to, Participant: item.ID})
	}
}

// isFreeFor reports whether an instance that the update writes may be a participant: its own
// role, if the update says one, is not another one.
func (b *stating) isFreeFor(at int, participant model.ID) bool {
	return b.Nodes[at].Participant == "" || b.Nodes[at].Participant == participant
}

func (b *stating) ends(relationship model.ID) []model.Item[*model.Participant] {
	return model.Sorted(b.model.Concepts.Relationships[relationship].Participants)
}

// roleOf returns a participant if its entity type takes part twice, otherwise "".
func (p *planner) roleOf(participant model.ID) model.ID {
	for _, relationship := range p.model.Concepts.Relationships {
		own := relationship.Participants[participant]
		if own == nil {
			continue
		}
		for id, other := range relationship.Participants {
			if id != participant && other.Entity == own.Entity {
				return participant
			}
		}
	}
	return ""
}

// addRelated adds the relationships that come with new instances.
func (b *stating) addRelated() {
	for at := 0; at < len(b.Nodes); at++ {
		of := b.Nodes[at].Of
		if !b.fresh[at] || b.concepts.IsRelationship(of) {
			continue
		}
		for _, link := range b.facts.links[of] {
			for _, item := range b.ends(link) {
				if item.Value.Entity == of {
					b.relate(at, link, item)
				}
			}
		}
	}
}

func (b *stating) relate(at int, link model.ID, end model.Item[*model.Participant]) {
	if slices.ContainsFunc(b.Links, func(l stored.Link) bool {
		return l.To == at && l.Participant == end.ID && b.Nodes[l.From].Of == link
	}) || !b.isFreeFor(at, end.ID) && b.model.Concepts.Relationships[link].Participants[b.Nodes[at].Participant] != nil {
		return
	}
	comes, certain := b.comesWith(b.subject, link, end.ID)
	if !comes {
		return
	}
	relationship := b.addNode(nodeIn(link, ""), true)
	b.maybe[relationship] = !certain
	b.linkEnds(relationship, at, end.ID)
}

// addInherited makes the supertypes of a new instance new, too, unless the update gives the
// key of an instance that is there.
func (b *stating) addInherited() {
	for changed := true; changed; {
		changed = false
		for _, l := range b.Links {
			if super := b.Nodes[l.To].Of; l.Participant == "" && b.fresh[l.From] && !b.fresh[l.To] && !b.gives(b.update, super, "") {
				b.fresh[l.To], changed = true, true
			}
			if b.fresh[l.To] && !b.fresh[l.From] && b.concepts.IsIdentifying(b.Nodes[l.From].Of, l.Participant) {
				b.fresh[l.From], changed = true, true
			}
		}
	}
	b.addRelated()
	b.complete()
}

// nodeOf returns the node of an entity or relationship type in a role; it is added if the
// pattern has none.
func (b *stating) nodeOf(of, participant model.ID) int {
	if at := b.find(of, participant); at >= 0 {
		return at
	}
	if len(b.Nodes) > 0 && b.connect(of, participant) {
		return b.find(of, participant)
	}
	at := b.addNode(nodeIn(of, participant), false)
	b.linkSame(at)
	if b.concepts.IsRelationship(of) {
		b.linkEnds(at, -1, "")
	}
	return at
}

// find returns the node of a type in a role, -1 for none. What the update writes is
// preferred.
func (b *stating) find(of, participant model.ID) int {
	found := -1
	for at, n := range b.Nodes {
		if n.Of != of {
			continue
		}
		isEnd := n.Participant == participant || slices.ContainsFunc(b.Links, func(l stored.Link) bool { return l.To == at && l.Participant == participant })
		switch {
		case participant != "" && isEnd, participant == "" && n.Participant == "":
			return at
		case participant == "" && found < 0, participant != "" && n.Participant == "" && !b.hasEnd(participant) && found < 0:
			found = at
		}
	}
	return found
}

// hasEnd reports whether the pattern has a relationship with a participant.
func (b *stating) hasEnd(participant model.ID) bool {
	return slices.ContainsFunc(b.Links, func(l stored.Link) bool { return l.Participant == participant })
}

// addConditions adds the instances that conditions are on, and what they say.
func (b *stating) addConditions() {
	for _, item := range model.Sorted(b.update.Given) {
		given := item.Value
		of := b.facts.owner[given.Attribute]
		if of == "" {
			continue
		}
		at := place{b.nodeOf(of, given.Participant), given.Attribute, b.facts.known[given.Attribute].MultiValued}
		if given.Operator.IsRange() {
			b.filters[at] = given
			continue
		}
		several := given.Operator == model.In
		from := source{attribute: given.Attribute, participant: given.Participant, given: given, several: several, count: b.prover.Amount(given.Count)}
		if first, twice := b.known[at]; !twice || first.given == nil {
			b.knowWhole(at, from)
		}
	}
	b.complete()
}
