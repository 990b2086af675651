package model

import "slices"

// identifyingWords end the names of attributes that identify: hotel_id,
// room_number, isbn.
var identifyingWords = []string{"id", "uuid", "guid", "key", "code", "number", "no", "isbn", "ean", "sku"}

// Identifies reports whether the name of an attribute says that it identifies an
// instance. SuggestKey gives such a first attribute its key.
func Identifies(name string) bool {
	words := nameWords(name)
	return len(words) > 0 && slices.Contains(identifyingWords, words[len(words)-1])
}

// SuggestKey returns the key that a new attribute of a type has unless the user
// says otherwise: the first attribute of an entity type is its key, or the partial
// key of a weak one, if its name says that it identifies.
func (m *Model) SuggestKey(owner ID, name string) KeyKind {
	entity := m.Concepts.Entities[owner]
	switch {
	case entity == nil || len(entity.Attributes) > 0 || !Identifies(name):
		return NoKey
	case entity.Weak:
		return PartialKey
	}
	return Key
}
