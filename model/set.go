package model

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// Set is a set of references. Saved as an object {"id": true}, so that two
// people's additions merge.
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

// UnmarshalJSON refuses {"id": false}, which would be a member to a range
// over the map and none to a lookup.
func (s *Set) UnmarshalJSON(text []byte) error {
	var members map[ID]bool
	if err := json.Unmarshal(text, &members); err != nil {
		return err
	}
	for id, member := range members {
		if !member {
			return fmt.Errorf("set member %q must be true", id)
		}
	}
	*s = members
	return nil
}
