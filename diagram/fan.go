package diagram

import (
	"cmp"
	"math"
	"slices"
)

// Room round attributes in px.
const (
	fanGapX  = 26.0 // from the owner's side to a ring of attributes
	fanGapY  = 30.0
	fanClear = 7.0 // between an attribute and all else
	partGapX = 12.0
	partGapY = 20.0
	fanSteps = 72   // places tried on a ring
	fanPace  = 24.0 // from one ring to the next
	// strictRings are tried with all spokes clear of everything, looseRings
	// with the attributes clear only.
	strictRings = 6
	looseRings  = 14
	fanReach    = 560.0 // of a search from its owner
)

// fanPlan is where attributes stand, in the layout's coordinates.
type fanPlan struct {
	spots []spot
	space *fanSpace
}

// spot is a placed attribute and the middle of what it belongs to.
type spot struct {
	attribute *attribute
	owner     Point
	at        Point
}

func (s spot) radii() (x, y float64) { return s.attribute.width / 2, attributeHeight / 2 }

// planFans places the attributes of all boxes in the free angles between
// their edges. Owners with many come first, for they need room most. No
// attribute overlaps another one, a box, an edge or a label: a ring further
// out is tried until there is a free place, and beyond the picture is one.
func planFans(d *Drawing, layout *Layout, ends map[string]endPlace) *fanPlan {
	plan := &fanPlan{space: newFanSpace(d, layout, ends)}
	var owners []string
	for _, box := range d.graph.Boxes {
		if _, placed := layout.Boxes[box.ID]; placed && len(d.fans[box.ID]) > 0 {
			owners = append(owners, box.ID)
		}
	}
	slices.SortStableFunc(owners, func(a, b string) int { return cmp.Compare(count(d.fans[b]), count(d.fans[a])) })
	for _, id := range owners {
		plan.fan(layout.Boxes[id], d.fans[id])
	}
	return plan
}

// fan places the attributes of one box.
func (p *fanPlan) fan(box Rect, attributes []*attribute) {
	centre := middle(box)
	local := p.space.near(centre, fanReach)
	wide := 0.0
	for _, a := range attributes {
		wide = max(wide, a.width)
	}
	ring := newRing(centre, box.Width/2+fanGapX, box.Height/2+fanGapY, wide+2*fanClear)
	wanted := ring.spread(local.directions(centre, box), len(attributes))
	ring.readingOrder(wanted)
	for i, a := range attributes {
		at := p.search(local, a, centre, ring, wanted[i])
		p.put(local, spot{a, centre, at})
		p.fanParts(local, a, at, centre)
	}
}

// fanParts places the parts of a composite attribute on its far side.
func (p *fanPlan) fanParts(local *fanSpace, a *attribute, at, owner Point) {
	wide := 0.0
	for _, part := range a.parts {
		wide = max(wide, part.width)
	}
	ring := newRing(at, a.width/2+partGapX, attributeHeight/2+partGapY, wide+2*fanClear)
	outward := ring.position(outwards(owner, at))
	wanted := make([]float64, len(a.parts))
	for i := range wanted {
		wanted[i] = ring.wrap(outward + 1.05*(float64(i)-float64(len(wanted)-1)/2))
	}
	ring.readingOrder(wanted)
	for i, part := range a.parts {
		place := p.search(local, part, at, ring, wanted[i])
		p.put(local, spot{part, at, place})
		p.fanParts(local, part, place, at)
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

func (p *fanPlan) put(local *fanSpace, s spot) {
	p.spots = append(p.spots, s)
	p.space.take(s)
	if local != p.space {
		local.take(s)
	}
}

// search finds the free place of least cost: near the wanted position on a
// near ring. Spokes that cross something are the last resort but one.
func (p *fanPlan) search(local *fanSpace, a *attribute, owner Point, ring fanRing, wanted float64) Point {
	if at, found := searchRings(local, a, owner, ring, wanted, true); found {
		return at
	}
	if at, found := searchRings(local, a, owner, ring, wanted, false); found {
		return at
	}
	below := p.space.bottom() + attributeHeight
	return Point{owner.X, below}
}

func searchRings(local *fanSpace, a *attribute, owner Point, ring fanRing, wanted float64, strict bool) (Point, bool) {
	best, found, least := Point{}, false, math.Inf(1)
	rings := looseRings
	if strict {
		rings = strictRings
	}
	for k := range rings {
		ringCost := float64(k) * 0.9
		if ringCost >= least {
			break
		}
		for i := range fanSteps {
			away := ring.length() / fanSteps * float64((i+1)/2)
			if ringCost+away >= least {
				break
			}
			if i%2 == 0 {
				away = -away
			}
			at := ring.place(wanted+away, fanPace*float64(k), a.width/2, attributeHeight/2)
			if local.free(spot{a, owner, at}, strict) {
				best, found, least = at, true, ringCost+math.Abs(away)
				break
			}
		}
	}
	return best, found
}

// bounds is the rectangle round all that is drawn: room that the layout kept
// for attributes and that no attribute took is cut off.
func (p *fanPlan) bounds() Rect {
	left, top, right, bottom := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	add := func(r Rect) {
		left, right = min(left, r.X), max(right, r.X+r.Width)
		top, bottom = min(top, r.Y), max(bottom, r.Y+r.Height)
	}
	for _, box := range p.space.boxes {
		add(box)
	}
	for _, edge := range p.space.edges {
		add(around(edge[0], edge[1]))
	}
	for _, s := range p.spots {
		rx, ry := s.radii()
		add(Rect{s.at.X - rx, s.at.Y - ry, 2 * rx, 2 * ry})
	}
	left, top = math.Floor(left), math.Floor(top)
	return Rect{left, top, math.Ceil(right) - left, math.Ceil(bottom) - top}
}

func (p *painter) paintSpokes(plan *fanPlan) {
	for _, s := range plan.spots {
		p.add(&Path{Class: "spoke", Steps: segments(p.point(s.owner), p.point(s.at))})
	}
}

func (p *painter) paintAttributes(plan *fanPlan) {
	for _, s := range plan.spots {
		p.add(s.attribute.paint(p, p.point(s.at)))
	}
}
