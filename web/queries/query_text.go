package queries

import (
	"fmt"

	"widerow/web"
)

// QueryText is the text of a query, or the texts of new ones.
type QueryText struct {
	web.Field
	Marks []TextMark
	// Complete is the address that completes the text.
	Complete string
}

// TextMark is an error in a text: Word, with the text before and after it.
// Start and End are its place in UTF-16 code units.
type TextMark struct {
	Before, Word, After string
	Message             string
	Start, End          int
	Suggestion          string // replaces Word; "" for none
}

func (t QueryText) markID(i int) string { return fmt.Sprintf("%s-mark-%d", t.ID(), i) }

// height is the number of lines that the text needs in a narrow column.
func (t QueryText) height() string {
	const perLine = 38
	lines, line := 1, 0
	for _, c := range t.Value {
		if line++; c == '\n' || line > perLine {
			lines, line = lines+1, 0
		}
	}
	return fmt.Sprint(max(3, min(lines, 14)))
}
