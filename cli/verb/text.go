package verb

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Visible replaces control characters, which could control the terminal.
func Visible(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' {
			return ' '
		}
		if r < ' ' || 0x7f <= r && r <= 0x9f {
			return utf8.RuneError
		}
		return r
	}, text)
}

// Counted returns the count and the noun, in the plural unless the count is 1.
func Counted(count int, noun string) string {
	if count == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", count, noun)
}
