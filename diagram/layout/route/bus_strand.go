package route

import (
	"math"
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// split divides the tree into strands. Where lines meet, the one that goes straight on
// continues, and the others end.
func (r *router) split(b *bus) {
	b.into = map[int]arrival{}
	for _, edge := range b.edges {
		start := b.from[edge]
		b.arrive(r.grid, start.node, arrival{edge: edge, leaf: true}, start.way)
	}
	for _, end := range b.ends {
		if next := b.next[end.node]; next != end.node {
			b.arrive(r.grid, next, arrival{node: end.node}, end.way.Opposite())
		}
	}
	passing := map[int]int{} // the edge whose strand passes a crossing
	for _, edge := range b.edges {
		at := arrival{edge: edge, leaf: true}
		nodes := []int{b.from[edge].node}
		for node := nodes[0]; b.into[node].from(at); node = b.next[node] {
			passing[node] = edge
			if b.next[node] == node {
				break
			}
			at = arrival{node: node}
			nodes = append(nodes, b.next[node])
		}
		r.ways[edge] = way{nodes: nodes, start: b.from[edge], end: b.root}
	}
	for _, edge := range b.edges {
		w := &r.ways[edge]
		last := w.nodes[len(w.nodes)-1]
		if passing[last] != edge {
			r.parent[edge] = passing[last]
			w.end = port{node: last, border: r.grid.point(last)}
		}
	}
}

// from reports whether two arrivals come from the same place.
func (a arrival) from(other arrival) bool {
	return a.leaf == other.leaf && a.node == other.node && a.edge == other.edge
}

// arrive notes a line that arrives at a crossing, if it continues there.
func (b *bus) arrive(grid *routeGrid, node int, by arrival, way geom.Heading) {
	ahead := b.root.way.Opposite()
	if next := b.next[node]; next != node {
		ahead, _ = grid.link(node, next)
	}
	by.ahead = way == ahead
	if known, found := b.into[node]; !found || by.ahead && !known.ahead {
		b.into[node] = by
	}
}

// segmentAt returns the index of the segment of a line on which another one ends: the
// nearest one across the other's last segment.
func segmentAt(line, other []geom.Point) int {
	last := len(other) - 1
	at, upright := other[last], last > 0 && other[last].X == other[last-1].X
	best, least := 0, math.Inf(1)
	for i := 0; i+1 < len(line); i++ {
		area := geom.Bounds(line[i], line[i+1])
		far := max(area.X-at.X, at.X-area.X-area.Width, 0) + max(area.Y-at.Y, at.Y-area.Y-area.Height, 0)
		if (line[i].X == line[i+1].X) == upright {
			far += 4 * TrackGap
		}
		if far < least {
			best, least = i, far
		}
	}
	return best
}

// branches notes, for each edge of a bus, the part of its strand before any other joins,
// in the edge's direction. It carries the label.
func (r *router) branches() {
	if r.busOf == nil {
		return
	}
	r.branch = make([][]geom.Point, len(r.routes))
	for _, b := range r.buses {
		for _, edge := range b.edges {
			r.branch[edge] = r.routes[edge].Points
		}
		for _, edge := range b.edges {
			if parent := r.parent[edge]; parent >= 0 {
				line := r.routes[edge].Points
				r.branch[parent] = shorter(r.branch[parent], upTo(r.routes[parent].Points, line))
			}
		}
		if b.joined {
			r.trunk(b)
		}
		for _, edge := range b.edges {
			if b.out {
				r.branch[edge] = slices.Clone(r.branch[edge])
				slices.Reverse(r.branch[edge])
			}
		}
	}
}

// trunk notes the part of the last strand after all others have joined, which carries the
// one label. Its edge is the owner of the label.
func (r *router) trunk(b *bus) {
	for _, edge := range b.edges {
		if r.parent[edge] >= 0 {
			continue
		}
		b.owner, b.trunk = edge, r.routes[edge].Points
		for _, other := range b.edges {
			if r.parent[other] == edge {
				b.trunk = shorter(b.trunk, downFrom(r.routes[edge].Points, r.routes[other].Points))
			}
		}
	}
}

func shorter(a, b []geom.Point) []geom.Point {
	if geom.PathLength(b) < geom.PathLength(a) {
		return b
	}
	return a
}

// upTo returns the part of a line before the place where another one joins.
func upTo(line, other []geom.Point) []geom.Point {
	index, at := segmentAt(line, other), other[len(other)-1]
	area := geom.Bounds(line[index], line[index+1])
	at = geom.Pt(min(max(at.X, area.X), area.X+area.Width), min(max(at.Y, area.Y), area.Y+area.Height))
	if at == line[index] {
		return line[:index+1]
	}
	return append(slices.Clone(line[:index+1]), at)
}

// downFrom returns the part of a line after the place where another one joins.
func downFrom(line, other []geom.Point) []geom.Point {
	before := upTo(line, other)
	at := before[len(before)-1]
	rest := line[segmentAt(line, other)+1:]
	if len(rest) > 1 && at == rest[0] {
		return rest
	}
	return append([]geom.Point{at}, rest...)
}

// joinBuses completes the routes of edges in buses, from box to box.
func (r *router) joinBuses() {
	for _, b := range r.buses {
		whole := map[int][]geom.Point{}
		for _, edge := range b.edges {
			whole[edge] = nil
		}
		for _, edge := range b.edges {
			r.complete(edge, whole)
		}
		routes := map[int]graph.Route{}
		for _, edge := range b.edges {
			own, strand := len(r.branch[edge])-1, r.routes[edge].Points
			end := r.branch[edge][own]
			if b.out {
				end = r.branch[edge][0]
			}
			points := slices.Clone(whole[edge])
			route := graph.Route{Label: r.routes[edge].Label, Shared: b.joined && edge != b.owner}
			if end != points[len(points)-1] {
				route.Bus = graph.Bus{Out: b.out, Own: own, Drawn: len(strand) - 1}
			}
			if end != points[own] {
				points = slices.Insert(points, own, end)
				route.Bus.Drawn++
			}
			if b.out {
				slices.Reverse(points)
			}
			route.Points = points
			routes[edge] = route
		}
		for edge, route := range routes {
			r.routes[edge] = route
		}
	}
}

// complete returns the line of an edge up to the box of its bus.
func (r *router) complete(edge int, whole map[int][]geom.Point) []geom.Point {
	if whole[edge] != nil {
		return whole[edge]
	}
	line := slices.Clone(r.routes[edge].Points)
	if parent := r.parent[edge]; parent >= 0 {
		onto := r.complete(parent, whole)
		line = slices.Compact(append(line, onto[segmentAt(r.routes[parent].Points, line)+1:]...))
	}
	whole[edge] = line
	return line
}
