package radial

import (
	"cmp"
	"math"
	"slices"

	"widerow/diagram/geom"
)

// Gaps around attributes, in px.
const (
	ringGapX = 26.0 // from the left and right of the owner to its first ring
	ringGapY = 30.0 // from its top and bottom
	ovalGap  = 7.0  // between an attribute and anything else
)

// arrangement places attributes, one owner after the other. A place is final once
// taken, unless ease moves it.
type arrangement struct {
	space   *ovalSpace
	rays    *partRays
	sectors map[int][]sector // by the number of parts
}

// placement is a placed or candidate attribute, with the centre of its owner: a
// box, or the composite attribute that it is part of.
type placement struct {
	*Oval
	owner geom.Point
	at    geom.Point
}

func (s *placement) radii() (x, y float64) { return s.Width / 2, s.Height / 2 }

// frame returns the bounding box of the attribute.
func (s *placement) frame() geom.Rect {
	rx, ry := s.radii()
	return geom.NewRect(s.at.X-rx, s.at.Y-ry, 2*rx, 2*ry)
}

// extent returns the bounding box of the attribute and its spoke.
func (s *placement) extent() geom.Rect { return s.frame().Union(geom.Bounds(s.owner, s.at)) }

// arrangeOvals places the attributes of all boxes in the free angles between
// their edges, owners with the most attributes first. No attribute overlaps
// another one, a box, an edge or a label: rings further out are tried in turn, and
// there is always room below the picture.
func arrangeOvals(g *Graph, ends []EndPlace) *arrangement {
	space := newOvalSpace(g, ends)
	a := &arrangement{space: space, rays: &partRays{space: space}, sectors: map[int][]sector{}}
	var owners []Owner
	for _, box := range g.Owners {
		if len(box.Ovals) > 0 {
			owners = append(owners, box)
		}
	}
	slices.SortStableFunc(owners, func(a, b Owner) int { return cmp.Compare(count(b.Ovals), count(a.Ovals)) })
	for _, box := range owners {
		a.arrangeOwner(box.Box, box.Ovals)
	}
	return a
}

// arrangeOwner places the attributes of one box.
func (p *arrangement) arrangeOwner(box geom.Rect, attributes []*Oval) {
	centre := box.Centre()
	edges := p.space.directions(box)
	owner := newStar(centre, len(attributes), edges)
	ring, _ := ringRound(box, attributes, len(edges))
	wanted := ring.spread(edges, len(attributes))
	ring.readingOrder(wanted)
	// Composite attributes choose first: their parts need room too.
	var plain []*Oval
	for _, a := range attributes {
		if len(a.Parts) == 0 {
			plain = append(plain, a)
			continue
		}
		k := p.putComposite(a, owner, ring, wanted, len(plain))
		wanted = slices.Delete(wanted, k, k+1)
	}
	first := len(p.space.placements)
	for i, a := range plain {
		p.put(owner, placement{a, centre, p.search(a, owner, ring, wanted[i], 0)})
	}
	p.ease(owner, first, ring)
}

// put takes the place of an attribute.
func (p *arrangement) put(owner *star, s placement) {
	p.space.take(s)
	owner.add(s)
}

// bounds returns the bounding box of everything drawn. Margins that the layout kept
// for attributes and that none uses are not part of it.
func (p *arrangement) bounds() geom.Rect {
	left, top, right, bottom := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	add := func(r geom.Rect) {
		left, right = min(left, r.X), max(right, r.X+r.Width)
		top, bottom = min(top, r.Y), max(bottom, r.Y+r.Height)
	}
	for _, box := range p.space.boxes {
		add(box)
	}
	for _, edge := range p.space.edges {
		add(geom.Bounds(edge[0], edge[1]))
	}
	for _, s := range p.space.placements {
		add(s.frame())
	}
	left, top = math.Floor(left), math.Floor(top)
	return geom.NewRect(left, top, math.Ceil(right)-left, math.Ceil(bottom)-top)
}
