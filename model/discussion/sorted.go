package discussion

import (
	"hash/maphash"
	"iter"
)

// sorted is a map in the order of its keys. It is never changed: set and without return
// another one
// that shares almost all nodes with it, in a time that grows with the logarithm of the
// size. It is a treap: the priority of a node is a hash of its key, so equal keys give
// equal shapes. nil is the empty one.
type sorted[K key[K], V comparable] struct {
	key         K
	value       V
	priority    uint64
	size        int
	left, right *sorted[K, V]
}

type key[K any] interface {
	comparable
	compare(other K) int
}

var seed = maphash.MakeSeed()

func (t *sorted[K, V]) len() int {
	if t == nil {
		return 0
	}
	return t.size
}

// with returns the node between other subtrees.
func (t *sorted[K, V]) with(left, right *sorted[K, V]) *sorted[K, V] {
	return &sorted[K, V]{t.key, t.value, t.priority, 1 + left.len() + right.len(), left, right}
}

func (t *sorted[K, V]) get(key K) (value V, found bool) {
	for t != nil {
		switch order := key.compare(t.key); {
		case order == 0:
			return t.value, true
		case order < 0:
			t = t.left
		default:
			t = t.right
		}
	}
	return value, false
}

func (t *sorted[K, V]) set(key K, value V) *sorted[K, V] {
	return t.insert(&sorted[K, V]{key: key, value: value, priority: maphash.Comparable(seed, key)})
}

func (t *sorted[K, V]) insert(added *sorted[K, V]) *sorted[K, V] {
	if t == nil || t.priority < added.priority { // below, the key would have a lower priority
		left, _, right := t.split(added.key)
		return added.with(left, right)
	}
	switch order := added.key.compare(t.key); {
	case order == 0:
		return added.with(t.left, t.right)
	case order < 0:
		return t.with(t.left.insert(added), t.right)
	}
	return t.with(t.left, t.right.insert(added))
}

// split parts the tree at a key. found is the node of the key, or nil.
func (t *sorted[K, V]) split(key K) (less, found, more *sorted[K, V]) {
	if t == nil {
		return nil, nil, nil
	}
	switch order := key.compare(t.key); {
	case order == 0:
		return t.left, t, t.right
	case order < 0:
		less, found, more = t.left.split(key)
		return less, found, t.with(more, t.right)
	}
	less, found, more = t.right.split(key)
	return t.with(t.left, less), found, more
}

func (t *sorted[K, V]) without(key K) *sorted[K, V] {
	if t == nil {
		return nil
	}
	switch order := key.compare(t.key); {
	case order == 0:
		return join(t.left, t.right)
	case order < 0:
		return t.with(t.left.without(key), t.right)
	}
	return t.with(t.left, t.right.without(key))
}

// join returns a tree of two, of which all keys of the first are the lower ones.
func join[K key[K], V comparable](less, more *sorted[K, V]) *sorted[K, V] {
	switch {
	case less == nil:
		return more
	case more == nil:
		return less
	case less.priority > more.priority:
		return less.with(less.left, join(less.right, more))
	}
	return more.with(join(less, more.left), more.right)
}

// below counts the keys that are lower than key.
func (t *sorted[K, V]) below(key K) (count int) {
	for t != nil {
		if t.key.compare(key) < 0 {
			count += 1 + t.left.len()
			t = t.right
		} else {
			t = t.left
		}
	}
	return count
}

// all yields the entries in the order of their keys.
func (t *sorted[K, V]) all() iter.Seq2[K, V] {
	return func(yield func(K, V) bool) { t.walk(yield) }
}

func (t *sorted[K, V]) walk(yield func(K, V) bool) bool {
	return t == nil || t.left.walk(yield) && yield(t.key, t.value) && t.right.walk(yield)
}

// from yields the entries whose keys are not lower than key.
func (t *sorted[K, V]) from(key K) iter.Seq2[K, V] {
	return func(yield func(K, V) bool) { t.walkFrom(key, yield) }
}

func (t *sorted[K, V]) walkFrom(key K, yield func(K, V) bool) bool {
	switch {
	case t == nil:
		return true
	case t.key.compare(key) < 0:
		return t.right.walkFrom(key, yield)
	}
	return t.left.walkFrom(key, yield) && yield(t.key, t.value) && t.right.walk(yield)
}

// since visits the entries that differ from those of before. It skips what both share.
func (t *sorted[K, V]) since(before *sorted[K, V], visit func(K, V)) {
	if t == before || t == nil {
		return
	}
	less, was, more := before.split(t.key)
	t.left.since(less, visit)
	if was == nil || was.value != t.value {
		visit(t.key, t.value)
	}
	t.right.since(more, visit)
}

// first returns the lowest key that is not lower than key.
func (t *sorted[K, V]) first(key K) (found K, ok bool) {
	for next := range t.from(key) {
		return next, true
	}
	return found, false
}
