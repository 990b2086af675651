package radial

import (
	"math"

	"widerow/diagram/geom"
)

// ray is one of the directions in which places for parts are tried.
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

// mostSteps is the number of places that are tried on a ray.
const mostSteps = 6 + mostPushes + 1

// partRays finds free places for the parts of a composite attribute on rays from
// its centre. It remembers which are free.
type partRays struct {
	space  *ovalSpace
	whole  *Oval
	at     geom.Point
	like   []int                   // for each part, the index of the first one of its size
	known  [][rays][mostSteps]int8 // 1 free, -1 taken, 0 not tried
	placed []placement             // the parts of one try
}

// from starts over with a composite attribute at a place.
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

// placement returns the place of a part on a ray, in steps from the nearest one.
func (r *partRays) placement(part int, toward ray, step int) placement {
	a, u := r.whole.Parts[part], toward.unit()
	far := r.whole.reach(u) + a.reach(u) + shortSpoke + pushStep*float64(step)
	return placement{a, r.at, geom.Pt(math.Round(r.at.X+far*u.X), math.Round(r.at.Y+far*u.Y))}
}

// free reports whether a place is free, apart from the other parts.
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

// spread places all parts in a sector, each as near as possible, at least more
// steps out. It returns the total number of steps by which spokes were lengthened,
// or nil if that exceeds most.
func (r *partRays) spread(s *sector, more, most int) (placed []placement, pushed int) {
	r.placed = r.placed[:0]
	for _, part := range s.order {
		push := 0
		for ; !r.place(part, s.toward[part], more+push); push++ {
			if push == mostPushes || pushed+push >= most {
				return nil, 0
			}
		}
		pushed += push
	}
	placed = make([]placement, len(s.order))
	for k, part := range s.order {
		placed[part] = r.placed[k]
	}
	return placed, pushed
}

// place takes a place if it is free and meets no part placed before.
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

// reach returns the distance from the centre to the outline, in a direction.
func (a *Oval) reach(toward geom.Point) float64 {
	return 1 / math.Hypot(toward.X/(a.Width/2), toward.Y/(a.Height/2))
}

// findSector returns the places of parts in the cheapest sector that is free and
// costs less than below.
func (p *arrangement) findSector(a *Oval, at, owner geom.Point, below float64) (best []placement, least float64) {
	least = below
	p.rays.from(a, at)
	inward, back := math.Atan2(owner.Y-at.Y, owner.X-at.X), leastAngle(len(a.Parts)+1)
	sectors := p.sectorsOf(len(a.Parts))
	for i := range sectors {
		s := &sectors[i]
		turned := math.Pi - math.Abs(math.Remainder(s.middle-inward, 2*math.Pi))
		cost := s.price + turnedPrice*turned/math.Pi
		if turned > mostTurned || cost >= least || !s.clearOf(inward, back) {
			continue
		}
		for _, more := range moreSteps {
			own := cost + longPrice*float64(more)
			if own >= least {
				break
			}
			most := 0 // spokes are equally long until a first sector is found
			if !math.IsInf(least, 1) {
				most = int(math.Ceil((least - own) / pushPrice))
			}
			if places, pushed := p.rays.spread(s, more, most); places != nil {
				best, least = places, own+pushPrice*float64(pushed)
			}
		}
	}
	return best, least
}
