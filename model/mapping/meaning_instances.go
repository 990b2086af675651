package mapping

import (
	"slices"

	"widerow/model"
	"widerow/model/mapping/er"
	"widerow/model/stored"
)

// instances returns the nodes along the path of a designer, with all that identifies them. flags
// marks nodes that a row may lack or has several of. places maps each node of the path to its node
// in the meaning.
func (s *Stored) instances(d *designer, flags func(at int) stored.Node) (*stored.Meaning, map[int]int) {
	b := meaningBuilder{designer: d, places: make(map[int]int, len(d.In.Nodes))}
	b.made.Nodes = make([]stored.Node, 0, len(d.In.Nodes)+2)
	plain := true
	for _, at := range d.In.Nodes {
		n := flags(at)
		plain = plain && n == stored.Node{}
		n.Of, n.Participant = d.Graph.Node(at).Of, d.Graph.Node(at).Participant
		b.places[at] = len(b.made.Nodes)
		b.made.Nodes = append(b.made.Nodes, n)
	}
	if plain && d.In.Completed.Meaning != nil {
		return d.In.Completed.Meaning.Copy(), d.In.Completed.Places
	}
	b.link()
	whole, become := s.Facts().Complete(&b.made)
	for at, place := range b.places {
		b.places[at] = become[place]
	}
	if plain {
		whole.Links = slices.Clip(whole.Links)
		s.Facts().Settle(whole)
		*d.In.Completed = er.Completed{Meaning: whole, Places: b.places}
		return whole.Copy(), b.places
	}
	return whole, b.places
}

// meaningBuilder makes a meaning of the instances along a path.
type meaningBuilder struct {
	*designer
	made   stored.Meaning
	places map[int]int
}

// link relates the nodes: participants to their relationship types, weak instances to their
// owners, subtypes to their supertypes.
func (b *meaningBuilder) link() {
	for _, at := range b.In.Nodes {
		for _, end := range b.In.Ends[at] {
			b.add(at, end.Node, end.ID)
		}
		if by, needed := b.In.NeededBy[at]; needed && slices.Contains(b.Graph.Direct[b.Graph.Node(by).Of], b.Graph.Node(at).Of) {
			b.add(by, at, "")
		}
	}
	for _, edge := range b.Tree.Edges {
		for i := range edge {
			if slices.Contains(b.Graph.Direct[b.Graph.Node(edge[i]).Of], b.Graph.Node(edge[1-i]).Of) {
				b.add(edge[i], edge[1-i], "")
			}
		}
	}
	for _, at := range b.In.Nodes {
		b.own(at)
	}
}

func (b *meaningBuilder) add(from, to int, participant model.ID) {
	l := stored.Link{From: b.places[from], To: b.places[to], Participant: participant}
	if !slices.Contains(b.made.Links, l) {
		b.made.Links = append(b.made.Links, l)
	}
}

// own relates a weak instance to its owners by their identifying relationship types, which
// need not be on the path.
func (b *meaningBuilder) own(at int) {
	entity := b.Graph.Model.Concepts.Entities[b.Graph.Node(at).Of]
	if entity == nil || !entity.Weak {
		return
	}
	weak := b.places[at]
	for _, o := range b.Graph.Owners(b.Graph.Node(at).Of) {
		owner, found := b.places[b.In.OwnerOf(at, o)]
		if !found {
			continue
		}
		by := b.identifying(weak, o.Relationship)
		if l := (stored.Link{From: by, To: owner, Participant: o.Participant}); !slices.Contains(b.made.Links, l) {
			b.made.Links = append(b.made.Links, l)
		}
	}
}

// identifying returns the node of the relationship type by which a weak instance is
// identified, a new one if the path does not have it.
func (b *meaningBuilder) identifying(weak int, relationship model.ID) int {
	for _, item := range b.Graph.Participants[relationship] {
		if item.Value.Entity != b.made.Nodes[weak].Of {
			continue
		}
		for _, l := range b.made.Links {
			if l.To == weak && l.Participant == item.ID && b.made.Nodes[l.From].Of == relationship {
				return l.From
			}
		}
	}
	of := b.made.Nodes[weak]
	b.made.Nodes = append(b.made.Nodes, stored.Node{Of: relationship, Optional: of.Optional, Collected: of.Collected})
	for _, item := range b.Graph.Participants[relationship] {
		if item.Value.Entity == of.Of {
			b.made.Links = append(b.made.Links, stored.Link{From: len(b.made.Nodes) - 1, To: weak, Participant: item.ID})
			break
		}
	}
	return len(b.made.Nodes) - 1
}
