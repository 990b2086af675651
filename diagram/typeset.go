package diagram

import (
	"unicode"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// setGlyph is a glyph at its place on the base line, or above it.
type setGlyph struct {
	face    *face
	number  uint16 // 0 where no font has one
	runes   []rune // that it stands for; none where a neighbour does
	at      Point
	width   float64 // from its place to that of the next one
	slanted bool    // an upright glyph in an italic text
}

// slant is how far browsers lean the glyphs of a face without italics, in
// widths for each height.
const slant = 0.25

// typeset places the characters of a text as Measure measured them.
func (t *Text) typeset() []setGlyph {
	at := t.At
	width, _ := Measure(t.Content, t.Font)
	switch t.Anchor {
	case AnchorMiddle:
		at.X -= width / 2
	case AnchorEnd:
		at.X -= width
	}
	set := t.Font.face().line(t.Content)
	for i := range set {
		g := &set[i]
		g.at = Point{at.X + g.at.X*t.Font.Size, at.Y + g.at.Y*t.Font.Size}
		g.width *= t.Font.Size
		g.slanted = t.Font.Italic && !g.face.italic
		at.X += g.width
	}
	return set
}

// invisible characters leave no mark where no font has them.
func (g setGlyph) invisible() bool {
	return g.number == 0 && (g.width == 0 || len(g.runes) == 0 || unicode.IsSpace(g.runes[0]))
}

// missing is the box that stands for a character that no font of ours has.
func (g setGlyph) missing(size float64) []Step {
	left, right := g.at.X+0.1*g.width, g.at.X+0.9*g.width
	return (&Rectangle{Rect: Rect{left, g.at.Y - 0.7*size, right - left, 0.75 * size}}).steps()
}

// outline is a glyph of one em, with y downwards.
func (f *face) outline(number uint16) []Step {
	f.mu.Lock()
	defer f.mu.Unlock()
	segments, err := f.font.LoadGlyph(&f.buf, sfnt.GlyphIndex(number), fixed.I(int(f.units)), nil)
	if err != nil {
		return nil // a glyph of our own font: an empty one
	}
	steps := make([]Step, 0, len(segments)+4)
	for _, segment := range segments {
		var step Step
		switch segment.Op {
		case sfnt.SegmentOpMoveTo:
			step.Command = MoveTo
		case sfnt.SegmentOpLineTo:
			step.Command = LineTo
		case sfnt.SegmentOpQuadTo:
			step.Command = CurveTo
		case sfnt.SegmentOpCubeTo:
			step.Command = CubicTo
		}
		for i, p := range segment.Args {
			step.Points[i] = Point{float64(p.X) / 64 / f.units, float64(p.Y) / 64 / f.units}
		}
		steps = append(steps, step)
	}
	return steps
}
