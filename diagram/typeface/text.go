package typeface

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Measure gives the width of text in px and whether the fonts that a picture
// carries have all its glyphs. If they have, the width is exact, for the
// style switches kerning and ligatures off; if not, the drawer fixes the
// length: it is that of our own fonts, or an estimate.
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

// Flake stands in a type's text for frozen; a snowflake is drawn there.
const Flake = string(flakeRune)

const (
	flakeRune    = '❄'
	flakeAdvance = 9.2 * 1.3 / 11 // in em: the width of the snowflake with some air, in the type font
)

// fallbackAdvance is the width in em that other fonts give to a rune:
// ideographs and emoji fill a square, marks and joiners take no room.
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

// Shorten cuts text with an ellipsis so that it is at most width px wide. It
// cuts before a combining mark never, so that letters keep their accents.
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

// Clean makes one line of a name that a user typed: no control characters,
// runs of white space are one space. A name that nobody sees is told as such.
func Clean(name string) string {
	if name = OneLine(name); !strings.ContainsFunc(name, isSeen) {
		return "(no name)"
	}
	return name
}

// isSeen tells whether a character leaves a mark of its own: spaces, joiners, soft
// hyphens and selectors do not.
func isSeen(r rune) bool {
	return !unicode.In(r, unicode.Zs, unicode.Cf, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point)
}

// OneLine is valid text without line breaks and doubled spaces.
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
// where it can; what does not fit is cut.
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

// breakAt finds the end of the longest first line; text is wider than width.
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

// balance wraps text into the fewest lines that fit in width, and these to
// about the same length, as a person would letter a box.
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

// widestWord is the width of the longest word that fits in width: lines that
// are balanced must not break it.
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

// most is how many lines a name may take before it is cut: more than any
// name of the length that the forms accept.
const most = 24

// Letter breaks a name into balanced lines. The longer it is, the wider they
// are, so that its box keeps a pleasant shape.
func Letter(name string, font Font, width float64) []string {
	full, _ := Measure(name, font)
	return balance(name, font, max(width, 6*math.Sqrt(full)), most)
}

func cut(lines []string) bool { return strings.HasSuffix(lines[len(lines)-1], ellipsis) }

// Widest is the width of the longest of the lines.
func Widest(lines []string, font Font) float64 {
	width := 0.0
	for _, line := range lines {
		one, _ := Measure(line, font)
		width = max(width, one)
	}
	return width
}
