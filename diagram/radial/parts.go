package radial

import (
	"math"
	"slices"

	"widerow/diagram/geom"
)

// Gaps around the parts of a composite attribute, in px except where noted.
const (
	partGapX  = 12.0
	partGapY  = 20.0
	partStep  = 1.05 // between parts on a ring, in attributes
	rowShift  = 12.0 // by which a row is moved aside
	rowShifts = 6    // number of shifts to either side
	rowParts  = 3    // largest number of parts that are tried in a row first
)

const (
	turnPrice = 0.4 // per position that is skipped in reading order
	moreRings = 3   // rings to skip in the next search if the parts do not fit
	mostRings = 6   // rings to skip in the last one
	anywhere  = 12  // positions around the owner tried if the parts fit at no wanted one
)

// composed has places for a composite attribute and its parts.
type composed struct {
	wanted int // index of the wanted position
	at     geom.Point
	parts  []placement
	cost   float64
}

// putComposite places a composite attribute where its parts fit, and the parts. It
// tries the position with index turn first, and returns the index of the wanted
// position that it uses.
func (p *arrangement) putComposite(a *Oval, owner *star, ring ovalRing, wanted []float64, turn int) int {
	best := composed{wanted: turn % len(wanted), cost: math.Inf(1)}
	var tried []geom.Point
	// try searches a place whose spoke has at least that quality.
	try := func(k int, position float64, first int, own float64, least spokeQuality) {
		if own >= best.cost {
			return
		}
		at := p.search(a, owner, ring, position, first)
		if slices.Contains(tried, at) || p.space.quality(&placement{a, owner.centre, at}, least) < least {
			return
		}
		tried = append(tried, at)
		if parts, cost := p.tryParts(a, at, owner.centre, best.cost-own); parts != nil {
			best = composed{k, at, parts, own + cost}
		}
	}
	for first := 0; first <= moreRings && best.parts == nil; first += moreRings {
		for i := range wanted {
			k := (turn + i) % len(wanted)
			try(k, wanted[k], first, turnPrice*float64(i), spokeThroughShape)
		}
	}
	for first := 0; first <= mostRings && best.parts == nil; first += moreRings {
		for i := range anywhere {
			away := ring.length() * float64(i) / anywhere
			try(best.wanted, wanted[best.wanted]+away, first, turnPrice*min(away, ring.length()-away), spokeClear)
		}
	}
	if best.parts == nil {
		best.at = p.search(a, owner, ring, wanted[best.wanted], 0)
	}
	p.put(owner, placement{a, owner.centre, best.at})
	p.putParts(a, best.at, owner.centre, best.parts)
	return best.wanted
}

// tryParts returns the result of findParts for an attribute at a place, and frees
// the place again.
func (p *arrangement) tryParts(a *Oval, at, owner geom.Point, below float64) ([]placement, float64) {
	before := len(p.space.placements)
	p.space.take(placement{a, owner, at})
	defer p.space.forget(before)
	return p.findParts(a, at, owner, below)
}

// putParts takes the places that were found for the parts of an attribute, or
// searches one for each part, then places the parts of these.
func (p *arrangement) putParts(a *Oval, at, owner geom.Point, found []placement) {
	before := len(p.space.placements)
	for _, s := range found {
		p.space.take(s)
	}
	if found == nil {
		p.putRound(a, at, owner)
	}
	for _, s := range slices.Clone(p.space.placements[before:]) {
		if len(s.Parts) > 0 {
			parts, _ := p.findParts(s.Oval, s.at, at, math.Inf(1))
			p.putParts(s.Oval, s.at, at, parts)
		}
	}
}

// findParts returns the cheapest free places for all parts and their cost, or nil
// if they cost at least below. A few parts go in a row on the far side of the
// attribute, others in a sector around it.
func (p *arrangement) findParts(a *Oval, at, owner geom.Point, below float64) ([]placement, float64) {
	if len(a.Parts) <= rowParts && math.Abs(at.Y-owner.Y) > ringGapY {
		down := math.Copysign(1, at.Y-owner.Y)
		for i := range 2*rowShifts + 1 {
			shift := rowShift * float64((i+1)/2)
			if i%2 == 0 {
				shift = -shift
			}
			cost := rowPrice * math.Abs(shift) / rowShift
			if cost >= below {
				return nil, 0
			}
			if row := partRow(a, at, down, shift); p.fitTogether(row, newPartStar(a, at, owner)) {
				return row, cost
			}
		}
	}
	return p.findSector(a, at, owner, below)
}

// newPartStar returns the star of a composite attribute, with the spoke to its
// owner.
func newPartStar(a *Oval, at, owner geom.Point) *star {
	s := newStar(at, len(a.Parts)+1, nil)
	s.add(placement{at: owner})
	return s
}

// fitTogether reports whether places are free, also of each other.
func (p *arrangement) fitTogether(places []placement, from *star) bool {
	before := len(p.space.placements)
	defer func() { p.space.forget(before) }()
	for _, s := range places {
		if !from.keepsApart(s.at) || !p.space.free(&s) {
			return false
		}
		from.add(s)
		p.space.take(s)
	}
	return true
}

// partRow returns places side by side, below an attribute if down is 1 and above it
// if down is -1.
func partRow(a *Oval, at geom.Point, down, shift float64) []placement {
	gap := 2 * ovalGap
	width := -gap
	for _, part := range a.Parts {
		width += part.Width + gap
	}
	far := down * (a.Height/2 + partGapY + tallest(a.Parts)/2)
	left := at.X + shift - width/2
	var places []placement
	for _, part := range a.Parts {
		places = append(places, placement{part, at, geom.Pt(left+part.Width/2, at.Y+far)})
		left += part.Width + gap
	}
	return places
}

// putRound places each part on its own, on rings around the attribute.
func (p *arrangement) putRound(a *Oval, at, owner geom.Point) {
	wide := 0.0
	for _, part := range a.Parts {
		wide = max(wide, part.Width)
	}
	ring := newRing(at, a.Width/2+partGapX, a.Height/2+partGapY, wide+2*ovalGap, tallest(a.Parts), leastAngle(len(a.Parts)+1))
	outward := math.Atan2(at.Y-owner.Y, at.X-owner.X)
	step, from := partStep*readingTurn(outward), newPartStar(a, at, owner)
	first := len(p.space.placements)
	for i, part := range a.Parts {
		wanted := ring.wrap(ring.position(outward) + step*(float64(i)-float64(len(a.Parts)-1)/2))
		p.put(from, placement{part, at, p.search(part, from, ring, wanted, 0)})
	}
	p.ease(from, first, ring)
}

// readingTurn returns 1 if parts in a direction read left to right, or top to
// bottom, clockwise, and -1 if they do anticlockwise.
func readingTurn(direction float64) float64 {
	sin, cos := math.Sincos(direction)
	if level := 0.3; sin > level || cos < 0 && sin >= -level {
		return -1
	}
	return 1
}
