package diagram

import (
	"unicode"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// setRune is a character at its place on the base line.
type setRune struct {
	face    *face
	number  uint16 // of the glyph, 0 where no font has one
	rune    rune
	at      Point
	width   float64
	slanted bool // an upright glyph in an italic text
}

// slant is how far browsers lean the glyphs of a face without italics, in
// widths for each height.
const slant = 0.25

// typeset places the characters of a text as Measure measured them.
func (t *Text) typeset() []setRune {
	wanted := t.Font.face()
	at := t.At
	width, _ := Measure(t.Content, t.Font)
	switch t.Anchor {
	case AnchorMiddle:
		at.X -= width / 2
	case AnchorEnd:
		at.X -= width
	}
	var set []setRune
	for _, r := range t.Content {
		owner, glyph := wanted.find(r)
		one, _ := Measure(string(r), t.Font)
		set = append(set, setRune{owner, glyph.number, r, at, one, t.Font.Italic && !owner.italic})
		at.X += one
	}
	return set
}

// invisible characters leave no mark where no font has them.
func (s setRune) invisible() bool {
	return s.number == 0 && (s.width == 0 || unicode.IsSpace(s.rune))
}

// missing is the box that stands for a character that no font of ours has.
func (s setRune) missing(size float64) []Step {
	left, right := s.at.X+0.1*s.width, s.at.X+0.9*s.width
	return (&Rectangle{Rect: Rect{left, s.at.Y - 0.7*size, right - left, 0.75 * size}}).steps()
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
