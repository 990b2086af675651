package mapping

import (
	"container/heap"
	"maps"
	"math"
	"math/bits"
	"slices"

	"widerow/model"
)

// maxTerminals is the number of terminals up to which the cheapest tree is found.
// Beyond it, the tree joins the nearest terminal one after the other. The time of
// the exact search grows with 3 to this power.
const maxTerminals = 8

// ban is what a tree may not contain: nodes, and links from a relationship type to an
// instance.
type ban struct {
	nodes map[int]bool
	links map[[2]int]bool
}

func (b ban) forbids(from, to int) bool {
	return b.nodes[to] || len(b.links) > 0 && (b.links[[2]int{from, to}] || b.links[[2]int{to, from}])
}

// andLink returns the ban with one more link.
func (b ban) andLink(relationship, end int) ban {
	links := maps.Clone(b.links)
	if links == nil {
		links = map[[2]int]bool{}
	}
	links[[2]int{relationship, end}] = true
	return ban{b.nodes, links}
}

// maxCrowded is how often tree looks for another way because a relationship type has
// more ends in the tree than participants.
const maxCrowded = 4

// tree returns the cheapest tree that contains the terminals and none of the banned
// nodes, or false if there is none. In each relationship type of it, there is a
// participant for each instance.
func (g *graph) tree(terminals []int, banned map[int]bool) (tree, bool) {
	return g.treeWithout(terminals, ban{nodes: banned}, maxCrowded)
}

func (g *graph) treeWithout(terminals []int, banned ban, tries int) (best tree, found bool) {
	best, found = g.cheapest(terminals, banned)
	at, ends := g.crowded(best)
	if !found || len(ends) == 0 {
		return best, found
	}
	found = false
	for _, end := range ends {
		if tries == 0 {
			break
		}
		other, also := g.treeWithout(terminals, banned.andLink(at, end), tries-1)
		if also && (!found || other.cost < best.cost) {
			best, found = other, true
		}
	}
	return best, found
}

// crowded returns a relationship type of a tree to which more instances of an entity
// type are linked than can take part in it, with these instances.
func (g *graph) crowded(t tree) (at int, ends []int) {
	for _, at := range t.nodes {
		if !g.isRelationship(at) {
			continue
		}
		relationship := g.model.Concepts.Relationships[g.nodes[at].of]
		byEntity := map[model.ID][]int{}
		for _, end := range t.neighbours(at) {
			if n := g.nodes[end]; relationship.Participants[n.participant] == nil {
				byEntity[n.of] = append(byEntity[n.of], end)
			}
		}
		for _, end := range t.neighbours(at) {
			of := g.nodes[end].of
			if len(byEntity[of]) > g.places(g.nodes[at].of, of) {
				return at, byEntity[of]
			}
		}
	}
	return 0, nil
}

// cheapest returns the cheapest tree, whether it has participants for all ends or not
// (Dreyfus and Wagner, "The Steiner Problem in Graphs", 1971).
func (g *graph) cheapest(terminals []int, banned ban) (tree, bool) {
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
	banned ban
	cost   [][]int
	from   [][]int // the other end of the edge, -1 for none
	part   [][]int // one of the two sets, 0 for none
}

func newSteiner(g *graph, terminals []int, banned ban) *steiner {
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
			if total := next.cost + link.cost; total < cost[link.to] && !s.banned.forbids(next.node, link.to) {
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
func (g *graph) greedyTree(terminals []int, banned ban) (tree, bool) {
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
func (g *graph) distances(inside map[int]bool, banned ban) (cost, from []int) {
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
