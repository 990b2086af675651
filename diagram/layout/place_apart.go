package layout

import (
	"math"
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/layout/route"
)

// pushPins moves a pinned box only off an earlier one that is drawn on it: one that is
// pinned to the same place, or has grown over it.
func (k *keeper) pushPins() {
	var drawn, taken []geom.Rect
	for i := range k.rects {
		if !k.pinned[i] {
			continue
		}
		if at := k.rects[i].Grown(LeastBoxGap / 2); k.rects[i].OverlapsAny(drawn) {
			free := nearestFree(at, taken, 0)
			k.move(i, math.Round(free.X-at.X), math.Round(free.Y-at.Y))
		}
		drawn, taken = append(drawn, k.rects[i]), append(taken, k.rects[i].Grown(LeastBoxGap/2))
	}
}

func (k *keeper) move(box int, dx, dy float64) {
	k.framings = nil
	k.rects[box].X += dx
	k.rects[box].Y += dy
}

// area returns the area that a box keeps free: the box, its entry arrows and
// half of the minimum gap.
func (k *keeper) area(box int) geom.Rect {
	return k.view.entryMargin(box, k.vertical).Around(k.rects[box]).Grown(LeastBoxGap / 2)
}

// stubs returns the entry arrows of a box.
func (k *keeper) stubs(box int) []geom.Rect {
	if len(k.view.Entries[box]) == 0 {
		return nil
	}
	if k.entries == nil {
		k.entries = route.NewEntryStubs(k.view.Index, k.rects)
	}
	return k.entries.Of(box, k.vertical)
}

// parts returns the areas of a box and of its entry arrows within the box's
// area.
func (k *keeper) parts(box int) []geom.Rect {
	stubs := k.stubs(box)
	if len(stubs) == 0 {
		return nil
	}
	area := k.area(box)
	parts := []geom.Rect{k.rects[box].Grown(LeastBoxGap / 2)}
	for _, stub := range stubs {
		parts = append(parts, stub.Grown(LeastBoxGap/4))
	}
	for i := range parts {
		parts[i].X, parts[i].Y = parts[i].X-area.X, parts[i].Y-area.Y
	}
	return parts
}

// pushWithinGroups separates the boxes of each group.
func (k *keeper) pushWithinGroups() {
	for group := range k.view.Graph.Groups {
		k.pushBoxes(k.boxesOf(group))
	}
}

// pushApart separates the groups and the boxes in no group, then the boxes of
// groups whose pinned boxes could not move.
func (k *keeper) pushApart() {
	if len(k.view.Graph.Groups) > 0 {
		k.pushWithinGroups()
		k.pushGroups()
	}
	k.pushBoxes(k.all())
}

func (k *keeper) pushBoxes(boxes []int) {
	bodies := make([]body, len(boxes))
	for n, i := range boxes {
		area, bare := k.area(i), k.rects[i]
		bare.X, bare.Y = bare.X-area.X, bare.Y-area.Y
		bodies[n] = body{area: area, parts: k.parts(i), bare: bare, group: k.group[i], rim: k.rim(k.group[i]),
			pinned: k.pinned[i], added: !k.view.Graph.Boxes[i].Anchored(), grown: k.view.Graph.Boxes[i].Growth > 0, still: k.still(i)}
	}
	label := func(i, j int, to geom.Heading) float64 { return k.labelRoom(boxes[i], boxes[j], to) }
	p := &pusher{bodies: bodies, label: label}
	for i := range k.view.Graph.Edges {
		p.mostLabel = max(p.mostLabel, labelRoomOf(&k.view.Graph.Edges[i], geom.Right), labelRoomOf(&k.view.Graph.Edges[i], geom.Below))
	}
	p.push()
	for n, i := range boxes {
		before := k.area(i)
		k.move(i, math.Round(bodies[n].area.X-before.X), math.Round(bodies[n].area.Y-before.Y))
	}
}

// labelRoom returns the space in addition to the minimum gap that the labels
// between two adjacent boxes need.
func (k *keeper) labelRoom(a, b int, to geom.Heading) float64 {
	room := 0.0
	if to.Horizontal() == k.vertical {
		return room
	}
	for _, i := range k.edges[a] {
		if from, there := k.view.Ends(i); from != b && there != b {
			continue
		}
		room = max(room, labelRoomOf(&k.view.Graph.Edges[i], to))
	}
	return room
}

func labelRoomOf(edge *graph.Edge, to geom.Heading) float64 {
	switch {
	case edge.LabelWidth <= 0 || edge.Routing == graph.RouteStraight:
		return 0
	case to.Horizontal():
		return edge.LabelWidth + route.LabelRoom - LeastBoxGap
	}
	return edge.LabelHeight + route.LabelRoom - LeastBoxGap
}

func (k *keeper) pushGroups() {
	var bodies []body
	var members [][]int
	var before, unmoved []geom.Rect
	add := func(group int, area geom.Rect, boxes []int) {
		pinned := slices.ContainsFunc(boxes, func(i int) bool { return k.pinned[i] })
		grown := slices.ContainsFunc(boxes, func(i int) bool { return k.view.Graph.Boxes[i].Growth > 0 })
		still := !slices.ContainsFunc(boxes, func(i int) bool { return !k.still(i) })
		bodies = append(bodies, body{area: area, pinned: pinned, grown: grown, still: still})
		before, unmoved, members = append(before, area), append(unmoved, k.unmoved(group, boxes)), append(members, boxes)
	}
	for group, whole := range k.wholes() {
		if boxes := k.boxesOf(group); len(boxes) > 0 {
			add(group, whole.Grown(leastGroupGap/2), boxes)
		}
	}
	for _, i := range k.boxesOf(-1) {
		add(-1, k.area(i), []int{i})
	}
	entangled := func(i, j int) bool {
		return unmoved[i].Grown(leastGroupGap / 2).Overlaps(unmoved[j].Grown(leastGroupGap / 2))
	}
	(&pusher{bodies: bodies, entangled: entangled}).push()
	most := 2*MostParting + k.growth()
	for n, body := range bodies {
		if wayBetween(before[n], body.area) > most {
			return // the obstacles move away box by box
		}
	}
	for n, boxes := range members {
		for _, i := range boxes {
			k.move(i, math.Round(bodies[n].area.X-before[n].X), math.Round(bodies[n].area.Y-before[n].Y))
		}
	}
}

// growth returns the space along both axes that new and grown boxes may take.
func (k *keeper) growth() float64 {
	total := 0.0
	for i, rect := range k.rects {
		switch b := &k.view.Graph.Boxes[i]; {
		case !k.placed[i]:
		case !b.Anchored():
			total += rect.Width + rect.Height + 2*GroupGap
		case b.Growth > 0:
			total += b.Growth + 2*GroupGap
		}
	}
	return total
}

// all returns the placed boxes.
func (k *keeper) all() []int {
	boxes := make([]int, 0, len(k.placed))
	for i, placed := range k.placed {
		if placed {
			boxes = append(boxes, i)
		}
	}
	return boxes
}

// boxesOf returns the placed boxes of a group, or those in no group for -1.
func (k *keeper) boxesOf(group int) []int {
	boxes := make([]int, 0, len(k.members[1+group]))
	for _, i := range k.members[1+group] {
		if k.placed[i] {
			boxes = append(boxes, i)
		}
	}
	return boxes
}
