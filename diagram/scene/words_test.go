package scene

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestShorten(t *testing.T) {
	for _, letter := range []string{"a", "é", "旅"} {
		full := strings.Repeat(letter, MaxWords)
		if got := Shorten(full); got != full {
			t.Errorf("a text of %d characters was cut to %d", MaxWords, utf8.RuneCountInString(got))
		}
		got := Shorten(full + letter)
		if want := strings.Repeat(letter, MaxWords-1) + "…"; got != want {
			t.Errorf("Shorten(%d × %s) has %d characters and ends in %q", MaxWords+1, letter, utf8.RuneCountInString(got), got[len(got)-6:])
		}
	}
}
