package diagram

import (
	"math"
	"slices"
)

// What the search pays beside the length in pixels.
const (
	bendCost     = 70  // a corner
	crossingCost = 55  // another edge crossed
	sharingCost  = 0.6 // each pixel on a line where another edge runs
	titleCost    = 3   // each pixel over a group's title
	lateBendCost = 20  // a corner that leaves little of the line for the arrow head
	farBendCost  = 0.1 // each pixel of a corner's distance from the start, up to 20
	offsetCost   = 0.3 // each pixel between a port and the best place of its side
)

// port is a place where an edge may leave or reach its box: a crossing of the
// grid just outside and the point on the border.
type port struct {
	node   int
	way    heading // out of the box
	border Point
	cost   float64
}

// search finds the cheapest way between two sets of ports by A*. It is kept
// for all edges of a picture, since its table is large.
type search struct {
	grid  *routeGrid
	known *stateTable
	queue searchQueue
	goals map[int]goal // by state, of this run
	// patience is how many states may still be looked at for this picture.
	patience int
	// greed above 1 looks at less of the grid and may miss the cheapest way.
	greed float64
	// near and far bound the goals: what the estimate aims at.
	near, far Point
	// first and last bound the starts.
	first, last Point
}

type goal struct {
	port int // index of the port
	cost float64
}

// greedFor trades the cheapest ways for time: among 100 tables with 133 edges
// 1 takes 110 ms, 1.5 takes 35 ms and 2 takes 22 ms, with twice the labels that
// lie on another edge. In a wide picture of many hundred edges it has to
// outweigh what crossings cost, or each search floods the whole grid.
func greedFor(edges int) float64 {
	switch {
	case edges <= 50:
		return 1
	case edges <= 200:
		return 1.5
	case edges <= 300:
		return 2
	default:
		return 4
	}
}

// maxPatience is about a second of search. The edges that are left then, the
// longest ones, become straight lines.
const maxPatience = 4_000_000

func newSearch(grid *routeGrid, greed float64) *search {
	return &search{grid: grid, known: newStateTable(grid), greed: greed, patience: maxPatience, goals: map[int]goal{}}
}

// find gives the way as crossings of the grid with the ports that it uses.
func (s *search) find(starts, ends []port) (nodes []int, start, end port, found bool) {
	s.begin(starts, ends)
	bestState, bestCost := -1, math.Inf(1)
	for ; len(s.queue) > 0 && s.patience > 0; s.patience-- {
		next := s.queue.pop()
		if next.estimate >= bestCost {
			break
		}
		i, j := s.grid.indexes(int(next.state) / 4)
		if next.cost > s.known.at(i, j, heading(next.state%4)).cost {
			continue
		}
		if end, is := s.goalAt(i, j, int(next.state)); is && next.cost+end.cost < bestCost {
			bestState, bestCost = int(next.state), next.cost+end.cost
		}
		s.expand(next, i, j)
	}
	if bestState < 0 {
		return nil, port{}, port{}, false
	}
	end = ends[s.goals[bestState].port]
	state := int32(bestState)
	for state >= 0 {
		node := int(state) / 4
		nodes = append(nodes, node)
		i, j := s.grid.indexes(node)
		state = s.known.at(i, j, heading(state%4)).from
	}
	slices.Reverse(nodes)
	return nodes, starts[-1-state], end, true
}

func (s *search) begin(starts, ends []port) {
	s.known.forget()
	s.queue = s.queue[:0]
	clear(s.goals)
	s.near, s.far = s.extent(ends)
	s.first, s.last = s.extent(starts)
	for i, p := range ends {
		inward := p.way.opposite()
		s.offer(4*p.node+int(inward), goal{i, p.cost})
		s.offer(4*p.node+int((inward+1)%4), goal{i, p.cost + bendCost + lateBendCost})
		s.offer(4*p.node+int((inward+3)%4), goal{i, p.cost + bendCost + lateBendCost})
	}
	for k, p := range starts {
		i, j := s.grid.indexes(p.node)
		s.reach(i, j, p.way, int32(-1-k), p.cost)
	}
}

// extent is the rectangle round some ports.
func (s *search) extent(ports []port) (low, high Point) {
	low, high = Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	for _, p := range ports {
		at := s.grid.point(p.node)
		low = Point{min(low.X, at.X), min(low.Y, at.Y)}
		high = Point{max(high.X, at.X), max(high.Y, at.Y)}
	}
	return low, high
}

// offer makes a state a goal, if it is none that costs less.
func (s *search) offer(state int, g goal) {
	if known, found := s.goals[state]; !found || g.cost < known.cost {
		s.goals[state] = g
	}
}

// goalAt tells whether a state is a goal. Few are near one.
func (s *search) goalAt(i, j, state int) (g goal, is bool) {
	x, y := s.grid.xs[i], s.grid.ys[j]
	if x < s.near.X || x > s.far.X || y < s.near.Y || y > s.far.Y {
		return goal{}, false
	}
	g, is = s.goals[state]
	return g, is
}

// expand goes on from a state: straight, or with a bend. Never back.
func (s *search) expand(from searchItem, i, j int) {
	node, way := int(from.state)/4, heading(from.state%4)
	for _, turn := range [3]heading{0, 1, 3} {
		to := (way + turn) % 4
		nextI, nextJ, through, length := s.grid.step(i, j, to)
		if through == nil || *through&blocked != 0 {
			continue
		}
		cost := from.cost + length
		if *through&onTitle != 0 {
			cost += length * titleCost
		}
		if edges := through.edges(); edges > 0 {
			cost += length * sharingCost * float64(min(edges, 3))
		}
		if turn == 0 {
			cost += crossingCost * float64(s.grid.crossed(node, to))
		} else {
			x, y := s.grid.xs[i], s.grid.ys[j]
			away := max(s.first.X-x, x-s.last.X, 0) + max(s.first.Y-y, y-s.last.Y, 0)
			cost += bendCost + min(20, farBendCost*away)
		}
		s.reach(nextI, nextJ, to, from.state, cost)
	}
}

// reach notes a way to a state if it is the cheapest so far.
func (s *search) reach(i, j int, way heading, from int32, cost float64) {
	known := s.known.at(i, j, way)
	if known.run == s.known.run && known.cost <= cost {
		return
	}
	*known = state{cost, from, s.known.run}
	s.queue.push(searchItem{cost + s.estimate(s.grid.xs[i], s.grid.ys[j], way), cost, int32(4*s.grid.node(i, j) + int(way))})
}

// estimate is what the rest costs at least: the distance to the goals and the
// bends on the way there, seen from the present heading.
func (s *search) estimate(x, y float64, way heading) float64 {
	dx, dy := s.near.X-x, s.near.Y-y
	if dx < 0 {
		dx = min(0, s.far.X-x)
	}
	if dy < 0 {
		dy = min(0, s.far.Y-y)
	}
	ahead, aside := dx, dy
	switch way {
	case left:
		ahead = -dx
	case below:
		ahead, aside = dy, dx
	case above:
		ahead, aside = -dy, dx
	}
	bends := 0.0
	if ahead < 0 {
		bends = 2
	} else if aside != 0 {
		bends = 1
	}
	return s.greed*(math.Abs(dx)+math.Abs(dy)) + bends*bendCost
}

type searchItem struct {
	estimate, cost float64
	state          int32
}

// searchQueue is a heap by estimate; equal ones go by state, so that the same
// graph always gives the same routes. (container/heap would allocate each item.)
type searchQueue []searchItem

func (q searchQueue) less(i, j int) bool {
	if q[i].estimate != q[j].estimate {
		return q[i].estimate < q[j].estimate
	}
	if q[i].cost != q[j].cost {
		return q[i].cost > q[j].cost // nearer to the goal
	}
	return q[i].state < q[j].state
}

func (q *searchQueue) push(item searchItem) {
	*q = append(*q, item)
	items := *q
	for i := len(items) - 1; i > 0; {
		parent := (i - 1) / 2
		if !items.less(i, parent) {
			return
		}
		items[i], items[parent] = items[parent], items[i]
		i = parent
	}
}

func (q *searchQueue) pop() searchItem {
	items := *q
	top, last := items[0], len(items)-1
	items[0] = items[last]
	items = items[:last]
	for i := 0; ; {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < last; child++ {
			if items.less(child, least) {
				least = child
			}
		}
		if least == i {
			break
		}
		items[i], items[least] = items[least], items[i]
		i = least
	}
	*q = items
	return top
}
