package route

import (
	"cmp"
	"math"
	"slices"

	"widerow/diagram/geom"
)

// grow routes the edges of a bus, the nearest first. Each joins the tree where that is
// cheapest. An edge without a way leaves the bus.
func (r *router) grow(b *bus) {
	b.next, b.from, b.ends = map[int]int{}, map[int]port{}, nil
	b.edges = slices.DeleteFunc(b.edges, func(edge int) bool {
		grown := r.growTo(b, edge)
		if !grown {
			r.busOf[edge] = nil
		}
		return !grown
	})
	r.split(b)
}

func (r *router) growTo(b *bus, edge int) bool {
	r.parent[edge] = -1
	first, _ := r.lineEnds(edge)
	away := r.forward()
	if b.out {
		away = away.Opposite()
	}
	r.starts = r.ports(r.starts[:0], first.box, b.box, first.row, edgeEnd(b.out), away, leaveAside)
	if len(b.ends) == 0 {
		b.ends = r.trunkPorts(b, away.Opposite())
	}
	e := &r.index.Graph.Edges[edge]
	room := geom.Pt(b.branchRoom(e.LabelWidth), b.branchRoom(e.LabelHeight))
	r.find.branch, r.find.closed, r.find.turn = room, len(b.next) > 0, trunkTurnCost
	usual := r.find.costs
	r.find.costs.crossing = trunkCrossCost
	nodes, start, end, found := r.find.find(r.starts, b.ends)
	r.find.costs = usual
	r.find.branch, r.find.closed, r.find.turn = geom.Point{}, false, 0
	if !found {
		return false
	}
	b.from[edge] = start
	r.markStub(start, 1)
	r.used[key(first.box, start)]++
	if len(b.next) == 0 {
		b.root = end
		b.next[end.node] = end.node
		r.markStub(end, 1)
		r.used[key(b.box, end)]++
		b.ends = []port{{node: end.node, way: end.way, border: end.border}}
	}
	for i := len(nodes) - 2; i >= 0; i-- {
		if _, known := b.next[nodes[i]]; known {
			continue // the way back to where it was is left out
		}
		way, through := r.grid.link(nodes[i], nodes[i+1])
		through.add(1)
		b.next[nodes[i]] = nodes[i+1]
		at := r.grid.point(nodes[i])
		end := port{node: nodes[i], way: way.Opposite(), border: at}
		if math.Abs(at.X-start.border.X) < Clearance+room.X && math.Abs(at.Y-start.border.Y) < Clearance+room.Y {
			end.cost = tightBranchCost // the label of this edge is there
		}
		b.ends = append(b.ends, end)
	}
	slices.SortStableFunc(b.ends, func(a, b port) int { return int(a.way) - int(b.way) })
	return true
}

// branchRoom returns how far a branch runs straight ahead beyond Clearance from its box,
// so that its label of the given size has room.
func (b *bus) branchRoom(size float64) float64 {
	const head, few, crowded = headLength + headAir, 32, 20
	if size <= 0 {
		return 0
	}
	around := crowded
	if len(b.edges) < leastBus {
		around = few
	}
	if b.out {
		size += head
	}
	return max(0, math.Ceil(size)+float64(around)-Clearance)
}

// branchLines adds the lines at which the branches of buses may turn.
func (r *router) branchLines(l *lines) {
	for _, b := range r.buses {
		l.y = append(l.y, r.titleLine(b.box))
		for _, edge := range b.edges {
			first, _ := r.lineEnds(edge)
			rect, e := r.boxes[first.box], &r.index.Graph.Edges[edge]
			across, down := Clearance+b.branchRoom(e.LabelWidth), Clearance+b.branchRoom(e.LabelHeight)
			l.x = append(l.x, rect.X-across, rect.X+rect.Width+across)
			l.y = append(l.y, rect.Y-down, rect.Y+rect.Height+down)
		}
	}
}

// trunkPorts returns one port on each side of a box: the nearest to the middle, or to
// the title. The side beyond which most of the other boxes lie is the cheapest.
func (r *router) trunkPorts(b *bus, wanted geom.Heading) []port {
	const aside = 400
	wanted = r.crowdedSide(b, wanted)
	title := r.titleLine(b.box)
	var out []port
	for _, side := range [4]geom.Heading{geom.Right, geom.Below, geom.Left, geom.Above} {
		ports := r.sidePorts(nil, b.box, b.box, side, edgeEnd(!b.out), 0)
		if len(ports) == 0 {
			continue
		}
		best := slices.MinFunc(ports, func(a, b port) int {
			if side.Horizontal() {
				return cmp.Compare(math.Abs(a.border.Y-title), math.Abs(b.border.Y-title))
			}
			return cmp.Compare(a.cost, b.cost)
		})
		best.cost = sideCost(side, wanted, aside)
		if side == wanted.Opposite() {
			best.cost += aside
		}
		out = append(out, best)
	}
	return out
}

// titleLine returns where the first entry arrow would meet a box.
func (r *router) titleLine(box int) float64 {
	return math.Round(r.boxes[box].Y + r.index.Graph.Boxes[box].EntryMiddle())
}

// crowdedSide returns the side of a bus's box beyond which most of the other boxes lie,
// or the wanted one among several.
func (r *router) crowdedSide(b *bus, wanted geom.Heading) geom.Heading {
	var beyond [4]int
	at := r.boxes[b.box]
	for _, edge := range b.edges {
		first, _ := r.lineEnds(edge)
		other := r.boxes[first.box]
		for side, is := range map[geom.Heading]bool{
			geom.Right: other.X >= at.X+at.Width, geom.Below: other.Y >= at.Y+at.Height,
			geom.Left: other.X+other.Width <= at.X, geom.Above: other.Y+other.Height <= at.Y,
		} {
			if is {
				beyond[side]++
			}
		}
	}
	best := wanted
	for side, count := range beyond {
		if count > beyond[best] {
			best = geom.Heading(side)
		}
	}
	return best
}
