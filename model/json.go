package model

// unknownField is a field of a decoded document that this version does not
// know: where it stood and its JSON text.
type unknownField struct {
	path []string
	text string
}
