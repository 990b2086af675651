// Package markdown writes names and texts of people into Markdown.
package markdown

import "strings"

var special = strings.NewReplacer("\\", "\\\\", "*", "\\*", "_", "\\_", "<", "&lt;", ">", "&gt;", "[", "\\[", "]",
	"\\]", "`", "\\`", "#", "\\#", "|", "\\|")

// Escape keeps a text from being read as Markdown or HTML, and on one line.
func Escape(text string) string { return special.Replace(OneLine(text)) }

// Code returns a text as inline code, whatever it contains.
func Code(text string) string {
	fence := "`"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	if len(fence) > 1 {
		return fence + " " + OneLine(text) + " " + fence
	}
	return fence + OneLine(text) + fence
}

// Fence returns a fence for a block of code that the text does not contain.
func Fence(text string) string {
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence
}

// OneLine replaces line ends and other control characters by blanks.
func OneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r >= 0x7f && r < 0xa0 || r == 0x2028 || r == 0x2029 {
			return ' '
		}
		return r
	}, text)
}
