package diagram

import (
	"bytes"
	"strings"
	"testing"

	"golang.org/x/image/font/sfnt"
)

// seen is a text as it is seen from left to right: what each glyph stands
// for, marks without a meaning of their own left out.
func seen(set []setGlyph) string {
	var parts []string
	for _, g := range set {
		if len(g.runes) > 0 {
			parts = append(parts, string(g.runes))
		}
	}
	return strings.Join(parts, " ")
}

// The order is that of UAX #9 for a paragraph from left to right; the
// clusters are those that HarfBuzz gives with the same fonts.
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
		{"a👩‍💻🇨🇳", "a 👩‍💻 🇨🇳"},
	} {
		if got := seen((Font{Size: 13}).face().line(test.text)); got != test.want {
			t.Errorf("%s is seen as %q, want %q", test.text, got, test.want)
		}
	}
}

// Letters join: noon has other glyphs within a word. The widths are those
// that HarfBuzz 8 gives with the same font.
func TestArabicJoins(t *testing.T) {
	font := Font{Size: 1000}
	alone, _ := Measure("ن", font)
	three, _ := Measure("ننن", font)
	if alone != 685 || three != 1342 {
		t.Errorf("noon is %.0f wide, three of them %.0f, want 685 and 1342", alone, three)
	}
	if _, exact := Measure("ننن", font); exact {
		t.Error("the reader's own fonts set Arabic in SVG, but the width is called exact")
	}
	if _, exact := Measure("מלון", font); !exact {
		t.Error("Arimo has Hebrew, but the width is not called exact")
	}
}

// Each script that we tell people we draw has its glyphs, regular and bold.
func TestScriptsHaveGlyphs(t *testing.T) {
	for _, text := range []string{"酒店客房", "ホテル", "호텔", "فندق", "מלון", "โรงแรม", "होटल", "😀🚀❤🏨"} {
		for _, font := range []Font{{Size: 13}, {Size: 13, Bold: true}, {Size: 13, Italic: true}, {Size: 13, Bold: true, Italic: true}} {
			for _, g := range font.face().line(text) {
				if g.number == 0 {
					t.Errorf("%s (bold: %t): no glyph for %q", text, font.Bold, string(g.runes))
				}
			}
		}
	}
	if owner, _ := boldFace().find('㐀'); owner != regularFallback() { // in none of the usual standards
		t.Errorf("a rare ideograph in bold is set in %s", owner.css())
	}
}

func TestScriptsInPDF(t *testing.T) {
	scene := &Scene{Width: 400, Height: 100, Items: []Item{
		&Text{At: Point{10, 20}, Font: Font{Size: 13}, Content: "نفق"}, // the same dots on two letters
		&Text{At: Point{10, 50}, Font: Font{Size: 13}, Content: "ที่พัก"},
	}}
	c := &pdfCanvas{fonts: map[*face]*pdfFont{}, colors: map[string]string{}}
	scene.drawOn(c)
	if got := string(c.out); strings.Count(got, "/ActualText<FEFF0E170E350E480E1E0E310E01>") != 1 || strings.Count(got, "BDC") != 1 || strings.Count(got, "EMC") != 1 {
		t.Errorf("the Thai text is not told once:\n%s", got)
	}
	arabic := c.order[0]
	meant := map[string]bool{}
	for _, runes := range arabic.runes {
		meant[string(runes)] = true
	}
	for _, letter := range []string{"ن", "ف", "ق"} {
		if !meant[letter] {
			t.Errorf("no glyph means %s", letter)
		}
	}
	tables, _, err := arabic.face.subset(arabic.glyphs, nil)
	if err != nil {
		t.Fatal(err)
	}
	cut, err := sfnt.Parse(writeTrueType(tables))
	if err != nil {
		t.Fatal(err)
	}
	for i, number := range arabic.glyphs {
		want := arabic.face.outline(number)
		got := (&face{font: cut, units: arabic.face.units}).outline(uint16(i + 1))
		if len(got) != len(want) || len(got) > 0 && got[0] != want[0] {
			t.Errorf("glyph %d of the subset is not glyph %d of the font", i+1, number)
		}
	}
	if !bytes.Contains(arabic.meanings(), []byte("<0646>")) {
		t.Error("no meaning is told")
	}
}
