package diagram

import "strconv"

// leastOutline is how many groups must be joined, to be placed along the edges
// between them.
const leastOutline = 3

// outline is the graph of a graph's groups: each is a box, what is in no group
// is one more.
type outline struct {
	view  *view
	parts []*component // of several boxes
}

// nominalSide is that of a group before its boxes are placed: ranks do not
// depend on it.
const nominalSide = 100

// newOutline has no parts where edges join few groups.
func (v *view) newOutline() outline {
	g := &Graph{Kind: v.graph.Kind, Compact: v.graph.Compact}
	for i := range len(v.graph.Groups) + 1 {
		g.Boxes = append(g.Boxes, Box{ID: strconv.Itoa(i), Width: nominalSide, Height: nominalSide})
	}
	joined := map[[2]int]int{}
	for i := range v.graph.Edges {
		if !v.isOuter(i) {
			continue
		}
		from, to := v.ends(i)
		pair := [2]int{v.outlined(from), v.outlined(to)}
		at, known := joined[pair]
		if !known {
			at = len(g.Edges)
			joined[pair] = at
			g.Edges = append(g.Edges, Edge{ID: strconv.Itoa(i), From: g.Boxes[pair[0]].ID, To: g.Boxes[pair[1]].ID, Free: true})
		}
		edge, single := &g.Edges[at], &v.graph.Edges[i]
		edge.LabelWidth, edge.LabelHeight = max(edge.LabelWidth, single.LabelWidth), max(edge.LabelHeight, single.LabelHeight)
		edge.Weight++
		edge.Free = edge.Free && single.Free
	}
	view, err := newView(g)
	if err != nil {
		return outline{} // more groups than are laid out
	}
	out, most := outline{view: view}, 0
	for _, part := range view.components() {
		if len(part.boxes) > 1 {
			out.parts, most = append(out.parts, part), max(most, len(part.boxes))
		}
	}
	if most < leastOutline {
		return outline{}
	}
	return out
}

// outlined is the box of the outline that stands for a box's group.
func (v *view) outlined(box int) int {
	if group := v.groupOf(box); group >= 0 {
		return group
	}
	return len(v.graph.Groups)
}

// candidates are the ways to place the groups: along the edges between them,
// and in rows. blocks are those of groupBlocks.
func (v *view) candidates(blocks []*block, vertical bool) []*block {
	if len(v.outline.parts) == 0 {
		return []*block{v.packGroups(blocks)}
	}
	return []*block{v.outline.arrange(blocks, vertical), v.packGroups(blocks)}
}

// arrange places the groups that edges join in ranks, and packs those with the
// others.
func (o *outline) arrange(blocks []*block, vertical bool) *block {
	boxes := o.view.graph.Boxes
	for i, b := range blocks {
		if b != nil {
			boxes[i].Width, boxes[i].Height = b.width, b.height
		}
	}
	placed := make([]*block, len(blocks))
	copy(placed, blocks)
	for _, part := range o.parts {
		arranged := o.view.arrangePart(part, vertical)
		whole := &block{}
		for _, place := range arranged.boxes {
			whole.set(blocks[place.index], place.rect.X, place.rect.Y)
			placed[place.index] = nil
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
	gap := o.view.room(groupGap)
	return pack(parts, gap, gap, screenAspect)
}
