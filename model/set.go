package model

import (
	"maps"
	"slices"
)

// IDSet is a set of references. Saved as an object {"id": true}, so that two
// people's additions merge; false is no member and is never saved.
type IDSet map[ID]bool

// SetOfIDs makes a set.
func SetOfIDs(ids ...ID) IDSet {
	set := make(IDSet, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return set
}

// Sorted lists the members, smallest first.
func (s IDSet) Sorted() []ID { return slices.Sorted(maps.Keys(s)) }
