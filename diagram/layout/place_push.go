package layout

import (
	"math"
	"slices"

	"widerow/diagram/geom"
)

// Minimum distances between boxes and between groups, in px. Those that are
// closer are pushed apart to the usual distance.
const (
	LeastBoxGap   = 16
	leastGroupGap = 16
	// MostParting is the largest distance, in px, that whole groups move away
	// from one that a pinned box enlarges. Beyond it, boxes move away from the
	// frame of the pinned box only.
	MostParting = 120
)

// body is moved as a unit: a box, or a group with its boxes.
type body struct {
	area   geom.Rect   // including half of the minimum gap on each side
	parts  []geom.Rect // the occupied areas, relative to the area's corner; nil for all of it
	group  int
	rim    geom.Margin // additional distance to bodies of other groups
	bare   geom.Rect   // what is drawn, relative to the area's corner; none for a group
	pinned bool
	added  bool // is new
	grown  bool // moves only for pinned bodies
	still  bool // has kept its place and its size: it moves only for what comes nearer
	pushed bool
	to     geom.Heading // the direction in which it is pushed
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

// pusher separates overlapping bodies by small moves. Each body moves in one
// direction only, past what is in its way, and pushes on what it meets.
type pusher struct {
	bodies []body
	before []geom.Rect // their areas before the first move
	more   float64     // added to the minimum gap where something is moved
	// entangled reports whether two bodies may overlap; nil if none may.
	entangled func(i, j int) bool
	// label returns the space that a label between two bodies needs, at most
	// mostLabel; nil if there are no labels.
	label     func(i, j int, to geom.Heading) float64
	mostLabel float64
}

// reach returns the area that a body keeps another one out of. For one of
// another group this includes the rim, unless they were already that close
// before the edit.
func (p *pusher) reach(i, from int) geom.Rect {
	b := &p.bodies[i]
	if b.group == p.bodies[from].group || p.still(i, from) {
		return b.area
	}
	return b.rim.Around(b.area)
}

// still reports whether two bodies were already closer than their rims before
// the edit.
func (p *pusher) still(i, j int) bool {
	a, b := &p.bodies[i], &p.bodies[j]
	return a.still && b.still && a.rim.Around(p.before[i]).Overlaps(b.rim.Around(p.before[j]))
}

// push moves bodies until only pinned ones overlap.
func (p *pusher) push() {
	bodies := p.bodies
	for i := range bodies {
		p.before = append(p.before, bodies[i].area)
	}
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
	p.insertRest()
	p.pullBack()
}

// part moves one of two overlapping bodies and returns its index.
func (p *pusher) part(i, j int) int {
	a, b := &p.bodies[i], &p.bodies[j]
	mover, other := j, i
	switch {
	case a.firmness() != b.firmness():
		if b.firmness() > a.firmness() {
			mover, other = i, j
		}
		if m := &p.bodies[mover]; !m.pushed {
			m.to = p.wayOut(mover, other)
		}
	case a.pushed != b.pushed:
		if b.pushed {
			mover, other = i, j
		}
		p.bodies[mover].to = p.bodies[other].to
	case a.pushed:
		mover, other = max(i, j), min(i, j)
	default:
		first, to := separation(p.reach(i, j), p.reach(j, i))
		if first {
			mover, other = i, j
		}
		p.bodies[mover].to = to
	}
	m := &p.bodies[mover]
	m.pushed = true
	more := min(p.wanted(i, j, m.to, p.more), p.gapBefore(i, j, m.to))
	from := p.reach(mover, other)
	to := past(from, p.reach(other, mover), m.to, more)
	m.area.X, m.area.Y = m.area.X+to.X-from.X, m.area.Y+to.Y-from.Y
	return mover
}

// wanted returns the space between two bodies along a heading: least, or more
// for the label between them.
func (p *pusher) wanted(i, j int, to geom.Heading, least float64) float64 {
	if p.label == nil {
		return least
	}
	return max(least, p.label(i, j, to))
}

// gapBefore returns the gap along a heading that two bodies had before the edit,
// which they need not exceed. It is infinite if they were not beside each other,
// or if one of them is new or has grown.
func (p *pusher) gapBefore(i, j int, to geom.Heading) float64 {
	a, b := &p.bodies[i], &p.bodies[j]
	across, down := gaps(&p.before[i], &p.before[j])
	if !to.Horizontal() {
		across, down = down, across
	}
	if a.added || b.added || a.grown || b.grown || down >= 0 {
		return math.Inf(1)
	}
	return max(0, across)
}

// rest reports whether two bodies have kept their places so far. They are as close as
// somebody has put them, and part only if one is drawn on the other.
func (p *pusher) rest(i, j int) bool {
	a, b := &p.bodies[i], &p.bodies[j]
	return a.still && b.still && !a.pushed && !b.pushed
}

func (b *body) drawn() geom.Rect {
	return geom.NewRect(b.area.X+b.bare.X, b.area.Y+b.bare.Y, b.bare.Width, b.bare.Height)
}

// touches checks the parts of two bodies whose areas overlap. There is free
// space beside an entry arrow.
func (b *body) touches(other *body) bool {
	for _, part := range b.solid() {
		if part.OverlapsAny(other.solid()) {
			return true
		}
	}
	return false
}

func (b *body) solid() []geom.Rect {
	if b.parts == nil {
		return []geom.Rect{b.area}
	}
	solid := make([]geom.Rect, len(b.parts))
	for i, part := range b.parts {
		solid[i] = geom.NewRect(b.area.X+part.X, b.area.Y+part.Y, part.Width, part.Height)
	}
	return solid
}

// meet reports whether two bodies are too close where one has grown or was
// pushed towards the other. It allows for the label of the edge between them.
func (p *pusher) meet(i, j int) bool {
	first, second := &p.bodies[i], &p.bodies[j]
	if p.apart(first, second) {
		return false
	}
	if p.rest(i, j) {
		return p.overlap(i, j)
	}
	a, b := &first.area, &second.area
	if first.group != second.group {
		wide, other := p.reach(i, j), p.reach(j, i)
		a, b = &wide, &other
	}
	across, down := gaps(a, b)
	switch {
	case across >= 0 && down >= 0:
		return false
	case across < 0 && down < 0:
		return p.overlap(i, j)
	case p.label == nil || !first.grown && !second.grown && !p.nearer(i, j):
		return false
	case across < 0:
		return down < min(p.label(i, j, geom.Below), p.gapBefore(i, j, geom.Below))
	}
	return across < min(p.label(i, j, geom.Right), p.gapBefore(i, j, geom.Right))
}

// apart is a cheap test that two bodies are far enough from each other.
func (p *pusher) apart(a, b *body) bool {
	across, down := gaps(&a.area, &b.area)
	if a.group != b.group {
		across -= max(a.rim.Left+b.rim.Right, a.rim.Right+b.rim.Left) + 1 // frames are rounded to whole px
		down -= max(a.rim.Top+b.rim.Bottom, a.rim.Bottom+b.rim.Top) + 1
	}
	return across >= 0 && down >= 0 || max(across, down) >= p.mostLabel
}

// gaps returns the gaps between two rectangles along both axes, negative where
// they overlap.
func gaps(a, b *geom.Rect) (across, down float64) {
	return max(a.X, b.X) - min(a.X+a.Width, b.X+b.Width), max(a.Y, b.Y) - min(a.Y+a.Height, b.Y+b.Height)
}

// nearer reports whether the gap between two bodies has changed or shrunk.
func (p *pusher) nearer(i, j int) bool {
	a, b := &p.bodies[i], &p.bodies[j]
	if !a.pushed && !b.pushed {
		return false
	}
	across, down := gaps(&a.area, &b.area)
	wasAcross, wasDown := gaps(&p.before[i], &p.before[j])
	if across < 0 {
		return wasAcross >= 0 || down < wasDown
	}
	return wasDown >= 0 || across < wasAcross
}

// separation returns the shortest move that separates two overlapping rectangles:
// the one further along moves on. first means that a moves.
func separation(a, b geom.Rect) (first bool, to geom.Heading) {
	across := min(a.X+a.Width, b.X+b.Width) - max(a.X, b.X)
	down := min(a.Y+a.Height, b.Y+b.Height) - max(a.Y, b.Y)
	switch {
	case across < down && a.X != b.X:
		return a.X > b.X, geom.Right
	case a.Y != b.Y:
		return a.Y > b.Y, geom.Below
	}
	return false, geom.Below
}

// past returns a rectangle moved along a heading until it is just past another
// one.
func past(r, other geom.Rect, to geom.Heading, more float64) geom.Rect {
	switch to {
	case geom.Right:
		r.X = other.X + other.Width + more
	case geom.Left:
		r.X = other.X - r.Width - more
	case geom.Below:
		r.Y = other.Y + other.Height + more
	default:
		r.Y = other.Y - r.Height - more
	}
	return r
}

// wayOut returns the heading in which a body leaves a pinned one: straight away
// from it if only the space for their label is missing, otherwise to the nearest
// side.
func (p *pusher) wayOut(mover, pin int) geom.Heading {
	a, b := p.reach(mover, pin), p.reach(pin, mover)
	switch across, down := gaps(&a, &b); {
	case across >= 0 && a.X > b.X:
		return geom.Right
	case across >= 0:
		return geom.Left
	case down >= 0 && a.Y > b.Y:
		return geom.Below
	case down >= 0:
		return geom.Above
	}
	return p.nearestSide(mover, pin)
}

// nearestSide returns the heading of the shortest way out of a pinned body,
// preferring ways without another pinned body.
func (p *pusher) nearestSide(mover, pin int) geom.Heading {
	best, least := geom.Right, math.Inf(1)
	r := p.reach(mover, pin)
	for _, to := range [4]geom.Heading{geom.Right, geom.Below, geom.Left, geom.Above} {
		moved := past(r, p.reach(pin, mover), to, p.more)
		cost := math.Abs(moved.X-r.X) + math.Abs(moved.Y-r.Y)
		for i := range p.bodies {
			if p.bodies[i].pinned && p.bodies[i].area.Overlaps(moved) {
				cost += r.Width + r.Height + p.bodies[i].area.Width
			}
		}
		if cost < least {
			best, least = to, cost
		}
	}
	return best
}

// insertRest finds free places for bodies that still overlap after many moves.
func (p *pusher) insertRest() {
	var inserted []int
	for _, pinned := range [2]bool{true, false} {
		for i := range p.bodies {
			if p.bodies[i].pinned != pinned {
				continue
			}
			if !pinned && slices.ContainsFunc(inserted, func(j int) bool { return p.overlap(i, j) }) {
				p.bodies[i].area, p.bodies[i].pushed = nearestFree(p.bodies[i].area, p.takenFrom(i, inserted), p.more), true
			}
			inserted = append(inserted, i)
		}
	}
}

// farPush is the largest distance, in px, that a body is pushed in a line past
// others. One that would go further gets a free place nearby.
const farPush = 300

// pullBack gives bodies that were pushed far a place nearby, and returns those
// that they had pushed to their places.
func (p *pusher) pullBack() {
	pulled := false
	for i := range p.bodies {
		home, at := p.before[i], &p.bodies[i].area
		if wayBetween(home, *at) <= farPush {
			continue
		}
		way, free := wayBetween(home, *at), nearestFree(home, p.takenFrom(i, p.others(i)), p.more)
		if way-wayBetween(home, free) > min(way/2, farPush) {
			*at, pulled = free, true
		}
	}
	for i := range p.bodies {
		if home := p.before[i]; pulled && home != p.bodies[i].area && !home.OverlapsAny(p.takenFrom(i, p.others(i))) {
			p.bodies[i].area = home
		}
	}
}

// others returns the bodies that a body must not overlap.
func (p *pusher) others(body int) []int {
	others := make([]int, 0, len(p.bodies))
	for i := range p.bodies {
		if i != body && (p.entangled == nil || !p.entangled(i, body)) {
			others = append(others, i)
		}
	}
	return others
}

// wayBetween returns the distance that a rectangle has moved, as the sum over both axes.
func wayBetween(from, to geom.Rect) float64 { return math.Abs(to.X-from.X) + math.Abs(to.Y-from.Y) }

func (p *pusher) overlap(i, j int) bool {
	switch {
	case p.apart(&p.bodies[i], &p.bodies[j]), p.entangled != nil && p.entangled(i, j), !p.reach(i, j).Overlaps(p.reach(j, i)):
		return false
	case p.rest(i, j):
		return p.bodies[i].bare.Width > 0 && p.bodies[i].drawn().Overlaps(p.bodies[j].drawn())
	case p.bodies[i].group == p.bodies[j].group || p.still(i, j):
		return p.bodies[i].touches(&p.bodies[j])
	}
	return true
}

// takenFrom returns the areas where the corner of a body cannot be because of
// other bodies.
func (p *pusher) takenFrom(body int, by []int) []geom.Rect {
	var taken []geom.Rect
	rim := p.bodies[body].rim
	for _, i := range by {
		if p.bodies[i].group == p.bodies[body].group || p.still(i, body) {
			taken = append(taken, p.bodies[i].solid()...)
			continue
		}
		taken = append(taken, geom.Margin{Top: rim.Bottom, Right: rim.Left, Bottom: rim.Top, Left: rim.Right}.Around(p.reach(i, body)))
	}
	return taken
}
