package limit

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// Cache keeps the most recently used values within a memory limit.
type Cache[K comparable, V any] struct {
	most int64

	mutex  sync.Mutex
	values *simplelru.LRU[K, sized[V]]
	bytes  int64
}

type sized[V any] struct {
	value V
	bytes int64
}

// NewCache returns a cache whose values together take at most that many bytes. A
// larger value is kept until the next one is added.
func NewCache[K comparable, V any](most int64) *Cache[K, V] {
	cache := &Cache[K, V]{most: most}
	const count = 10_000 // values; the bytes are what counts
	values, err := simplelru.NewLRU(count, func(_ K, left sized[V]) { cache.bytes -= left.bytes })
	if err != nil {
		panic(err) // only for a count below 1
	}
	cache.values = values
	return cache
}

// Get returns the value of a key, and whether there is one.
func (c *Cache[K, V]) Get(key K) (value V, found bool) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	kept, found := c.values.Get(key)
	return kept.value, found
}

// Add keeps a value of about that many bytes and returns it, or returns the value
// that the key already has.
func (c *Cache[K, V]) Add(key K, value V, bytes int64) V {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	if kept, found := c.values.Get(key); found {
		return kept.value
	}
	c.add(key, value, bytes)
	return value
}

// Replace keeps a value of about that many bytes in place of the one of its key.
func (c *Cache[K, V]) Replace(key K, value V, bytes int64) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.values.Remove(key)
	c.add(key, value, bytes)
}

func (c *Cache[K, V]) add(key K, value V, bytes int64) {
	c.values.Add(key, sized[V]{value, bytes})
	c.bytes += bytes
	for c.bytes > c.most && c.values.Len() > 1 {
		c.values.RemoveOldest()
	}
}

// Len is the number of values.
func (c *Cache[K, V]) Len() int {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	return c.values.Len()
}
