package route

import (
	"cmp"
	"math"
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
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
	if b.joined {
		r.addLevelStart(first.box, b.box, away)
	}
	if len(b.ends) == 0 {
		b.ends = r.trunkPorts(b, away.Opposite())
	}
	e := &r.index.Graph.Edges[edge]
	room := geom.Pt(b.branchRoom(e.LabelWidth), b.branchRoom(e.LabelHeight))
	usual := r.find.costs
	r.find.branch, r.find.closed = room, len(b.next) > 0
	if !b.joined {
		r.find.turn, r.find.costs.crossing = trunkTurnCost, trunkCrossCost
	}
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
		if b.joined {
			end.cost = b.onLabelCost(at, e)
			if i == 0 {
				end.cost += tightBranchCost // the line would seem to leave the other's box
			}
		} else if math.Abs(at.X-start.border.X) < Clearance+room.X && math.Abs(at.Y-start.border.Y) < Clearance+room.Y {
			end.cost = tightBranchCost // the label of this edge is there
		}
		b.ends = append(b.ends, end)
	}
	slices.SortStableFunc(b.ends, func(a, b port) int { return int(a.way) - int(b.way) })
	return true
}

// addLevelStart adds the port of a box from which a line runs straight to the title of another
// one, nearer to the corner than ports are elsewhere.
func (r *router) addLevelStart(box, to int, away geom.Heading) {
	title, from := r.titleLine(to), r.boxes[box]
	if away.Horizontal() && title >= from.Y+rowInset && title <= from.Y+from.Height-PortInset {
		r.starts = r.addPort(r.starts, box, away, title, 0)
	}
}

// branchRoom returns how far a branch runs straight ahead beyond Clearance from its box,
// so that its label of the given size has room.
func (b *bus) branchRoom(size float64) float64 {
	const head, few, crowded = headLength + headAir, 32, 20
	if size <= 0 || b.joined {
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
			if at := r.boxes[b.box]; b.joined {
				across, down := trunkRoom(e.LabelWidth), trunkRoom(e.LabelHeight)
				l.x = append(l.x, at.X-across, at.X+at.Width+across)
				l.y = append(l.y, at.Y-down, at.Y+at.Height+down)
			}
		}
	}
}

// trunkRoom returns the length of a trunk that carries a label of the given size before its head.
func trunkRoom(size float64) float64 { return math.Ceil(size) + labelCorner + entryHead }

// labelFits reports whether the label of joined edges has room on the last piece of their trunk,
// after all have joined and before the head.
func (r *router) labelFits(b *bus) bool {
	if len(b.edges) < 2 {
		return false
	}
	joins := map[int]bool{}
	var owner *way
	for _, edge := range b.edges {
		w := &r.ways[edge]
		parent := r.parent[edge]
		if parent < 0 {
			owner = w
			continue
		}
		join := w.nodes[len(w.nodes)-1]
		if join == r.ways[parent].nodes[0] {
			return false // the line would seem to leave the other's box
		}
		joins[join] = true
	}
	free := b.root.border
	for _, node := range slices.Backward(owner.nodes) {
		at := r.grid.point(node)
		if at.X != free.X && at.Y != free.Y {
			break
		}
		free = at
		if joins[node] {
			break
		}
	}
	e := &r.index.Graph.Edges[b.edges[0]]
	size := e.LabelHeight
	if b.root.way.Horizontal() {
		size = e.LabelWidth
	}
	return geom.Distance(free, b.root.border) >= size+entryHead
}

// onLabelCost returns the cost of joining the trunk at a place: the label needs room before the head.
func (b *bus) onLabelCost(at geom.Point, e *graph.Edge) float64 {
	size := e.LabelHeight
	if b.root.way.Horizontal() {
		size = e.LabelWidth
	}
	if geom.Distance(at, b.root.border) < trunkRoom(size) {
		return tightBranchCost
	}
	return 0
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
		if b.joined {
			if side == r.forward().Opposite() {
				return ports
			}
			continue
		}
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
