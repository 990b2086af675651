package typeface

import (
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The advances come from Arial, which Arimo matches by design, in 1/2048 em: A 1366, space 569, i
// 455, m 1706, W 1933, Ж 1891; bold m 1821.
func TestMeasure(t *testing.T) {
	for _, test := range []struct {
		text  string
		font  Font
		units float64
		exact bool
	}{
		{"", Font{Size: 12}, 0, true},
		{"A", Font{Size: 12}, 1366, true},
		{"Wi mi", Font{Size: 12.5}, 1933 + 455 + 569 + 1706 + 455, true},
		{"AV", Font{Size: 12}, 1366 + 1366, true}, // no kerning
		{"m", Font{Bold: true, Size: 13}, 1821, true},
		{"i", Font{Italic: true, Size: 13}, 455, true},
		{"A\u0301", Font{Size: 12}, 1366, true},
		{"界", Font{Size: 12}, 2048, true},           // from the second face
		{"😀", Font{Size: 12}, 2600, true},           // Noto Emoji has 2048 units per em too
		{"\U0001faff", Font{Size: 12}, 2560, false}, // in no font
	} {
		got, exact := Measure(test.text, test.font)
		if want := test.units * test.font.Size / 2048; math.Abs(got-want) > 0.01 || exact != test.exact {
			t.Errorf("Measure(%q, %v) = %.3f, %v, want %.3f, %v", test.text, test.font, got, exact, want, test.exact)
		}
	}
}

func TestShorten(t *testing.T) {
	font := Font{Size: 12}
	for _, test := range []struct {
		text  string
		width float64
		want  string
	}{
		{"hotels", 100, "hotels"},
		{"hotels_by_point_of_interest", 60, "hotels_b…"},
		{"hotels by points", 46, "hotels…"},
		{"é́é́é́é́é́é́", 30, "é́é́…"},
		{"x", 1, "…"},
	} {
		if got := Shorten(test.text, font, test.width); got != test.want {
			t.Errorf("shorten(%q, %v) = %q, want %q", test.text, test.width, got, test.want)
		}
	}
	if got, _ := Measure(Shorten(strings.Repeat("long ", 2000), font, 200), font); got > 200 {
		t.Errorf("10,000 characters are shortened to %v px, want at most 200", got)
	}
}

func TestClean(t *testing.T) {
	for name, want := range map[string]string{
		"hotels": "hotels", "": "(no name)", " \t\n": "(no name)", "a\x00b\nc": "a b c", "a\xffb": "a\ufffdb", "día  libre": "día libre", "旅館": "旅館",
		"\u200b\ufeff\u00ad": "(no name)", "\u3164 \ufe0f": "(no name)", "\u200ba": "\u200ba",
	} {
		if got := Clean(name); got != want {
			t.Errorf("clean(%q) = %q, want %q", name, got, want)
		}
	}
}

func TestBalance(t *testing.T) {
	font := Font{Size: 12.5}
	for text, want := range map[string][]string{
		"View guest":                          {"View guest"},
		"View reservations by hotel and date": {"View reservations", "by hotel and date"},
		"reservations_by_confirmation_number": {"reservations_by_", "confirmation_number"},
		strings.Repeat("x", 60):               {strings.Repeat("x", 20), strings.Repeat("x", 20), strings.Repeat("x", 20)},
	} {
		got := balance(text, font, 136, 4)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("balance(%q) (-want +got):\n%s", text, diff)
		}
		if width := Widest(got, font); width > 136 {
			t.Errorf("balance(%q) is %v px wide, want at most 136", text, width)
		}
	}
	if got := balance(strings.Repeat("word ", 100), font, 136, 4); len(got) != 4 || !strings.HasSuffix(got[3], "…") {
		t.Errorf("a long text takes %d lines ending %q, want 4 ending with …", len(got), got[len(got)-1])
	}
}

// Only a word that fits in no line is broken.
func TestBalanceBreaksNoWord(t *testing.T) {
	for _, test := range []struct {
		text  string
		width float64
		want  []string
	}{
		{"Show the measurements of a sensor", 120, []string{"Show the", "measurements", "of a sensor"}},
		{"View rooms free on given dates", 120, []string{"View rooms free", "on given dates"}},
		{"unbreakableunbreakable", 100, []string{"unbreakable", "unbreakable"}},
	} {
		if diff := cmp.Diff(test.want, balance(test.text, Font{Size: 13}, test.width, most)); diff != "" {
			t.Errorf("%q in %g px: %s", test.text, test.width, diff)
		}
	}
}
