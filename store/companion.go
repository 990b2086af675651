package store

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A companion is a chain of its own that belongs to a model, such as the
// discussion of it: its id is the model's, a dot and the companion's name. It
// has the same records, hashes and operations as any chain, but the life of
// its model: see Store.Create, Delete and Purge. A branch is a companion that is
// itself a model, with companions of its own: "hotel.p2", "hotel.p2.discussion".

// Discussion is the name of the companion with the comments on a model.
const Discussion = "discussion"

// Versions is the name of the companion with the names of revisions.
const Versions = "versions"

// Proposals is the name of the companion with the proposals to change a model.
const Proposals = "proposals"

// Seen is the name of the companion with what each person has seen of the comments
// and proposals.
const Seen = "seen"

// Sharing is the name of the companion with the roles in the model.
const Sharing = "sharing"

// Rollouts is the name of the companion with the migration plans that were executed on clusters.
const Rollouts = "rollouts"

// Scripts is the name of the companion with the scripts that people keep for the console.
const Scripts = "scripts"

var companions = []string{Discussion, Versions, Proposals, Seen, Sharing, Rollouts, Scripts}

// People is the chain with the accounts of the server. It belongs to no model, is in no list, and
// cannot be deleted.
const People ModelID = ".people"

// Connections is the chain with the connections of the server to clusters. It is like People.
const Connections ModelID = ".connections"

// ofServer reports whether a chain belongs to the server and to no model.
func (m ModelID) ofServer() bool { return m == People || m == Connections }

// IsModel reports whether an id names a model, rather than a companion, a branch or a chain of
// the server.
func (m ModelID) IsModel() bool { return m.Owner() == "" && !m.ofServer() }

// Guards reports whether a chain defines permissions. A program that does not know such chains must
// not open the store.
func (m ModelID) Guards() bool {
	_, name := m.cut()
	return m.ofServer() || name == Sharing && m.Owner() != ""
}

// Companion returns the id of the model's companion of that name.
func (m ModelID) Companion(name string) ModelID { return m + ModelID("."+name) }

// Branch returns the id of a model's branch of that number, from 1.
func (m ModelID) Branch(number int) ModelID { return m.Companion("p" + strconv.Itoa(number)) }

// BranchNumber returns the number of a branch, and 0 for any other id.
func (m ModelID) BranchNumber() int {
	owner, name := m.cut()
	if digits, found := strings.CutPrefix(name, "p"); found && !strings.Contains(string(owner), ".") && owner != "" {
		if number, err := strconv.Atoi(digits); err == nil && number > 0 && owner.Branch(number) == m {
			return number
		}
	}
	return 0
}

// Owner returns the model or branch that a companion or a branch belongs to, or
// "" for a model.
func (m ModelID) Owner() ModelID {
	owner, name := m.cut()
	isModel := !strings.Contains(string(owner), ".") || owner.BranchNumber() > 0
	if m.BranchNumber() > 0 || slices.Contains(companions, name) && isModel {
		return owner
	}
	return ""
}

// Root returns the model to which an id belongs; a model belongs to itself.
func (m ModelID) Root() ModelID {
	for owner := m.Owner(); owner != ""; owner = m.Owner() {
		m = owner
	}
	return m
}

// cut parts an id at its last dot.
func (m ModelID) cut() (owner ModelID, name string) {
	at := strings.LastIndexByte(string(m), '.')
	if at < 0 {
		return "", ""
	}
	return m[:at], string(m[at+1:])
}

// OwnerHead returns what decides about a companion: the head of its model, if all
// that it belongs to exist. headOf returns nil for what does not.
func OwnerHead(companion ModelID, headOf func(ModelID) (*Revision, error)) (head *Revision, err error) {
	for owner := companion.Owner(); owner != ""; owner = owner.Owner() {
		if head, err = headOf(owner); head == nil || err != nil {
			return nil, err
		}
	}
	return head, nil
}

// CheckOwner returns an error if a companion cannot be read or written. head is the result of
// OwnerHead.
func CheckOwner(companion ModelID, head *Revision) error {
	switch {
	case companion.Owner() == "":
		return nil
	case head == nil:
		return fmt.Errorf("model %s: %w", companion.Owner(), ErrNotFound)
	case head.Kind == KindDelete:
		return fmt.Errorf("model %s: %w", companion.Root(), ErrDeleted)
	}
	return nil
}
