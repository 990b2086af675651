package typeface

import (
	"cmp"
	"slices"
	"testing"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"

	"widerow/diagram/typeface/typefacetest"
)

// plainly returns a use of single runes.
func plainly(runes ...rune) *UsedGlyphs {
	used := Used{}.of(nil)
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
		f := font.Face()
		woff, err := SubsetWOFF(f, plainly(runes...))
		if err != nil {
			t.Fatal(err)
		}
		if len(woff) > 12<<10 {
			t.Errorf("%s: a subset of %d glyphs takes %d bytes", f.CSS(), len(runes), len(woff))
		}
		subset, err := sfnt.Parse(typefacetest.UnpackWOFF(t, woff))
		if err != nil {
			t.Fatalf("%s: %v", f.CSS(), err)
		}
		for _, r := range runes {
			sameGlyph(t, f.Font, subset, r)
		}
		if glyph, _ := subset.GlyphIndex(nil, 'z'); glyph != 0 {
			t.Errorf("%s: z is in the subset but was not requested", f.CSS())
		}
	}
}

// TestFallbackSubset sets ideographs, kana and hangul that Arimo lacks.
func TestFallbackSubset(t *testing.T) {
	runes := []rune("予作写客室店旅日期酒館가각힣あア，（")
	slices.Sort(runes)
	for _, font := range []Font{{}, {Bold: true}, {Bold: true, Italic: true}} {
		f := font.Face()
		owner, _ := f.find(runes[0])
		if owner == f {
			t.Fatalf("%s has %q itself", f.CSS(), runes[0])
		}
		woff, err := SubsetWOFF(owner, plainly(runes...))
		if err != nil {
			t.Fatal(err)
		}
		subset, err := sfnt.Parse(typefacetest.UnpackWOFF(t, woff))
		if err != nil {
			t.Fatal(err)
		}
		for _, r := range runes {
			sameGlyph(t, owner.Font, subset, r)
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
	for _, font := range [][]byte{nil, []byte("no font at all"), RegularFace().text[:64], append([]byte{0, 1, 0, 0}, make([]byte, 20)...)} {
		if _, err := SubsetWOFF(&Face{text: font}, plainly('a')); err == nil {
			t.Errorf("a font of %d bytes was accepted", len(font))
		}
	}
}
