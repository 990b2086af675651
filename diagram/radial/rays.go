package radial

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
	space  *ovalSpace
	whole  *Oval
	at     geom.Point
	like   []int // for each part the first one of its size
	known  [][rays][mostSteps]int8
	placed []placement // of the parts of one try
}

// from begins with an attribute in another place.
func (r *partRays) from(whole *Oval, at geom.Point) {
	r.whole, r.at, r.like = whole, at, r.like[:0]
	for i, part := range whole.Parts {
		like := i
		for k, other := range whole.Parts[:i] {
			if other.Width == part.Width && other.Height == part.Height {
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

// placement is a part's place on a ray, so many steps from the nearest one.
func (r *partRays) placement(part int, toward ray, step int) placement {
	a, u := r.whole.Parts[part], toward.unit()
	far := r.whole.reach(u) + a.reach(u) + shortSpoke + pushStep*float64(step)
	return placement{a, r.at, geom.Pt(math.Round(r.at.X+far*u.X), math.Round(r.at.Y+far*u.Y))}
}

// free reports whether a part can stand there, other parts apart.
func (r *partRays) free(part int, toward ray, step int) bool {
	known := &r.known[r.like[part]][toward][step]
	if *known == 0 {
		s := r.placement(part, toward, step)
		if *known = -1; r.space.free(&s) {
			*known = 1
		}
	}
	return *known > 0
}

// spread places all parts in a shape, each as near as it can stand, and tells
// by how many steps some are further away than others; nil if that takes more
// than most steps.
func (r *partRays) spread(shape *sector, more, most int) (placed []placement, pushed int) {
	r.placed = r.placed[:0]
	for _, part := range shape.order {
		push := 0
		for ; !r.place(part, shape.toward[part], more+push); push++ {
			if push == mostPushes || pushed+push >= most {
				return nil, 0
			}
		}
		pushed += push
	}
	placed = make([]placement, len(shape.order))
	for k, part := range shape.order {
		placed[part] = r.placed[k]
	}
	return placed, pushed
}

// place places a part there if it is free and meets no part placed before.
func (r *partRays) place(part int, toward ray, step int) bool {
	if !r.free(part, toward, step) {
		return false
	}
	new := r.placement(part, toward, step)
	for i := range r.placed {
		if old := &r.placed[i]; new.frame().Within(old.frame(), ovalGap) || new.covers(old) || old.covers(&new) {
			return false
		}
	}
	r.placed = append(r.placed, new)
	return true
}

// reach is from the middle of the ellipse to its outline, in a direction.
func (a *Oval) reach(toward geom.Point) float64 {
	return 1 / math.Hypot(toward.X/(a.Width/2), toward.Y/(a.Height/2))
}

// findSector is the free fan of least cost below one.
func (p *arrangement) findSector(a *Oval, at, owner geom.Point, below float64) (best []placement, least float64) {
	least = below
	p.rays.from(a, at)
	inward, back := math.Atan2(owner.Y-at.Y, owner.X-at.X), leastAngle(len(a.Parts)+1)
	shapes := p.sectorsOf(len(a.Parts))
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
