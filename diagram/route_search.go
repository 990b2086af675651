package diagram

import "math"

// What the search pays beside the length in pixels.
const (
	bendCost     = 70  // a corner
	crossingCost = 55  // another edge crossed
	sharingCost  = 0.6 // each pixel on a line where another edge runs
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
// for all edges of a picture, since its tables are large.
type search struct {
	grid  *routeGrid
	cost  []float64 // best so far of each state: crossing × heading
	from  []int32   // the state before; -1-port for a start
	stamp []int32   // the run in which cost and from were set
	run   int32
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
	states := 4 * len(grid.inside)
	return &search{grid: grid, greed: greed, patience: maxPatience, cost: make([]float64, states),
		from: make([]int32, states), stamp: make([]int32, states), goals: map[int]goal{}}
}

// find gives the way as crossings of the grid with the ports that it uses.
func (s *search) find(starts, ends []port) (nodes []int, start, end port, found bool) {
	s.begin(ends)
	s.first, s.last = s.extent(starts)
	for i, p := range starts {
		s.reach(4*p.node+int(p.way), int32(-1-i), p.cost)
	}
	bestState, bestCost := -1, math.Inf(1)
	for ; len(s.queue) > 0 && s.patience > 0; s.patience-- {
		next := s.queue.pop()
		if next.estimate >= bestCost {
			break
		}
		state := int(next.state)
		if next.cost > s.cost[state] {
			continue
		}
		if end, is := s.goals[state]; is && next.cost+end.cost < bestCost {
			bestState, bestCost = state, next.cost+end.cost
		}
		s.expand(state)
	}
	if bestState < 0 {
		return nil, port{}, port{}, false
	}
	end = ends[s.goals[bestState].port]
	state := int32(bestState)
	for state >= 0 {
		nodes = append(nodes, int(state)/4)
		state = s.from[state]
	}
	reverse(nodes)
	return nodes, starts[-1-state], end, true
}

func reverse(nodes []int) {
	for i, j := 0, len(nodes)-1; i < j; i, j = i+1, j-1 {
		nodes[i], nodes[j] = nodes[j], nodes[i]
	}
}

func (s *search) begin(ends []port) {
	s.run++
	s.queue = s.queue[:0]
	clear(s.goals)
	s.near, s.far = s.extent(ends)
	for i, p := range ends {
		inward := p.way.opposite()
		s.offer(4*p.node+int(inward), goal{i, p.cost})
		s.offer(4*p.node+int((inward+1)%4), goal{i, p.cost + bendCost + lateBendCost})
		s.offer(4*p.node+int((inward+3)%4), goal{i, p.cost + bendCost + lateBendCost})
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

// expand goes on from a state: straight, or with a bend. Never back.
func (s *search) expand(state int) {
	node, way := state/4, heading(state%4)
	for _, turn := range [3]heading{0, 1, 3} {
		to := (way + turn) % 4
		next, through, length := s.grid.step(node, to)
		if next < 0 || through.blocked {
			continue
		}
		cost := s.cost[state] + length*(1+float64(through.rough)/10)
		if through.edges > 0 {
			cost += length * sharingCost * float64(min(through.edges, 3))
		}
		if turn == 0 {
			cost += crossingCost * float64(s.grid.crossed(node, to))
		} else {
			at := s.grid.point(node)
			away := max(s.first.X-at.X, at.X-s.last.X, 0) + max(s.first.Y-at.Y, at.Y-s.last.Y, 0)
			cost += bendCost + min(20, farBendCost*away)
		}
		s.reach(4*next+int(to), int32(state), cost)
	}
}

// reach notes a way to a state if it is the cheapest so far.
func (s *search) reach(state int, from int32, cost float64) {
	if s.stamp[state] == s.run && s.cost[state] <= cost {
		return
	}
	s.stamp[state], s.cost[state], s.from[state] = s.run, cost, from
	s.queue.push(searchItem{cost + s.estimate(state), cost, int32(state)})
}

// estimate is what the rest costs at least: the distance to the goals and the
// bends on the way there, seen from the present heading.
func (s *search) estimate(state int) float64 {
	at := s.grid.point(state / 4)
	dx := s.near.X - at.X
	if dx < 0 {
		dx = min(0, s.far.X-at.X)
	}
	dy := s.near.Y - at.Y
	if dy < 0 {
		dy = min(0, s.far.Y-at.Y)
	}
	ahead, aside := dx, dy
	switch heading(state % 4) {
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
