package layout

import (
	"cmp"
	"math"
	"slices"

	"widerow/diagram/geom"
)

// Air between boxes, and between groups, in px: below the least they are
// pushed apart, to the usual distance.
const (
	LeastBoxGap   = 24
	leastGroupGap = 24
	// MostParting is how far groups give way as a whole to one that a pin makes
	// larger: beyond it, boxes do to the pin's own frame.
	MostParting = 120
)

// body is what is pushed as one: a box, or a group with its boxes.
type body struct {
	area   geom.Rect   // with half of the least gap all round
	parts  []geom.Rect // what really keeps others off, relative to the area's corner; nil for all of it
	group  int
	rim    geom.Margin // that it keeps bodies of other groups off by, beyond its area
	pinned bool
	grown  bool // gives way to pinned ones only
	still  bool // has the place and the room that it had before
	pushed bool
	to     geom.Heading // where it is pushed
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
	before []geom.Rect // their areas before
	more   float64     // added to the least gap where something is moved
	// entangled bodies may overlap, nil for none.
	entangled func(i, j int) bool
	// label is the room that a label between two bodies needs, nil for none, and
	// at most mostLabel.
	label     func(i, j int, to geom.Heading) float64
	mostLabel float64
}

// reach is what a body keeps another one off: if that is of another group, with
// its rim, unless they have stood so since before.
func (p *pusher) reach(i, from int) geom.Rect {
	b := &p.bodies[i]
	if b.group == p.bodies[from].group || p.still(i, from) {
		return b.area
	}
	return b.rim.Around(b.area)
}

// still tells whether two bodies have stood nearer to each other since before
// than their rims.
func (p *pusher) still(i, j int) bool {
	a, b := &p.bodies[i], &p.bodies[j]
	return a.still && b.still && a.rim.Around(p.before[i]).Overlaps(b.rim.Around(p.before[j]))
}

// push moves bodies until none overlaps another one, except pinned ones.
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
	p.seatRest()
	p.pullBack()
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

// touches looks closer at two bodies whose areas overlap: beside an entry arrow
// there is room.
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

// meet tells whether two bodies are too near to each other: where one has grown,
// or was pushed towards the other, also for the label of the edge between them.
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

// apart tells at a glance that two bodies are far enough from each other.
func (p *pusher) apart(a, b *body) bool {
	across, down := gaps(&a.area, &b.area)
	if a.group != b.group {
		across -= max(a.rim.Left+b.rim.Right, a.rim.Right+b.rim.Left) + 1 // frames are of whole px
		down -= max(a.rim.Top+b.rim.Bottom, a.rim.Bottom+b.rim.Top) + 1
	}
	return across >= 0 && down >= 0 || max(across, down) >= p.mostLabel
}

// gaps are those between two rectangles along both axes, below 0 where they
// overlap.
func gaps(a, b *geom.Rect) (across, down float64) {
	return max(a.X, b.X) - min(a.X+a.Width, b.X+b.Width), max(a.Y, b.Y) - min(a.Y+a.Height, b.Y+b.Height)
}

// nearer tells whether the gap between two bodies is another one than it was, or
// less.
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

// behind tells where two overlapping rectangles, none of which is to stay, are
// parted by the least: the one further on is moved on. first: that is the first.
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

// past is a rectangle moved along a heading to just behind another one.
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

// nearestSide is the heading along which a body leaves a pinned one soonest, if possible without meeting another pinned one.
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

// seatRest finds free places for bodies that still overlap after many moves.
func (p *pusher) seatRest() {
	var seated []int
	for _, pinned := range [2]bool{true, false} {
		for i := range p.bodies {
			if p.bodies[i].pinned != pinned {
				continue
			}
			if !pinned && slices.ContainsFunc(seated, func(j int) bool { return p.overlap(i, j) }) {
				p.bodies[i].area = nearestFree(p.bodies[i].area, p.takenFrom(i, seated), p.more)
			}
			seated = append(seated, i)
		}
	}
}

// farPush is how far bodies are pushed in a line, past one after the other: what
// would go further finds a place nearby.
const farPush = 300

// pullBack seats what was pushed far, and lets go home what it had pushed on.
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

// others are the bodies that one has to keep off.
func (p *pusher) others(body int) []int {
	others := make([]int, 0, len(p.bodies))
	for i := range p.bodies {
		if i != body && (p.entangled == nil || !p.entangled(i, body)) {
			others = append(others, i)
		}
	}
	return others
}

// wayBetween is how far a rectangle has moved along both axes.
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

// takenFrom are the places that bodies leave no room for another one's area in.
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

// nearestFree is the place next to a rectangle's own, flush with one of those
// that are taken, where it overlaps none of them.
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
			return int(geom.Sign(b - a)) // onwards rather than back
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

// wall is where a rectangle's top may not be.
type wall struct{ from, to float64 }

// wallsAt are the walls above and below a rectangle, from the top, short of
// what rounding may decide.
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
