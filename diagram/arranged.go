package diagram

import (
	lru "github.com/hashicorp/golang-lru/v2"

	"widerow/diagram/digest"
	"widerow/diagram/radial"
)

// arrangedKept bounds the cache: the layout of 40 entity types with 5
// attributes each takes about 12 KB.
const arrangedKept = 256

// arrangedBefore holds the most recently used layouts of all models, by the digest
// of their graphs.
var arrangedBefore = newArranged(arrangedKept)

func newArranged(size int) *lru.Cache[digest.Sum, *radial.Layout] {
	cache, err := lru.New[digest.Sum, *radial.Layout](size)
	if err != nil {
		panic(err) // the size is a constant above 0
	}
	return cache
}

// arranged returns the layout of a graph, from the cache if possible. The result is
// shared and must not be changed.
func arranged(g *radial.Graph) *radial.Layout {
	key := digest.Of(g)
	if known, found := arrangedBefore.Get(key); found {
		return known
	}
	made := radial.Arrange(g)
	arrangedBefore.Add(key, made)
	return made
}
