package store

import (
	"fmt"
	"math"
)

// Limits on the size of one write, in bytes. They only reject absurd values;
// limits on what a user may enter are up to the caller.
const (
	MaxModelID   = 64
	MaxOperation = 128
	MaxText      = 1 << 20 // each of Words, Title, Author.ID and Author.Name
	MaxDocument  = 1 << 30 // each of Document and Patch
)

// CheckModel returns an *Invalid if model is not a valid id of a model or a
// companion, nor a chain of the server.
func CheckModel(model ModelID) error {
	if model.ofServer() {
		return nil
	}
	model = model.Root()
	if len(model) == 0 || len(model) > MaxModelID {
		return &Invalid{"Model", fmt.Sprintf("must have 1 to %d characters, not %d", MaxModelID, len(model))}
	}
	for _, c := range []byte(model) {
		letter := 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !letter && !('0' <= c && c <= '9') && c != '-' && c != '_' {
			return &Invalid{"Model", fmt.Sprintf("contains %q: only letters, digits, - and _ are allowed", string(c))}
		}
	}
	return nil
}

// CheckOperation returns an *Invalid if operation is not a valid id.
func CheckOperation(operation string) error {
	if len(operation) == 0 || len(operation) > MaxOperation {
		return &Invalid{"Operation", fmt.Sprintf("must have 1 to %d bytes, not %d", MaxOperation, len(operation))}
	}
	return nil
}

// check returns an *Invalid if verb does not accept the save.
func (s *Save) check(verb verb) error {
	if err := CheckModel(s.Model); err != nil {
		return err
	}
	if s.Model.ofServer() && verb == remove {
		return &Invalid{"Model", "is a list of the server: it cannot be deleted"}
	}
	if s.Model.Owner() != "" && verb == remove {
		return &Invalid{"Model", "belongs to model " + string(s.Model.Owner()) + ": it is deleted with it"}
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
		return &Invalid{"Base", "must be the revision on which the change is based"}
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
		return &Invalid{"Kind", fmt.Sprintf("cannot be %q for this operation", string(s.Kind))}
	case reverts && (s.Reverts == 0 || s.Reverts > s.Base):
		return &Invalid{"Reverts", fmt.Sprintf("must be a revision from 1 to %d, not %d", s.Base, s.Reverts)}
	case !reverts && s.Reverts != 0:
		return &Invalid{"Reverts", fmt.Sprintf("must be 0 for kind %q", string(s.Kind))}
	}
	return s.checkFrom()
}

func (s *Save) checkFrom() error {
	switch {
	case s.From == Source{}:
		return nil
	case s.Kind != KindCreate && s.Kind != KindEdit:
		return &Invalid{"From", fmt.Sprintf("must be empty for kind %q", string(s.Kind))}
	case s.From.Number == 0 || CheckModel(s.From.Model) != nil || s.From.Model == s.Model:
		return &Invalid{"From", "must be a revision of another model"}
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
			return &Invalid{field.name, fmt.Sprintf("has %d bytes, the limit is %d", field.size, field.max)}
		}
	}
	return nil
}
