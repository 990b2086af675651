package mapping

import (
	"container/heap"
	"math"
	"math/bits"
	"slices"
)

// maxTerminals is the number of terminals up to which the cheapest tree is found.
// Beyond it, the tree joins the nearest terminal one after the other. The time of
// the exact search grows with 3 to this power.
const maxTerminals = 8

// tree returns the cheapest tree that contains the terminals and none of the
// banned nodes (Dreyfus and Wagner, "The Steiner Problem in Graphs", 1971), or
// false if they are not connected.
func (g *graph) tree(terminals []int, banned map[int]bool) (tree, bool) {
	switch {
	case len(terminals) == 0:
		return tree{}, true
	case len(terminals) > maxTerminals:
		return g.greedyTree(terminals, banned)
	}
	s := newSteiner(g, terminals, banned)
	full := 1<<len(terminals) - 1
	root := terminals[0]
	if s.cost[full][root] == math.MaxInt {
		return tree{}, false
	}
	found := tree{cost: s.cost[full][root]}
	s.collect(full, root, &found)
	found.finish(root)
	return found, true
}

// steiner holds, for each set of terminals and each node, the cost of the
// cheapest tree that connects them, and its last step: an edge from another node,
// or the union of two trees at this node.
type steiner struct {
	graph  *graph
	banned map[int]bool
	cost   [][]int
	from   [][]int // the other end of the edge, -1 for none
	part   [][]int // one of the two sets, 0 for none
}

func newSteiner(g *graph, terminals []int, banned map[int]bool) *steiner {
	sets := 1 << len(terminals)
	s := &steiner{graph: g, banned: banned, cost: make([][]int, sets), from: make([][]int, sets), part: make([][]int, sets)}
	for set := 1; set < sets; set++ {
		s.cost[set] = slices.Repeat([]int{math.MaxInt}, len(g.nodes))
		s.from[set] = slices.Repeat([]int{-1}, len(g.nodes))
		s.part[set] = make([]int, len(g.nodes))
		if bits.OnesCount(uint(set)) == 1 {
			s.cost[set][terminals[bits.TrailingZeros(uint(set))]] = 0
		}
		s.unite(set)
		s.spread(set)
	}
	return s
}

// unite joins the trees of two parts of the set at each node.
func (s *steiner) unite(set int) {
	for part := (set - 1) & set; part > set-part; part = (part - 1) & set {
		rest := set &^ part
		for at := range s.cost[set] {
			a, b := s.cost[part][at], s.cost[rest][at]
			if a == math.MaxInt || b == math.MaxInt || a+b >= s.cost[set][at] {
				continue
			}
			s.cost[set][at], s.part[set][at], s.from[set][at] = a+b, part, -1
		}
	}
}

// spread extends the trees of the set along the edges (Dijkstra).
func (s *steiner) spread(set int) {
	cost := s.cost[set]
	queue := &nodeQueue{}
	for at := range cost {
		if cost[at] < math.MaxInt {
			queue.nodes = append(queue.nodes, queued{at, cost[at]})
		}
	}
	heap.Init(queue)
	for queue.Len() > 0 {
		next := heap.Pop(queue).(queued)
		if next.cost > cost[next.node] {
			continue
		}
		for _, link := range s.graph.links[next.node] {
			if total := next.cost + link.cost; total < cost[link.to] && !s.banned[link.to] {
				cost[link.to], s.from[set][link.to], s.part[set][link.to] = total, next.node, 0
				heap.Push(queue, queued{link.to, total})
			}
		}
	}
}

func (s *steiner) collect(set, at int, into *tree) {
	if part := s.part[set][at]; part != 0 {
		s.collect(part, at, into)
		s.collect(set&^part, at, into)
		return
	}
	if from := s.from[set][at]; from >= 0 {
		into.edges = append(into.edges, [2]int{from, at})
		s.collect(set, from, into)
	}
}

type queued struct{ node, cost int }

// nodeQueue is a heap of nodes by cost, then by index.
type nodeQueue struct {
	nodes []queued
}

func (q *nodeQueue) Len() int { return len(q.nodes) }
func (q *nodeQueue) Less(a, b int) bool {
	if q.nodes[a].cost != q.nodes[b].cost {
		return q.nodes[a].cost < q.nodes[b].cost
	}
	return q.nodes[a].node < q.nodes[b].node
}
func (q *nodeQueue) Swap(a, b int) { q.nodes[a], q.nodes[b] = q.nodes[b], q.nodes[a] }
func (q *nodeQueue) Push(x any)    { q.nodes = append(q.nodes, x.(queued)) }
func (q *nodeQueue) Pop() any {
	last := q.nodes[len(q.nodes)-1]
	q.nodes = q.nodes[:len(q.nodes)-1]
	return last
}

// greedyTree joins the nearest terminal to the tree until it holds all.
func (g *graph) greedyTree(terminals []int, banned map[int]bool) (tree, bool) {
	found := tree{}
	inside := map[int]bool{terminals[0]: true}
	for {
		left := slices.DeleteFunc(slices.Clone(terminals), func(at int) bool { return inside[at] })
		if len(left) == 0 {
			found.finish(terminals[0])
			return found, true
		}
		cost, from := g.distances(inside, banned)
		nearest := slices.MinFunc(left, func(a, b int) int { return cost[a] - cost[b] })
		if cost[nearest] == math.MaxInt {
			return tree{}, false
		}
		found.cost += cost[nearest]
		for at := nearest; !inside[at]; at = from[at] {
			inside[at] = true
			found.edges = append(found.edges, [2]int{from[at], at})
		}
	}
}

// distances returns the cost of the way to each node from the nodes inside, and
// the node before it.
func (g *graph) distances(inside, banned map[int]bool) (cost, from []int) {
	s := &steiner{graph: g, banned: banned, cost: [][]int{make([]int, len(g.nodes))}, from: [][]int{make([]int, len(g.nodes))}, part: [][]int{make([]int, len(g.nodes))}}
	for at := range g.nodes {
		s.cost[0][at] = math.MaxInt
		if inside[at] {
			s.cost[0][at] = 0
		}
	}
	s.spread(0)
	return s.cost[0], s.from[0]
}
