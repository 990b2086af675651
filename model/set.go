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

// Sorted lists the members, smallest first. Most sets have one, or none.
func (s IDSet) Sorted() []ID {
	if len(s) == 0 {
		return nil
	}
	ids := slices.AppendSeq(make([]ID, 0, len(s)), maps.Keys(s))
	slices.Sort(ids)
	return ids
}
