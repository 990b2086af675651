package diagram

import (
	"math"

	"widerow/diagram/geom"
)

// manners is how well a spoke behaves. Attributes keep clear of all things
// always.
type manners int

const (
	noPlace manners = iota - 1
	spokesAnywhere
	spokesPassShapes
	spokesCrossNothing
	spokesApart // from the other spokes of their owner
)

// Where an attribute is searched for.
const (
	fanSteps  = 72   // places tried on a ring
	fanRings  = 14   // rings that are tried
	fanPace   = 24.0 // px from one to the next
	ringPrice = 1.3  // of that, in attributes on a ring
)

const beyondStep = 12.0 // px from one place that is tried to the next

// What between looks through, in px.
const (
	betweenFar  = 132.0
	betweenStep = 12.0
	wantedPrice = 60.0 // of a place that is square to the wanted one
)

// ringsOf is how many rings are tried before worse manners will do.
var ringsOf = [...]int{spokesAnywhere: fanRings, spokesPassShapes: 9, spokesCrossNothing: 8, spokesApart: 5}

// bestOn is how well spokes have to behave on a ring.
func bestOn(ring int) manners {
	best := spokesApart
	for ringsOf[best] <= ring {
		best--
	}
	return best
}

// search finds the place of best manners and least cost: near the wanted
// position on a near ring, from the first one on.
func (p *fanPlan) search(a *oval, owner *star, ring fanRing, wanted float64, first int) geom.Point {
	if owner.full(a) {
		return p.beyond(a, owner)
	}
	at, held, least := geom.Point{}, noPlace, math.Inf(1)
	step := ring.length() / fanSteps
	for k := first; k < fanRings; k++ {
		top, far := bestOn(k), ringPrice*float64(k)
		if held > top || held == top && far >= least {
			break
		}
		for i := range fanSteps {
			away := step * float64((i+1)/2)
			if held == top && far+away >= least {
				break
			}
			if i%2 == 0 {
				away = -away
			}
			next := spot{a, owner.centre, ring.place(wanted+away, fanPace*float64(k), a.width/2, a.height/2)}
			cost := far + math.Abs(away) + owner.besideEdge(next.at)
			if found := p.mannersOf(owner, &next, held, top, cost < least); found > held || cost < least && found == held && found != noPlace {
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

// beyond finds a place below the picture, in rows as wide as that: where the
// last attribute that found none on the rings stands, or further on.
func (p *fanPlan) beyond(a *oval, owner *star) geom.Point {
	rx, ry := a.width/2, a.height/2
	owner.row = max(owner.row, p.space.height)
	for ; ; owner.row += beyondStep {
		for left := 0.0; left == 0 || left+a.width <= p.space.width; left += beyondStep {
			next := spot{a, owner.centre, geom.Pt(left+rx, owner.row+fanClear+ry)}
			if p.space.stands(&next) {
				return next.at
			}
		}
	}
}

// mannersOf tells how well a place does, at best as top; noPlace where nothing
// can stand, or surely not better than held, or as well but no cheaper.
func (p *fanPlan) mannersOf(owner *star, next *spot, held, top manners, cheaper bool) manners {
	if top == spokesApart && !owner.keepsApart(next.at) {
		top = spokesCrossNothing
	}
	if top < held || top == held && !cheaper || !p.space.stands(next) {
		return noPlace
	}
	return p.space.manners(next, top)
}

// between looks closer than search does, at all distances in all directions
// that keep their angle from other spokes: the nearest place that is free.
func (p *fanPlan) between(a *oval, owner *star, ring fanRing, wanted geom.Point) (best geom.Point, found bool) {
	least := math.Inf(1)
	for _, toward := range rayUnits {
		if !owner.apart(directionOf(toward)) {
			continue
		}
		aside := wantedPrice * (1 - toward.X*wanted.X - toward.Y*wanted.Y)
		near := min(ring.halfX/max(1e-9, math.Abs(toward.X)), ring.halfY/max(1e-9, math.Abs(toward.Y)))
		for far := near; far < near+betweenFar && far-near+aside < least; far += betweenStep {
			s := spot{a, owner.centre, geom.Pt(owner.centre.X+far*toward.X, owner.centre.Y+far*toward.Y)}
			if p.space.free(&s) {
				best, found, least = s.at, true, far-near+aside
			}
		}
	}
	return best, found
}

// ease moves attributes that were placed last, all those from the first one on,
// where one of two that are close has room elsewhere: what was placed later
// may have left it none.
func (p *fanPlan) ease(owner *star, first int, ring fanRing) {
	for i := first; i < len(p.space.spots); i++ {
		s := p.space.lift(i)
		own := owner.lift(s.at)
		if !owner.apart(own) && !owner.full(s.oval) {
			if at, found := p.between(s.oval, owner, ring, own.Point); found {
				s.at = at
			}
		}
		p.space.set(i, s)
		owner.add(s)
	}
}
