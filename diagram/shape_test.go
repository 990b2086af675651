package diagram

import (
	"bytes"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/image/font/sfnt"

	"widerow/diagram/geom"
	"widerow/diagram/pdf"
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
		{"e\u0301x\u0304", "e\u0301 x\u0304"},
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
	for _, text := range []string{"ننن", "מלון"} {
		if _, exact := Measure(text, font); !exact {
			t.Errorf("our fonts have all of %s, but the width is not called exact", text)
		}
	}
}

// scriptNames are names in each script that we tell people we draw, with the
// family that sets it.
var scriptNames = []struct{ family, text string }{
	{cjkFamily, "酒店客房ホテル호텔"}, {mainFamily, "מלון_Größe_Ж"}, {mainFamily, "מָלוֹן"}, {mainFamily, "e\u0301\u0323galite\u0301_Ж\u0300"}, {"Noto Sans Arabic", "فندق_الغرف_المتاحة"}, {"Noto Sans Devanagari", "होटल_कक्ष_क्षेत्र"},
	{"Noto Sans Thai", "โรงแรม_ที่พัก"}, {"Noto Sans Armenian", "հյուրանոց"}, {"Noto Sans Georgian", "სასტუმრო"}, {"Noto Sans Bengali", "হোটেল_কক্ষ"},
	{"Noto Sans Gurmukhi", "ਹੋਟਲ_ਕਮਰਾ"}, {"Noto Sans Gujarati", "હોટેલ_રૂમ"}, {"Noto Sans Oriya", "ହୋଟେଲ_କୋଠରୀ"}, {"Noto Sans Tamil", "விடுதி_அறைகள்"},
	{"Noto Sans Telugu", "హోటల్_గదులు"}, {"Noto Sans Kannada", "ಹೋಟೆಲ್_ಕೊಠಡಿ"}, {"Noto Sans Malayalam", "ഹോട്ടൽ_മുറികൾ"}, {"Noto Sans Sinhala", "හෝටලය_කාමර"},
	{"Noto Sans Lao", "ໂຮງແຮມ_ຫ້ອງ"}, {"Noto Sans Khmer", "សណ្ឋាគារ_បន្ទប់"}, {"Noto Sans Myanmar", "ဟိုတယ်_အခန်း"}, {"Noto Sans Ethiopic", "ሆቴል_ክፍል"},
	{"Noto Sans Syriac", "ܒܝܬܐ_ܕܐܟܣܢܝܐ"}, {"Noto Sans Thaana", "ހޮޓަލް"}, {"Noto Sans NKo", "ߒߞߏ_ߛߓߍ"}, {"Noto Serif Tibetan", "མགྲོན་ཁང"},
	{"Noto Sans Cherokee", "ᏣᎳᎩ"}, {"Noto Sans Canadian Aboriginal", "ᐃᓄᒃᑎᑐᑦ"}, {"Noto Sans Mongolian", "ᠮᠣᠩᠭᠣᠯ"}, {"Noto Sans Ol Chiki", "ᱥᱟᱱᱛᱟᱲᱤ"},
	{"Noto Sans Tifinagh", "ⵜⵉⴼⵉⵏⴰⵖ"}, {"Noto Sans Meetei Mayek", "ꯃꯤꯇꯩ_ꯂꯣꯟ"}, {"Noto Sans Javanese", "ꦲꦏ꧀ꦱꦫꦗꦮ"}, {"Noto Sans Yi", "ꆈꌠꉙ"},
	{"Noto Sans Adlam", "𞤀𞤣𞤤𞤢𞤥"}, {"Noto Emoji", "😀🚀❤🏨👩\u200d💻🇨🇳👍🏽"}, {"Noto Sans Math", "𝓗𝓸𝓽𝓮𝓵⟶⟨⟩"}, {"Noto Sans Symbols", "🜁⚢⚭"}, {"Noto Sans Symbols 2", "✗✘🖫"},
}

// Each script that we tell people we draw has its glyphs, regular and bold.
func TestScriptsHaveGlyphs(t *testing.T) {
	for _, sample := range scriptNames {
		for _, font := range []Font{{Size: 13}, {Size: 13, Bold: true}, {Size: 13, Italic: true}, {Size: 13, Bold: true, Italic: true}} {
			families := map[string]int{}
			for _, g := range font.face().line(sample.text) {
				if families[g.face.family]++; g.number == 0 && len(g.runes) > 0 {
					t.Errorf("%s (bold: %t): no glyph for %q", sample.text, font.Bold, string(g.runes))
				}
			}
			delete(families, map[bool]string{true: mainFamily}[sample.family != mainFamily])
			if len(families) != 1 || families[sample.family] == 0 {
				t.Errorf("%s is set in %v, want %s", sample.text, families, sample.family)
			}
		}
	}
	if owner, _ := boldFace().find('㐀'); owner != rareCJK() { // in none of the usual standards
		t.Errorf("a rare ideograph in bold is set in %s", owner.css())
	}
}

// The ranges by which packed fonts are found leave none of their characters
// to chance: those that no font before has are all in them.
func TestPackedFontsAreFound(t *testing.T) {
	for i, font := range packedFonts {
		for _, bold := range []bool{false, true} {
			f := font.load(bold && font.bold)()
			for r := rune(0xa0); r < 0xe0000; r++ {
				if f.glyphOf(r).number == 0 || r >= 0xfff9 && r <= 0xfffb || unicode.Is(unicode.Variation_Selector, r) {
					continue
				}
				if owner, _ := (Font{Bold: bold}).face().find(r); owner.glyphOf(r).number == 0 {
					t.Errorf("%s has %U %c, which is in none of its ranges (font %d)", font.family, r, r, i)
				}
			}
		}
	}
}

// What is packed is unpacked for the first name that needs it.
func TestFontsAreNotUnpackedForOthers(t *testing.T) {
	met := 0
	f := &face{known: map[rune]glyph{}, fallbacks: []fallback{{blocks("980-9FF"), func() *face { met++; return regularCJK() }}}, font: regularFace().font}
	f.find('é')
	f.find('क')
	if met != 0 {
		t.Error("a font is unpacked for characters that it does not have")
	}
	if f.find('ক'); met == 0 {
		t.Error("Bengali is not looked for")
	}
}

// A character that no font has is a box with its number, six digits beyond
// the first 65,536; the PDF tells the text.
func TestMissingCharacters(t *testing.T) {
	for text, digits := range map[string]string{"\ua6a0": "A6A0", "\U00013000": "013000"} { // Bamum, a hieroglyph
		label := &Text{At: geom.Pt(10, 20), Font: Font{Size: 20}, Content: text}
		set := label.glyphs()
		if len(set) != 1 || !set[0].isMissing() {
			t.Fatalf("%s is set as %+v", text, set)
		}
		box, number := set[0].missing(20)
		var want []geom.Step
		for _, digit := range digits {
			want = append(want, regularFace().outline(regularFace().glyphOf(digit).number)...)
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
		c := &pdfCanvas{fonts: map[*face]*pdfFont{}, colors: map[string]string{}}
		c.text(label, "#000000")
		if got := string(c.out); !strings.Contains(got, "/ActualText"+pdf.Text(text)) || strings.Contains(got, "Tj") {
			t.Errorf("the PDF does not tell %s:\n%s", text, got)
		}
	}
}

func TestScriptsInPDF(t *testing.T) {
	scene := &Scene{Width: 400, Height: 100, Items: []Item{
		&Text{At: geom.Pt(10, 20), Font: Font{Size: 13}, Content: "نفق"}, // the same dots on two letters
		&Text{At: geom.Pt(10, 50), Font: Font{Size: 13}, Content: "ที่พัก"},
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
