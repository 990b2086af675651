package typeface

import (
	"fmt"
	"math"
	"unicode"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"widerow/diagram/geom"
)

// Glyph is a glyph with its place on the base line, or above it.
type Glyph struct {
	Face    *Face
	Number  uint16 // 0 if no font has one
	Runes   []rune // that it represents; none if a neighbour represents them
	At      geom.Point
	Width   float64 // in px, from its place to the next one
	Slanted bool    // an upright glyph in italic text
}

// Slant is the horizontal shift per unit of height by which browsers slant a
// face without italics.
const Slant = 0.25

// Set places the glyphs of a text from its left end on, as Measure measured
// them.
func Set(content string, font Font, at geom.Point) []Glyph {
	set := font.Face().Line(content)
	for i := range set {
		g := &set[i]
		g.At = geom.Pt(at.X+g.At.X*font.Size, at.Y+g.At.Y*font.Size)
		g.Width *= font.Size
		g.Slanted = font.Italic && !g.Face.Italic
		at.X += g.Width
	}
	return set
}

// isIgnorable reports whether a character only affects others and is itself
// invisible (Default_Ignorable_Code_Point), even if a font has a glyph for it.
func isIgnorable(r rune) bool {
	return r >= 0xad &&
		(r == 0xad || unicode.In(r, unicode.Bidi_Control, unicode.Join_Control, unicode.Variation_Selector,
			unicode.Other_Default_Ignorable_Code_Point) ||
			r == 0x200b || r >= 0x2060 && r <= 0x206f || r == 0xfeff)
}

// Invisible reports whether the glyph leaves no mark: ignorable characters and
// spaces without a glyph.
func (g Glyph) Invisible() bool {
	return len(g.Runes) == 1 && isIgnorable(g.Runes[0]) || g.Number == 0 && (g.Width == 0 || len(g.Runes) == 0 || unicode.IsSpace(g.Runes[0]))
}

// Missing returns a box for a character that no embedded font has and, inside
// it, the code point in hexadecimal, as browsers show it. size is in px.
func (g Glyph) Missing(size float64) (box, number []geom.Step) {
	frame := geom.NewRect(g.At.X+0.08*g.Width, g.At.Y-0.78*size, 0.84*g.Width, 0.9*size)
	digits := fmt.Sprintf("%04X", g.Runes[0])
	if len(digits) > 4 {
		digits = fmt.Sprintf("%06X", g.Runes[0])
	}
	columns := len(digits) / 2
	cell := geom.Rect{Width: frame.Width * 0.9 / float64(columns), Height: frame.Height * 0.84 / 2}
	f := RegularFace()
	digitSize := min(cell.Width/0.6, cell.Height/0.8)
	for i, digit := range digits {
		own := f.glyphOf(digit)
		left := frame.X + 0.05*frame.Width + float64(i%columns)*cell.Width + (cell.Width-own.advance/f.Units*digitSize)/2
		base := frame.Y + 0.08*frame.Height + float64(i/columns)*cell.Height + (cell.Height+0.716*digitSize)/2
		for _, step := range f.Outline(own.number) {
			for k, at := range step.Points {
				step.Points[k] = geom.Pt(left+at.X*digitSize, base+at.Y*digitSize)
			}
			number = append(number, step)
		}
	}
	return frame.Steps(), number
}

// IsMissing reports whether the character is drawn as a box.
func (g Glyph) IsMissing() bool { return g.Number == 0 && !g.Invisible() }

// Outline returns the outline of a glyph at 1 em, with y downwards.
func (f *Face) Outline(number uint16) []geom.Step {
	f.mu.Lock()
	defer f.mu.Unlock()
	segments, err := f.Font.LoadGlyph(&f.buf, sfnt.GlyphIndex(number), fixed.I(int(f.Units)), nil)
	if err != nil {
		return nil // cannot fail for an embedded font: an empty glyph
	}
	steps := make([]geom.Step, 0, len(segments)+4)
	for _, segment := range segments {
		var step geom.Step
		switch segment.Op {
		case sfnt.SegmentOpMoveTo:
			step.Command = geom.MoveTo
		case sfnt.SegmentOpLineTo:
			step.Command = geom.LineTo
		case sfnt.SegmentOpQuadTo:
			step.Command = geom.CurveTo
		case sfnt.SegmentOpCubeTo:
			step.Command = geom.CubicTo
		}
		for i, p := range segment.Args {
			step.Points[i] = geom.Pt(float64(p.X)/64/f.Units, float64(p.Y)/64/f.Units)
		}
		steps = append(steps, step)
	}
	return steps
}

// Follows reports whether a PDF reader by itself places a glyph correctly after the one before.
func (g Glyph) Follows(before Glyph, size float64) bool {
	if g.Face != before.Face || g.Number == 0 || before.Number == 0 || g.Invisible() || before.Invisible() {
		return false
	}
	advance := g.Face.AdvanceOf(before.Number) / g.Face.Units * size
	return g.At.Y == before.At.Y && math.Abs(before.At.X+advance-g.At.X) < 0.01
}
