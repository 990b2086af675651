package er

import "math"

// ways are the shortest ways from some nodes to those reached. They hold until the graph
// is searched again: all searches in the same concepts use the same memory.
type ways struct {
	reached []int
	costs   []int // by node; 0 for one that is not reached, else one more than the cost
	before  []int // the node before it on its way
	queue   nodeQueue
}

// cost returns the cost of the way to a node, math.MaxInt if it is not reached.
func (w *ways) cost(at int) int {
	if w.costs[at] == 0 {
		return math.MaxInt
	}
	return w.costs[at] - 1
}

// reach notes a way to a node if it is the shortest so far.
func (w *ways) reach(at, before, cost int) {
	if cost >= w.cost(at) {
		return
	}
	if w.costs[at] == 0 {
		w.reached = append(w.reached, at)
	}
	w.costs[at], w.before[at] = cost+1, before
	w.queue.push(queued{at, cost})
}

// cleared returns memory for the ways in a graph of some nodes.
func (w *ways) cleared(nodes int) *ways {
	for _, at := range w.reached {
		w.costs[at] = 0
	}
	w.reached, w.queue = w.reached[:0], w.queue[:0]
	if len(w.costs) < nodes {
		w.costs, w.before = make([]int, nodes), make([]int, nodes)
	}
	return w
}

// waysFrom finds the shortest ways from some nodes (Dijkstra), up to what the search may
// cost and to the first node that is enough. Of ways that cost the same, it is the one by
// the node that is nearer, then by the one with the smaller index.
func (g *Graph) waysFrom(sources []int, s search, enough func(int) bool) *ways {
	w := g.ways.cleared(len(g.all))
	for _, source := range sources {
		w.reach(source, source, 0)
	}
	for len(w.queue) > 0 {
		next := w.queue.pop()
		if next.cost > w.cost(next.node) {
			continue
		}
		if enough != nil && enough(next.node) {
			break
		}
		for _, link := range g.linksOf(next.node) {
			if total := next.cost + link.cost; total <= s.most && !s.forbids(next.node, link.to) {
				w.reach(link.to, next.node, total)
			}
		}
	}
	return w
}

type queued struct{ node, cost int }

func (q queued) less(other queued) bool {
	return q.cost < other.cost || q.cost == other.cost && q.node < other.node
}

// nodeQueue is a heap of nodes by cost, then by index.
type nodeQueue []queued

func (q *nodeQueue) push(added queued) {
	*q = append(*q, added)
	heap := *q
	for at := len(heap) - 1; at > 0 && heap[at].less(heap[(at-1)/2]); at = (at - 1) / 2 {
		heap[at], heap[(at-1)/2] = heap[(at-1)/2], heap[at]
	}
}

func (q *nodeQueue) pop() queued {
	heap := *q
	first, last := heap[0], len(heap)-1
	heap[0] = heap[last]
	heap = heap[:last]
	for at := 0; ; {
		least := at
		for child := 2*at + 1; child <= 2*at+2 && child < last; child++ {
			if heap[child].less(heap[least]) {
				least = child
			}
		}
		if least == at {
			break
		}
		heap[at], heap[least] = heap[least], heap[at]
		at = least
	}
	*q = heap
	return first
}
