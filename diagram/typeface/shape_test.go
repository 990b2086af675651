package typeface

import (
	"strings"
	"testing"
	"unicode"

	"widerow/diagram/geom"
	"widerow/diagram/typeface/typefacetest"
)

// seen returns a text in visual order: the characters of each glyph, without
// marks that have none of their own.
func seen(set []Glyph) string {
	var parts []string
	for _, g := range set {
		if len(g.Runes) > 0 {
			parts = append(parts, string(g.Runes))
		}
	}
	return strings.Join(parts, " ")
}

// The order follows UAX #9 for a left-to-right paragraph. The clusters match HarfBuzz with the same
// fonts.
func TestLinesAreSeenAsInBrowsers(t *testing.T) {
	for _, test := range []struct{ text, want string }{
		{"hotel", "h o t e l"},
		{"酒店", "酒 店"},
		{"مدينة", "ة ن ي د م"},
		{"by_عيد_x", "b y _ د ي ع _ x"},
		{"h_عيد_2024_r", "h _ 2 0 2 4 _ د ي ع _ r"},
		{"2024_عيد", "2 0 2 4 _ د ي ع"},
		{"x٢٣_عيد", "x د ي ع _ ٢ ٣"},
		{"שם_12.5", "1 2 . 5 _ ם ש"},
		{"א(ב)_c", ") ב ( א _ c"},
		{"ที่พัก", "ที่ พั ก"},
		{"क्षेत्र", "क्षे त्र"},
		{"e\u0301x\u0304", "e\u0301 x\u0304"},
		{"a👩‍💻🇨🇳", "a 👩‍💻 🇨🇳"},
	} {
		if got := seen((Font{Size: 13}).Face().Line(test.text)); got != test.want {
			t.Errorf("%s is seen as %q, want %q", test.text, got, test.want)
		}
	}
}

// Letters join: noon has other glyphs within a word. The widths match HarfBuzz 8 with the same
// font.
func TestArabicJoins(t *testing.T) {
	font := Font{Size: 1000}
	alone, _ := Measure("ن", font)
	three, _ := Measure("ننن", font)
	if alone != 685 || three != 1342 {
		t.Errorf("noon is %.0f wide, three of them %.0f, want 685 and 1342", alone, three)
	}
	for _, text := range []string{"ننن", "מלון"} {
		if _, exact := Measure(text, font); !exact {
			t.Errorf("the fonts have every glyph of %s, but its width is not exact", text)
		}
	}
}

// Each documented script has its glyphs, regular and bold.
func TestScriptsHaveGlyphs(t *testing.T) {
	for _, sample := range typefacetest.Scripts {
		for _, font := range []Font{{Size: 13}, {Size: 13, Bold: true}, {Size: 13, Italic: true}, {Size: 13, Bold: true, Italic: true}} {
			families := map[string]int{}
			for _, g := range font.Face().Line(sample.Text) {
				if families[g.Face.Family]++; g.Number == 0 && len(g.Runes) > 0 {
					t.Errorf("%s (bold: %t): no glyph for %q", sample.Text, font.Bold, string(g.Runes))
				}
			}
			delete(families, map[bool]string{true: MainFamily}[sample.Family != MainFamily])
			if len(families) != 1 || families[sample.Family] == 0 {
				t.Errorf("%s is set in %v, want %s", sample.Text, families, sample.Family)
			}
		}
	}
	if owner, _ := boldFace().find('㐀'); owner != rareCJK() { // in none of the common standards
		t.Errorf("a rare ideograph in bold is set in %s", owner.CSS())
	}
}

// The ranges of a packed font contain every character that no earlier font has.
func TestPackedFontsAreFound(t *testing.T) {
	for i, font := range packedFonts {
		for _, bold := range []bool{false, true} {
			f := font.load(bold && font.bold)()
			for r := rune(0xa0); r < 0xe0000; r++ {
				if f.glyphOf(r).number == 0 || r >= 0xfff9 && r <= 0xfffb || unicode.Is(unicode.Variation_Selector, r) {
					continue
				}
				if owner, _ := (Font{Bold: bold}).Face().find(r); owner.glyphOf(r).number == 0 {
					t.Errorf("%s has %U %c, which is in none of its ranges (font %d)", font.family, r, r, i)
				}
			}
		}
	}
}

// A font is unpacked only for a name that needs it.
func TestFontsAreNotUnpackedForOthers(t *testing.T) {
	met := 0
	f := &Face{known: map[rune]glyph{}, fallbacks: []fallback{{blocks("980-9FF"), func() *Face { met++; return regularCJK() }}}, Font: RegularFace().Font}
	f.find('é')
	f.find('क')
	if met != 0 {
		t.Error("a font was unpacked for characters that it does not have")
	}
	if f.find('ক'); met == 0 {
		t.Error("Bengali text did not unpack its font")
	}
}

// A character that no font has is drawn as a box with its code point, six
// digits above U+FFFF.
func TestMissingCharacters(t *testing.T) {
	for text, digits := range map[string]string{"\ua6a0": "A6A0", "\U00013000": "013000"} { // Bamum, a hieroglyph
		set := Set(text, Font{Size: 20}, geom.Pt(10, 20))
		if len(set) != 1 || !set[0].IsMissing() {
			t.Fatalf("%s is set as %+v", text, set)
		}
		box, number := set[0].Missing(20)
		var want []geom.Step
		for _, digit := range digits {
			want = append(want, RegularFace().Outline(RegularFace().glyphOf(digit).number)...)
		}
		if len(number) != len(want) {
			t.Errorf("%s: %d steps, want the %d of %s", text, len(number), len(want), digits)
		}
		for _, step := range number {
			for _, at := range step.Points[:step.Command.PointCount()] {
				if at.X < box[0].Points[0].X || at.X > box[1].Points[0].X || at.Y < 20-0.78*20 || at.Y > 20+0.12*20 {
					t.Errorf("%s: a digit is at %v, outside of its box %v", text, at, box)
				}
			}
		}
	}
}
