package er

import (
	"maps"
	"slices"
	"strconv"
)

// NewIdentity returns the identity of the instances along a path. Questions that name the same types
// in the same roles have the same on the same path, so it is found once.
func NewIdentity(g *Graph, t Tree) *Identity {
	key := g.identityKey(t)
	known, found := g.identities[key]
	if !found {
		known.identity = IdentityOf(g, t, nil)
		known.identity.chained()
		known.placed = slices.Clip(g.placed)
		g.identities[key] = known
		return known.identity
	}
	in := *known.identity
	g.placed, in.graph = known.placed, g
	return &in
}

// identified is an identity with the nodes that it has added to the graph.
type identified struct {
	identity *Identity
	placed   []Node
}

// identityKey identifies all by which the identity along a path differs from others.
func (g *Graph) identityKey(t Tree) string {
	key := []byte(g.key(t.Nodes))
	for _, edge := range t.Edges {
		key = strconv.AppendInt(append(key, ' '), int64(edge[0]), 36)
		key = strconv.AppendInt(append(key, ' '), int64(edge[1]), 36)
	}
	for _, at := range slices.Sorted(maps.Keys(t.Ends)) {
		key = strconv.AppendInt(append(key, ';'), int64(at), 36)
		for _, end := range slices.Sorted(maps.Keys(t.Ends[at])) {
			key = strconv.AppendInt(append(append(append(key, ' '), end...), ' '), int64(t.Ends[at][end]), 36)
		}
	}
	for _, n := range g.placed {
		key = append(append(append(append(key, ','), n.Of...), ' '), n.Participant...)
		key = strconv.AppendBool(key, n.second)
	}
	return string(key)
}
