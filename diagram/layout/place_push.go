package layout

import (
	"cmp"
	"math"
	"slices"

	"widerow/diagram/geom"
)

// Minimum distances between boxes and between groups, in px. Those that are
// closer are pushed apart to the usual distance.
const (
	LeastBoxGap   = 24
	leastGroupGap = 24
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
	pinned bool
	grown  bool // moves only for pinned bodies
	still  bool // has kept its place and its size
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
			m.to = p.nearestSide(mover, other)
		}
	case a.pushed != b.pushed:
		if b.pushed {
			mover, other = i, j
		}
		p.bodies[mover].to = p.bodies[other].to
	case a.pushed:
		mover, other = max(i, j), min(i, j)
	default:
		first, to := behind(p.reach(i, j), p.reach(j, i))
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
	from := p.reach(mover, other)
	to := past(from, p.reach(other, mover), m.to, more)
	m.area.X, m.area.Y = m.area.X+to.X-from.X, m.area.Y+to.Y-from.Y
	return mover
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
		return down < p.label(i, j, geom.Below)
	}
	return across < p.label(i, j, geom.Right)
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

// behind returns the shortest move that separates two overlapping rectangles:
// the one further on moves on. first means that a moves.
func behind(a, b geom.Rect) (first bool, to geom.Heading) {
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
				p.bodies[i].area = nearestFree(p.bodies[i].area, p.takenFrom(i, inserted), p.more)
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

// wayBetween returns how far a rectangle has moved, as the sum over both axes.
func wayBetween(from, to geom.Rect) float64 { return math.Abs(to.X-from.X) + math.Abs(to.Y-from.Y) }

func (p *pusher) overlap(i, j int) bool {
	switch {
	case p.apart(&p.bodies[i], &p.bodies[j]), p.entangled != nil && p.entangled(i, j), !p.reach(i, j).Overlaps(p.reach(j, i)):
		return false
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

// nearestFree returns the free place nearest to a rectangle's own. Such a place
// is flush with one of the taken areas.
func nearestFree(r geom.Rect, taken []geom.Rect, more float64) geom.Rect {
	xs, ys := []float64{r.X}, []float64{r.Y}
	for _, t := range taken {
		xs = append(xs, t.X-r.Width-more, t.X+t.Width+more)
		ys = append(ys, t.Y-r.Height-more, t.Y+t.Height+more)
	}
	byDistance := func(from float64) func(a, b float64) int {
		return func(a, b float64) int {
			if first, second := math.Abs(a-from), math.Abs(b-from); first != second {
				return int(geom.Sign(first - second))
			}
			return int(geom.Sign(b - a)) // prefer forwards to backwards
		}
	}
	slices.SortFunc(xs, byDistance(r.X))
	slices.SortFunc(ys, byDistance(r.Y))
	xs, ys = slices.Compact(xs), slices.Compact(ys)
	byTop := slices.SortedFunc(slices.Values(taken), func(a, b geom.Rect) int { return cmp.Compare(a.Y, b.Y) })
	best, least := r, math.Inf(1)
	for _, x := range xs {
		if math.Abs(x-r.X) >= least {
			break
		}
		walls := wallsAt(geom.NewRect(x, r.Y, r.Width, r.Height), byTop)
		for _, y := range ys {
			cost := math.Abs(x-r.X) + math.Abs(y-r.Y)
			if cost >= least {
				break
			}
			if moved := (geom.NewRect(x, y, r.Width, r.Height)); !walled(y, walls) && !moved.OverlapsAny(taken) {
				best, least = moved, cost
				break
			}
		}
	}
	return best
}

// wall is an interval in which a rectangle's top may not lie.
type wall struct{ from, to float64 }

// wallsAt returns the walls above and below a rectangle, from the top,
// shortened where rounding could decide.
func wallsAt(r geom.Rect, byTop []geom.Rect) []wall {
	const short = 1e-6
	var walls []wall
	for _, t := range byTop {
		if r.X >= t.X+t.Width || t.X >= r.X+r.Width {
			continue
		}
		next := wall{t.Y - r.Height + short, t.Y + t.Height - short}
		if last := len(walls) - 1; last >= 0 && next.from < walls[last].to {
			walls[last].to = max(walls[last].to, next.to)
		} else {
			walls = append(walls, next)
		}
	}
	return walls
}

func walled(y float64, walls []wall) bool {
	n, _ := slices.BinarySearchFunc(walls, y, func(w wall, y float64) int { return cmp.Compare(w.to, y) })
	return n < len(walls) && walls[n].from <= y
}
