package typeface

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Measure returns the width of text in px. exact reports whether the fonts that a diagram embeds
// have all its glyphs. The width is then exact, since the style switches off kerning and ligatures.
// Otherwise the width comes from the server's fonts or is an estimate, and drawing has to force the
// length.
func Measure(text string, font Font) (width float64, exact bool) {
	f, exact := font.Face(), true
	if !f.IsPlain(text) {
		return f.shapedWidth(text) * font.Size, f.carriesAll(text)
	}
	units := 0.0
	for _, r := range text {
		advance := f.advance(r)
		if advance < 0 {
			exact = exact && unicode.Is(unicode.Mn, r)
			advance = fallbackAdvance(r) * f.Units
		} else if r >= basicRunes {
			exact = exact && f.carries(r)
		}
		units += advance
	}
	return units * font.Size / f.Units, exact
}

// Flake marks a frozen type in its text. A snowflake is drawn in its place.
const Flake = string(flakeRune)

const (
	flakeRune    = '❄'
	flakeAdvance = 9.2 * 1.3 / 11 // in em: the width of the snowflake and the space around it, in the font of types
)

// fallbackAdvance returns the width in em that other fonts give to a rune: 1
// for ideographs and emoji, 0 for marks and joiners.
func fallbackAdvance(r rune) float64 {
	switch {
	case r == flakeRune:
		return flakeAdvance
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case r >= 0x1f000:
		return 1.25
	case r >= 0x10000 || r >= 0x1100 && r <= 0x115f, r >= 0x2e80 && r <= 0xd7ff, r >= 0xf900 && r <= 0xfaff, r >= 0xff00 && r <= 0xff60:
		return 1
	}
	return 0.7
}

const ellipsis = "…"

// Shorten truncates text with an ellipsis to at most width px. It never cuts
// before a combining mark, so that letters keep their accents.
func Shorten(text string, font Font, width float64) string {
	if len(text) < 1000 {
		if full, _ := Measure(text, font); full <= width {
			return text
		}
	}
	dots, _ := Measure(ellipsis, font)
	room, end := width-dots, 0
	for i, r := range text {
		if !unicode.Is(unicode.M, r) {
			end = i
		}
		one, _ := Measure(string(r), font)
		if room -= one; room < 0 {
			return strings.TrimRight(text[:end], " ") + ellipsis
		}
	}
	return text
}

// Clean turns a name that a user typed into one line without control
// characters. Runs of white space become one space, and an invisible name gets
// a visible text.
func Clean(name string) string {
	if name = OneLine(name); !strings.ContainsFunc(name, isSeen) {
		return "(no name)"
	}
	return name
}

// isSeen reports whether a character is visible by itself. Spaces, joiners,
// soft hyphens and selectors are not.
func isSeen(r rune) bool {
	return !unicode.In(r, unicode.Zs, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// OneLine returns text as valid UTF-8 without line breaks and repeated spaces.
func OneLine(name string) string {
	simple := true
	for i := 0; i < len(name); i++ {
		if name[i] <= ' ' || name[i] >= 0x7f {
			simple = false
			break
		}
	}
	if !simple {
		name = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(name, "\ufffd"), func(r rune) bool {
			return unicode.IsSpace(r) || unicode.IsControl(r)
		}), " ")
	}
	return name
}

// Wrap breaks text into at most count lines of at most width px, at spaces
// where possible. Text that does not fit is truncated.
func Wrap(text string, font Font, width float64, count int) []string {
	var lines []string
	for text != "" && len(lines) < count-1 {
		if full, _ := Measure(text, font); full <= width {
			break
		}
		end := breakAt(text, font, width)
		lines = append(lines, strings.TrimSpace(text[:end]))
		text = strings.TrimSpace(text[end:])
	}
	if text != "" {
		lines = append(lines, Shorten(text, font, width))
	}
	return lines
}

// Lines breaks text into lines of at most width px, at spaces where possible. All
// of it is kept, however long it is.
func Lines(text string, font Font, width float64) []string {
	var lines []string
	for text != "" {
		part := beginning(text)
		end := len(part)
		if full, _ := Measure(part, font); full > width {
			end = breakAt(part, font, width)
		}
		lines = append(lines, strings.TrimSpace(text[:end]))
		text = strings.TrimSpace(text[end:])
	}
	return lines
}

// beginning returns as much of a text as can be on one line.
func beginning(text string) string {
	const most = 2000 // bytes
	end := min(len(text), most)
	for end < len(text) && end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end]
}

// breakAt returns the end of the longest first line of text, which is wider
// than width.
func breakAt(text string, font Font, width float64) int {
	space := 0
	for i, r := range text {
		if r == ' ' || i > 0 && (text[i-1] == '_' || text[i-1] == '-') {
			space = i
		}
		one, _ := Measure(string(r), font)
		width -= one
		if width >= 0 || unicode.Is(unicode.M, r) {
			continue
		}
		if space > 0 {
			return space
		}
		return max(i, utf8.RuneLen(r))
	}
	return len(text)
}

// balance wraps text into the fewest lines within width, of similar lengths.
func balance(text string, font Font, width float64, count int) []string {
	lines := Wrap(text, font, width, count)
	if len(lines) < 2 || strings.HasSuffix(lines[len(lines)-1], ellipsis) {
		return lines
	}
	full, _ := Measure(text, font)
	for narrow := max(full/float64(len(lines)), widestWord(text, font, width)); narrow < width; narrow += 4 {
		if tried := Wrap(text, font, narrow, count); len(tried) == len(lines) && !cut(tried) {
			return tried
		}
	}
	return lines
}

// widestWord returns the width of the longest word that fits in width, which
// balancing must not break.
func widestWord(text string, font Font, width float64) float64 {
	least := 0.0
	for word := range strings.FieldsSeq(text) {
		for _, part := range strings.FieldsFunc(word, func(r rune) bool { return r == '_' || r == '-' }) {
			if one, _ := Measure(part+"_", font); one <= width {
				least = max(least, one)
			}
		}
	}
	return least
}

// most is the maximum number of lines of a name. The forms accept no name that
// needs more.
const most = 24

// Letter breaks a name into balanced lines. The longer the name, the wider the
// lines, so that its box keeps a balanced shape.
func Letter(name string, font Font, width float64) []string {
	full, _ := Measure(name, font)
	return balance(name, font, max(width, 6*math.Sqrt(full)), most)
}

func cut(lines []string) bool { return strings.HasSuffix(lines[len(lines)-1], ellipsis) }

// Widest returns the width of the longest line in px.
func Widest(lines []string, font Font) float64 {
	width := 0.0
	for _, line := range lines {
		one, _ := Measure(line, font)
		width = max(width, one)
	}
	return width
}
