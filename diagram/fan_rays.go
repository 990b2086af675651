package diagram

import (
	"math"

	"widerow/diagram/geom"
)

// ray is one of the directions in which parts are looked for.
type ray int

const rays = 144

var rayUnits = func() (units [rays]geom.Point) {
	for i := range units {
		units[i] = unit(2 * math.Pi / rays * float64(i))
	}
	return units
}()

func rayTo(angle float64) ray {
	return ray((int(math.Round(angle*rays/(2*math.Pi)))%rays + rays) % rays)
}

func (r ray) unit() geom.Point { return rayUnits[r] }

func (r ray) angleTo(other ray) float64 {
	return math.Abs(math.Remainder(float64(r-other), rays)) * 2 * math.Pi / rays
}

// mostSteps is how many places are tried on a ray.
const mostSteps = 6 + mostPushes + 1

// partRays tells where parts of a composite attribute can stand on rays from
// its middle, and remembers it.
type partRays struct {
	space *fanSpace
	whole *oval
	at    geom.Point
	like  []int // for each part the first one of its size
	known [][rays][mostSteps]int8
	place []spot // of the parts of one try
}

// from begins with an attribute in another place.
func (r *partRays) from(whole *oval, at geom.Point) {
	r.whole, r.at, r.like = whole, at, r.like[:0]
	for i, part := range whole.parts {
		like := i
		for k, other := range whole.parts[:i] {
			if other.width == part.width && other.height == part.height {
				like = k
				break
			}
		}
		r.like = append(r.like, like)
		if len(r.known) <= i {
			r.known = append(r.known, [rays][mostSteps]int8{})
		} else if like == i {
			r.known[i] = [rays][mostSteps]int8{}
		}
	}
}

// spot is a part's place on a ray, so many steps from the nearest one.
func (r *partRays) spot(part int, toward ray, step int) spot {
	a, u := r.whole.parts[part], toward.unit()
	far := r.whole.reach(u) + a.reach(u) + shortSpoke + pushStep*float64(step)
	return spot{a, r.at, geom.Pt(math.Round(r.at.X+far*u.X), math.Round(r.at.Y+far*u.Y))}
}

// free reports whether a part can stand there, other parts apart.
func (r *partRays) free(part int, toward ray, step int) bool {
	known := &r.known[r.like[part]][toward][step]
	if *known == 0 {
		s := r.spot(part, toward, step)
		if *known = -1; r.space.free(&s) {
			*known = 1
		}
	}
	return *known > 0
}

// spread places all parts in a shape, each as near as it can stand, and tells
// by how many steps some are further away than others; nil if that takes more
// than most steps.
func (r *partRays) spread(shape *fanShape, more, most int) (placed []spot, pushed int) {
	r.place = r.place[:0]
	for _, part := range shape.order {
		push := 0
		for ; !r.stands(part, shape.toward[part], more+push); push++ {
			if push == mostPushes || pushed+push >= most {
				return nil, 0
			}
		}
		pushed += push
	}
	placed = make([]spot, len(shape.order))
	for k, part := range shape.order {
		placed[part] = r.place[k]
	}
	return placed, pushed
}

// stands places a part there if it is free and meets no part placed before.
func (r *partRays) stands(part int, toward ray, step int) bool {
	if !r.free(part, toward, step) {
		return false
	}
	new := r.spot(part, toward, step)
	for i := range r.place {
		if old := &r.place[i]; new.frame().Within(old.frame(), fanClear) || new.covers(old) || old.covers(&new) {
			return false
		}
	}
	r.place = append(r.place, new)
	return true
}

// reach is from the middle of the ellipse to its outline, in a direction.
func (a *oval) reach(toward geom.Point) float64 {
	return 1 / math.Hypot(toward.X/(a.width/2), toward.Y/(a.height/2))
}

// findFan is the free fan of least cost below one.
func (p *fanPlan) findFan(a *oval, at, owner geom.Point, below float64) (best []spot, least float64) {
	least = below
	p.rays.from(a, at)
	inward, back := math.Atan2(owner.Y-at.Y, owner.X-at.X), leastAngle(len(a.parts)+1)
	shapes := p.shapesOf(len(a.parts))
	for i := range shapes {
		shape := &shapes[i]
		turned := math.Pi - math.Abs(math.Remainder(shape.middle-inward, 2*math.Pi))
		cost := shape.price + turnedPrice*turned/math.Pi
		if turned > mostTurned || cost >= least || !shape.clearOf(inward, back) {
			continue
		}
		for _, more := range moreSteps {
			own := cost + longPrice*float64(more)
			if own >= least {
				break
			}
			most := 0 // as long as no fan is known, all parts stand equally far
			if !math.IsInf(least, 1) {
				most = int(math.Ceil((least - own) / pushPrice))
			}
			if spots, pushed := p.rays.spread(shape, more, most); spots != nil {
				best, least = spots, own+pushPrice*float64(pushed)
			}
		}
	}
	return best, least
}
