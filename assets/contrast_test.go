package assets_test

import (
	"math"
	"os"
	"regexp"
	"strconv"
	"testing"
)

// luminance is the relative luminance of WCAG 2.2 for a colour #rrggbb.
func luminance(t *testing.T, colour string) float64 {
	t.Helper()
	value, err := strconv.ParseUint(colour[1:7], 16, 32)
	if err != nil {
		t.Fatalf("colour %q: %v", colour, err)
	}
	channel := func(shift uint) float64 {
		c := float64(value>>shift&0xff) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*channel(16) + 0.7152*channel(8) + 0.0722*channel(0)
}

func contrast(t *testing.T, one, other string) float64 {
	t.Helper()
	a, b := luminance(t, one), luminance(t, other)
	return (max(a, b) + 0.05) / (min(a, b) + 0.05)
}

// themes returns the light and the dark colour of each token.
func themes(t *testing.T) [2]map[string]string {
	t.Helper()
	sheet, err := os.ReadFile("css/tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	colours := [2]map[string]string{{}, {}}
	for _, m := range regexp.MustCompile(`--([a-z-]+): light-dark\((#\w+), (#\w+)\);`).FindAllSubmatch(sheet, -1) {
		colours[0][string(m[1])], colours[1][string(m[1])] = string(m[2]), string(m[3])
	}
	for _, m := range regexp.MustCompile(`--([a-z-]+): (#\w+);`).FindAllSubmatch(sheet, -1) {
		colours[0][string(m[1])], colours[1][string(m[1])] = string(m[2]), string(m[2])
	}
	return colours
}

// WCAG 2.2 level AA: 4.5 for text (1.4.3), 3 for the border of a field, the focus ring and what
// a diagram says by lines and dots (1.4.11).
func TestColoursHaveContrast(t *testing.T) {
	text := map[string][]string{
		"ink":       {"bg", "panel", "pill", "accent-soft", "ks", "ok-soft", "warn-soft", "bad-soft", "step", "entity", "relationship"},
		"dim":       {"bg", "panel", "pill", "accent-soft", "ks"},
		"accent":    {"bg", "panel", "pill", "accent-soft"},
		"ok":        {"bg", "panel", "pill", "ok-soft"},
		"warn":      {"bg", "panel", "pill", "accent-soft", "warn-soft"},
		"bad":       {"bg", "panel", "pill", "bad-soft"},
		"green":     {"panel", "pill", "accent-soft"},
		"static":    {"panel", "bg", "accent-soft"},
		"index":     {"panel", "accent-soft"},
		"counter":   {"panel", "accent-soft"},
		"on-accent": {"accent", "accent-strong"},
		"head-ink":  {"head"},
	}
	border := map[string][]string{
		"field-line": {"panel", "bg"}, "accent": {"panel", "ks"},
		"attribute-line": {"panel", "bg"}, "dim": {"panel", "bg", "ks"}, "dot-ok": {"head"}, "dot-warn": {"head"}, "dot-bad": {"head"},
	}
	for i, theme := range [2]string{"light", "dark"} {
		colours := themes(t)[i]
		check := func(pairs map[string][]string, least float64) {
			for front, backs := range pairs {
				for _, back := range backs {
					if colours[front] == "" || colours[back] == "" {
						t.Fatalf("no token %s or %s", front, back)
					}
					if got := contrast(t, colours[front], colours[back]); got < least {
						t.Errorf("%s: %s on %s has contrast %.2f, want %.1f", theme, front, back, got, least)
					}
				}
			}
		}
		check(text, 4.5)
		check(border, 3)
	}
}
