package typeface

import (
	"math"

	"widerow/diagram/geom"
)

// Used records what a diagram shows, by face.
type Used map[*Face]*UsedGlyphs

// UsedGlyphs records what is shown of a face.
type UsedGlyphs struct {
	runes map[rune]bool
	// glyphs are those that represent the runes in context.
	glyphs map[uint16]bool
	// shaped means that the runes alone do not determine the glyphs and their
	// places.
	shaped bool
}

func (u Used) of(f *Face) *UsedGlyphs {
	used := u[f]
	if used == nil {
		used = &UsedGlyphs{runes: map[rune]bool{}, glyphs: map[uint16]bool{}}
		u[f] = used
	}
	return used
}

// Add records what is needed to set a text.
func (u Used) Add(f *Face, text string) {
	if f.IsPlain(text) {
		for _, r := range text {
			if owner, found := f.find(r); found.number != 0 {
				used := u.of(owner)
				used.runes[r], used.glyphs[found.number] = true, true
			}
		}
		return
	}
	for _, g := range f.Line(text) {
		if g.Number == 0 {
			continue
		}
		used := u.of(g.Face)
		used.glyphs[g.Number] = true
		used.shaped = used.shaped || !g.alone()
		for _, r := range g.Runes {
			used.runes[r] = true
		}
	}
}

// alone reports whether a glyph is the unshaped glyph of its only character.
func (g Glyph) alone() bool {
	if len(g.Runes) != 1 || g.At != (geom.Point{}) {
		return false
	}
	own := g.Face.glyphOf(g.Runes[0])
	return own.number == g.Number && math.Abs(own.advance-g.Width*g.Face.Units) < 0.5
}
