package diagram

import (
	"math"
	"slices"
)

// Room round the parts of a composite attribute, in px.
const (
	partGapX  = 12.0
	partGapY  = 20.0
	partStep  = 1.05 // between parts on a ring, in attributes
	rowShift  = 12.0 // by which rows are moved aside, and how often
	rowShifts = 14
	rowParts  = 4    // that rather stand in one row than in two
	rowsGap   = 44.0 // in the first of two rows, for a slanting spoke
)

// fanParts places the parts of a composite attribute on its far side: in a
// row if they fit in one, in two if the spokes pass between, or round it.
func (p *fanPlan) fanParts(local *fanSpace, a *attribute, at, owner Point) {
	if len(a.parts) == 0 {
		return
	}
	before := len(p.spots)
	if rows := findRows(local, a, at, owner); rows != nil {
		p.spots = append(p.spots, rows...)
		p.space.spots = append(p.space.spots, rows...)
	} else {
		p.putRound(local, a, at, owner)
	}
	for _, s := range p.spots[before:] {
		p.fanParts(local, s.attribute, s.at, at)
	}
}

// findRows tries rows of parts ever further to the sides, and takes them.
func findRows(local *fanSpace, a *attribute, at, owner Point) []spot {
	if math.Abs(at.Y-owner.Y) <= fanGapY {
		return nil // it stands beside its owner
	}
	down := math.Copysign(1, at.Y-owner.Y)
	for i := range 2*rowShifts + 1 {
		shift := rowShift * float64((i+1)/2)
		if i%2 == 0 {
			shift = -shift
		}
		tries := [][]spot{oneRow(a, at, down, shift), twoRows(a, at, down, shift)}
		if len(a.parts) > rowParts {
			slices.Reverse(tries)
		}
		for _, spots := range tries {
			if local.takeAll(spots) {
				return spots
			}
		}
	}
	return nil
}

func oneRow(a *attribute, at Point, down, shift float64) []spot {
	return row(a, a.parts, at, 2*fanClear, down, shift)
}

// row places parts side by side above or below an attribute.
func row(parent *attribute, parts []*attribute, at Point, gap, down, shift float64) []spot {
	width := -gap
	for _, part := range parts {
		width += part.width + gap
	}
	far := down * (parent.height/2 + partGapY + tallest(parts)/2)
	left := at.X + shift - width/2
	var spots []spot
	for _, part := range parts {
		spots = append(spots, spot{part, at, Point{left + part.width/2, at.Y + far}})
		left += part.width + gap
	}
	return spots
}

// twoRows puts every other part in a second row, where the spoke through the
// gap between its neighbours leads.
func twoRows(a *attribute, at Point, down, shift float64) []spot {
	var near, far []*attribute
	for i, part := range a.parts {
		if i%2 == 0 {
			near = append(near, part)
		} else {
			far = append(far, part)
		}
	}
	spots := row(a, near, at, rowsGap, down, shift)
	below := spots[0].at.Y - at.Y + down*(tallest(near)/2+partGapY+tallest(far)/2)
	for i, part := range far {
		gap := spots[i].at.X + near[i].width/2 + rowsGap/2
		spots = append(spots, spot{part, at, Point{at.X + 2*(gap-at.X), at.Y + below}})
	}
	return spots
}

// putRound searches a place for each part on its own.
func (p *fanPlan) putRound(local *fanSpace, a *attribute, at, owner Point) {
	wide := 0.0
	for _, part := range a.parts {
		wide = max(wide, part.width)
	}
	ring := newRing(at, a.width/2+partGapX, a.height/2+partGapY, wide+2*fanClear, tallest(a.parts))
	outward := ring.position(outwards(owner, at))
	step := partStep
	if at.Y-owner.Y > fanGapY || at.X < owner.X && at.Y-owner.Y >= -fanGapY {
		step = -step // below and on the left clockwise is backwards
	}
	for i, part := range a.parts {
		wanted := ring.wrap(outward + step*(float64(i)-float64(len(a.parts)-1)/2))
		p.put(local, spot{part, at, p.search(local, part, at, ring, wanted)})
	}
}

// outwards is the direction away from an owner, straight up or down unless
// the attribute stands beside it.
func outwards(owner, at Point) float64 {
	dx, dy := at.X-owner.X, at.Y-owner.Y
	if math.Abs(dy) > fanGapY {
		dx = 0
	}
	return math.Atan2(dy, dx)
}
