package web

// CQLView is the script of a model.
type CQLView struct {
	Text  string
	Lines [][]Span
}

// Span is a piece of a line in one class of the highlighting.
type Span struct{ Class, Text string }
