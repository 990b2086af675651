package typeface

import (
	"bytes"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/go-text/typesetting/bidi"
	"github.com/go-text/typesetting/di"
	shapes "github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
	"github.com/go-text/typesetting/language"
	"github.com/go-text/typesetting/shaping"
	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/image/math/fixed"

	"widerow/diagram/geom"
)

// IsPlain reports whether the text needs no shaping: each character has its own
// glyph and place, from left to right, and none is a combining mark.
func (f *Face) IsPlain(text string) bool {
	for _, r := range text {
		if r < 0x300 || r >= 0x370 && r < 0x590 || r >= 0x2e80 && r < 0xa500 || r >= 0xac00 && r < 0xfb1d { // Latin to Armenian; Chinese, Japanese and Korean
			continue
		}
		if owner, _ := f.find(r); owner.script != 0 || unicode.In(r, unicode.Hebrew, unicode.Bidi_Control, unicode.Mn) {
			return false
		}
	}
	return true
}

// leftwardScripts are the right-to-left scripts of the embedded fonts.
var leftwardScripts = []*unicode.RangeTable{unicode.Hebrew, unicode.Arabic, unicode.Syriac, unicode.Thaana, unicode.Nko, unicode.Adlam}

// HasLeftwards reports whether the text contains right-to-left characters.
func HasLeftwards(text string) bool {
	for _, r := range text {
		if unicode.In(r, leftwardScripts...) {
			return true
		}
	}
	return false
}

// lineWidths caches the widths of shaped texts in em, at most 2 MB of text.
var lineWidths, _ = lru.New[lineKey, float64](4096)

// longestLine is the longest cached text, in bytes. The names that forms accept
// are shorter in most scripts.
const longestLine = 512

type lineKey struct {
	face *Face
	text string
}

// shapedWidth returns the width of a text that needs shaping, in em. A single
// character is set as its font draws it.
func (f *Face) shapedWidth(text string) float64 {
	if utf8.RuneCountInString(text) == 1 {
		return f.place([]rune(text))[0].Width
	}
	if width, ok := lineWidths.Get(lineKey{f, text}); ok {
		return width
	}
	width := 0.0
	for _, g := range f.Line(text) {
		width += g.Width
	}
	if len(text) <= longestLine {
		lineWidths.Add(lineKey{f, strings.Clone(text)}, width) // the text may be a slice of a large one
	}
	return width
}

// Line sets a text at size 1 as browsers do: in the order of the bidirectional
// algorithm, with each script shaped by its own rules. The place of a glyph is
// relative to the end of the one before.
func (f *Face) Line(text string) []Glyph {
	if f.IsPlain(text) {
		return f.place([]rune(text))
	}
	s := shapers.Get().(*shaper)
	defer shapers.Put(s)
	runes := []rune(text)
	var set []Glyph
	for _, run := range visualOrder(runes, s.paragraph.Segment(runes, bidi.LeftToRight)) {
		parts := f.parts(runes, run)
		if !run.IsLeftToRight() {
			slices.Reverse(parts)
		}
		for _, part := range parts {
			set = append(set, s.set(runes, part)...)
		}
	}
	return set
}

// place sets characters one after the other without shaping.
func (f *Face) place(text []rune) []Glyph {
	set := make([]Glyph, len(text))
	for i, r := range text {
		owner, found := f.find(r)
		advance := found.advance / owner.Units
		if found.number == 0 {
			advance = fallbackAdvance(r)
		}
		set[i] = Glyph{Face: owner, Number: found.number, Runes: text[i : i+1], Width: advance}
	}
	return set
}

// visualOrder returns the runs in visual order (rule L2 of Unicode's bidirectional
// algorithm).
func visualOrder(text []rune, found bidi.Runs) []bidi.Run {
	runs := numbered(text, found)
	highest := bidi.Level(0)
	for _, run := range runs {
		highest = max(highest, run.Level)
	}
	for level := highest; level > 0; level-- {
		for start := 0; start < len(runs); start++ {
			end := start
			for end < len(runs) && runs[end].Level >= level {
				end++
			}
			slices.Reverse(runs[start:end])
			start = end
		}
	}
	return runs
}

// numbered splits numbers off the rest of a right-to-left run, where they have
// level 2. The library does not distinguish runs of level 0 and 2.
func numbered(text []rune, found bidi.Runs) []bidi.Run {
	var runs []bidi.Run
	add := func(start, end int, level bidi.Level) {
		if start < end {
			runs = append(runs, bidi.Run{Start: start, End: end, Level: level})
		}
	}
	for i := range found.NumRuns() {
		run := found.Run(i)
		if !run.IsLeftToRight() {
			add(run.Start, run.End, run.Level)
			continue
		}
		head, tail := run.Start, run.End
		for k := run.Start; i > 0 && k < run.End && !unicode.IsLetter(text[k]); k++ {
			if unicode.IsDigit(text[k]) {
				head = k + 1
			}
		}
		for i+1 < found.NumRuns() && tail > head && isArabicDigit(text[tail-1]) {
			tail--
		}
		add(run.Start, head, 2)
		add(head, tail, 0)
		add(tail, run.End, 2)
	}
	return runs
}

// isArabicDigit reports whether r is an Arabic-Indic digit, which is not a
// European number even after letters.
func isArabicDigit(r rune) bool { return r >= '٠' && r <= '٩' }

// textPart is a range of a text set in one face.
type textPart struct {
	face       *Face
	start, end int
	leftwards  bool
}

// parts splits a run where its face changes. Marks, joiners and selectors stay
// with their base character.
func (f *Face) parts(text []rune, run bidi.Run) []textPart {
	var parts []textPart
	for i := run.Start; i < run.End; i++ {
		owner, _ := f.find(text[i])
		if last := len(parts) - 1; last >= 0 && (owner == parts[last].face || unicode.In(text[i], unicode.M, unicode.Cf)) {
			parts[last].end = i + 1
			continue
		}
		parts = append(parts, textPart{owner, i, i + 1, !run.IsLeftToRight()})
	}
	return parts
}

// shaper holds the buffers for one text at a time.
type shaper struct {
	harfbuzz  shaping.HarfbuzzShaper
	paragraph bidi.Paragraph
	faces     map[*Face]*shapes.Face
}

var shapers = sync.Pool{New: func() any { return &shaper{faces: map[*Face]*shapes.Face{}} }}

// features are the OpenType features that the style sheet switches off.
var features = []shaping.FontFeature{
	{Tag: opentype.MustNewTag("kern")}, {Tag: opentype.MustNewTag("liga")}, {Tag: opentype.MustNewTag("clig")},
}

var english = language.NewLanguage("en")

func (s *shaper) set(text []rune, part textPart) []Glyph {
	marked := slices.ContainsFunc(text[part.start:part.end], func(r rune) bool { return unicode.Is(unicode.Mn, r) })
	if part.face.script == 0 && !part.leftwards && !marked {
		return part.face.place(text[part.start:part.end])
	}
	if s.faces[part.face] == nil {
		s.faces[part.face] = shapes.NewFace(part.face.shapes())
	}
	input := shaping.Input{
		Text: text, RunStart: part.start, RunEnd: part.end, Direction: di.DirectionLTR, Face: s.faces[part.face],
		FontFeatures: features, Size: fixed.I(int(part.face.Units)), Script: part.face.script, Language: english,
	}
	if part.leftwards {
		input.Direction = di.DirectionRTL
	}
	switch {
	case input.Script != 0:
	case part.leftwards:
		input.Script = language.Hebrew // right-to-left text in Arimo
	default:
		input.Script = language.Latin
	}
	shaped := s.harfbuzz.ShapeNoExtents(input).Glyphs
	set := make([]Glyph, len(shaped))
	em := 64 * part.face.Units
	for i, g := range shaped {
		set[i] = Glyph{Face: part.face, Number: uint16(g.GlyphID), At: geom.Pt(float64(g.XOffset)/em, -float64(g.YOffset)/em), Width: float64(g.Advance) / em}
	}
	for i := 0; i < len(set); i += shaped[i].GlyphsCount() {
		start, count := shaped[i].TextIndex(), shaped[i].RunesCount()
		base(set[i : i+shaped[i].GlyphsCount()]).Runes = text[start : start+count]
	}
	return set
}

// base returns the glyph of a cluster to which marks are attached.
func base(cluster []Glyph) *Glyph {
	return &cluster[max(0, slices.IndexFunc(cluster, func(g Glyph) bool { return g.Width > 0 }))]
}

// parseShapes reads the face's tables for shaping. It panics on a broken font,
// since fonts are embedded.
func (f *Face) parseShapes() *shapes.Font {
	parsed, err := shapes.ParseTTF(bytes.NewReader(f.text))
	if err != nil {
		panic(f.CSS() + ": " + err.Error())
	}
	return parsed.Font
}
