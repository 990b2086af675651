package route

import (
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// The costs of crossings, overlaps and other conflicts of edges in a finished picture, in px of
// length.
const (
	crossedCost = 200 // a pair that crosses
	overCost    = 10  // each px on which a pair cannot be told apart
	closeCost   = 6   // each px on which it is too close
	facingCost  = 1   // each px on which a pair in opposite directions is too close
	turnCost    = 40
)

// Distances below which two parallel lines seem to be one, and seem too close: in the
// same direction, and in opposite ones.
const (
	apartTrack  = 5
	leastTrack  = 8
	facingTrack = 12
)

// chooser compares finished pictures: it routes edges that cross or cover
// others once more, and keeps what makes the picture better. All decisions
// follow from the places of the boxes and the order of the edges.
type chooser struct {
	*router
	edges  []int // in the order in which they are routed
	tries  int   // left
	cost   float64
	kept   [][]geom.Point // the best routes so far, by edge
	bounds []geom.Rect    // of the routes, by edge
}

// Pictures of more than mostDetailed edges stay as they are. Others are improved
// in at most mostRounds rounds. A try draws all edges, so there are fewer tries
// the more edges there are.
const (
	mostRounds = 3
	allTries   = 900 // divided by the number of edges: tries for a picture
)

// choose draws the edges and improves those that cross or cover others.
func (r *router) choose(edges []int) {
	c := &chooser{router: r, edges: edges, tries: allTries / len(edges),
		kept: make([][]geom.Point, len(r.routes)), bounds: make([]geom.Rect, len(r.routes))}
	c.draw()
	if len(edges) > mostDetailed {
		return
	}
	c.cost = c.total()
	c.keep()
	for range mostRounds {
		improved := false
		for _, edge := range edges {
			improved = c.inBus(edge) == nil && c.trouble(edge) > 0 && c.improve(edge) || improved
		}
		if !improved || c.tries <= 0 {
			break
		}
	}
}

// draw draws the edges along their ways and spreads them.
func (c *chooser) draw() {
	for _, edge := range c.edges {
		c.routes[edge].Points = c.polyline(edge)
	}
	newSpreader(c.router, c.edges).spread()
}

func (c *chooser) keep() {
	for _, edge := range c.edges {
		c.kept[edge] = append(c.kept[edge][:0], c.routes[edge].Points...)
	}
}

func (c *chooser) restore() {
	for _, edge := range c.edges {
		c.routes[edge].Points = slices.Clone(c.kept[edge])
	}
	c.note()
}

// improve tries other ways for an edge: at other costs, and between all pairs of
// sides. It reports whether it found a better one.
func (c *chooser) improve(edge int) bool {
	before := c.ways[edge]
	usual := c.find.costs
	defer func() { c.find.costs = usual }()
	var tried [][]int
	for try := range len(otherCosts) + 16 {
		if c.tries <= 0 {
			break
		}
		c.mark(edge, -1)
		c.ways[edge] = way{}
		if try < len(otherCosts) {
			c.find.costs = otherCosts[try]
			c.routeEdge(edge)
		} else {
			c.find.costs = sideCosts
			c.routeSides(edge, geom.Heading((try-len(otherCosts))/4), geom.Heading((try-len(otherCosts))%4))
		}
		nodes := c.ways[edge].nodes
		if len(nodes) == 0 || slices.Equal(nodes, before.nodes) ||
			slices.ContainsFunc(tried, func(other []int) bool { return slices.Equal(other, nodes) }) {
			continue
		}
		tried = append(tried, nodes)
		c.tries--
		c.draw()
		if cost := c.total(); cost < c.cost {
			c.cost = cost
			c.keep()
			return true
		}
	}
	c.mark(edge, -1)
	c.ways[edge] = before
	c.mark(edge, 1)
	c.restore()
	return false
}

// otherCosts are costs at which the search may find a route that conflicts less
// with others once all are spread; sideCosts are those between two sides.
var (
	otherCosts = [3]costs{{400, 0.2}, {400, 3}, {100, 0.05}}
	sideCosts  = costs{300, 0.2}
)

// routeSides routes an edge from one side of its box to one of the other's.
func (r *router) routeSides(edge int, leave, reach geom.Heading) {
	from, to := r.index.Ends(edge)
	if from == to && !atCorner(leave, reach) {
		return
	}
	r.portsOf(edge)
	starts, ends := atSide(r.starts, leave), atSide(r.ends, reach)
	if len(starts) == 0 || len(ends) == 0 {
		return
	}
	if from == to {
		starts, ends = r.loopRoom(edge, starts, reach), r.loopRoom(edge, ends, leave)
	}
	if nodes, start, end, found := r.find.find(starts, ends); found {
		r.ways[edge] = way{nodes, start, end}
		r.mark(edge, 1)
	}
}

// note computes the bounds of all routes.
func (c *chooser) note() {
	for i := range c.routes {
		c.bounds[i] = boundsOf(c.routes[i].Points)
	}
}

// boundsOf returns the bounds of points, grown by the distance at which lines
// disturb each other.
func boundsOf(points []geom.Point) geom.Rect {
	if len(points) == 0 {
		return geom.Rect{}
	}
	low, high := points[0], points[0]
	for _, p := range points[1:] {
		low, high = geom.Pt(min(low.X, p.X), min(low.Y, p.Y)), geom.Pt(max(high.X, p.X), max(high.Y, p.Y))
	}
	return geom.NewRect(low.X, low.Y, high.X-low.X, high.Y-low.Y).Grown(facingTrack)
}

// total returns the cost of the picture: the length and turns of its edges and
// what each pair does to each other.
func (c *chooser) total() float64 {
	c.note()
	sum := 0.0
	for _, edge := range c.edges {
		points := c.routes[edge].Points
		sum += geom.PathLength(points) + turnCost*float64(len(points)-2)
	}
	for a := range c.routes {
		for b := range a {
			sum += c.conflict(a, b)
		}
	}
	return sum
}

// trouble returns the cost of the conflicts between an edge and the others.
func (c *chooser) trouble(edge int) float64 {
	sum := 0.0
	for other := range c.routes {
		if other != edge {
			sum += c.conflict(edge, other)
		}
	}
	return sum
}

func (c *chooser) conflict(a, b int) float64 {
	if !c.bounds[a].Overlaps(c.bounds[b]) || c.inBus(a) != nil && c.inBus(a) == c.inBus(b) {
		return 0
	}
	return conflict(&c.routes[a], &c.routes[b])
}

// conflict returns the cost of the conflicts between two edges.
func conflict(a, b *graph.Route) float64 {
	one, two, cost, cross := a.Points, b.Points, 0.0, 0.0
	for i := 1; i < len(one); i++ {
		for k := 1; k < len(two); k++ {
			if geom.Crosses(one[i-1], one[i], two[k-1], two[k]) {
				cross = crossedCost
			}
			cost += overCost*beside(one[i-1], one[i], two[k-1], two[k], apartTrack) + closeCost*beside(one[i-1], one[i], two[k-1], two[k], leastTrack)
			if opposed(one[i-1], one[i], two[k-1], two[k]) {
				cost += facingCost * beside(one[i-1], one[i], two[k-1], two[k], facingTrack)
			}
		}
	}
	return cost + cross
}

// opposed reports whether two segments lead in opposite directions.
func opposed(a, b, c, d geom.Point) bool { return (b.X-a.X)*(d.X-c.X)+(b.Y-a.Y)*(d.Y-c.Y) < 0 }

// beside returns the length in px over which two segments run along the same axis,
// closer than distance.
func beside(a, b, c, d geom.Point, distance float64) float64 {
	switch {
	case a.X == b.X && c.X == d.X && max(a.X-c.X, c.X-a.X) < distance:
		return max(0, min(max(a.Y, b.Y), max(c.Y, d.Y))-max(min(a.Y, b.Y), min(c.Y, d.Y)))
	case a.Y == b.Y && c.Y == d.Y && max(a.Y-c.Y, c.Y-a.Y) < distance:
		return max(0, min(max(a.X, b.X), max(c.X, d.X))-max(min(a.X, b.X), min(c.X, d.X)))
	}
	return 0
}
