package diagram

import (
	"sync"

	"github.com/hashicorp/golang-lru/v2/simplelru"
)

// memory remembers results by all that they depend on: those used last, as many
// as take a number of bytes. They are shared and must not be changed.
type memory[T sized] struct {
	mu    sync.Mutex
	known *simplelru.LRU[contentKey, T]
	bytes int
	most  int
}

// sized tells how many bytes it takes in memory, leastBytes or more.
type sized interface{ size() int }

// leastBytes is about what a result takes beside its own: its key and its place
// among the others.
const leastBytes = 1 << 10

func newMemory[T sized](most int) *memory[T] {
	m := &memory[T]{most: most}
	known, err := simplelru.NewLRU(most/leastBytes, func(_ contentKey, old T) { m.bytes -= old.size() })
	if err != nil {
		panic(err) // the size is a constant above 0
	}
	m.known = known
	return m
}

// of gives the result that a key stands for, made if it is not known.
func (m *memory[T]) of(key contentKey, make func() T) T {
	if known, found := m.get(key); found {
		return known
	}
	made := make()
	m.put(key, made)
	return made
}

func (m *memory[T]) get(key contentKey) (T, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.known.Get(key)
}

func (m *memory[T]) put(key contentKey, made T) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known.Contains(key) {
		return // somebody else made it meanwhile
	}
	m.known.Add(key, made)
	for m.bytes += made.size(); m.bytes > m.most; {
		m.known.RemoveOldest()
	}
}
