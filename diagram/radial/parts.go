package radial

import (
	"math"
	"slices"

	"widerow/diagram/geom"
)

// Room round the parts of a composite attribute, in px.
const (
	partGapX  = 12.0
	partGapY  = 20.0
	partStep  = 1.05 // between parts on a ring, in attributes
	rowShift  = 12.0 // by which a row is moved aside, and how often
	rowShifts = 6
	rowParts  = 3 // that rather stand in a row than in a fan
)

const (
	turnPrice = 0.4 // for each place further on in the reading order, beside what the fan costs
	moreRings = 3   // after which the next search begins when no fan fits
	mostRings = 6   // after which the last one begins
	anywhere  = 12  // places round the owner where it looks when no fan fits at those wanted
)

// composed is a composite attribute in its place with its parts in theirs.
type composed struct {
	wanted int
	at     geom.Point
	parts  []placement
	cost   float64
}

// putComposite places a composite attribute, where there is room for a fan of its
// parts, and these. It tells which wanted position that was.
func (p *arrangement) putComposite(a *Oval, owner *star, ring ovalRing, wanted []float64, turn int) int {
	best := composed{wanted: turn % len(wanted), cost: math.Inf(1)}
	var tried []geom.Point
	// try looks at a place whose spoke behaves so well at least.
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

// tryParts is the best fan of parts, below a cost, round an attribute that
// stands there.
func (p *arrangement) tryParts(a *Oval, at, owner geom.Point, below float64) ([]placement, float64) {
	before := len(p.space.placements)
	p.space.take(placement{a, owner, at})
	defer p.space.forget(before)
	return p.findParts(a, at, owner, below)
}

// putParts places the parts of an attribute, in a fan that was found or each on
// its own, and the parts of these.
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

// findParts looks for free places of all parts: few of them in a row on the far
// side of the attribute, or in a fan round it.
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

// newPartStar is a composite attribute with the spoke to its owner.
func newPartStar(a *Oval, at, owner geom.Point) *star {
	s := newStar(at, len(a.Parts)+1, nil)
	s.add(placement{at: owner})
	return s
}

// fitTogether reports whether all spots are free together.
func (p *arrangement) fitTogether(spots []placement, from *star) bool {
	before := len(p.space.placements)
	defer func() { p.space.forget(before) }()
	for _, s := range spots {
		if !from.keepsApart(s.at) || !p.space.free(&s) {
			return false
		}
		from.add(s)
		p.space.take(s)
	}
	return true
}

// partRow places parts side by side above or below an attribute.
func partRow(a *Oval, at geom.Point, down, shift float64) []placement {
	gap := 2 * ovalGap
	width := -gap
	for _, part := range a.Parts {
		width += part.Width + gap
	}
	far := down * (a.Height/2 + partGapY + tallest(a.Parts)/2)
	left := at.X + shift - width/2
	var spots []placement
	for _, part := range a.Parts {
		spots = append(spots, placement{part, at, geom.Pt(left+part.Width/2, at.Y+far)})
		left += part.Width + gap
	}
	return spots
}

// putRound searches a place for each part on its own.
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

// readingTurn is the turn, 1 for clockwise, in which parts that stand in a
// direction are read from left to right, or downwards.
func readingTurn(direction float64) float64 {
	sin, cos := math.Sincos(direction)
	if level := 0.3; sin > level || cos < 0 && sin >= -level {
		return -1
	}
	return 1
}
