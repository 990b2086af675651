// Package sharing holds who may do what with one model: the roles of people and
// groups, the role of everyone else, and links for people without an account.
//
// A Sharing is immutable once shared, like a model: each change returns a changed copy.
package sharing

import (
	"errors"
	"maps"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/internal/codec"
)

// Role is a person's role in a model. Each role includes those below it.
type Role string

// Roles, from the least to the most.
const (
	None      Role = ""          // the model does not exist for the person
	Viewer    Role = "viewer"    // reads the model, its history and its proposals
	Commenter Role = "commenter" // comments, and proposes changes on a branch of its own
	Editor    Role = "editor"    // changes and imports, merges proposals
	Owner     Role = "owner"     // shares, renames, deletes and restores
)

// Roles are the roles that can be given, from the least to the most.
var Roles = []Role{Viewer, Commenter, Editor, Owner}

// Allows reports whether a role is at least another one.
func (r Role) Allows(least Role) bool { return r.rank() >= least.rank() }

func (r Role) rank() int { return slices.Index(Roles, r) + 1 }

// ParseRole reads "private" or the name of a role.
func ParseRole(text string) (Role, error) {
	switch role := Role(text); {
	case text == "private":
		return None, nil
	case slices.Contains(Roles, role):
		return role, nil
	}
	return None, model.Reject("%q is no role: choose private, viewer, commenter, editor or owner.", text)
}

// MaxGrants is the largest number of people and groups with a role in one model.
const MaxGrants = 1_000

// Sharing is the saved document. A model without one is from before sign-in and
// belongs to everyone (Open).
type Sharing struct {
	Everyone Role               `json:"everyone,omitempty"` // of all who are signed in
	People   map[model.ID]Role  `json:"people,omitempty"`   // by account
	Groups   map[string]Role    `json:"groups,omitempty"`   // by the name that the provider gives
	Links    map[model.ID]*Link `json:"links,omitempty"`

	unknown []codec.Unknown
}

// Open is the sharing of a model that was made before anybody signed in.
func Open() *Sharing { return &Sharing{Everyone: Owner} }

// Private is the sharing of a new model of a person; everyone else has the role that
// the server gives new models.
func Private(maker model.ID, everyone Role) *Sharing {
	return &Sharing{Everyone: everyone, People: map[model.ID]Role{maker: Owner}}
}

// ErrNoLink is the error of a change to a link that does not exist.
var ErrNoLink = errors.New("there is no such link")

// Person is whose role is asked for.
type Person struct {
	Account model.ID // empty: nobody is signed in
	Groups  []string
	Admin   bool // of the server
}

// RoleOf returns the highest role that a person has. An admin of the server owns every
// model; who is not signed in has no role.
func (s *Sharing) RoleOf(person Person) Role {
	switch {
	case person.Account == "":
		return None
	case person.Admin:
		return Owner
	}
	role := max(s.Everyone, s.People[person.Account])
	for _, group := range person.Groups {
		role = max(role, s.Groups[group])
	}
	return role
}

// max returns the higher of two roles.
func max(a, b Role) Role {
	if a.Allows(b) {
		return a
	}
	return b
}

// Give gives a person a role, or takes it away with None.
func (s *Sharing) Give(person model.ID, role Role) (*Sharing, error) {
	next := s.clone()
	next.People[person] = role
	if role == None {
		delete(next.People, person)
	}
	return s.checked(next)
}

// GiveGroup gives a group a role, or takes it away with None.
func (s *Sharing) GiveGroup(group string, role Role) (*Sharing, error) {
	group = strings.TrimSpace(group)
	if group == "" {
		return nil, model.Reject("A group needs its name, as the provider of the sign-in gives it.")
	}
	next := s.clone()
	next.Groups[group] = role
	if role == None {
		delete(next.Groups, group)
	}
	return s.checked(next)
}

// GiveEveryone changes the role of everyone who is signed in.
func (s *Sharing) GiveEveryone(role Role) (*Sharing, error) {
	next := s.clone()
	next.Everyone = role
	return s.checked(next)
}

// checked returns next unless the model has no owner in it, as it had before.
func (s *Sharing) checked(next *Sharing) (*Sharing, error) {
	if len(next.People)+len(next.Groups) > MaxGrants {
		return nil, model.Reject("A model has roles for %d people and groups at most: give a role to a group.", MaxGrants)
	}
	if s.owned() && !next.owned() {
		return nil, model.Reject("A model needs an owner: make somebody else the owner first.")
	}
	return next, nil
}

func (s *Sharing) owned() bool {
	for _, role := range s.People {
		if role == Owner {
			return true
		}
	}
	for _, role := range s.Groups {
		if role == Owner {
			return true
		}
	}
	return s.Everyone == Owner
}

func (s *Sharing) clone() *Sharing {
	next := &Sharing{Everyone: s.Everyone, People: maps.Clone(s.People), Groups: maps.Clone(s.Groups), Links: maps.Clone(s.Links), unknown: s.unknown}
	if next.People == nil {
		next.People = map[model.ID]Role{}
	}
	if next.Groups == nil {
		next.Groups = map[string]Role{}
	}
	if next.Links == nil {
		next.Links = map[model.ID]*Link{}
	}
	return next
}
