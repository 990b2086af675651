package route

import (
	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// A bus is drawn where more edges lead to a box, or from it, than its longest side
// has room for. The edges join one line with a single arrow head, the trunk. Each keeps
// a branch of its own, which carries its label.

// leastBus is the smallest number of edges that make a bus, however small the box.
const leastBus = 9

// The costs of a bend of a trunk beyond bendCost, and of a crossing with another line.
const (
	trunkTurnCost  = 150
	trunkCrossCost = 500
)

// bus is the tree of lines of its edges. A line belongs to one edge, its strand, and ends
// at the box or on the strand of another edge.
type bus struct {
	box   int  // at the trunk
	out   bool // the edges lead from the box
	edges []int
	// joined edges have one label, on the trunk.
	joined bool
	// next maps each crossing of the tree to the next one on the way to the box, and the last
	// crossing to itself.
	next map[int]int
	root port            // at the box
	ends []port          // where other edges may join, by the heading there
	from map[int]port    // where each edge leaves its other box
	into map[int]arrival // for each crossing, the line that continues there
	// trunk is the line of joined edges after the last has joined, and owner the edge with
	// their label.
	trunk []geom.Point
	owner int
}

// arrival is a crossing from which a line arrives at the next one, or the edge that
// starts there.
type arrival struct {
	node  int
	edge  int
	leaf  bool
	ahead bool // it goes straight on
}

// findBuses groups edges into buses, those to a box first.
func (r *router) findBuses(edges []int) {
	r.buses, r.busOf = nil, nil
	for _, out := range [2]bool{false, true} {
		joined := map[int][]int{}
		var boxes []int
		for _, edge := range edges {
			from, to := r.index.Ends(edge)
			e, box, row := &r.index.Graph.Edges[edge], to, r.index.Graph.Edges[edge].ToRow
			if out {
				box, row = from, e.FromRow
			}
			if from == to || e.Free || e.Routing != graph.RouteOrthogonal || row != "" || r.inBus(edge) != nil {
				continue
			}
			if joined[box] == nil {
				boxes = append(boxes, box)
			}
			joined[box] = append(joined[box], edge)
		}
		for _, box := range boxes {
			switch {
			case len(joined[box]) > r.holds(box, edgeEnd(!out)):
				r.addBus(&bus{box: box, out: out, edges: joined[box]})
			case !out:
				few := len(edges) <= mostDetailed
				if few {
					r.joinEqual(box, joined[box])
				}
				r.joinAtSides(box, joined[box], few)
			}
		}
	}
}

// holds returns the number of edge ends for which the longest side of a box has room.
func (r *router) holds(box int, end edgeEnd) int {
	face := r.face(box, end)
	return max(leastBus-1, int(max(face.Width, face.Height)/TrackGap))
}

func (r *router) addBus(b *bus) {
	if r.busOf == nil {
		r.busOf, r.parent = make([]*bus, len(r.routes)), make([]int, len(r.routes))
		for i := range r.parent {
			r.parent[i] = -1
		}
	}
	r.buses = append(r.buses, b)
	for _, edge := range b.edges {
		r.busOf[edge] = b
	}
}

// inBus returns the bus of an edge, or nil.
func (r *router) inBus(edge int) *bus {
	if r.busOf == nil {
		return nil
	}
	return r.busOf[edge]
}

// lineEnd is an end of a line: a box with a row or "", or no box (-1) where a strand
// joins another, and the end of the edge that is there.
type lineEnd struct {
	box int
	row string
	end edgeEnd
}

// lineEnds returns the ends of an edge's line as it is routed: a strand leads to the
// box of its bus, whatever the direction of the edge.
func (r *router) lineEnds(edge int) (first, last lineEnd) {
	from, to := r.index.Ends(edge)
	e := &r.index.Graph.Edges[edge]
	first, last = lineEnd{from, e.FromRow, tail}, lineEnd{to, e.ToRow, head}
	b := r.inBus(edge)
	if b == nil {
		return first, last
	}
	if b.out {
		first, last = last, first
	}
	if r.parent[edge] >= 0 {
		last = lineEnd{box: -1}
	}
	return first, last
}
