package route

import (
	"math"
	"slices"

	"widerow/diagram/geom"
)

// The costs of the search in addition to the length in px.
const (
	bendCost        = 70   // a corner
	titleCost       = 10   // each pixel over a group's title that an edge can pass beside
	stripCost       = 3    // each pixel over one that fills its strip
	lateBendCost    = 20   // a bend that leaves little room for the arrow head
	farBendCost     = 0.1  // each pixel of a bend's distance from the start, up to 20
	tightBranchCost = 1000 // no room for a label before an edge joins a bus
	offsetCost      = 0.3  // each pixel between a port and the best place on its side
)

// costs are the costs of meeting other edges, which depend on their number.
type costs struct {
	crossing float64 // another edge crossed
	sharing  float64 // each pixel on a line that another edge uses
}

// costsFor returns the costs for a number of edges. Few edges that share a line
// can be spread later, so a crossing is worse. Among many the lines are full.
func costsFor(edges int) costs {
	if edges <= mostDetailed {
		return costs{crossing: 130, sharing: 0.2}
	}
	return costs{crossing: 55, sharing: 0.6}
}

// port is a place where an edge may join its box: a crossing of the grid just
// outside it and the point on its border.
type port struct {
	node   int
	way    geom.Heading // out of the box
	border geom.Point
	cost   float64
}

// search finds the cheapest path between two sets of ports by A*. It is reused
// for all edges of a diagram because its table is large.
type search struct {
	grid  *routeGrid
	costs costs
	known *stateTable
	queue searchQueue
	nodes []int       // buffer for a path
	goals map[int]int // of this run: crossings to the indexes of their ports
	ends  []port
	// greed is the greed of an edge's first try, and budget the number of states
	// that it may explore.
	greed  float64
	budget int
	aim    aim
	// first and last are the corners of the starts' bounds.
	first, last geom.Point
	// branch is the room that the label of an edge needs before the first bend or the end,
	// along both axes, beyond the extent of the starts. 0 means that any room is enough.
	branch geom.Point
	// closed means that a path ends at the first goal that it reaches.
	closed bool
	// turn is the cost of a bend beyond bendCost.
	turn float64
	// among is the area of all boxes if the edge should lead around it, else empty.
	among    geom.Rect
	vertical bool // ranks go from top to bottom
	// bound is the cost of the cheapest path so far.
	bound float64
}

// place is a crossing reached with a heading, packed as row, column and heading
// from high to low bits.
type place uint64

func placeAt(i, j int, way geom.Heading) place { return place(j)<<32 | place(i)<<2 | place(way) }

func (p place) indexes() (i, j int) { return int(p >> 2 & (1<<30 - 1)), int(p >> 32) }

func (p place) way() geom.Heading { return geom.Heading(p & 3) }

// The number of states that an edge may explore: at first its share of what a
// diagram may take, about half a second, but at least a minimum; on the last
// try more than any edge has needed.
const (
	allStates   = 1_000_000
	leastStates = 500
	mostStates  = 1 << 22
)

func newSearch(grid *routeGrid, edges int) *search {
	return &search{grid: grid, costs: costsFor(edges), known: newStateTable(grid), greed: greedFor(edges), budget: max(leastStates, allStates/max(edges, 1)),
		goals: map[int]int{}}
}

// find returns a path as crossings of the grid with its two ports. If the
// cheapest path takes too long to find it accepts a worse one: each try is
// greedier than the one before, may explore more, and starts at the other end,
// since one end may be hard to reach. It finds a path whenever there is one.
func (s *search) find(starts, ends []port) (nodes []int, start, end port, found bool) {
	s.aim.greed = s.greed
	backward := false
	for budget := s.budget; budget <= mostStates; budget *= 2 {
		best, ended := s.try(starts, ends, budget)
		if !math.IsInf(s.bound, 1) {
			nodes, first := s.way(best)
			last := s.goals[nodes[len(nodes)-1]]
			start, end = starts[first], ends[last]
			if backward {
				slices.Reverse(nodes)
				start, end = end, start
			}
			return nodes, start, end, true
		}
		if ended {
			break
		}
		s.aim.greed *= 2
		starts, ends, backward = ends, starts, !backward
	}
	return nil, port{}, port{}, false
}

// try searches for a path and stores its cost in s.bound. It explores at most
// budget states. ended means that a larger budget would not find a cheaper path.
func (s *search) try(starts, ends []port, budget int) (best place, ended bool) {
	s.begin(starts, ends)
	for ; budget > 0; budget-- {
		next, any := s.queue.pop()
		if !any || next.estimate >= s.bound {
			return best, true
		}
		i, j := next.place.indexes()
		if next.cost > s.known.at(i, j, next.place.way()).cost {
			continue
		}
		if cost := next.cost + s.goal(i, j, next.place.way()); cost < s.bound {
			best, s.bound = next.place, cost
		}
		if s.closed && s.isGoal(i, j) {
			continue
		}
		s.expand(&next, i, j)
	}
	return best, false
}

// way follows the states back from a goal and returns the path with the index
// of the start's port.
func (s *search) way(goal place) (nodes []int, start int) {
	s.nodes = s.nodes[:0]
	i, j := goal.indexes()
	for way := goal.way(); ; {
		s.nodes = append(s.nodes, s.grid.node(i, j))
		before := s.known.at(i, j, way).before
		if before < 0 {
			slices.Reverse(s.nodes)
			return slices.Clone(s.nodes), int(-1 - before)
		}
		i, j = back(i, j, way)
		way = geom.Heading(before)
	}
}

// back returns the crossing before one that was reached with a heading.
func back(i, j int, way geom.Heading) (int, int) {
	switch way {
	case geom.Right:
		return i - 1, j
	case geom.Left:
		return i + 1, j
	case geom.Below:
		return i, j - 1
	default:
		return i, j + 1
	}
}

func (s *search) begin(starts, ends []port) {
	s.known.forget()
	clear(s.goals)
	s.ends, s.bound = ends, math.Inf(1)
	s.aim.at(s.grid, ends)
	s.first, s.last = extent(s.grid, starts)
	for k, p := range ends {
		s.goals[p.node] = k
	}
	least := math.Inf(1)
	for _, p := range starts {
		at := s.grid.point(p.node)
		least = min(least, p.cost+s.aim.estimate(at.X, at.Y, p.way))
	}
	s.queue.clear(least)
	for k, p := range starts {
		i, j := s.grid.indexes(p.node)
		s.reach(i, j, p.way, int32(-1-k), p.cost)
	}
}

// goal returns the cost of ending at a crossing with a heading, infinite where
// there is no port. Each crossing has few ports.
func (s *search) goal(i, j int, way geom.Heading) float64 {
	x, y := s.grid.xs[i], s.grid.ys[j]
	if x < s.aim.near.X || x > s.aim.far.X || y < s.aim.near.Y || y > s.aim.far.Y {
		return math.Inf(1)
	}
	k, is := s.goals[s.grid.node(i, j)]
	switch {
	case !is || way == s.ends[k].way:
		return math.Inf(1)
	case way == s.ends[k].way.Opposite():
		return s.ends[k].cost + s.tight(x, y)
	default:
		return s.ends[k].cost + bendCost + lateBendCost + s.tight(x, y)
	}
}

// isGoal reports whether a path may end at a crossing.
func (s *search) isGoal(i, j int) bool {
	_, is := s.goals[s.grid.node(i, j)]
	return is
}

// expand continues from a state, straight or with a bend but never backwards.
func (s *search) expand(from *searchItem, i, j int) {
	way := from.place.way()
	node, bend := s.grid.node(i, j), 0.0
	for _, turn := range [3]geom.Heading{0, 1, 3} {
		to := (way + turn) % 4
		nextI, nextJ, through, length := s.grid.step(i, j, to)
		if through&blocked != 0 {
			continue
		}
		cost := from.cost + length
		if s.among.Width > 0 {
			cost += s.amongBoxes(s.grid.at(i, j), s.grid.at(nextI, nextJ), to)
		}
		if through&onTitle != 0 {
			cost += length * titleCost
		}
		if through&onStrip != 0 {
			cost += length * stripCost
		}
		if edges := through.edges(); edges > 0 {
			cost += length * s.costs.sharing * float64(min(edges, 3))
		}
		if turn == 0 {
			cost += s.costs.crossing * float64(s.grid.crossed(node, to))
		} else {
			if bend == 0 {
				bend = s.bend(i, j)
			}
			cost += bend
		}
		s.reach(nextI, nextJ, to, int32(way), cost)
	}
}

// bend returns the cost of a bend at a crossing.
func (s *search) bend(i, j int) float64 {
	x, y := s.grid.xs[i], s.grid.ys[j]
	away := max(s.first.X-x, x-s.last.X, 0) + max(s.first.Y-y, y-s.last.Y, 0)
	return bendCost + s.turn + min(20, farBendCost*away) + s.tight(x, y)
}

// tight returns the cost of a bend or an end so near to the start that the label of an
// edge in a bus does not fit before it.
func (s *search) tight(x, y float64) float64 {
	across, down := max(s.first.X-x, x-s.last.X, 0), max(s.first.Y-y, y-s.last.Y, 0)
	if across < s.branch.X && down < s.branch.Y {
		return tightBranchCost
	}
	return 0
}

// reach records a path to a place if it is the cheapest so far. before is the
// heading of the preceding state, or -1-port for a start.
func (s *search) reach(i, j int, way geom.Heading, before int32, cost float64) {
	known := s.known.at(i, j, way)
	if known.run == s.known.run && known.cost <= cost {
		return
	}
	s.known.set(i, j, way, state{cost, before, s.known.run})
	if estimate := cost + s.aim.estimate(s.grid.xs[i], s.grid.ys[j], way); estimate < s.bound {
		s.queue.push(searchItem{estimate, cost, placeAt(i, j, way)})
	}
}
