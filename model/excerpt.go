package model

import (
	"strings"
	"unicode/utf8"
)

// Shorten truncates a text to a number of characters, with an ellipsis.
func Shorten(text string, most int) string {
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	return string([]rune(text)[:most-1]) + "…"
}

// OneLine returns a text without line breaks and repeated spaces, truncated to a number
// of characters.
func OneLine(text string, most int) string {
	return Shorten(strings.Join(strings.Fields(text), " "), most)
}

// maxShown is the length in characters at which error messages cut quoted text.
const maxShown = 40

// Excerpt returns the beginning of a text, for a message about it.
func Excerpt(text string) string {
	runes := []rune(text)
	if len(runes) > maxShown {
		return string(runes[:maxShown]) + "…"
	}
	return text
}
