package web

import (
	"strings"

	"github.com/a-h/templ"

	"widerow/model"
)

// LineMark is the link at a line of CQL that leads to the comments on it.
type LineMark struct {
	Href    templ.SafeURL
	Text    string // of the line
	Whole   bool   // it is about the element named by Text, not about a line
	Focus   string // the id of the box for a comment on it
	Count   int    // open threads
	New     bool   // there are new comments
	Current bool   // its comments are shown
}

// LineBox is the id of the box for a comment on a line of CQL: a draft belongs to its line.
// assets/editor/lines.js makes the same.
func LineBox(element model.ID, part string) string {
	return "comment-" + string(element) + "-" + strings.Map(func(r rune) rune {
		if r == '_' || r >= '0' && r <= '9' || r >= 'A' && r <= 'Z' || r >= 'a' && r <= 'z' {
			return r
		}
		return '-'
	}, part)
}

// CodeLine is a line of a statement. Mark is nil where nobody can comment.
type CodeLine struct {
	Spans []Span
	Mark  *LineMark
}

// Span is a piece of a line with one highlighting class.
type Span struct{ Class, Text string }

// SplitStatement is a statement that runs once for each of several partitions.
type SplitStatement struct {
	Query, Runs string
	Code        []Span
}

// SplitScript is the statement that creates a changed table.
type SplitScript struct {
	Table string
	Lines []SplitLine
}

// SplitLine is a line of it. Changed reports that it was not there before.
type SplitLine struct {
	Changed bool
	Code    []Span
}
