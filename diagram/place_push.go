package diagram

import (
	"math"
	"slices"
)

// Air between boxes, and between groups, in px: below the least they are
// pushed apart, to the usual distance.
const (
	leastBoxGap   = 24
	leastGroupGap = 24
)

// body is what is pushed as one: a box, or a group with its boxes.
type body struct {
	area   Rect   // with half of the least gap all round
	parts  []Rect // what really keeps others off, relative to the area's corner; nil for all of it
	pinned bool
	grown  bool // gives way to pinned ones only
	pushed bool
	to     heading // where it is pushed
}

func (b *body) firmness() int {
	switch {
	case b.pinned:
		return 2
	case b.grown:
		return 1
	}
	return 0
}

// pusher moves bodies apart by little: each in one direction only, past what
// is in its way, and it takes along what it meets.
type pusher struct {
	bodies []body
	more   float64 // added to the least gap where something is moved
	// label is the room that a label between two bodies needs, nil for none.
	label func(i, j int, to heading) float64
}

// push moves bodies until none overlaps another one, except pinned ones.
func push(bodies []body, more float64, label func(i, j int, to heading) float64) {
	p := &pusher{bodies, more, label}
	queue := make([]int, len(bodies))
	for i := range queue {
		queue[i] = i
	}
	for moves := 40 * len(bodies); len(queue) > 0 && moves > 0; {
		i := queue[0]
		queue = queue[1:]
		for j := 0; j < len(bodies) && moves > 0; j++ {
			if i == j || bodies[i].pinned && bodies[j].pinned || !p.meet(i, j) {
				continue
			}
			moved := p.part(i, j)
			queue = append(queue, moved)
			moves--
			if moved == i {
				break
			}
		}
	}
	p.seatRest()
}

// part moves one of two bodies that overlap, and tells which.
func (p *pusher) part(i, j int) int {
	a, b := &p.bodies[i], &p.bodies[j]
	mover, other := j, i
	switch {
	case a.firmness() != b.firmness():
		if b.firmness() > a.firmness() {
			mover, other = i, j
		}
		if m := &p.bodies[mover]; !m.pushed {
			m.to = p.nearestSide(m.area, p.bodies[other].area)
		}
	case a.pushed != b.pushed:
		if b.pushed {
			mover, other = i, j
		}
		p.bodies[mover].to = p.bodies[other].to
	case a.pushed:
		mover, other = max(i, j), min(i, j)
	default:
		first, to := behind(a.area, b.area)
		if first {
			mover, other = i, j
		}
		p.bodies[mover].to = to
	}
	m := &p.bodies[mover]
	m.pushed = true
	more := p.more
	if p.label != nil {
		more = max(more, p.label(i, j, m.to))
	}
	m.area = past(m.area, p.bodies[other].area, m.to, more)
	return mover
}

// touches looks closer at two bodies whose areas overlap: beside an entry arrow
// there is room.
func (b *body) touches(other *body) bool {
	for _, part := range b.solid() {
		if overlapsAny(part, other.solid()) {
			return true
		}
	}
	return false
}

func (b *body) solid() []Rect {
	if b.parts == nil {
		return []Rect{b.area}
	}
	solid := make([]Rect, len(b.parts))
	for i, part := range b.parts {
		solid[i] = Rect{b.area.X + part.X, b.area.Y + part.Y, part.Width, part.Height}
	}
	return solid
}

// meet tells whether two bodies are too near to each other: where one has grown
// or was pushed, also for the label of the edge between them.
func (p *pusher) meet(i, j int) bool {
	first, second := &p.bodies[i], &p.bodies[j]
	a, b := &first.area, &second.area
	across := max(a.X, b.X) - min(a.X+a.Width, b.X+b.Width) // the gap, below 0 where they overlap
	down := max(a.Y, b.Y) - min(a.Y+a.Height, b.Y+b.Height)
	switch {
	case across >= 0 && down >= 0:
		return false
	case across < 0 && down < 0:
		return first.touches(second)
	case p.label == nil || !first.grown && !second.grown && !first.pushed && !second.pushed:
		return false
	case across < 0:
		return down < p.label(i, j, below)
	}
	return across < p.label(i, j, right)
}

// behind tells where two overlapping rectangles, none of which is to stay, are
// parted by the least: the one further on is moved on. first: that is the first.
func behind(a, b Rect) (first bool, to heading) {
	across := min(a.X+a.Width, b.X+b.Width) - max(a.X, b.X)
	down := min(a.Y+a.Height, b.Y+b.Height) - max(a.Y, b.Y)
	switch {
	case across < down && a.X != b.X:
		return a.X > b.X, right
	case a.Y != b.Y:
		return a.Y > b.Y, below
	}
	return false, below
}

// past is a rectangle moved along a heading to just behind another one.
func past(r, other Rect, to heading, more float64) Rect {
	switch to {
	case right:
		r.X = other.X + other.Width + more
	case left:
		r.X = other.X - r.Width - more
	case below:
		r.Y = other.Y + other.Height + more
	default:
		r.Y = other.Y - r.Height - more
	}
	return r
}

// nearestSide is the heading along which a rectangle leaves a pinned one
// soonest, if possible without meeting another pinned one.
func (p *pusher) nearestSide(r, pin Rect) heading {
	best, least := right, math.Inf(1)
	for _, to := range [4]heading{right, below, left, above} {
		moved := past(r, pin, to, p.more)
		cost := math.Abs(moved.X-r.X) + math.Abs(moved.Y-r.Y)
		for i := range p.bodies {
			if p.bodies[i].pinned && p.bodies[i].area.overlaps(moved) {
				cost += r.Width + r.Height + p.bodies[i].area.Width
			}
		}
		if cost < least {
			best, least = to, cost
		}
	}
	return best
}

// seatRest finds free places for bodies that still overlap after many moves.
func (p *pusher) seatRest() {
	var taken []Rect
	for pass := range 2 {
		for i := range p.bodies {
			b := &p.bodies[i]
			if b.pinned != (pass == 0) {
				continue
			}
			if pass == 1 && slices.ContainsFunc(b.solid(), func(part Rect) bool { return overlapsAny(part, taken) }) {
				b.area = nearestFree(b.area, taken, p.more)
			}
			taken = append(taken, b.solid()...)
		}
	}
}

func overlapsAny(r Rect, others []Rect) bool {
	return slices.ContainsFunc(others, r.overlaps)
}

// nearestFree is the place next to a rectangle's own, flush with one of those
// that are taken, where it overlaps none of them.
func nearestFree(r Rect, taken []Rect, more float64) Rect {
	xs, ys := []float64{r.X}, []float64{r.Y}
	for _, t := range taken {
		xs = append(xs, t.X-r.Width-more, t.X+t.Width+more)
		ys = append(ys, t.Y-r.Height-more, t.Y+t.Height+more)
	}
	byDistance := func(from float64) func(a, b float64) int {
		return func(a, b float64) int {
			if first, second := math.Abs(a-from), math.Abs(b-from); first != second {
				return int(sign(first - second))
			}
			return int(sign(b - a)) // onwards rather than back
		}
	}
	slices.SortFunc(xs, byDistance(r.X))
	slices.SortFunc(ys, byDistance(r.Y))
	best, least := r, math.Inf(1)
	for _, x := range xs {
		if math.Abs(x-r.X) >= least {
			break
		}
		for _, y := range ys {
			cost := math.Abs(x-r.X) + math.Abs(y-r.Y)
			if cost >= least {
				break
			}
			if moved := (Rect{x, y, r.Width, r.Height}); !overlapsAny(moved, taken) {
				best, least = moved, cost
				break
			}
		}
	}
	return best
}

// pushPins moves a pinned box only if another one before it is pinned to the
// same spot, or has grown over it.
func (k *keeper) pushPins() {
	var taken []Rect
	for i := range k.rects {
		if !k.pinned[i] {
			continue
		}
		taken = k.moveOff(i, taken)
	}
}

// moveOff moves a box off what is taken, and adds it to that.
func (k *keeper) moveOff(box int, taken []Rect) []Rect {
	b := body{area: k.area(box), parts: k.parts(box, k.stubs()[box])}
	if slices.ContainsFunc(b.solid(), func(part Rect) bool { return overlapsAny(part, taken) }) {
		free := nearestFree(b.area, taken, 0)
		k.move(box, math.Round(free.X-b.area.X), math.Round(free.Y-b.area.Y))
		b.area = k.area(box)
	}
	return append(taken, b.solid()...)
}

func (k *keeper) move(box int, dx, dy float64) {
	k.rects[box].X += dx
	k.rects[box].Y += dy
}

// area is the room that a box keeps from others: itself and its entry arrows,
// and half of the least gap.
func (k *keeper) area(box int) Rect {
	r := k.rects[box]
	entry := k.view.entryRoom(box, k.vertical)
	if k.vertical {
		r.Y, r.Height = r.Y-entry, r.Height+entry
	} else {
		r.X, r.Width = r.X-entry, r.Width+entry
	}
	return r.grown(leastBoxGap / 2)
}

// stubs are the entry arrows of each box.
func (k *keeper) stubs() [][]Rect {
	r := &router{view: k.view, boxes: k.rects, vertical: k.vertical, routes: make([]Route, len(k.view.graph.Edges))}
	r.drawEntries()
	stubs, next := make([][]Rect, len(k.rects)), 0
	for box, entries := range k.view.entries {
		stubs[box] = r.stubs[next : next+len(entries)]
		next += len(entries)
	}
	return stubs
}

// parts are a box and its entry arrows within the box's area.
func (k *keeper) parts(box int, stubs []Rect) []Rect {
	if len(stubs) == 0 {
		return nil
	}
	area := k.area(box)
	parts := []Rect{k.rects[box].grown(leastBoxGap / 2)}
	for _, stub := range stubs {
		parts = append(parts, stub.grown(leastBoxGap/4))
	}
	for i := range parts {
		parts[i].X, parts[i].Y = parts[i].X-area.X, parts[i].Y-area.Y
	}
	return parts
}

// pushWithinGroups parts the boxes of each group.
func (k *keeper) pushWithinGroups() {
	for group := range k.view.graph.Groups {
		k.pushBoxes(func(box int) bool { return k.view.groupOf(box) == group })
	}
}

// pushApart parts the groups and the boxes outside of groups; boxes of groups
// that had to stay because of their pins are parted in the end.
func (k *keeper) pushApart() {
	if len(k.view.graph.Groups) > 0 {
		k.pushWithinGroups()
		k.pushGroups()
	}
	k.pushBoxes(func(int) bool { return true })
}

func (k *keeper) pushBoxes(among func(box int) bool) {
	var boxes []int
	var bodies []body
	stubs := k.stubs()
	for i := range k.rects {
		if k.placed[i] && among(i) {
			boxes = append(boxes, i)
			bodies = append(bodies, body{area: k.area(i), parts: k.parts(i, stubs[i]), pinned: k.pinned[i], grown: k.view.graph.Boxes[i].Grown})
		}
	}
	push(bodies, boxGap-leastBoxGap, func(i, j int, to heading) float64 { return k.labelRoom(boxes[i], boxes[j], to) })
	for n, i := range boxes {
		before := k.area(i)
		k.move(i, math.Round(bodies[n].area.X-before.X), math.Round(bodies[n].area.Y-before.Y))
	}
}

// labelRoom is what the labels between two boxes that follow each other need
// beyond the least gap.
func (k *keeper) labelRoom(a, b int, to heading) float64 {
	room := 0.0
	if to.horizontal() == k.vertical {
		return room
	}
	for i := range k.view.graph.Edges {
		from, there := k.view.ends(i)
		if from != a && from != b || there != a && there != b || from == there {
			continue
		}
		edge := &k.view.graph.Edges[i]
		switch {
		case edge.LabelWidth <= 0 || edge.Routing == RouteStraight:
		case to.horizontal():
			room = max(room, edge.LabelWidth+labelRoom-leastBoxGap)
		default:
			room = max(room, edge.LabelHeight+labelRoom-leastBoxGap)
		}
	}
	return room
}

func (k *keeper) pushGroups() {
	var bodies []body
	var members [][]int
	var before []Rect
	add := func(area Rect, boxes []int) {
		pinned := slices.ContainsFunc(boxes, func(i int) bool { return k.pinned[i] })
		grown := slices.ContainsFunc(boxes, func(i int) bool { return k.view.graph.Boxes[i].Grown })
		bodies = append(bodies, body{area: area, pinned: pinned, grown: grown})
		before, members = append(before, area), append(members, boxes)
	}
	for group := range k.view.graph.Groups {
		if rect, some := k.groupRect(group); some {
			add(rect.grown(leastGroupGap/2), k.boxesOf(group))
		}
	}
	for _, i := range k.boxesOf(-1) {
		add(k.area(i), []int{i})
	}
	push(bodies, groupGap-leastGroupGap, nil)
	for n, boxes := range members {
		for _, i := range boxes {
			k.move(i, math.Round(bodies[n].area.X-before[n].X), math.Round(bodies[n].area.Y-before[n].Y))
		}
	}
}

// boxesOf are the placed boxes of a group, -1 for those in none.
func (k *keeper) boxesOf(group int) []int {
	var boxes []int
	for i := range k.rects {
		if k.placed[i] && k.view.groupOf(i) == group {
			boxes = append(boxes, i)
		}
	}
	return boxes
}
