package store

import (
	"fmt"
	"math"
)

// Limits on what one write may hold, in bytes. They only keep out what no
// caller can mean; what a user may type is for the caller to limit.
const (
	MaxModelID   = 64
	MaxOperation = 128
	MaxText      = 1 << 20 // words, title, an author's id and name, each
	MaxDocument  = 1 << 30 // document and patch, each
)

// CheckModel returns an *Invalid unless the id is one that a model may have.
func CheckModel(model ModelID) error {
	if len(model) == 0 || len(model) > MaxModelID {
		return &Invalid{"Model", fmt.Sprintf("must have 1 to %d characters, not %d", MaxModelID, len(model))}
	}
	for _, c := range []byte(model) {
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && !('0' <= c && c <= '9') && c != '-' && c != '_' {
			return &Invalid{"Model", fmt.Sprintf("has %q: only letters, digits, - and _ can stand in it", string(c))}
		}
	}
	return nil
}

// CheckOperation returns an *Invalid unless the id is one that an operation
// may have.
func CheckOperation(operation string) error {
	if len(operation) == 0 || len(operation) > MaxOperation {
		return &Invalid{"Operation", fmt.Sprintf("must have 1 to %d bytes, not %d", MaxOperation, len(operation))}
	}
	return nil
}

// check tells whether the save is one that this verb takes.
func (s *Save) check(verb verb) error {
	if err := CheckModel(s.Model); err != nil {
		return err
	}
	if err := CheckOperation(s.Operation); err != nil {
		return err
	}
	if err := s.checkBase(verb); err != nil {
		return err
	}
	if err := s.checkKind(verb); err != nil {
		return err
	}
	return s.checkSizes(verb)
}

func (s *Save) checkBase(verb verb) error {
	switch {
	case verb == create && s.Base != 0:
		return &Invalid{"Base", "must be 0 for a new model"}
	case verb != create && s.Base == 0:
		return &Invalid{"Base", "must be the revision that the change was made on"}
	case s.Base == math.MaxUint64:
		return &Invalid{"Base", "is too large"}
	}
	return nil
}

func (s *Save) checkKind(verb verb) error {
	allowed, reverts := false, false
	switch s.Kind {
	case KindImport:
		allowed = verb != remove
	case KindCreate:
		allowed = verb == create
	case KindEdit:
		allowed = verb == save
	case KindUndo, KindRedo, KindRestore:
		allowed, reverts = verb == save, true
	case KindDelete:
		allowed = verb == remove
	}
	switch {
	case !allowed:
		return &Invalid{"Kind", fmt.Sprintf("cannot be %q here", string(s.Kind))}
	case reverts && (s.Reverts == 0 || s.Reverts > s.Base):
		return &Invalid{"Reverts", fmt.Sprintf("must be a revision from 1 to %d, not %d", s.Base, s.Reverts)}
	case !reverts && s.Reverts != 0:
		return &Invalid{"Reverts", fmt.Sprintf("must be 0 for kind %q", string(s.Kind))}
	}
	return nil
}

func (s *Save) checkSizes(verb verb) error {
	if verb != remove && len(s.Document) == 0 {
		return &Invalid{"Document", "is empty"}
	}
	for _, field := range []struct {
		name      string
		size, max int
	}{
		{"Author.ID", len(s.Author.ID), MaxText},
		{"Author.Name", len(s.Author.Name), MaxText},
		{"Words", len(s.Words), MaxText},
		{"Title", len(s.Title), MaxText},
		{"Patch", len(s.Patch), MaxDocument},
		{"Document", len(s.Document), MaxDocument},
	} {
		if field.size > field.max {
			return &Invalid{field.name, fmt.Sprintf("has %d bytes, at most %d are possible", field.size, field.max)}
		}
	}
	return nil
}
