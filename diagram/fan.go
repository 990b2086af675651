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
	fanClear = 7.0   // between an attribute and all else
	fanSteps = 120   // places tried on a ring
	fanPace  = 24.0  // from one ring to the next
	fanReach = 560.0 // of a search from its owner
)

// strictness is what the spokes of a place must keep clear of. Attributes
// keep clear of all things always.
type strictness int

const (
	spokesAnywhere strictness = iota
	spokesPassShapes
	spokesCrossNothing
)

// ringsOf is how many rings are tried before less strictness will do.
var ringsOf = [...]int{spokesAnywhere: mostRings, spokesPassShapes: 9, spokesCrossNothing: 8}

const mostRings = 14

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

func (s spot) radii() (x, y float64) { return s.attribute.width / 2, s.attribute.height / 2 }

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
	ring := newRing(centre, box.Width/2+fanGapX, box.Height/2+fanGapY, wide+2*fanClear, tallest(attributes))
	wanted := ring.spread(local.directions(centre, box), len(attributes))
	ring.readingOrder(wanted)
	// Composite attributes choose first: their parts need room too.
	var plain []*attribute
	for _, a := range attributes {
		if len(a.parts) == 0 {
			plain = append(plain, a)
			continue
		}
		k := p.roomiest(local, a, centre, ring, wanted, len(plain))
		p.put(local, spot{a, centre, p.search(local, a, centre, ring, wanted[k])})
		p.fanParts(local, a, p.spots[len(p.spots)-1].at, centre)
		wanted = slices.Delete(wanted, k, k+1)
	}
	for i, a := range plain {
		p.put(local, spot{a, centre, p.search(local, a, centre, ring, wanted[i])})
	}
}

// roomiest is the wanted position where a composite attribute has room for
// rows of its parts: its turn in the reading order, or the first that has.
func (p *fanPlan) roomiest(local *fanSpace, a *attribute, owner Point, ring fanRing, wanted []float64, turn int) int {
	for i := range len(wanted) {
		k := (turn + i) % len(wanted)
		at := p.search(local, a, owner, ring, wanted[k])
		before := len(local.spots)
		local.take(spot{a, owner, at})
		rows := findRows(local, a, at, owner)
		local.spots = local.spots[:before]
		if rows != nil {
			return k
		}
	}
	return turn % len(wanted)
}

func (p *fanPlan) put(local *fanSpace, s spot) {
	p.spots = append(p.spots, s)
	p.space.take(s)
	local.take(s)
}

// search finds the free place of least cost: near the wanted position on a
// near ring. Spokes that cross something are the last resort but one.
func (p *fanPlan) search(local *fanSpace, a *attribute, owner Point, ring fanRing, wanted float64) Point {
	var full ringPlaces
	for strict := spokesCrossNothing; strict >= spokesAnywhere; strict-- {
		if at, found := searchRings(local, a, owner, ring, wanted, strict, &full); found {
			return at
		}
	}
	below := p.space.bottom() + a.height
	return Point{owner.X, below}
}

// ringPlaces remembers the places of a search where an attribute cannot stand,
// whatever strictness holds.
type ringPlaces [mostRings][fanSteps]bool

func searchRings(local *fanSpace, a *attribute, owner Point, ring fanRing, wanted float64, strict strictness, full *ringPlaces) (Point, bool) {
	best, found, least := Point{}, false, math.Inf(1)
	for k := range ringsOf[strict] {
		ringCost := float64(k) * 0.9
		if ringCost >= least {
			break
		}
		for i := range fanSteps {
			away := ring.length() / fanSteps * float64((i+1)/2)
			if ringCost+away >= least {
				break
			}
			if full[k][i] {
				continue
			}
			if i%2 == 0 {
				away = -away
			}
			next := spot{a, owner, ring.place(wanted+away, fanPace*float64(k), a.width/2, a.height/2)}
			if full[k][i] = !local.stands(next); !full[k][i] && local.reaches(next, strict) {
				best, found, least = next.at, true, ringCost+math.Abs(away)
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
	owners := p.drawing.owners()
	for _, s := range plan.spots {
		spoke := &Path{Class: "spoke", Steps: segments(p.point(s.owner), p.point(s.at))}
		p.add(&Element{Class: "spoke", Hooks: &Hooks{Owner: owners[s.attribute]}, Items: []Item{spoke}})
	}
}

func (p *painter) paintAttributes(plan *fanPlan) {
	owners := p.drawing.owners()
	for _, s := range plan.spots {
		e := s.attribute.paint(p, p.point(s.at))
		e.Hooks = &Hooks{Owner: owners[s.attribute]}
		p.add(e)
	}
}
