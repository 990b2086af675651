package console

import (
	"strings"

	webconsole "widerow/web/console"
)

// offsetOf is the place in a text that the server names by a line from 1 and a column from 0.
func offsetOf(text string, line, column int) int {
	at := 0
	for range line - 1 {
		end := strings.IndexByte(text[at:], '\n')
		if end < 0 {
			return len(text)
		}
		at += end + 1
	}
	for i := range text[at:] {
		if column == 0 {
			return at + i
		}
		column--
	}
	return len(text)
}

// marked marks a part of a statement.
func marked(text string, from, to int) *webconsole.Place {
	if from < 0 || to > len(text) || from >= to {
		return nil
	}
	return &webconsole.Place{Before: text[:from], At: text[from:to], After: text[to:]}
}

// markedAt marks the word at a place, or what is before its end.
func markedAt(text string, at int) *webconsole.Place {
	end := at
	for end < len(text) && !strings.ContainsRune(" \t\n,();", rune(text[end])) {
		end++
	}
	if end == at {
		end = min(at+1, len(text))
	}
	if at >= len(text) {
		return marked(text, max(len(text)-1, 0), len(text))
	}
	return marked(text, at, end)
}
