package layout

import (
	"math"
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/layout/route"
)

// Space around and between groups, in px.
const (
	GroupGap     = 36
	componentGap = 36
	footGap      = 36 // above the foot boxes of a group, for an edge
	worthMoving  = 36 // foot boxes leave the left side only if this saves as much height
	widerPerEdge = 14 // wider gap between groups for each edge between them
)

// room returns a gap between boxes, reduced in a compact layout.
func (v *View) room(gap float64) float64 {
	if v.Graph.Compact {
		return math.Round(gap * CompactGaps)
	}
	return gap
}

// CompactGaps is the ratio of the gaps in a compact layout to the normal ones.
const CompactGaps = 0.6

// compose places all boxes and groups in the requested direction, or in the one
// whose picture fits the screen better.
func (v *View) compose(parts []*component) (picture *block, vertical bool) {
	switch v.Graph.Direction {
	case graph.LeftRight:
		return v.composeFacing(parts, false), false
	case graph.TopDown:
		return v.composeFacing(parts, true), true
	}
	across, down := v.composeFacing(parts, false), v.composeFacing(parts, true)
	// Left to right is the reading direction, so the other one must be clearly
	// better. For a workflow less is enough: its steps are wide and low, so top
	// down its lines are shorter. Pictures that fit on the screen, or nearly, are
	// equally good unless one leaves it half empty.
	const (
		halfEmpty = 0.6
		nearlyFit = 1.05
	)
	clearly := 0.93
	if v.Graph.Kind == graph.KindWorkflow {
		clearly = 0.96
	}
	whole := v.fit(across.width, across.height) <= nearlyFit*v.page.Width && down.area() > halfEmpty*across.area()
	if v.effort(down) < clearly*max(v.page.Width, v.effort(across)) && !whole {
		return down, true
	}
	return across, false
}

func (b *block) area() float64 { return b.width * b.height }

// effort estimates how hard a picture is to read: the scale at which it fits
// the screen, and the average length of an edge. Passing through a group of
// others counts as length. Lines between the middles of the boxes that cross
// count as well.
func (v *View) effort(picture *block) float64 {
	const perPixel, through, perCrossing = 0.5, 1000, 30
	at := rects(picture.boxes, len(v.Graph.Boxes))
	length, edges := 0.0, 0.0
	var lines [][2]geom.Point
	for i := range v.Graph.Edges {
		from, to := v.Ends(i)
		if from < 0 {
			continue
		}
		a, b := at[from].Centre(), at[to].Centre()
		length, edges = length+math.Abs(a.X-b.X)+math.Abs(a.Y-b.Y), edges+1
		lines = append(lines, [2]geom.Point{a, b})
		for _, group := range picture.groups {
			if group.Index != v.GroupOf(from) && group.Index != v.GroupOf(to) && geom.SegmentMeets(a, b, group.Rect) {
				length += through
			}
		}
	}
	return v.fit(picture.width, picture.height) + perPixel*length/max(1, edges) + perCrossing*float64(crossingsOf(lines))
}

// mostCrossed is the largest number of edges whose crossings count.
const mostCrossed = 150

// crossingsOf counts the lines that cross, or 0 if there are too many lines.
func crossingsOf(lines [][2]geom.Point) int {
	if len(lines) > mostCrossed {
		return 0
	}
	count := 0
	for i, a := range lines {
		for _, b := range lines[:i] {
			if geom.Crosses(a[0], a[1], b[0], b[1]) {
				count++
			}
		}
	}
	return count
}

// composeIn tries a few aspect ratios for the groups. The best one for a group
// alone is not always the best for the picture.
func (v *View) composeIn(parts []*component, vertical bool) *block {
	arranged := make([]*block, len(parts))
	for i, part := range parts {
		switch {
		case len(part.boxes) == 1:
		case v.inCells(part):
			arranged[i] = arrangeCells(v, part)
		default:
			arranged[i] = v.arrangePart(part, vertical)
		}
	}
	var best *block
	var shapes [][]*block
	for _, aspect := range []float64{v.aspect(), 1, 0.6, 2.5, 4} {
		blocks := v.groupBlocks(parts, arranged, vertical, aspect)
		shapes = append(shapes, blocks)
		for i, candidate := range v.candidates(blocks, vertical) {
			worth := 0.98
			if i > 0 {
				worth = 0.9 // groups are best read along the edges between them
			}
			candidate = v.level(candidate, [][]*block{blocks}, func(lists [][]*block) *block { return v.candidates(lists[0], vertical)[i] }, vertical)
			if best == nil || v.effort(candidate) < worth*v.effort(best) {
				best = candidate
			}
		}
	}
	if groups := len(v.Graph.Groups); groups < 2 || groups > mostShelved || v.outerEdges() > 0 {
		return best
	}
	for _, aspect := range []float64{0.25, 8} {
		shapes = append(shapes, v.groupBlocks(parts, arranged, vertical, aspect))
	}
	onShelves := func(lists [][]*block) *block { return newShelver(lists, v.room(GroupGap)).best(v.aspect()) }
	if shelved := onShelves(shapes); shelved != nil {
		if shelved = v.level(shelved, shapes, onShelves, vertical); v.effort(shelved) < 0.98*v.effort(best) {
			best = shelved
		}
	}
	return best
}

// arrangePart places a component. One whose shape is far from that of a screen
// is split into several rows per rank, or folded into several lines.
func (v *View) arrangePart(part *component, vertical bool) *block {
	part, out := v.split(part, arrange(v, part, vertical), vertical)
	out = v.fold(part, out, vertical)
	out.taken = v.takenBy(out, part, vertical)
	return out
}

// groupBlocks returns the blocks of all groups by index, then the block of the boxes in no group. A
// group without boxes has nil.
func (v *View) groupBlocks(parts []*component, arranged []*block, vertical bool, aspect float64) []*block {
	blocks := make([]*block, len(v.Graph.Groups)+1)
	for index := range v.Graph.Groups {
		if inner := v.composeGroup(parts, arranged, index, vertical, aspect); inner != nil {
			blocks[index] = v.wrap(inner, index)
		}
	}
	blocks[len(v.Graph.Groups)] = v.composeGroup(parts, arranged, -1, vertical, v.aspect())
	return blocks
}

// packGroups places groups in rows, with space between them for the edges that
// connect them.
func (v *View) packGroups(blocks []*block) *block {
	blocks = slices.DeleteFunc(slices.Clone(blocks), func(b *block) bool { return b == nil })
	gaps := max(1, len(blocks)-1)
	edges := (v.outerEdges() + gaps - 1) / gaps // of each gap
	gap := v.room(GroupGap) + float64(min(edges, mostTracks)*widerPerEdge)
	label := v.outerLabel()
	return pack(blocks, max(gap, label.Width+route.LabelRoom), max(gap, label.Height+route.LabelRoom), v.aspect())
}

// outerEdges counts the edges between groups.
func (v *View) outerEdges() int {
	count := 0
	for i := range v.Graph.Edges {
		if v.isOuter(i) {
			count++
		}
	}
	return count
}

func (v *View) isOuter(edge int) bool {
	from, to := v.Ends(edge)
	return from >= 0 && v.GroupOf(from) != v.GroupOf(to)
}

// outerLabel returns a size that fits the label of every edge between groups.
func (v *View) outerLabel() geom.Rect {
	var room geom.Rect
	for i := range v.Graph.Edges {
		if edge := &v.Graph.Edges[i]; v.isOuter(i) {
			room.Width, room.Height = max(room.Width, edge.LabelWidth), max(room.Height, edge.LabelHeight)
		}
	}
	return room
}

// composeGroup places the boxes of a group: its tables on a board of columns if packing
// leaves too much empty or no clear columns. It returns nil for an empty group.
func (v *View) composeGroup(parts []*component, arranged []*block, group int, vertical bool, aspect float64) *block {
	packed := v.packGroup(parts, arranged, group, vertical, aspect, nil)
	if packed == nil || vertical || v.empty(packed) <= mostEmpty && !packed.ragged() {
		return packed
	}
	onBoard := v.boardOf(parts, group)
	if onBoard == nil {
		return packed
	}
	onBoard = v.packGroup(parts, arranged, group, vertical, aspect, onBoard)
	most := v.empty(packed) - worthBoard
	if packed.ragged() {
		most = max(mostEmpty, most)
	}
	if v.empty(onBoard) > most {
		return packed
	}
	return onBoard
}

// ragged reports whether two boxes above each other have different left sides.
func (b *block) ragged() bool {
	for i, place := range b.boxes {
		for _, other := range b.boxes[:i] {
			p, q := place.Rect, other.Rect
			if p.X != q.X && p.X < q.X+q.Width && q.X < p.X+p.Width {
				return true
			}
		}
	}
	return false
}

// packGroup packs the components of a group, or the board with them, then its boxes
// without edges in columns, then its foot boxes in rows at the bottom.
func (v *View) packGroup(
	parts []*component, arranged []*block, group int, vertical bool, aspect float64, onBoard *block,
) *block {
	var blocks []*block
	var lone, bare, foot []int // bare boxes have no edge at all
	unjoined := v.unjoined()
	if onBoard != nil {
		blocks = append(blocks, onBoard)
	}
	for i, part := range parts {
		switch box := part.boxes[0]; {
		case v.GroupOf(box) != group, onBoard != nil && !unjoined[box]:
		case arranged[i] != nil:
			blocks = append(blocks, arranged[i])
		case unjoined[box]:
			bare = append(bare, box)
		default:
			lone = append(lone, box)
		}
	}
	if foot = v.feet(group); onBoard != nil && len(foot) <= fewFeet {
		foot = nil // they are on the board
	}
	if len(lone) > 0 {
		blocks = append(blocks, v.tile(lone, vertical, aspect))
	}
	if len(blocks) == 0 && len(foot) > 0 || len(foot) > fewFeet {
		bare, foot = append(bare, foot...), nil
	}
	if len(bare) > 0 {
		blocks = append(blocks, v.evenColumns(bare, vertical, aspect))
	}
	if len(blocks)+len(foot) == 0 {
		return nil
	}
	out := pack(blocks, v.room(componentGap), v.room(componentGap), aspect)
	if len(foot) > 0 {
		v.addFoot(out, foot, vertical)
	}
	return out
}

// empty returns the share of a block that is empty. The gap around a box is the box's, and
// so is the room of its entry arrow.
func (v *View) empty(b *block) float64 {
	gap := v.room(BoxGap)
	filled := 0.0
	for _, place := range b.boxes {
		filled += (place.Rect.Width + gap + v.entryMargin(place.Index, false).Left) * (place.Rect.Height + gap)
	}
	return 1 - filled/((b.width+gap)*(b.height+gap))
}

// wrap draws the frame of a group around its content.
func (v *View) wrap(inner *block, index int) *block {
	group := &v.Graph.Groups[index]
	padding, header := math.Ceil(group.Padding), math.Ceil(group.Header)
	out := &block{}
	out.add(inner, padding, header+padding)
	out.width = math.Ceil(max(out.width+padding, group.Width))
	out.height = math.Ceil(out.height + padding)
	out.taken = nil
	out.groups = append(out.groups, graph.Place{Index: index, Rect: geom.NewRect(0, 0, out.width, out.height)})
	return out
}

// rects returns the rectangles of places by the index of their box.
func rects(places []graph.Place, count int) []geom.Rect {
	out := make([]geom.Rect, count)
	for _, place := range wholePlaces(places) {
		out[place.Index] = place.Rect
	}
	return out
}

// wholePlaces rounds places to whole pixels.
func wholePlaces(places []graph.Place) []graph.Place {
	out := slices.Clone(places)
	for i, place := range places {
		out[i].Rect.X, out[i].Rect.Y = math.Round(place.Rect.X), math.Round(place.Rect.Y)
	}
	return out
}
