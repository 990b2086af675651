package diagram

import (
	"bytes"
	"cmp"
	"compress/zlib"
	"encoding/binary"
	"io"
	"slices"
	"testing"

	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
)

// unpackWOFF gives the TrueType font in a WOFF file, and fails on a wrong
// size or checksum.
func unpackWOFF(t *testing.T, woff []byte) []byte {
	t.Helper()
	if string(woff[:4]) != "wOFF" || int(binary.BigEndian.Uint32(woff[8:])) != len(woff) {
		t.Fatalf("no WOFF file of %d bytes", len(woff))
	}
	count := int(binary.BigEndian.Uint16(woff[12:]))
	header := []byte{0, 1, 0, 0}
	header = binary.BigEndian.AppendUint16(header, uint16(count))
	header = append(header, 0, 0, 0, 0, 0, 0)
	var body []byte
	for i := range count {
		entry := woff[44+20*i:]
		offset, packed, size := binary.BigEndian.Uint32(entry[4:]), binary.BigEndian.Uint32(entry[8:]), binary.BigEndian.Uint32(entry[12:])
		table := woff[offset : offset+packed]
		if packed < size {
			r, err := zlib.NewReader(bytes.NewReader(table))
			if err != nil {
				t.Fatal(err)
			}
			if table, err = io.ReadAll(r); err != nil || len(table) != int(size) {
				t.Fatalf("table %s: %d bytes, want %d (%v)", entry[:4], len(table), size, err)
			}
		}
		if sum := checksum(table); sum != binary.BigEndian.Uint32(entry[16:]) {
			t.Errorf("table %s: checksum %08x", entry[:4], sum)
		}
		header = append(header, entry[:4]...)
		header = binary.BigEndian.AppendUint32(header, checksum(table))
		header = binary.BigEndian.AppendUint32(header, uint32(12+16*count+len(body)))
		header = binary.BigEndian.AppendUint32(header, size)
		body = append(body, table...)
		for len(body)%4 != 0 {
			body = append(body, 0)
		}
	}
	if total := int(binary.BigEndian.Uint32(woff[16:])); total != len(header)+len(body) {
		t.Errorf("WOFF tells a font of %d bytes, want %d", total, len(header)+len(body))
	}
	return append(header, body...)
}

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
		subset, err := sfnt.Parse(unpackWOFF(t, woff))
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
		subset, err := sfnt.Parse(unpackWOFF(t, woff))
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
