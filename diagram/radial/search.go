package radial

import (
	"math"

	"widerow/diagram/geom"
)

// spokeQuality grades places by what their spokes run through, worst first. An
// attribute itself overlaps nothing at any of them.
type spokeQuality int

const (
	noPlace           spokeQuality = iota - 1
	spokeThroughShape              // a box or another attribute
	spokeAcrossLine                // an edge or another spoke
	spokeClear                     // crosses nothing
	spokeApart                     // and keeps its angle from other spokes of its owner
)

// Candidates on the rings around an owner.
const (
	ringSteps = 72   // places tried on a ring
	ringCount = 14   // rings that are tried
	ringPace  = 24.0 // px from one to the next
	ringPrice = 1.3  // cost of the next one, in attributes on a ring
)

const beyondStep = 12.0 // px between places that are tried below the picture

// Candidates of between, in px.
const (
	betweenFar  = 132.0 // from the ring outwards
	betweenStep = 12.0
	wantedPrice = 60.0 // cost of a direction at a right angle to the wanted one
)

// ringsOf is the number of rings that are tried before a lower quality is accepted.
var ringsOf = [...]int{spokeThroughShape: ringCount, spokeAcrossLine: 9, spokeClear: 8, spokeApart: 5}

// bestQualityOn returns the quality required on a ring.
func bestQualityOn(ring int) spokeQuality {
	best := spokeApart
	for ringsOf[best] <= ring {
		best--
	}
	return best
}

// search returns the place of the best quality and, among these, of the least cost:
// near the wanted position, on a near ring. It starts at ring first.
func (p *arrangement) search(a *Oval, owner *star, ring ovalRing, wanted float64, first int) geom.Point {
	if owner.full(a) {
		return p.beyond(a, owner)
	}
	at, held, least := geom.Point{}, noPlace, math.Inf(1)
	step := ring.length() / ringSteps
	for k := first; k < ringCount; k++ {
		top, far := bestQualityOn(k), ringPrice*float64(k)
		if held > top || held == top && far >= least {
			break
		}
		for i := range ringSteps {
			away := step * float64((i+1)/2)
			if held == top && far+away >= least {
				break
			}
			if i%2 == 0 {
				away = -away
			}
			next := placement{a, owner.centre, ring.place(wanted+away, ringPace*float64(k), a.Width/2, a.Height/2)}
			cost := far + math.Abs(away) + owner.besideEdge(next.at)
			if found := p.qualityOf(owner, &next, held, top, cost < least); found > held || cost < least && found == held && found != noPlace {
				at, held, least = next.at, found, cost
			}
		}
	}
	if held == noPlace {
		owner.tooLarge = a
		return p.beyond(a, owner)
	}
	return at
}

// beyond finds a place in rows as wide as the picture, below it. It starts at the
// row that was used last.
func (p *arrangement) beyond(a *Oval, owner *star) geom.Point {
	rx, ry := a.Width/2, a.Height/2
	owner.row = max(owner.row, p.space.height)
	for ; ; owner.row += beyondStep {
		for left := 0.0; left == 0 || left+a.Width <= p.space.width; left += beyondStep {
			next := placement{a, owner.centre, geom.Pt(left+rx, owner.row+ovalGap+ry)}
			if p.space.fits(&next) {
				return next.at
			}
		}
	}
}

// qualityOf returns the quality of a place, at most top. It is noPlace if the
// attribute does not fit, or if the place cannot beat one of quality held. Of two
// places of the same quality the cheaper one wins.
func (p *arrangement) qualityOf(owner *star, next *placement, held, top spokeQuality, cheaper bool) spokeQuality {
	if top == spokeApart && !owner.keepsApart(next.at) {
		top = spokeClear
	}
	if top < held || top == held && !cheaper || !p.space.fits(next) {
		return noPlace
	}
	return p.space.quality(next, top)
}

// between returns the cheapest free place in all directions that keep their
// angle from other spokes. It tries more places than search.
func (p *arrangement) between(a *Oval, owner *star, ring ovalRing, wanted geom.Point) (best geom.Point, found bool) {
	least := math.Inf(1)
	for _, toward := range rayUnits {
		if !owner.apart(directionOf(toward)) {
			continue
		}
		aside := wantedPrice * (1 - toward.X*wanted.X - toward.Y*wanted.Y)
		near := min(ring.halfX/max(1e-9, math.Abs(toward.X)), ring.halfY/max(1e-9, math.Abs(toward.Y)))
		for far := near; far < near+betweenFar && far-near+aside < least; far += betweenStep {
			s := placement{a, owner.centre, geom.Pt(owner.centre.X+far*toward.X, owner.centre.Y+far*toward.Y)}
			if p.space.free(&s) {
				best, found, least = s.at, true, far-near+aside
			}
		}
	}
	return best, found
}

// ease moves attributes whose spokes are too close to others to places with more
// space, if there are any. It considers those from index first on.
func (p *arrangement) ease(owner *star, first int, ring ovalRing) {
	for i := first; i < len(p.space.placements); i++ {
		s := p.space.lift(i)
		own := owner.lift(s.at)
		if !owner.apart(own) && !owner.full(s.Oval) {
			if at, found := p.between(s.Oval, owner, ring, own.Point); found {
				s.at = at
			}
		}
		p.space.set(i, s)
		owner.add(s)
	}
}
