package route

import "math"

// searchItem is a state to continue from. Ties are broken by the cost so far,
// then by place, so that equal graphs have equal routes.
type searchItem struct {
	estimate, cost float64
	place          place
}

func (a *searchItem) before(b *searchItem) bool {
	if a.estimate != b.estimate {
		return a.estimate < b.estimate
	}
	if a.cost != b.cost {
		return a.cost > b.cost // closer to the goal
	}
	return a.place < b.place
}

// searchQueue is a priority queue. Items are in buckets by estimate, and only
// the first bucket is kept in order, since most items are never popped.
type searchQueue struct {
	buckets [queueBuckets]searchHeap
	least   float64 // the estimate at which the second bucket begins
	first   int     // no bucket before it has items
	last    int     // no bucket after it has items
}

const (
	queueBuckets = 1024
	bucketWidth  = 8 // range of estimates of a bucket; the first and last buckets are open-ended
)

// clear empties the queue. Few of the next items should have an estimate below
// least.
func (q *searchQueue) clear(least float64) {
	for i := q.first; i <= q.last; i++ {
		q.buckets[i] = q.buckets[i][:0]
	}
	q.least, q.first, q.last = least, queueBuckets, -1
}

func (q *searchQueue) push(item searchItem) {
	bucket := int(min(max((item.estimate-q.least)*(1.0/bucketWidth)+1, 0), queueBuckets-1))
	q.first, q.last = min(q.first, bucket), max(q.last, bucket)
	q.buckets[bucket].push(item)
}

func (q *searchQueue) pop() (item searchItem, found bool) {
	for ; q.first <= q.last; q.first++ {
		if heap := &q.buckets[q.first]; len(*heap) > 0 {
			return heap.pop(), true
		}
	}
	return searchItem{estimate: math.Inf(1)}, false
}

// searchHeap is a binary heap. container/heap would allocate each item.
type searchHeap []searchItem

func (h *searchHeap) push(item searchItem) {
	*h = append(*h, item)
	items := *h
	i := len(items) - 1
	for i > 0 {
		parent := (i - 1) / 2
		if !item.before(&items[parent]) {
			break
		}
		items[i] = items[parent]
		i = parent
	}
	items[i] = item
}

func (h *searchHeap) pop() searchItem {
	items := *h
	top, last := items[0], len(items)-1
	item := items[last]
	items = items[:last]
	i := 0
	for {
		child := 2*i + 1
		if child >= last {
			break
		}
		if child+1 < last && items[child+1].before(&items[child]) {
			child++
		}
		if !items[child].before(&item) {
			break
		}
		items[i] = items[child]
		i = child
	}
	if last > 0 {
		items[i] = item
	}
	*h = items
	return top
}
