package diagram

import (
	_ "embed"
	"encoding/base64"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// styleSheet is written with var(--token) only; tokens give the colours.
//
//go:embed style.css
var styleSheet string

// token is a colour by its name in the style sheet, light and dark. The
// first ones are those of the pages, so one set themes page and picture.
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
	{"attribute-line", "#a9b7c8", "#4a5a70"},
	{"step", "#eef3fd", "#1b2740"},
	{"dot-ok", "#3fb27f", "#3fb27f"},
	{"dot-warn", "#f1a10d", "#f1a10d"},
	{"dot-bad", "#ff6369", "#ff6369"},
	{"advice-ink", "#182230", "#182230"},
}

// declaration finds `property:… var(--token)…` in the style sheet.
var declaration = regexp.MustCompile(`([a-z-]+):([^;{}]*)var\(--([a-z-]+)\)([^;{}]*)`)

func tokenNamed(name string) token {
	for _, t := range tokens {
		if t.name == name {
			return t
		}
	}
	panic("style.css: no token " + name)
}

// Style is the style sheet of the diagrams inside a page. It uses the page's
// tokens, and its own colours for tokens that the page does not define.
var Style = sync.OnceValue(func() string {
	return declaration.ReplaceAllStringFunc(styleSheet, func(text string) string {
		part := declaration.FindStringSubmatch(text)
		t := tokenNamed(part[3])
		fallback := fmt.Sprintf("light-dark(%s,%s)", t.light, t.dark)
		if t.name == "paper" { // a page's canvas is its own background
			fallback = "var(--bg," + fallback + ")"
		}
		return fmt.Sprintf("%s:%svar(--%s,%s)%s", part[1], part[2], part[3], fallback, part[4])
	})
})

// aloneSheet is the style sheet of a picture that stands alone: the tokens
// follow the reader's colour scheme, and programs that know no variables
// find a plain light colour before each.
var aloneSheet = sync.OnceValue(func() string {
	var light, dark strings.Builder
	for _, t := range tokens {
		fmt.Fprintf(&light, "--%s:%s;", t.name, t.light)
		if t.dark != t.light {
			fmt.Fprintf(&dark, "--%s:%s;", t.name, t.dark)
		}
	}
	sheet := declaration.ReplaceAllStringFunc(styleSheet, func(text string) string {
		part := declaration.FindStringSubmatch(text)
		return fmt.Sprintf("%s:%s%s%s;%s", part[1], part[2], tokenNamed(part[3]).light, part[4], text)
	})
	return ".diagram{" + light.String() + "color-scheme:light dark}\n" +
		"@media (prefers-color-scheme:dark){.diagram{" + dark.String() + "}}\n" + sheet
})

// aloneStyle is the style element of a picture with the runes that it sets.
func aloneStyle(used map[*face]map[rune]bool) string {
	faces := slices.SortedFunc(maps.Keys(used), func(a, b *face) int { return strings.Compare(a.file, b.file) })
	var out strings.Builder
	out.WriteString("<style>\n")
	for _, f := range faces {
		out.WriteString(f.rule(slices.Sorted(maps.Keys(used[f]))))
	}
	out.WriteString(aloneSheet())
	out.WriteString("</style>\n")
	return out.String()
}

// rule is the @font-face of a subset.
func (f *face) rule(runes []rune) string {
	woff, err := subsetWOFF(f.text, f.glyph, runes)
	if err != nil {
		panic(f.file + ": " + err.Error()) // our own font: a broken build
	}
	weight, style := "400", "normal"
	if strings.Contains(f.file, "Bold") {
		weight = "700"
	}
	if strings.Contains(f.file, "Italic") {
		style = "italic"
	}
	return "@font-face{font-family:Arimo;font-weight:" + weight + ";font-style:" + style +
		";src:url(data:font/woff;base64," + base64.StdEncoding.EncodeToString(woff) + ") format(\"woff\")}\n"
}

// glyph is the number of the rune's glyph, 0 if there is none.
func (f *face) glyph(r rune) uint16 {
	f.mu.Lock()
	defer f.mu.Unlock()
	glyph, err := f.font.GlyphIndex(&f.buf, r)
	if err != nil {
		return 0
	}
	return uint16(glyph)
}
