package route

import (
	"cmp"
	"math"
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// Minimum distances of edges, in px.
const (
	Clearance = 16 // from the lines beside a box to its border
	Closest   = 6  // from any edge to a box
	PortInset = 14 // from a port to the corner of its box
	TrackGap  = 16 // between parallel edges
	LabelRoom = 34 // before and after a label on its segment, arrow head included
)

// headLength is the length of an arrow head with the gap before the box, and headAir
// the least distance of labels from it, in px.
const (
	headLength = 12
	headAir    = 12
)

// The costs of ports; a bend costs 70. An edge that leaves or reaches a box at
// a side adjacent to the wanted one often saves a bend.
const (
	leaveAside = 0  // to leave at an adjacent side
	reachAside = 55 // to reach a box there
	wrongSide  = 90 // to leave or reach against the direction
	sharedPort = 30 // that another edge uses
)

// router finds the routes of edges between placed boxes.
type router struct {
	index    *graph.Index
	boxes    []geom.Rect
	groups   []graph.Place
	vertical bool
	routes   []graph.Route
	// headsEnd bounds the arrow heads at the sides of each box: their greatest distance from the
	// top of the box.
	headsEnd []float64
	// nearBoxes finds the boxes near a place.
	nearBoxes *geom.NearIndex
	// stubs are the entry arrows with their labels, which edges avoid.
	stubs []geom.Rect
	// straight holds the edges drawn as one line, with their ends at each box;
	// nil if there are none.
	straight  []int
	stillEnds [][]geom.Point
	grid      *routeGrid
	find      *search
	ways      []way
	used      map[portKey]int
	// buses are the buses, and busOf has the bus of each edge; both are nil if there are none.
	buses []*bus
	busOf []*bus
	// parent is the edge whose strand that of an edge joins, or -1, and branch the part
	// of a strand before any other joins.
	parent []int
	branch [][]geom.Point
	// Buffers for the ports and points of one edge.
	starts, ends []port
	points       []geom.Point
}

// way is an edge's path on the grid.
type way struct {
	nodes      []int
	start, end port
}

// portKey identifies a port on the side of a box.
type portKey struct {
	box  int
	way  geom.Heading
	line float64
}

// Edges returns the routes of all edges, by index. boxes are by index too. An
// edge avoids all boxes unless others enclose its own. Among many edges it may
// be longer than necessary. straight draws every edge as one line, whatever
// lies between.
func Edges(x *graph.Index, boxes []geom.Rect, groups []graph.Place, vertical, straight bool) []graph.Route {
	r := &router{index: x, boxes: boxes, groups: groups, vertical: vertical,
		routes: make([]graph.Route, len(x.Graph.Edges))}
	r.indexBoxes()
	for i := range x.Graph.Boxes {
		r.headsEnd = append(r.headsEnd, x.Graph.Boxes[i].HeadsEnd())
	}
	r.drawEntries()
	if straight {
		r.routeStraight()
		return r.routes
	}
	var orthogonal []int
	for i := range x.Graph.Edges {
		if x.Graph.Edges[i].From == "" {
			continue
		}
		if x.Graph.Edges[i].Routing == graph.RouteStraight && r.drawStraight(i) {
			r.noteStraight(i)
			continue
		}
		orthogonal = append(orthogonal, i)
	}
	if len(orthogonal) > 0 {
		r.routeAll(orthogonal)
		r.choose(orthogonal)
		r.grid, r.find, r.ways = nil, nil, nil // release memory
	}
	r.branches()
	r.placeLabels()
	r.joinBuses()
	return r.routes
}

func (r *router) indexBoxes() {
	r.nearBoxes = geom.NewNearIndex(r.area())
	for _, box := range r.boxes {
		r.nearBoxes.Add(box)
	}
}

// area returns the bounds of all boxes.
func (r *router) area() geom.Rect {
	if len(r.boxes) == 0 {
		return geom.Rect{}
	}
	low, high := geom.Pt(math.Inf(1), math.Inf(1)), geom.Pt(math.Inf(-1), math.Inf(-1))
	for _, box := range r.boxes {
		low = geom.Pt(min(low.X, box.X), min(low.Y, box.Y))
		high = geom.Pt(max(high.X, box.X+box.Width), max(high.Y, box.Y+box.Height))
	}
	return geom.NewRect(low.X, low.Y, high.X-low.X, high.Y-low.Y)
}

// routeAll routes each edge. If the space around entry arrows leaves no route
// for some edge, it routes all edges without that space.
func (r *router) routeAll(edges []int) {
	slices.SortStableFunc(edges, func(a, b int) int { return cmp.Compare(r.distance(a), r.distance(b)) })
	r.findBuses(edges)
	for _, air := range [2]float64{EntryAir(r.index), 0} {
		r.buildGrid(edges, air)
		for r.growBuses() {
			r.buildGrid(edges, air)
		}
		if r.findWays(edges) {
			break
		}
	}
}

// growBuses routes the buses. If the label of joined edges has no room, it parts them and reports
// true: all buses are then to be routed again.
func (r *router) growBuses() (again bool) {
	r.ways, r.used = make([]way, len(r.routes)), map[portKey]int{}
	for _, b := range r.buses {
		r.grow(b)
	}
	count := len(r.buses)
	r.buses = slices.DeleteFunc(r.buses, func(b *bus) bool {
		part := b.joined && !r.labelFits(b)
		for _, edge := range b.edges {
			if part {
				r.busOf[edge], r.parent[edge] = nil, -1
			}
		}
		return part
	})
	return len(r.buses) < count
}

// findWays routes short edges first, then reconsiders each edge with all others
// known. It reports whether every edge has a route.
func (r *router) findWays(edges []int) bool {
	for _, edge := range edges {
		if r.inBus(edge) == nil {
			r.routeEdge(edge)
		}
	}
	const worthAgain = 300
	if len(edges) > 1 && len(edges) <= worthAgain {
		for _, edge := range edges {
			if r.inBus(edge) == nil && r.disturbed(edge) {
				r.mark(edge, -1)
				r.routeEdge(edge)
			}
		}
	}
	return !slices.ContainsFunc(edges, func(edge int) bool { return len(r.ways[edge].nodes) == 0 })
}

// disturbed reports whether an edge has no route, crosses another one or shares
// its line.
func (r *router) disturbed(edge int) bool {
	nodes := r.ways[edge].nodes
	if len(nodes) == 0 {
		return true
	}
	for i := 1; i < len(nodes); i++ {
		way, through := r.grid.link(nodes[i-1], nodes[i])
		if through.edges() > 1 || r.grid.crossed(nodes[i-1], way) > 0 || r.grid.crossed(nodes[i], way) > 0 {
			return true
		}
	}
	return false
}

func (r *router) distance(edge int) float64 {
	from, to := r.index.Ends(edge)
	a, b := r.boxes[from].Centre(), r.boxes[to].Centre()
	return math.Abs(a.X-b.X) + math.Abs(a.Y-b.Y)
}

func (r *router) routeEdge(edge int) {
	from, to := r.index.Ends(edge)
	r.portsOf(edge)
	starts, ends := r.starts, r.ends
	if from == to {
		starts, ends = r.loopPorts(edge, starts, ends)
	}
	w, found := r.findWay(edge, starts, ends)
	if !found && r.isCut(to, head) { // its title and key are closed in
		r.headsEnd[to] = r.boxes[to].Height
		r.routeEdge(edge)
		return
	}
	if !found {
		r.ways[edge] = way{}
		return
	}
	r.ways[edge] = w
	r.mark(edge, 1)
}

// portsOf sets starts and ends to the ports of an edge.
func (r *router) portsOf(edge int) {
	from, to := r.index.Ends(edge)
	e := &r.index.Graph.Edges[edge]
	r.starts = r.ports(r.starts[:0], from, to, e.FromRow, tail, r.forward(), leaveAside)
	r.ends = r.ports(r.ends[:0], to, from, e.ToRow, head, r.forward().Opposite(), reachAside)
}

// forward returns the direction in which ranks follow each other.
func (r *router) forward() geom.Heading {
	if r.vertical {
		return geom.Below
	}
	return geom.Right
}

// mark adds an edge to the grid's pieces or removes it.
func (r *router) mark(edge, by int) {
	w := &r.ways[edge]
	if len(w.nodes) == 0 {
		return
	}
	from, to := r.index.Ends(edge)
	r.used[key(from, w.start)] += by
	r.used[key(to, w.end)] += by
	r.markStub(w.start, by)
	r.markStub(w.end, by)
	for i := 1; i < len(w.nodes); i++ {
		_, through := r.grid.link(w.nodes[i-1], w.nodes[i])
		through.add(by)
	}
}

// markStub marks the pieces between a port and its box, which lines of other boxes may
// cross.
func (r *router) markStub(p port, by int) {
	node, inward := p.node, p.way.Opposite()
	for {
		i, j := r.grid.indexes(node)
		nextI, nextJ, _, length := r.grid.step(i, j, inward)
		if length == 0 {
			return
		}
		next := r.grid.node(nextI, nextJ)
		_, through := r.grid.link(node, next)
		through.add(by)
		if *through&blocked != 0 {
			return
		}
		node = next
	}
}

func key(box int, p port) portKey {
	if p.way.Horizontal() {
		return portKey{box, p.way, p.border.Y}
	}
	return portKey{box, p.way, p.border.X}
}

// polyline turns a path into points without collinear ones. An edge without a
// path, because boxes touch or overlap, gets the shortest line.
func (r *router) polyline(edge int) []geom.Point {
	w := &r.ways[edge]
	if len(w.nodes) == 0 {
		return r.shortest(edge)
	}
	r.points = append(r.points[:0], w.start.border)
	for _, node := range w.nodes {
		r.points = append(r.points, r.grid.point(node))
	}
	return slices.Clone(straighten(append(r.points, w.end.border)))
}

// routeStraight draws each edge as its shortest line with the label in the
// middle, whatever lies there.
func (r *router) routeStraight() {
	for i := range r.routes {
		if r.index.Graph.Edges[i].From != "" {
			points := r.shortest(i)
			a, b := points[(len(points)-1)/2], points[len(points)/2]
			r.routes[i] = graph.Route{Points: points, Label: geom.Pt(math.Round((a.X+b.X)/2), math.Round((a.Y+b.Y)/2))}
		}
	}
}

// shortest returns a straight line, or a loop.
func (r *router) shortest(edge int) []geom.Point {
	from, to := r.index.Ends(edge)
	if from == to {
		return loop(r.boxes[from])
	}
	return r.clippedLine(from, to, 0)
}

// straighten drops duplicate and collinear points.
func straighten(points []geom.Point) []geom.Point {
	out := points[:1]
	for _, p := range points[1:] {
		last := len(out) - 1
		if p == out[last] {
			continue
		}
		if last > 0 && (out[last-1].X == out[last].X && out[last].X == p.X ||
			out[last-1].Y == out[last].Y && out[last].Y == p.Y) {
			out[last] = p
			continue
		}
		out = append(out, p)
	}
	return out
}
