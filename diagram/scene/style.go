package scene

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"widerow/diagram/typeface"
)

// StyleSheet is written with var(--token) only; tokens give the colours.
//
//go:embed style.css
var StyleSheet string

// Style returns the style sheet of diagrams inside a page. It uses the page's
// tokens, and its own colours for tokens that the page does not define. A theme
// that the user chose sets all tokens of the diagram. fonts is the URL of the
// folder with the fonts that the page lacks.
func Style(fonts string) string {
	var out strings.Builder
	out.WriteString(typeface.PageFonts(fonts))
	for _, theme := range []Theme{ThemeLight, ThemeDark, ThemePrint, ThemeContrast} {
		out.WriteString(".diagram." + string(theme) + "{background:var(--paper);")
		for _, t := range tokens {
			fmt.Fprintf(&out, "--%s:%s;", t.name, palettes()[theme][t.name])
		}
		out.WriteString("}\n")
	}
	out.WriteString(variable.ReplaceAllStringFunc(StyleSheet, func(text string) string {
		name := variable.FindStringSubmatch(text)[1]
		fallback := fmt.Sprintf("light-dark(%s,%s)", palettes()[ThemeLight][name], palettes()[ThemeDark][name])
		if name == "paper" { // a page's canvas has its own background
			fallback = "var(--bg," + fallback + ")"
		}
		return fmt.Sprintf("var(--%s,%s)", name, fallback)
	}))
	return out.String()
}

// textStyle holds the properties of text that no attribute of SVG 1.1 can express.
const textStyle = ".diagram text{font-kerning:none;font-variant-ligatures:none;white-space:pre}\n"

// StandaloneStyle returns the style element of a diagram with the fonts that it
// uses. Its colours are attributes of the items, which every program supports.
// Only ThemeAuto needs rules, for systems in dark mode.
func StandaloneStyle(theme Theme, used typeface.Used) string {
	faces := slices.SortedFunc(maps.Keys(used), func(a, b *typeface.Face) int { return strings.Compare(a.CSS(), b.CSS()) })
	var out strings.Builder
	out.WriteString("<style>\n")
	for _, f := range faces {
		out.WriteString(f.Rule(used[f]))
	}
	out.WriteString(textStyle)
	if theme == ThemeAuto {
		out.WriteString(darkRules())
	}
	out.WriteString("</style>\n")
	return out.String()
}

// darkRules are the colours for users whose system is in dark mode.
var darkRules = sync.OnceValue(func() string {
	var out strings.Builder
	out.WriteString(".diagram{color-scheme:light dark}\n@media (prefers-color-scheme:dark){\n")
	for _, rule := range sheet() {
		var body []string
		for _, p := range rule.body {
			if p.name == "fill" || p.name == "stroke" {
				body = append(body, p.name+":"+inTheme(p.value, ThemeDark))
			}
		}
		if len(body) > 0 && !rule.names(ThemePrint) && !rule.names(ThemeContrast) && !rule.compares() {
			out.WriteString(rule.selector + "{" + strings.Join(body, ";") + "}\n")
		}
	}
	out.WriteString("}\n")
	return out.String()
})

// compares reports whether the rule applies to comparisons or documents only. They
// are never drawn in ThemeAuto outside of a page.
func (r *rule) compares() bool {
	return slices.ContainsFunc(r.parts, func(p part) bool {
		return slices.ContainsFunc(p.classes, func(class string) bool {
			return strings.HasPrefix(class, "diff-") || strings.HasPrefix(class, "prose-") ||
				strings.HasPrefix(class, "plaque") || slices.Contains([]string{"calm", "was", "strike", "sign"},
				class)
		})
	})
}

// names reports whether the rule applies to one theme only.
func (r *rule) names(theme Theme) bool {
	return slices.ContainsFunc(r.parts, func(p part) bool { return slices.Contains(p.classes, string(theme)) })
}
