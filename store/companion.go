package store

import (
	"fmt"
	"slices"
	"strings"
)

// A companion is a chain of its own that belongs to a model, such as the
// discussion of it: its id is the model's, a dot and the companion's name. It
// has the same records, hashes and operations as any chain, but the life of
// its model: see Store.Create, Delete and Purge.

// Discussion is the name of the companion with the comments on a model.
const Discussion = "discussion"

// Versions is the name of the companion with the names of revisions.
const Versions = "versions"

var companions = []string{Discussion, Versions}

// Companion returns the id of the model's companion of that name.
func (m ModelID) Companion(name string) ModelID { return m + ModelID("."+name) }

// Owner returns the model that a companion belongs to, or "" for a model.
func (m ModelID) Owner() ModelID {
	owner, name, _ := strings.Cut(string(m), ".")
	if !slices.Contains(companions, name) {
		return ""
	}
	return ModelID(owner)
}

// Companions returns the ids that companions of the model may have.
func (m ModelID) Companions() []ModelID {
	ids := make([]ModelID, len(companions))
	for i, name := range companions {
		ids[i] = m.Companion(name)
	}
	return ids
}

// CheckOwner returns why a companion cannot be read or written: head is that of
// its owner, or nil if there is none.
func CheckOwner(companion ModelID, head *Revision) error {
	switch {
	case companion.Owner() == "":
		return nil
	case head == nil:
		return fmt.Errorf("model %s: %w", companion.Owner(), ErrNotFound)
	case head.Kind == KindDelete:
		return fmt.Errorf("model %s: %w", companion.Owner(), ErrDeleted)
	}
	return nil
}
