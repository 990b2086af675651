package proof

import "testing"

// TestPrefixEnd: in the order of UTF-8, no text with the prefix comes after its end, and
// none without it lies between.
func TestPrefixEnd(t *testing.T) {
	for prefix, want := range map[string]string{
		"Am": "An", "z": "{", "é": "ê", "": "", "a\uD7FF": "a\uE000", "a\U0010FFFF": "b", "\U0010FFFF": "", "x\U0010FFFF\U0010FFFF": "y", "\x7f": "\u0080",
	} {
		if got := prefixEnd(prefix); got != want {
			t.Errorf("prefixEnd(%q) = %q, want %q", prefix, got, want)
		}
	}
}
