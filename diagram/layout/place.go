package layout

import (
	"math"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/layout/route"
)

// Boxes that have places keep them. The files place*.go find places for new
// boxes, move aside what a grown box would overlap, and draw the frames of the
// groups.

// keeper lays out a graph in which some boxes already have places.
type keeper struct {
	view     *View
	vertical bool
	rects    []geom.Rect // for each box
	placed   []bool
	pinned   []bool
	group    []int             // of each box, -1 for none
	members  [][]int           // the boxes in no group, then those of each group
	edges    [][]int           // the edges that start or end at each box
	entries  *route.EntryStubs // nil until first used
	framings []framing         // for each group, valid only while boxes are added
	added    []int             // boxes added since the framings were computed
}

// anchored reports whether some box of the graph has a place.
func (v *View) anchored() bool {
	for i := range v.Graph.Boxes {
		if v.Graph.Boxes[i].Anchored() {
			return true
		}
	}
	return false
}

// fresh returns the components that are laid out anew: all of a tidy graph,
// otherwise those with no edge to the rest.
func (v *View) fresh() []*component {
	if v.Graph.Tidy {
		return v.components()
	}
	var parts []*component
	for _, part := range v.newComponents() {
		if !v.joins(part) {
			parts = append(parts, part)
		}
	}
	return parts
}

// keep gives every box a place. parts are the components that are laid out
// anew. Other boxes without a place are placed one by one.
func (v *View) keep(parts []*component) *graph.Layout {
	v.kept = true
	k := v.keeper(parts)
	return v.finish(k.picture(), k.vertical)
}

func (v *View) keeper(parts []*component) *keeper {
	k := v.newKeeper()
	if v.Graph.Tidy {
		k.layAround(v.composeIn(parts, k.vertical))
	} else {
		k.pushWithinGroups()
		k.insertAll(parts)
	}
	k.pushApart()
	// New boxes may change the main direction of the edges, and with it the
	// side of the entry arrows.
	const turns = 3
	for range turns {
		if down := k.flowsDown(); down != k.vertical {
			k.vertical = down
			k.pushApart()
		}
	}
	return k
}

func (v *View) newKeeper() *keeper {
	count := len(v.Graph.Boxes)
	k := &keeper{view: v, rects: make([]geom.Rect, count), placed: make([]bool, count), pinned: make([]bool, count)}
	k.members, k.edges = make([][]int, 1+len(v.Graph.Groups)), make([][]int, count)
	for i := range v.Graph.Boxes {
		box, group := &v.Graph.Boxes[i], v.GroupOf(i)
		k.group, k.members[1+group] = append(k.group, group), append(k.members[1+group], i)
		k.rects[i] = geom.Rect{Width: box.Width, Height: box.Height}
		if box.Anchored() {
			k.put(i, math.Round(box.At.X), math.Round(box.At.Y))
			k.pinned[i] = box.Pinned
		}
	}
	for i := range v.Graph.Edges {
		if from, to := v.Ends(i); from >= 0 && from != to {
			k.edges[from], k.edges[to] = append(k.edges[from], i), append(k.edges[to], i)
		}
	}
	k.vertical = k.flowsDown()
	k.pushPins()
	return k
}

func (k *keeper) put(box int, x, y float64) {
	if k.added = append(k.added, box); k.placed[box] {
		k.framings = nil
	}
	k.rects[box].X, k.rects[box].Y, k.placed[box] = x, y, true
}

// flowsDown reports whether the edges between placed boxes lead down: whether
// more of them lead to a lower box than to one further right. Edges of pinned
// boxes count only if there are no others, so that dragging one table far away
// does not turn all entry arrows. They do not turn either to a side where fewer
// of the boxes that stay have space for them.
func (k *keeper) flowsDown() bool {
	if g := k.view.Graph; g.Direction != graph.DirectionAuto || g.Kind == graph.KindER {
		return g.Direction == graph.TopDown
	}
	down, across := k.flows(func(from, to int) bool { return !k.pinned[from] && !k.pinned[to] })
	if down+across == 0 {
		down, across = k.flows(func(int, int) bool { return true })
	}
	flowsDown := down > across
	if tight := k.tight(flowsDown); tight > 0 && k.tight(!flowsDown) < tight {
		return !flowsDown
	}
	return flowsDown
}

func (k *keeper) direction() graph.Direction {
	if k.vertical {
		return graph.TopDown
	}
	return graph.LeftRight
}

// tight counts the pairs of boxes that stay, and of groups, that are closer
// than the minimum distance if entry arrows come from above (vertical) or from
// the left.
func (k *keeper) tight(vertical bool) int {
	turned := *k
	turned.vertical = vertical
	count := 0
	var bodies []body
	for i := range turned.rects {
		if !turned.placed[i] || !turned.still(i) {
			continue
		}
		b := body{area: turned.area(i), parts: turned.parts(i)}
		for n := range bodies {
			if bodies[n].area.Overlaps(b.area) && bodies[n].touches(&b) {
				count++
			}
		}
		bodies = append(bodies, b)
	}
	var groups []geom.Rect
	for group := range turned.view.Graph.Groups {
		area := turned.unmoved(group, turned.boxesOf(group)).Grown(leastGroupGap / 2)
		for _, other := range groups {
			if other.Overlaps(area) {
				count++
			}
		}
		groups = append(groups, area)
	}
	return count
}

// flows counts the edges that lead to a lower box and those that lead to one
// further right.
func (k *keeper) flows(counts func(from, to int) bool) (down, across int) {
	for i := range k.view.Graph.Edges {
		from, to, inner := k.view.innerEdge(i)
		if !inner || k.view.Graph.Edges[i].Free || !k.placed[from] || !k.placed[to] || !counts(from, to) {
			continue
		}
		a, b := k.rects[from], k.rects[to]
		if a.X+a.Width <= b.X {
			across++
		}
		if a.Y+a.Height <= b.Y {
			down++
		}
	}
	return down, across
}

// layAround takes over a new layout, moved as a whole to where the pinned boxes
// are closest to their own places.
func (k *keeper) layAround(picture *block) {
	var dx, dy, pins float64
	for _, place := range picture.boxes {
		if k.pinned[place.Index] {
			at := k.rects[place.Index]
			dx, dy, pins = dx+at.X-place.Rect.X, dy+at.Y-place.Rect.Y, pins+1
		}
	}
	if pins > 0 {
		dx, dy = math.Round(dx/pins), math.Round(dy/pins)
	}
	for _, place := range picture.boxes {
		if !k.pinned[place.Index] {
			k.put(place.Index, math.Round(place.Rect.X)+dx, math.Round(place.Rect.Y)+dy)
		}
	}
}

// picture returns all boxes in their places with the frames of the groups.
func (k *keeper) picture() *block {
	out := &block{}
	for i, rect := range k.rects {
		out.boxes = append(out.boxes, graph.Place{Index: i, Rect: rect})
	}
	for group, frames := range k.frames() {
		for _, frame := range frames {
			out.groups = append(out.groups, graph.Place{Index: group, Rect: frame})
		}
	}
	return out
}

// groupRect returns the single frame around all boxes of a group, and reports
// whether the group has placed boxes.
func (k *keeper) groupRect(group int) (whole geom.Rect, some bool) {
	boxes := k.boxesOf(group)
	whole = k.frameOf(group, boxes)
	whole.Width = max(whole.Width, math.Ceil(k.view.Graph.Groups[group].Width))
	return whole, len(boxes) > 0
}

// room returns the area of a box with its margin and its entry arrows.
func (k *keeper) room(box int) geom.Rect {
	rect, m := k.rects[box], k.view.margin(box, k.vertical)
	return geom.NewRect(rect.X-m.Left, rect.Y-m.Top, m.Left+rect.Width+m.Right, m.Top+rect.Height+m.Bottom)
}
