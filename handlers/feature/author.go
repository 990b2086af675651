package feature

import (
	"slices"

	"widerow/model/diff"
)

// UnknownAuthor is the name of an author who gave none.
const UnknownAuthor = "Somebody"

// OfPlace matches changes at a path of the document, inside it or above it.
func OfPlace(path []string) func(diff.Operation) bool {
	return func(o diff.Operation) bool {
		shared := min(len(path), len(o.Path))
		return slices.Equal(path[:shared], o.Path[:shared])
	}
}
