package scene

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"widerow/diagram/geom"
)

// token is a named colour of the style sheet, light and dark. The first tokens come from the pages,
// so that pages and diagrams share a theme.
type token struct{ name, light, dark string }

var tokens = []token{
	{"bg", "#f6f7f9", "#0f141d"},
	{"panel", "#ffffff", "#161c27"},
	{"line", "#e3e7ed", "#28313f"},
	{"ink", "#182230", "#e7ecf3"},
	{"dim", "#5a6678", "#9aa6b8"},
	{"accent", "#2456c6", "#7ea6ff"},
	{"accent-soft", "#e8effd", "#1d2a45"},
	{"ok", "#18794e", "#4cc38a"},
	{"warn", "#ad5700", "#f1a10d"},
	{"bad", "#c22b2b", "#ff6369"},
	{"head", "#2b5a4c", "#24493f"},
	{"ks", "#eef2f6", "#141b26"},
	{"ksline", "#c9d3df", "#2e3a4c"},
	{"pill", "#eef1f5", "#232c3a"},
	{"green", "#12834f", "#4cc38a"},

	{"paper", "#ffffff", "#0f141d"},
	{"head-ink", "#ffffff", "#ffffff"},
	{"head-green", "#8ff0bd", "#8ff0bd"},
	{"static", "#8250df", "#b392f0"},
	{"index", "#0b7285", "#66d9e8"},
	{"counter", "#b0256f", "#f783ac"},
	{"entity", "#e3ece8", "#1d3a31"},
	{"entity-line", "#2b5a4c", "#4f8a77"},
	{"relationship", "#fbf3e2", "#33290f"},
	{"relationship-line", "#b5832a", "#b58a3a"},
	{"attribute-line", "#8091a6", "#5f7189"},
	{"step", "#eef3fd", "#1b2740"},
	{"dot-ok", "#45ba86", "#45ba86"},
	{"dot-warn", "#f1a10d", "#f1a10d"},
	{"dot-bad", "#ff767b", "#ff767b"},
	{"dot-assumed", "#a3afbd", "#8593a5"},
	{"advice-ink", "#182230", "#182230"},
	{"head-calm", "#5d7a70", "#1f332d"},
	{"added", "#e2f4ea", "#12311f"},
	{"removed", "#fdeaea", "#3a1a1d"},
	{"changed", "#fdf1de", "#33270d"},

	// The sheets of notes and areas. Their lightness differs, too, for people who see few colours.
	{"tint-yellow", "#fff3c2", "#383010"},
	{"tint-yellow-line", "#c19a1c", "#95812c"},
	{"tint-blue", "#dfeafd", "#16264a"},
	{"tint-blue-line", "#5a86d2", "#4a6fb5"},
	{"tint-green", "#dcf1e3", "#10301f"},
	{"tint-green-line", "#4b9a70", "#3b7d59"},
	{"tint-pink", "#fbe2ef", "#3c1a2f"},
	{"tint-pink-line", "#c2629a", "#98507c"},
	{"tint-grey", "#edf0f4", "#222b38"},
	{"tint-grey-line", "#8b98aa", "#5b6a7e"},
}

// The hatches replace colours in a black and white theme.
const (
	hatchLight = "url(#hatch-light)"
	hatchDense = "url(#hatch-dense)"
)

// Hatch is black lines on white from the lower left to the upper right, Period
// px apart horizontally and Width px wide.
type Hatch struct{ Period, Width float64 }

// Hatches are the hatches by the colour value that selects them.
var Hatches = map[string]Hatch{hatchLight: {8, 0.5}, hatchDense: {4, 1}}

// HatchPatterns are the SVG pattern elements of the hatches.
var HatchPatterns = Hatches[hatchLight].pattern("hatch-light") + Hatches[hatchDense].pattern("hatch-dense")

// Lines returns the lines of a square tile with the side Period: one from
// corner to corner, and the ends of the adjacent tiles' lines in the two other
// corners.
func (h Hatch) Lines() [][2]geom.Point {
	p := h.Period
	return [][2]geom.Point{{geom.Pt(0, p), geom.Pt(p, 0)}, {geom.Pt(-p/2, p/2), geom.Pt(p/2, -p/2)}, {geom.Pt(p/2, 1.5*p), geom.Pt(1.5*p, p/2)}}
}

func (h Hatch) pattern(id string) string {
	path := ""
	for _, line := range h.Lines() {
		path += fmt.Sprintf("M%g %gL%g %g", line[0].X, line[0].Y, line[1].X, line[1].Y)
	}
	return fmt.Sprintf(`<pattern id="%s" width="%g" height="%g" patternUnits="userSpaceOnUse"><rect width="%g" height="%g" fill="#ffffff"/>`+
		`<path d="%s" fill="none" stroke="#000000" stroke-width="%g"/></pattern>`, id, h.Period, h.Period, h.Period, h.Period, path, h.Width)
}

// printed and contrasted are the tokens of two further themes. A token not
// listed is black or white, whichever is closer to its light colour. Lines are
// black.
var (
	printed = map[string]string{
		"head": "#ffffff", "head-calm": "#ffffff",
		"head-ink": "#000000", "head-green": "#000000", "pill": "#ffffff",
		"dot-ok": "#ffffff", "dot-warn": hatchDense, "dot-bad": "#000000", "dot-assumed": hatchLight,
	}
	contrasted = map[string]string{
		"accent": "#0000c0", "ok": "#00552b", "warn": "#7a3300", "bad": "#a00000", "green": "#00552b",
		"static": "#5b00b5", "index": "#004a56", "counter": "#8a0052",
		"head-green": "#8ff0bd", "relationship": "#fff6c8",
		"dot-ok": "#3fe08a", "dot-warn": "#ffd000", "dot-bad": "#ff6b6b", "dot-assumed": "#c4c4c4",
	}
)

// palettes are the colours of each theme by token. ThemeAuto has the light
// colours, for formats that cannot follow the user's system.
var palettes = sync.OnceValue(func() map[Theme]map[string]string {
	all := map[Theme]map[string]string{ThemeLight: {}, ThemeDark: {}, ThemePrint: {}, ThemeContrast: {}}
	for _, t := range tokens {
		all[ThemeLight][t.name], all[ThemeDark][t.name] = t.light, t.dark
		all[ThemePrint][t.name] = or(printed[t.name], t.blackOrWhite())
		all[ThemeContrast][t.name] = or(contrasted[t.name], t.blackOrWhite())
	}
	all[ThemeAuto] = all[ThemeLight]
	return all
})

func or(value, otherwise string) string {
	if value == "" {
		return otherwise
	}
	return value
}

func (t token) blackOrWhite() string {
	if r, g, b := Channels(t.light); strings.HasSuffix(t.name, "line") || 3*int(r)+6*int(g)+int(b) < 5*255 {
		return "#000000"
	}
	return "#ffffff"
}

// Channels parses a #rrggbb colour.
func Channels(color string) (r, g, b uint8) {
	value, err := strconv.ParseUint(strings.TrimPrefix(color, "#"), 16, 24)
	if err != nil || len(color) != len("#rrggbb") {
		panic(fmt.Sprintf("diagram: %q is no colour", color))
	}
	return uint8(value >> 16), uint8(value >> 8), uint8(value)
}

var variable = regexp.MustCompile(`var\(--([a-z-]+)\)`)

// inTheme replaces variables by the colours of a theme.
func inTheme(value string, theme Theme) string {
	if !strings.Contains(value, "var(") {
		return value
	}
	palette := palettes()[theme]
	return variable.ReplaceAllStringFunc(value, func(text string) string {
		name := variable.FindStringSubmatch(text)[1]
		color, found := palette[name]
		if !found {
			panic("style.css: no token " + name)
		}
		return color
	})
}
