package diagram

import (
	"fmt"
	"math"
	"unicode"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"widerow/diagram/geom"
)

// setGlyph is a glyph at its place on the base line, or above it.
type setGlyph struct {
	face    *face
	number  uint16 // 0 where no font has one
	runes   []rune // that it stands for; none where a neighbour does
	at      geom.Point
	width   float64 // from its place to that of the next one
	slanted bool    // an upright glyph in an italic text
}

// slant is how far browsers lean the glyphs of a face without italics, in
// widths for each height.
const slant = 0.25

// typeset places the characters of a text as Measure measured them, from its
// left end on.
func typeset(content string, font Font, at geom.Point) []setGlyph {
	set := font.face().line(content)
	for i := range set {
		g := &set[i]
		g.at = geom.Pt(at.X+g.at.X*font.Size, at.Y+g.at.Y*font.Size)
		g.width *= font.Size
		g.slanted = font.Italic && !g.face.italic
		at.X += g.width
	}
	return set
}

// isIgnorable is about characters that say how others are set, and are not
// seen themselves (Default_Ignorable_Code_Point), though fonts may have glyphs for them.
func isIgnorable(r rune) bool {
	return r >= 0xad && (r == 0xad || unicode.In(r, unicode.Bidi_Control, unicode.Join_Control, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) ||
		r == 0x200b || r >= 0x2060 && r <= 0x206f || r == 0xfeff)
}

// invisible characters leave no mark, nor does a space where no font has it.
func (g setGlyph) invisible() bool {
	return len(g.runes) == 1 && isIgnorable(g.runes[0]) || g.number == 0 && (g.width == 0 || len(g.runes) == 0 || unicode.IsSpace(g.runes[0]))
}

// missing is the box that stands for a character that no font of ours has, and
// in it the character's number in hexadecimal, as browsers show it.
func (g setGlyph) missing(size float64) (box, number []geom.Step) {
	frame := geom.NewRect(g.at.X+0.08*g.width, g.at.Y-0.78*size, 0.84*g.width, 0.9*size)
	digits := fmt.Sprintf("%04X", g.runes[0])
	if len(digits) > 4 {
		digits = fmt.Sprintf("%06X", g.runes[0])
	}
	columns := len(digits) / 2
	cell := geom.Rect{Width: frame.Width * 0.9 / float64(columns), Height: frame.Height * 0.84 / 2}
	f := regularFace()
	digitSize := min(cell.Width/0.6, cell.Height/0.8)
	for i, digit := range digits {
		own := f.glyphOf(digit)
		left := frame.X + 0.05*frame.Width + float64(i%columns)*cell.Width + (cell.Width-own.advance/f.units*digitSize)/2
		base := frame.Y + 0.08*frame.Height + float64(i/columns)*cell.Height + (cell.Height+0.716*digitSize)/2
		for _, step := range f.outline(own.number) {
			for k, at := range step.Points {
				step.Points[k] = geom.Pt(left+at.X*digitSize, base+at.Y*digitSize)
			}
			number = append(number, step)
		}
	}
	return frame.Steps(), number
}

// isMissing reports whether a box stands for the character.
func (g setGlyph) isMissing() bool { return g.number == 0 && !g.invisible() }

// outline is a glyph of one em, with y downwards.
func (f *face) outline(number uint16) []geom.Step {
	f.mu.Lock()
	defer f.mu.Unlock()
	segments, err := f.font.LoadGlyph(&f.buf, sfnt.GlyphIndex(number), fixed.I(int(f.units)), nil)
	if err != nil {
		return nil // a glyph of our own font: an empty one
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
			step.Points[i] = geom.Pt(float64(p.X)/64/f.units, float64(p.Y)/64/f.units)
		}
		steps = append(steps, step)
	}
	return steps
}

// follows reports whether a glyph stands where a PDF reader puts it after
// the one before.
func (g setGlyph) follows(before setGlyph, size float64) bool {
	if g.face != before.face || g.number == 0 || before.number == 0 || g.invisible() || before.invisible() {
		return false
	}
	advance := g.face.advanceOf(before.number) / g.face.units * size
	return g.at.Y == before.at.Y && math.Abs(before.at.X+advance-g.at.X) < 0.01
}
