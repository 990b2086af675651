package diagram

import (
	"cmp"
	"slices"
	"testing"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"widerow/diagram/typeface/typefacetest"
)

// plainly is a use of runes, each by itself.
func plainly(runes ...rune) *usedGlyphs {
	used := usedFonts{}.of(nil)
	for _, r := range runes {
		used.runes[r] = true
	}
	return used
}

func TestSubsetHasTheGlyphsThatAreUsed(t *testing.T) {
	runes := []rune("K C↑↓ hotel_id é ñ Ǻ ½ Ж א … *address*")
	slices.Sort(runes)
	runes = slices.Compact(runes)
	for _, font := range []Font{{}, {Bold: true}, {Italic: true}, {Bold: true, Italic: true}} {
		f := font.face()
		woff, err := subsetWOFF(f, plainly(runes...))
		if err != nil {
			t.Fatal(err)
		}
		if len(woff) > 12<<10 {
			t.Errorf("%s: a subset of %d glyphs takes %d bytes", f.css(), len(runes), len(woff))
		}
		subset, err := sfnt.Parse(typefacetest.UnpackWOFF(t, woff))
		if err != nil {
			t.Fatalf("%s: %v", f.css(), err)
		}
		for _, r := range runes {
			sameGlyph(t, f.font, subset, r)
		}
		if glyph, _ := subset.GlyphIndex(nil, 'z'); glyph != 0 {
			t.Errorf("%s: z is in the subset and was not asked for", f.css())
		}
	}
}

// TestFallbackSubset sets ideographs, kana and hangul that Arimo lacks.
func TestFallbackSubset(t *testing.T) {
	runes := []rune("予作写客室店旅日期酒館가각힣あア，（")
	slices.Sort(runes)
	for _, font := range []Font{{}, {Bold: true}, {Bold: true, Italic: true}} {
		f := font.face()
		owner, _ := f.find(runes[0])
		if owner == f {
			t.Fatalf("%s has %q itself", f.css(), runes[0])
		}
		woff, err := subsetWOFF(owner, plainly(runes...))
		if err != nil {
			t.Fatal(err)
		}
		subset, err := sfnt.Parse(typefacetest.UnpackWOFF(t, woff))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range runes {
			sameGlyph(t, owner.font, subset, r)
		}
	}
}

func sameGlyph(t *testing.T, font, subset *sfnt.Font, r rune) {
	t.Helper()
	var buf sfnt.Buffer
	load := func(f *sfnt.Font) ([]sfnt.Segment, fixed.Int26_6) {
		glyph, err := f.GlyphIndex(&buf, r)
		if err != nil || glyph == 0 {
			t.Fatalf("%q has no glyph: %v", r, err)
		}
		outline, err := f.LoadGlyph(&buf, glyph, fixed.I(64), nil)
		if err != nil {
			t.Fatalf("%q: %v", r, err)
		}
		outline = slices.Clone(outline)
		advance, err := f.GlyphAdvance(&buf, glyph, fixed.I(64), 0)
		if err != nil {
			t.Fatalf("%q: %v", r, err)
		}
		return outline, advance
	}
	wantOutline, wantAdvance := load(font)
	outline, advance := load(subset)
	if !slices.Equal(outline, wantOutline) || cmp.Compare(advance, wantAdvance) != 0 {
		t.Errorf("%q differs from the font's glyph", r)
	}
}

func TestSubsetRefusesWhatIsNoFont(t *testing.T) {
	for _, font := range [][]byte{nil, []byte("no font at all"), regularFace().text[:64], append([]byte{0, 1, 0, 0}, make([]byte, 20)...)} {
		if _, err := subsetWOFF(&face{text: font}, plainly('a')); err == nil {
			t.Errorf("a font of %d bytes is taken", len(font))
		}
	}
}
