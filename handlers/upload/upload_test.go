package upload

import (
	"strings"
	"testing"
)

func TestPlaceInFiles(t *testing.T) {
	all := Join([]File{{"a", "1\n2\n3"}, {"b", "1"}, {"c", "1\n2\n"}})
	for _, test := range []struct {
		line int
		file string
		at   int
	}{{1, "a", 1}, {3, "a", 3}, {5, "b", 1}, {7, "c", 1}, {9, "c", 3}} {
		if file, at := all.Place(test.line); file != test.file || at != test.at {
			t.Errorf("line %d is %s:%d, want %s:%d", test.line, file, at, test.file, test.at)
		}
		if test.at < 3 && strings.Split(all.Text, "\n")[test.line-1] != string(rune('0'+test.at)) {
			t.Errorf("line %d of %q", test.line, all.Text)
		}
	}
}
