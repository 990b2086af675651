package er

import (
	"cmp"
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

// search is a search for a tree: what it may not contain, and what it may cost at most.
// The banned are nodes, and links from a relationship type to an instance.
type search struct {
	nodes map[int]bool
	links map[[2]int]bool
	most  int
}

// anyTree is a search for a tree of whatever cost.
func anyTree() search { return search{most: anyCost} }

// anyCost is more than any tree costs, and less than none.
const anyCost = math.MaxInt - 1

func (s *search) forbids(from, to int) bool {
	return s.nodes[to] || len(s.links) > 0 && (s.links[[2]int{from, to}] || s.links[[2]int{to, from}])
}

// andLink returns the search with one more banned link.
func (s search) andLink(relationship, end int) search {
	links := maps.Clone(s.links)
	if links == nil {
		links = map[[2]int]bool{}
	}
	links[[2]int{relationship, end}] = true
	return search{s.nodes, links, s.most}
}

// maxCrowded bounds the attempts of tree to find another way around a relationship type with more
// ends in the tree than participants.
const maxCrowded = 4

// tree returns the cheapest tree that contains the terminals and fits the search, or
// false if there is none. In each relationship type of it, there is a participant for
// each instance.
func (g *Graph) tree(terminals []int, s search) (Tree, bool) {
	return g.treeWithin(terminals, s, maxCrowded)
}

func (g *Graph) treeWithin(terminals []int, s search, tries int) (best Tree, found bool) {
	best, found = g.cheapest(terminals, s)
	at, ends := g.crowded(best)
	if !found || len(ends) == 0 {
		return best, found
	}
	found = false
	for _, end := range ends {
		if tries == 0 {
			break
		}
		other, also := g.treeWithin(terminals, s.andLink(at, end), tries-1)
		if also && (!found || other.cost < best.cost) {
			best, found = other, true
		}
	}
	return best, found
}

// crowded returns a relationship type of a tree to which more instances of an entity
// type are linked than can take part in it, with these instances.
func (g *Graph) crowded(t Tree) (at int, ends []int) {
	for _, at := range t.Nodes {
		if !g.IsRelationship(at) {
			continue
		}
		of := g.Node(at).Of
		relationship := g.Model.Concepts.Relationships[of]
		byEntity := map[model.ID][]int{}
		for _, end := range t.Neighbours(at) {
			if n := g.Node(end); relationship.Participants[n.Participant] == nil {
				byEntity[n.Of] = append(byEntity[n.Of], end)
			}
		}
		for _, end := range t.Neighbours(at) {
			entity := g.Node(end).Of
			if len(byEntity[entity]) > g.participations(of, entity) {
				return at, byEntity[entity]
			}
		}
	}
	return 0, nil
}

// cheapest returns the cheapest tree, whether it has participants for all ends or not
// (Dreyfus and Wagner, "The Steiner Problem in Graphs", 1971).
func (g *Graph) cheapest(terminals []int, s search) (Tree, bool) {
	switch {
	case g.Stopped():
		return Tree{}, false
	case len(terminals) == 0:
		return Tree{}, true
	case len(terminals) == 1:
		return Tree{Nodes: []int{terminals[0]}}, true
	case len(terminals) > maxTerminals:
		return g.greedyTree(terminals, s)
	case len(terminals) == 2:
		return g.shortest(terminals[1], terminals[0], s)
	}
	return g.exactTree(terminals, s)
}

// shortest returns the shortest way between two nodes.
func (g *Graph) shortest(from, to int, s search) (Tree, bool) {
	w := g.waysFrom([]int{from}, s, func(at int) bool { return at == to })
	if w.cost(to) == math.MaxInt {
		return Tree{}, false
	}
	found := Tree{cost: w.cost(to)}
	for at := to; at != from; at = w.before[at] {
		found.Edges = append(found.Edges, [2]int{w.before[at], at})
	}
	found.finish(to)
	return found, true
}

// steiner holds, for each set of terminals and each node of an area, the cost of the
// cheapest tree that connects them, and its last step: an edge from another node, or
// the union of two trees at this node. Nodes are numbered by their
// place in the area.
type steiner struct {
	area   []int
	places map[int]int
	links  [][]link
	cost   [][]int
	from   [][]int // the other end of the edge, -1 for none
	part   [][]int // one of the two sets, 0 for none
}

// exactTree finds the cheapest tree within the area in which it must be.
func (g *Graph) exactTree(terminals []int, s search) (Tree, bool) {
	area, found := g.areaOf(terminals, s)
	if !found {
		return Tree{}, false
	}
	st := g.newSteiner(area, terminals, &s)
	full, root := 1<<len(terminals)-1, st.places[terminals[0]]
	if g.Stopped() || st.cost[full][root] > s.most {
		return Tree{}, false
	}
	best := Tree{cost: st.cost[full][root]}
	st.collect(full, root, &best)
	best.finish(terminals[0])
	return best, true
}

// areaOf returns the nodes that may be in the cheapest tree, in their order: those from
// which no terminal is farther than the tree costs at most.
func (g *Graph) areaOf(terminals []int, s search) ([]int, bool) {
	greedy, found := g.greedyTree(terminals, search{s.nodes, s.links, anyCost})
	if !found {
		return nil, false
	}
	s.most = min(s.most, greedy.cost)
	near := map[int]int{}
	for _, terminal := range terminals {
		for _, at := range g.waysFrom([]int{terminal}, s, nil).reached {
			near[at]++
		}
	}
	maps.DeleteFunc(near, func(_, count int) bool { return count < len(terminals) })
	return slices.Sorted(maps.Keys(near)), All(terminals, func(at int) bool { return near[at] > 0 })
}

func (g *Graph) newSteiner(area, terminals []int, search *search) *steiner {
	sets := 1 << len(terminals)
	s := &steiner{area: area, places: map[int]int{}, links: make([][]link, len(area)), cost: make([][]int, sets),
		from: make([][]int, sets), part: make([][]int, sets)}
	for place, at := range area {
		s.places[at] = place
	}
	for place, at := range area {
		for _, l := range g.linksOf(at) {
			if to, inside := s.places[l.to]; inside && !search.forbids(at, l.to) {
				s.links[place] = append(s.links[place], link{to, l.cost})
			}
		}
	}
	for set := 1; set < sets && !g.Stopped(); set++ {
		s.cost[set] = slices.Repeat([]int{math.MaxInt}, len(area))
		s.from[set] = slices.Repeat([]int{-1}, len(area))
		s.part[set] = make([]int, len(area))
		if bits.OnesCount(uint(set)) == 1 {
			s.cost[set][s.places[terminals[bits.TrailingZeros(uint(set))]]] = 0
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
	var queue nodeQueue
	for at := range cost {
		if cost[at] < math.MaxInt {
			queue.push(queued{at, cost[at]})
		}
	}
	for len(queue) > 0 {
		next := queue.pop()
		if next.cost > cost[next.node] {
			continue
		}
		for _, link := range s.links[next.node] {
			if total := next.cost + link.cost; total < cost[link.to] {
				cost[link.to], s.from[set][link.to], s.part[set][link.to] = total, next.node, 0
				queue.push(queued{link.to, total})
			}
		}
	}
}

func (s *steiner) collect(set, at int, into *Tree) {
	if part := s.part[set][at]; part != 0 {
		s.collect(part, at, into)
		s.collect(set&^part, at, into)
		return
	}
	if from := s.from[set][at]; from >= 0 {
		into.Edges = append(into.Edges, [2]int{s.area[from], s.area[at]})
		s.collect(set, from, into)
	}
}

// greedyTree joins the nearest terminal to the tree until it holds all.
func (g *Graph) greedyTree(terminals []int, s search) (Tree, bool) {
	found := Tree{}
	inside := map[int]bool{terminals[0]: true}
	for {
		left := slices.DeleteFunc(slices.Clone(terminals), func(at int) bool { return inside[at] })
		if len(left) == 0 {
			found.finish(terminals[0])
			return found, found.cost <= s.most
		}
		w := g.waysFrom(slices.Collect(maps.Keys(inside)), s, func(at int) bool { return slices.Contains(left, at) })
		nearest := slices.MinFunc(left, func(a, b int) int { return cmp.Compare(w.cost(a), w.cost(b)) })
		if w.cost(nearest) == math.MaxInt || g.Stopped() {
			return Tree{}, false
		}
		found.cost += w.cost(nearest)
		for at := nearest; !inside[at]; at = w.before[at] {
			inside[at] = true
			found.Edges = append(found.Edges, [2]int{w.before[at], at})
		}
	}
}
