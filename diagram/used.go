package diagram

import (
	"math"

	"widerow/diagram/geom"
)

// usedFonts is what a picture shows, by face.
type usedFonts map[*face]*usedGlyphs

// usedGlyphs is what is shown of a face.
type usedGlyphs struct {
	runes map[rune]bool
	// glyphs are those that stand for the runes in their places.
	glyphs map[uint16]bool
	// shaped: the runes alone do not give the glyphs and their places.
	shaped bool
}

func (u usedFonts) of(f *face) *usedGlyphs {
	used := u[f]
	if used == nil {
		used = &usedGlyphs{runes: map[rune]bool{}, glyphs: map[uint16]bool{}}
		u[f] = used
	}
	return used
}

// add notes what it takes to set a text.
func (u usedFonts) add(f *face, text string) {
	if f.isPlain(text) {
		for _, r := range text {
			if owner, found := f.find(r); found.number != 0 {
				used := u.of(owner)
				used.runes[r], used.glyphs[found.number] = true, true
			}
		}
		return
	}
	for _, g := range f.line(text) {
		if g.number == 0 {
			continue
		}
		used := u.of(g.face)
		used.glyphs[g.number] = true
		used.shaped = used.shaped || !g.alone()
		for _, r := range g.runes {
			used.runes[r] = true
		}
	}
}

// alone reports whether a glyph is that of its only character, in the place
// where it stands without rules.
func (g setGlyph) alone() bool {
	if len(g.runes) != 1 || g.at != (geom.Point{}) {
		return false
	}
	own := g.face.glyphOf(g.runes[0])
	return own.number == g.number && math.Abs(own.advance-g.width*g.face.units) < 0.5
}
