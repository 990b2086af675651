package layout

import (
	"strconv"

	"widerow/diagram/graph"
)

// leastJoined is the minimum number of connected groups for placing groups
// along the edges between them.
const leastJoined = 3

// groupGraph is the graph of a graph's groups. Each group is a box, and the
// boxes in no group form one more.
type groupGraph struct {
	view  *View
	parts []*component // of several boxes
}

// nominalSide is the side of a group before its boxes are placed. The ranks do
// not depend on it.
const nominalSide = 100

// newGroupGraph returns a graph without parts if edges connect too few groups.
func (v *View) newGroupGraph() groupGraph {
	g := &graph.Graph{Kind: v.Graph.Kind, Compact: v.Graph.Compact, Page: v.page}
	for i := range len(v.Graph.Groups) + 1 {
		g.Boxes = append(g.Boxes, graph.Box{ID: strconv.Itoa(i), Width: nominalSide, Height: nominalSide})
	}
	joined := map[[2]int]int{}
	for i := range v.Graph.Edges {
		if !v.isOuter(i) {
			continue
		}
		from, to := v.Ends(i)
		pair := [2]int{v.groupNode(from), v.groupNode(to)}
		at, known := joined[pair]
		if !known {
			at = len(g.Edges)
			joined[pair] = at
			g.Edges = append(g.Edges, graph.Edge{ID: strconv.Itoa(i), From: g.Boxes[pair[0]].ID, To: g.Boxes[pair[1]].ID, Free: true})
		}
		edge, single := &g.Edges[at], &v.Graph.Edges[i]
		edge.LabelWidth, edge.LabelHeight = max(edge.LabelWidth, single.LabelWidth), max(edge.LabelHeight, single.LabelHeight)
		edge.Weight++
		edge.Free = edge.Free && single.Free
	}
	view, err := NewView(g)
	if err != nil {
		return groupGraph{} // more groups than are laid out
	}
	view.rigid = true
	out, most := groupGraph{view: view}, 0
	for _, part := range view.components() {
		if len(part.boxes) > 1 {
			out.parts, most = append(out.parts, part), max(most, len(part.boxes))
		}
	}
	if most < leastJoined {
		return groupGraph{}
	}
	return out
}

// groupNode returns the node of a box's group.
func (v *View) groupNode(box int) int {
	if group := v.GroupOf(box); group >= 0 {
		return group
	}
	return len(v.Graph.Groups)
}

// candidates returns the possible layouts of the groups: along the edges
// between them, and in rows. blocks is the result of groupBlocks.
func (v *View) candidates(blocks []*block, vertical bool) []*block {
	if len(v.groups.parts) == 0 {
		return []*block{v.packGroups(blocks)}
	}
	return []*block{v.groups.arrange(blocks, vertical), v.packGroups(blocks)}
}

// arrange places the connected groups in ranks and packs them with the others.
func (g *groupGraph) arrange(blocks []*block, vertical bool) *block {
	boxes := g.view.Graph.Boxes
	for i, b := range blocks {
		if b != nil {
			boxes[i].Width, boxes[i].Height = b.width, b.height
		}
	}
	placed := make([]*block, len(blocks))
	copy(placed, blocks)
	for _, part := range g.parts {
		arranged := g.view.arrangePart(part, vertical)
		whole := &block{}
		for _, place := range arranged.boxes {
			whole.set(blocks[place.Index], place.Rect.X, place.Rect.Y)
			placed[place.Index] = nil
		}
		whole.width, whole.height, whole.taken = arranged.width, arranged.height, arranged.taken
		placed[part.boxes[0]] = whole
	}
	var parts []*block
	for _, b := range placed {
		if b != nil {
			parts = append(parts, b)
		}
	}
	gap := g.view.room(GroupGap)
	return pack(parts, gap, gap, g.view.aspect())
}
