package mapping

import (
	"slices"

	"widerow/model"
)

// node is an instance in a query: of an entity type, or of a relationship type.
// A query names each entity type once, or once for each participant that it
// names.
type node struct {
	of          model.ID // the entity or relationship type
	participant model.ID // the role in which the entity type is meant, or ""
}

// link connects two nodes: a participant of a relationship type, or a subtype and
// its supertype.
type link struct {
	to   int
	cost int
}

// The costs of a link. A path over a relationship type has two links, so a
// shorter path always beats a longer one, and identifying relationship types
// break a tie, then those of a weak entity type whose partial key is given.
const (
	participantCost = 500
	identifyingGain = 5
	givenGain       = 1
	subtypeCost     = 200
)

// graph is the ER model with the nodes of one query.
type graph struct {
	model *model.Model
	nodes []node
	index map[node]int
	links [][]link
}

// newGraph returns the graph of a model. roles are the participants that the
// query names.
func newGraph(m *model.Model, roles []model.ID) *graph {
	g := &graph{model: m, index: map[node]int{}}
	for _, entity := range model.Sorted(m.Concepts.Entities) {
		g.add(node{of: entity.ID})
	}
	for _, relationship := range model.Sorted(m.Concepts.Relationships) {
		g.add(node{of: relationship.ID})
		for _, participant := range model.Sorted(relationship.Value.Participants) {
			if slices.Contains(roles, participant.ID) && m.Concepts.Entities[participant.Value.Entity] != nil {
				g.add(node{participant.Value.Entity, participant.ID})
				for _, super := range m.Supertypes(participant.Value.Entity) {
					g.add(node{super, participant.ID}) // the person that the manager is
				}
			}
		}
	}
	g.links = make([][]link, len(g.nodes))
	g.connectParticipants()
	g.connectSubtypes()
	return g
}

func (g *graph) add(n node) {
	if _, found := g.index[n]; !found {
		g.index[n] = len(g.nodes)
		g.nodes = append(g.nodes, n)
	}
}

func (g *graph) connectParticipants() {
	of := map[model.ID][]int{}
	for at, n := range g.nodes {
		of[n.of] = append(of[n.of], at)
	}
	for _, relationship := range model.Sorted(g.model.Concepts.Relationships) {
		cost := participantCost
		if relationship.Value.Identifying {
			cost -= identifyingGain
		}
		from := g.index[node{of: relationship.ID}]
		var ends []int
		for id, participant := range relationship.Value.Participants {
			if named, found := g.index[node{participant.Entity, id}]; found {
				ends = append(ends, named)
				continue
			}
			for _, at := range of[participant.Entity] {
				if relationship.Value.Participants[g.nodes[at].participant] == nil {
					ends = append(ends, at)
				}
			}
		}
		slices.Sort(ends)
		for _, at := range slices.Compact(ends) {
			g.connect(from, at, cost)
		}
	}
}

// places counts the participants of one entity type in a relationship type that the
// query does not name by their roles: as many instances at most can take part in it
// there.
func (g *graph) places(relationship, entity model.ID) int {
	count := 0
	for id, participant := range g.model.Concepts.Relationships[relationship].Participants {
		if _, named := g.index[node{entity, id}]; participant.Entity == entity && !named {
			count++
		}
	}
	return count
}

// preferOwners lowers the cost of the identifying relationship types of a node: the room
// that is given beside the number of a message is that of this message, not that of its
// reply.
func (g *graph) preferOwners(at int) {
	lower := func(from, to int) {
		for i, link := range g.links[from] {
			if link.to == to {
				g.links[from][i].cost -= givenGain
			}
		}
	}
	for _, link := range slices.Clone(g.links[at]) {
		if relationship := g.model.Concepts.Relationships[g.nodes[link.to].of]; relationship != nil && relationship.Identifying {
			lower(at, link.to)
			lower(link.to, at)
		}
	}
}

// takesPart reports whether a node can be a participant of a relationship. A
// node with a role is only that participant of the role's own relationship.
func (g *graph) takesPart(n node, id model.ID, relationship *model.Relationship) bool {
	if own := relationship.Participants[n.participant]; own != nil {
		return true
	}
	for _, participant := range relationship.Participants {
		if participant.Entity == n.of {
			return true
		}
	}
	return false
}

func (g *graph) connectSubtypes() {
	for _, hierarchy := range model.Sorted(g.model.Concepts.Hierarchies) {
		for _, subtype := range model.Sorted(hierarchy.Value.Subtypes) {
			for sub, n := range g.nodes {
				super, found := g.index[node{hierarchy.Value.Supertype, n.participant}]
				if n.of == subtype.Value.Entity && found && sub != super {
					g.connect(super, sub, subtypeCost)
				}
			}
		}
	}
}

func (g *graph) connect(a, b, cost int) {
	g.links[a] = append(g.links[a], link{b, cost})
	g.links[b] = append(g.links[b], link{a, cost})
}

// isRelationship reports whether a node is of a relationship type.
func (g *graph) isRelationship(at int) bool {
	return g.model.Concepts.Relationships[g.nodes[at].of] != nil
}
