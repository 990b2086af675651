package markdown

import "testing"

func TestEscape(t *testing.T) {
	for text, want := range map[string]string{
		"orders_by_day":       `orders\_by\_day`,
		"a | b\n# c":          `a \| b \# c`,
		"<img src=x> *b* [c]": `&lt;img src=x&gt; \*b\* \[c\]`,
		"two\u2028lines":      "two lines",
	} {
		if got := Escape(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestCode(t *testing.T) {
	for text, want := range map[string]string{
		"a_b":    "`a_b`",
		"a`b":    "`` a`b ``",
		"``":     "``` `` ```",
		"a\r\nb": "`a  b`",
	} {
		if got := Code(text); got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
}

func TestFence(t *testing.T) {
	if got := Fence("a\n````\nb"); got != "`````" {
		t.Errorf("fence %s", got)
	}
}
