package diagram

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// The writers of PNG and PDF know only some of CSS: a rule of style.css
// must say no more, or it would be seen in the browser alone.
func TestStyleSheetIsUnderstood(t *testing.T) {
	drawn := strings.Fields("fill stroke stroke-width stroke-dasharray")
	browser := strings.Fields("font-family font-kerning font-variant-ligatures letter-spacing word-spacing text-rendering white-space " +
		"text-decoration cursor pointer-events outline")
	for _, rule := range sheet() {
		for _, p := range rule.body {
			if !slices.Contains(drawn, p.name) && !slices.Contains(browser, p.name) {
				t.Errorf("%s{%s:%s}: PNG and PDF do not know it", rule.selector, p.name, p.value)
			}
		}
		if !regexp.MustCompile(`^[a-z.> -]+$`).MatchString(rule.selector) {
			t.Errorf("selector %s: PNG and PDF do not know it", rule.selector)
		}
	}
	for _, theme := range []Theme{ThemeAuto, ThemeLight, ThemeDark, ThemePrint, ThemeContrast} {
		for _, rule := range sheet() {
			for _, p := range rule.body {
				inTheme(p.value, theme) // panics on a token that is not there
			}
		}
	}
}

func TestLooks(t *testing.T) {
	s := newStyler(ThemeLight)
	scene := s.root(&Scene{Kind: "physical"})
	table := s.in(scene, "g", "table")
	for _, test := range []struct {
		parent     *styled
		tag, class string
		want       look
	}{
		{table, "rect", "bar", look{fill: "#2b5a4c", stroke: none, width: 1}},
		{s.in(scene, "g", "type-box"), "rect", "bar", look{fill: none, stroke: "#c9d3df", width: 1}},
		{table, "circle", "badge ring warn", look{fill: none, stroke: "#f1a10d", width: 2.4}},
		{table, "circle", "badge missing", look{fill: none, stroke: "#ffffff", width: 1.5, dash: []float64{2, 1.6}}},
		{table, "text", "name", look{fill: "#ffffff", stroke: none, width: 1}},
		{table, "text", "anything", look{fill: "#182230", stroke: none, width: 1}},
		{table, "path", "anything", unstyled},
	} {
		if got := s.in(test.parent, test.tag, test.class).look; !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s %s: %+v, want %+v", test.tag, test.class, got, test.want)
		}
	}
}
