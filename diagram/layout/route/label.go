package route

import (
	"cmp"
	"math"
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// The costs of a label's place. The cheapest place is chosen.
const (
	onLabelCost  = 1000 // overlaps another label
	onBoxCost    = 800
	nearCost     = 350 // is so close to a label or a box that they seem to touch
	onEdgeCost   = 200 // covers another edge
	nearHeadCost = 160 // is closer to an arrow head than headAir
	onTitleCost  = 120 // covers a group's title
	tightCost    = 90  // its segment is too short
	onBorderCost = 50  // covers a group's border
	aroundCost   = 25  // is wider than the space beside its line
	besideCost   = 15  // is so close to a box that it seems to belong to it
	acrossCost   = 4   // lies on a line across the reading direction
)

// labeller places the labels on their own edges.
type labeller struct {
	router *router
	taken  []geom.Rect // labels that are placed
	owners []int       // the edge of each of them
	own    []int       // for each edge, its label's index
	titles []geom.Rect // titles of groups
	bits   *edgeBits   // segments of all edges
	heads  []geom.Rect // all arrow heads
	// nearTaken finds the placed labels near a place, and nearHeads the heads.
	nearTaken, nearHeads *geom.NearIndex
	places               []labelPlace // buffer for candidates
}

// labelPlace is a candidate place.
type labelPlace struct {
	at   geom.Point
	cost float64
}

// placeLabels chooses a place for each label. Short edges come first since they
// have few candidates. The labels of entries are already placed.
func (r *router) placeLabels() {
	area := r.area()
	l := &labeller{router: r, own: make([]int, len(r.routes)), bits: newEdgeBits(area, r.routes),
		nearTaken: geom.NewNearIndex(area), nearHeads: geom.NewNearIndex(area)}
	l.addHeads()
	var edges []int
	for i := range r.index.Graph.Edges {
		e := &r.index.Graph.Edges[i]
		switch {
		case e.LabelWidth <= 0 || e.LabelHeight <= 0:
		case e.From == "":
			l.take(i, r.routes[i].Label)
		case r.sharesLabel(i):
		default:
			edges = append(edges, i)
		}
	}
	for _, group := range r.groups {
		l.titles = append(l.titles, r.index.TitleOf(group))
	}
	slices.SortStableFunc(edges, func(a, b int) int {
		return cmp.Compare(geom.PathLength(r.labelled(a)), geom.PathLength(r.labelled(b)))
	})
	for _, edge := range edges {
		l.take(edge, l.place(edge))
	}
	l.mend(edges)
	for _, b := range r.buses {
		for _, edge := range b.edges {
			if b.joined {
				r.routes[edge].Label = r.routes[b.owner].Label
			}
		}
	}
}

// sharesLabel reports whether an edge shares the label of another edge.
func (r *router) sharesLabel(edge int) bool {
	b := r.inBus(edge)
	return b != nil && b.joined && edge != b.owner
}

// labelled returns the part of an edge's line that may carry its label.
func (r *router) labelled(edge int) []geom.Point {
	if b := r.inBus(edge); b != nil && b.joined {
		return b.trunk
	} else if b != nil {
		return r.branch[edge]
	}
	return r.routes[edge].Points
}

// take puts an edge's label at a place.
func (l *labeller) take(edge int, at geom.Point) {
	label := graph.LabelPill(&l.router.index.Graph.Edges[edge], at)
	l.router.routes[edge].Label = at
	l.own[edge] = len(l.taken)
	l.taken, l.owners = append(l.taken, label), append(l.owners, edge)
	l.nearTaken.Add(label)
}

// lift removes an edge's label from its place.
func (l *labeller) lift(edge int) { l.taken[l.own[edge]] = geom.Rect{X: math.Inf(1)} }

func (l *labeller) place(edge int) geom.Point {
	best := l.cheapest(edge, l.candidates)
	if best.cost >= nearCost {
		if other := l.cheapest(edge, l.lastResorts); other.cost < best.cost {
			best = other
		}
	}
	return best.at
}

// cheapest returns the cheapest candidate on all segments of an edge.
func (l *labeller) cheapest(edge int, candidates func(out []labelPlace, edge, segment int) []labelPlace) labelPlace {
	best := labelPlace{cost: math.Inf(1)}
	for i := 1; i < len(l.router.labelled(edge)); i++ {
		l.places = candidates(l.places[:0], edge, i)
		for _, candidate := range l.places {
			if cost := l.cost(edge, candidate, best.cost); cost < best.cost {
				best = labelPlace{candidate.at, cost}
			}
		}
	}
	return best
}

// lastResorts adds places all along segment i, including corners, and beside it
// while the label's border is at least 3 px beyond the line.
func (l *labeller) lastResorts(out []labelPlace, edge, i int) []labelPlace {
	return l.alongside(out, edge, i, 3)
}

// alongside adds places all along segment i, including corners, and beside it
// as far as the label's border is least px beyond the line.
func (l *labeller) alongside(out []labelPlace, edge, i int, least float64) []labelPlace {
	const step = 6
	e := &l.router.index.Graph.Edges[edge]
	a, b := l.router.labelled(edge)[i-1], l.router.labelled(edge)[i]
	length := math.Hypot(b.X-a.X, b.Y-a.Y)
	if length == 0 {
		return out
	}
	dx, dy := (b.X-a.X)/length, (b.Y-a.Y)/length
	size := math.Abs(dx)*e.LabelWidth + math.Abs(dy)*e.LabelHeight
	far := (math.Abs(dx)*e.LabelHeight+math.Abs(dy)*e.LabelWidth)/2 - least
	try := func(at float64) {
		for _, aside := range [5]float64{0, far / 2, -far / 2, far, -far} {
			out = append(out, labelPlace{wholePoint(a.X+dx*at-dy*aside, a.Y+dy*at+dx*aside), tightCost + math.Abs(aside)})
		}
	}
	for at := 0.0; at <= length; at += step {
		try(at)
	}
	if size < length { // flush with the ends
		try(math.Ceil(size / 2))
		try(math.Floor(length - size/2))
	}
	return out
}

func wholePoint(x, y float64) geom.Point { return geom.Pt(math.Round(x), math.Round(y)) }

// labelCorner is the distance of labels from the corners of their lines, in px.
const labelCorner = 14.0

// candidates adds places on segment i, starting with the middle of its free
// part. Corners and the arrow head stay uncovered.
func (l *labeller) candidates(out []labelPlace, edge, i int) []labelPlace {
	const air, corner = 6.0, labelCorner
	e := &l.router.index.Graph.Edges[edge]
	points := l.router.labelled(edge)
	from, to := points[i-1], points[i]
	length := geom.Distance(from, to)
	if length == 0 {
		return out
	}
	dx, dy := (to.X-from.X)/length, (to.Y-from.Y)/length
	size := math.Abs(dx)*e.LabelWidth + math.Abs(dy)*e.LabelHeight
	b, before, after := l.router.inBus(edge), air, air
	if i > 1 || b != nil && (b.out || b.joined) {
		before = corner
	}
	switch {
	case i < len(points)-1 || b != nil && !b.out && !b.joined:
		after = corner
	case e.Routing == graph.RouteOrthogonal:
		after = entryHead
	}
	first, last := size/2+before, length-size/2-after
	cost := 0.0
	if first > last {
		// Rather closer to the start of the line than to its head.
		first = min(length/2, max(size/2+air, last))
		last = first
		cost = tightCost + size - length
	}
	if math.Abs(dy) > 0.5 && e.LabelWidth > 2*e.LabelHeight {
		cost += aroundCost
	}
	if (math.Abs(dy) > 0.5) != l.router.vertical {
		cost += acrossCost
	}
	// Prefer long segments.
	cost += 1000 / (length + 10)
	for _, part := range [9]float64{0.5, 0.38, 0.62, 0.25, 0.75, 0.12, 0.88, 0, 1} {
		at := first + (last-first)*part
		out = append(out, labelPlace{wholePoint(from.X+dx*at, from.Y+dy*at), cost + 12*math.Abs(part-0.5)})
	}
	return out
}

// cost returns the cost of a label at a place including what it would cover. It
// may stop once the cost reaches most.
func (l *labeller) cost(edge int, place labelPlace, most float64) float64 {
	rect, covered := graph.LabelPill(&l.router.index.Graph.Edges[edge], place.at), 0.0
	if place.cost < most {
		covered += l.onLabels(rect)
	}
	if place.cost+covered < most {
		covered += l.onBoxes(rect)
	}
	if place.cost+covered < most {
		covered += l.onGroups(rect)
	}
	if room := most - place.cost - covered; room > 0 {
		enough := 2 + int(min(room/onEdgeCost, math.MaxInt32))
		covered += onEdgeCost * float64(l.bits.through(rect.Grown(2), edge, enough))
	}
	if place.cost+covered < most {
		covered += l.atHeads(rect)
	}
	return place.cost + covered
}

func (l *labeller) atHeads(rect geom.Rect) float64 {
	cost := 0.0
	around := rect.Grown(headAir)
	for _, index := range l.nearHeads.Near(around) {
		if around.Overlaps(l.heads[index]) {
			cost += nearHeadCost
		}
	}
	return cost
}

func (l *labeller) onLabels(rect geom.Rect) float64 {
	cost := 0.0
	for _, other := range l.nearTaken.Near(rect.Grown(3)) {
		switch {
		case rect.Overlaps(l.taken[other]):
			cost += onLabelCost
		case rect.Grown(3).Overlaps(l.taken[other]):
			cost += nearCost
		}
	}
	return cost
}

func (l *labeller) onBoxes(rect geom.Rect) float64 {
	cost := 0.0
	for _, index := range l.router.nearBoxes.Near(rect.Grown(Clearance)) {
		box := l.router.boxes[index]
		switch {
		case rect.Overlaps(box):
			cost += onBoxCost
		case rect.Grown(4).Overlaps(box):
			cost += nearCost
		case rect.Grown(Clearance - 4).Overlaps(box):
			cost += besideCost
		}
	}
	return cost
}

func (l *labeller) onGroups(rect geom.Rect) float64 {
	cost := 0.0
	for _, title := range l.titles {
		if rect.Overlaps(title) {
			cost += onTitleCost
		}
	}
	for _, group := range l.router.groups {
		if border := rect.Grown(2); border.Overlaps(group.Rect) && !group.Rect.Contains(border) {
			cost += onBorderCost
		}
	}
	return cost
}
