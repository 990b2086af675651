package er

import (
	"maps"
	"slices"
	"strconv"

	"widerow/model"
)

// Node is an instance in a query: of an entity type, or of a relationship type.
// A query names each entity type once, or once for each participant that it
// names.
type Node struct {
	Of          model.ID // the entity or relationship type
	Participant model.ID // the role in which the entity type is meant, or ""
	second      bool     // of a relationship type that the path has twice
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

// Graph is the ER model with the nodes of one query: the types, the participants that
// it names, and the instances that only identify others. It differs from the graph of
// the concepts by what the query names in a role.
type Graph struct {
	*Concepts
	named  map[int]bool // the participants in a role, by their index in all
	weak   []int        // the weak instances whose owners are preferred
	placed []Node       // those that only identify others: their indexes follow all
	links  map[int][]link
}

// NewGraph returns the graph of a query. roles are the participants that it names.
func NewGraph(c *Concepts, roles []model.ID) *Graph {
	g := &Graph{Concepts: c}
	for _, role := range roles {
		participation := c.Roles[role]
		if participation.Participant == nil || c.Model.Concepts.Entities[participation.Entity] == nil {
			continue
		}
		if g.named == nil {
			g.named, g.links = map[int]bool{}, map[int][]link{}
		}
		for _, of := range append([]model.ID{participation.Entity}, c.Supertypes(participation.Entity)...) {
			g.named[c.places[Node{Of: of, Participant: role}]] = true
		}
	}
	g.connectNamed()
	return g
}

// key identifies some nodes and all by which a search between them differs from one in the
// graph of another question.
func (g *Graph) key(nodes []int) string {
	var key []byte
	for _, places := range [][]int{nodes, slices.Sorted(maps.Keys(g.named)), slices.Sorted(slices.Values(g.weak))} {
		for _, at := range places {
			key = strconv.AppendInt(append(key, ' '), int64(at), 36)
		}
		key = append(key, ';')
	}
	return string(key)
}

// Node returns the node at an index.
func (g *Graph) Node(at int) Node {
	if at < len(g.all) {
		return g.all[at]
	}
	return g.placed[at-len(g.all)]
}

// Find returns the index of a node. It is 0 and false for a participant that the query
// does not name.
func (g *Graph) Find(n Node) (int, bool) {
	if at, found := g.places[n]; found && (n.Participant == "" || g.named[at]) {
		return at, true
	}
	if at := slices.Index(g.placed, n); at >= 0 {
		return len(g.all) + at, true
	}
	return 0, false
}

// place returns the index of a node that only identifies others, and adds it if it is
// new.
func (g *Graph) place(n Node) int {
	if at, found := g.Find(n); found {
		return at
	}
	g.placed = append(g.placed, n)
	return len(g.all) + len(g.placed) - 1
}

// linksOf returns the links of a node.
func (g *Graph) linksOf(at int) []link {
	if changed, is := g.links[at]; is {
		return changed
	}
	if at < len(g.plain) {
		return g.plain[at]
	}
	return nil
}

// connectNamed adds the participants in a role. The relationship type of a role leads to
// the participant in it, any other to it as to one without a role.
func (g *Graph) connectNamed() {
	touched := map[model.ID]bool{}
	for at := range g.named {
		of, role := g.all[at].Of, g.all[at].Participant
		touched[g.Roles[role].Relationship] = true
		for _, relationship := range g.joins[of] {
			touched[relationship] = true
		}
		for _, super := range g.Direct[of] {
			if to, found := g.Find(Node{Of: super, Participant: role}); found && to != at {
				g.connectBoth(at, to, subtypeCost)
			}
		}
	}
	for relationship := range touched {
		g.connectAgain(relationship)
	}
}

func (g *Graph) connectBoth(a, b, cost int) {
	g.links[a] = append(slices.Clip(g.linksOf(a)), link{b, cost})
	g.links[b] = append(slices.Clip(g.linksOf(b)), link{a, cost})
}

// connectAgain links a relationship type to its ends, some of which have a role.
func (g *Graph) connectAgain(id model.ID) {
	from := g.places[Node{Of: id}]
	for _, was := range g.linksOf(from) {
		g.links[was.to] = slices.DeleteFunc(slices.Clone(g.linksOf(was.to)), func(l link) bool { return l.to == from })
	}
	g.links[from] = nil
	var ends []int
	for _, participant := range g.Participants[id] {
		if at, found := g.Find(Node{Of: participant.Value.Entity, Participant: participant.ID}); found {
			ends = append(ends, at)
		} else {
			ends = append(ends, g.unnamedEnds(participant.Value.Entity, id)...)
		}
	}
	slices.Sort(ends)
	relationship := g.Model.Concepts.Relationships[id]
	for _, at := range slices.Compact(ends) {
		g.connectBoth(from, at, linkCost(relationship))
	}
}

// unnamedEnds returns the nodes of an entity type that are no participant of a relationship
// type in a role.
func (g *Graph) unnamedEnds(entity, relationship model.ID) []int {
	var ends []int
	if at, found := g.places[Node{Of: entity}]; found {
		ends = append(ends, at)
	}
	for at := range g.named {
		if n := g.all[at]; n.Of == entity && g.Roles[n.Participant].Relationship != relationship {
			ends = append(ends, at)
		}
	}
	return ends
}

// participations counts the participants of one entity type in a relationship type that the
// query does not name by their roles: as many instances at most can take part in it
// there.
func (g *Graph) participations(relationship, entity model.ID) int {
	count := 0
	for _, participant := range g.Participants[relationship] {
		if _, named := g.Find(Node{Of: entity, Participant: participant.ID}); participant.Value.Entity == entity && !named {
			count++
		}
	}
	return count
}

// preferOwners lowers the cost of the identifying relationship types of a node: a room given beside
// the number of a message is the room of this message, not of its reply.
func (g *Graph) preferOwners(at int) {
	g.weak = append(g.weak, at)
	if g.links == nil {
		g.links = map[int][]link{}
	}
	for _, to := range slices.Clone(g.linksOf(at)) {
		if relationship := g.Model.Concepts.Relationships[g.Node(to.to).Of]; relationship != nil && relationship.Identifying {
			g.lower(at, to.to)
			g.lower(to.to, at)
		}
	}
}

func (g *Graph) lower(from, to int) {
	links := slices.Clone(g.linksOf(from))
	for i := range links {
		if links[i].to == to {
			links[i].cost -= givenGain
		}
	}
	g.links[from] = links
}

// IsRelationship reports whether a node is of a relationship type.
func (g *Graph) IsRelationship(at int) bool {
	return g.Model.Concepts.Relationships[g.Node(at).Of] != nil
}

// Same reports whether two atoms are the same attribute of the same instance, the second
// in terms of another question's graph.
func (g *Graph) Same(a, b Atom, other *Graph) bool {
	if a.Node < 0 || b.Node < 0 {
		return a.Same(b)
	}
	return a.Attribute == b.Attribute && g.Node(a.Node) == other.Node(b.Node)
}

// Participant returns the role of an atom's instance, "" if it has none.
func (g *Graph) Participant(a Atom) model.ID {
	if a.Node < 0 {
		return ""
	}
	return g.Node(a.Node).Participant
}

// IsOwnerOf reports whether a node is the owner of an instance in a role, or its
// supertype, not that instance itself.
func (g *Graph) IsOwnerOf(at int) bool {
	role := g.Roles[g.Node(at).Participant]
	return role.Participant != nil && role.Entity != g.Node(at).Of
}
