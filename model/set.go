package model

import (
	"maps"
	"slices"
)

// Set is a set of references. Saved as an object {"id": true}, so that two
// people's additions merge; false is no member and is never saved.
type Set map[ID]bool

// SetOfIDs makes a set.
func SetOfIDs(ids ...ID) Set {
	set := make(Set, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return set
}

// Sorted lists the members, smallest first.
func (s Set) Sorted() []ID { return slices.Sorted(maps.Keys(s)) }
