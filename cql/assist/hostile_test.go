package assist

import (
	"strings"
	"testing"
)

// Completion and hover work in long one-line texts. Superlinear work would exceed
// the time limit of the test.
func TestHostileTexts(t *testing.T) {
	if testing.Short() {
		t.Skip("texts of 1 MB take a while")
	}
	const size = 1 << 20
	for _, part := range []string{"(", "'", "[{", "a,", "<", "/*", "$$ ", "\"x\".", "SELECT ", "CREATE TABLE t (a int, ", "a int,", "😀", ";"} {
		text := schemaText(strings.Repeat(part, size/len(part)))
		for _, place := range []int{0, size / 3, size} {
			text.Complete(place)
			text.Hover(place)
			text.Definition(place)
		}
		text.Check()
		text.Format()
	}
}
