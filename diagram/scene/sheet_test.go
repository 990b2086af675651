package scene

import (
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// PNG and PDF support only some of CSS. A rule of style.css may use no more, or
// it would take effect in the browser alone.
func TestStyleSheetIsUnderstood(t *testing.T) {
	drawn := strings.Fields("fill stroke stroke-width stroke-dasharray")
	browser := strings.Fields("font-family font-kerning font-variant-ligatures letter-spacing word-spacing text-rendering white-space " +
		"text-decoration cursor pointer-events outline")
	for _, rule := range sheet() {
		for _, p := range rule.body {
			if !slices.Contains(drawn, p.name) && !slices.Contains(browser, p.name) {
				t.Errorf("%s{%s:%s}: not supported in PNG and PDF", rule.selector, p.name, p.value)
			}
		}
		if !regexp.MustCompile(`^[a-z.> -]+$`).MatchString(rule.selector) {
			t.Errorf("selector %s: not supported in PNG and PDF", rule.selector)
		}
	}
	for _, theme := range []Theme{ThemeAuto, ThemeLight, ThemeDark, ThemePrint, ThemeContrast} {
		for _, rule := range sheet() {
			for _, p := range rule.body {
				inTheme(p.value, theme) // panics on an unknown token
			}
		}
	}
}

func TestLooks(t *testing.T) {
	s := NewStyler(ThemeLight)
	scene := s.Root(&Scene{Kind: "physical"})
	table := s.In(scene, "g", "table")
	for _, test := range []struct {
		parent     *Styled
		tag, class string
		want       Look
	}{
		{table, "rect", "bar", Look{Fill: "#2b5a4c", Stroke: None, Width: 1}},
		{s.In(scene, "g", "type-box"), "rect", "bar", Look{Fill: None, Stroke: "#c9d3df", Width: 1}},
		{table, "circle", "badge ring warn", Look{Fill: None, Stroke: "#f1a10d", Width: 2.4}},
		{table, "circle", "badge missing", Look{Fill: None, Stroke: "#ffffff", Width: 1.5, Dash: []float64{2, 1.6}}},
		{table, "text", "name", Look{Fill: "#ffffff", Stroke: None, Width: 1}},
		{table, "text", "anything", Look{Fill: "#182230", Stroke: None, Width: 1}},
		{table, "path", "anything", Unstyled},
	} {
		if got := s.In(test.parent, test.tag, test.class).Look; !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s %s: %+v, want %+v", test.tag, test.class, got, test.want)
		}
	}
}
