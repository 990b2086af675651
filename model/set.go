package model

import (
	"maps"
	"slices"
)

// IDSet is a set of references. It is saved as an object {"id": true}, so that
// concurrent additions merge. false means that the ID is not a member, and is
// never saved.
type IDSet map[ID]bool

// SetOfIDs returns a set with these members.
func SetOfIDs(ids ...ID) IDSet {
	set := make(IDSet, len(ids))
	for _, id := range ids {
		set[id] = true
	}
	return set
}

// Sorted returns the members in ascending order. Most sets have one or none.
func (s IDSet) Sorted() []ID {
	if len(s) == 0 {
		return nil
	}
	ids := slices.AppendSeq(make([]ID, 0, len(s)), maps.Keys(s))
	slices.Sort(ids)
	return ids
}
