package svg

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/image/font/sfnt"

	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/diagram/typeface/typefacetest"
)

func lettersOf(texts ...string) []string {
	w := &writer{}
	for _, text := range texts {
		w.textLine(&scene.Text{Class: "name", Font: typeface.Font{Size: 13}, Content: text})
	}
	return typeface.Letters(w.out)
}

func TestLettersAreThoseOfTheLargeFonts(t *testing.T) {
	for _, test := range []struct {
		texts []string
		want  string
	}{
		{[]string{"hotels", "Größe <&>", "Ж…"}, ""},
		{[]string{"फ़ोन", "مدينة"}, ""}, // served as whole files
		{[]string{"hotel_酒店", "店<酒>"}, "店 酒"},
		{[]string{"a👩\u200d💻b", "🇨🇳"}, "🇨🇳 👩\u200d💻"},
		{[]string{strings.Repeat("👩\u200d", 60) + "👩"}, ""},
	} {
		if got := strings.Join(lettersOf(test.texts...), "|"); got != test.want {
			t.Errorf("%q: letters %q, want %q", test.texts, got, test.want)
		}
	}
}

// One more letter in a text of a thousand changes one or two of the parts.
func TestLettersComeInStableParts(t *testing.T) {
	var text strings.Builder
	for r := '一'; r < '一'+4000; r += 4 {
		text.WriteRune(r)
	}
	before, after := lettersOf(text.String()), lettersOf(text.String(), "丁丈")
	for _, part := range after {
		if len(part) > typeface.MostLetters {
			t.Errorf("a part has %d bytes", len(part))
		}
	}
	fresh := 0
	for _, part := range after {
		if !slices.Contains(before, part) {
			fresh++
		}
	}
	if len(before) < 4 || fresh > 2 {
		t.Errorf("%d of %d parts are new", fresh, len(after))
	}
}

var fontSource = regexp.MustCompile(`src:url\(([^?]+)\?text=([^)]*)\)`)

// Each font that a style sheet names exists and has the letters.
func TestLettersFonts(t *testing.T) {
	style := typeface.LettersStyle("酒 㐀 😀")
	for _, want := range []string{`"Widerow CJK";font-weight:400`, `"Widerow CJK";font-weight:700`, `"Widerow Rare";font-weight:100 900`, `"Noto Emoji";font-weight:100 900`, "unicode-range:U+3400,U+9152;"} {
		if !strings.Contains(style, want) {
			t.Errorf("the style sheet lacks %s:\n%s", want, style)
		}
	}
	for _, source := range fontSource.FindAllStringSubmatch(style, -1) {
		letters, err := url.QueryUnescape(source[2])
		if err != nil {
			t.Fatal(err)
		}
		woff, found := typeface.LettersFont(source[1], letters)
		if !found || len(woff) > 4<<10 {
			t.Fatalf("%s: found %t, %d bytes", source[1], found, len(woff))
		}
		font, err := sfnt.Parse(typefacetest.UnpackWOFF(t, woff))
		if err != nil {
			t.Fatal(err)
		}
		if got, want := font.NumGlyphs(), map[string]int{"cjk-regular.woff": 3, "cjk-bold.woff": 2, "rare.woff": 2, "emoji.woff": 2}[source[1]]; got != want {
			t.Errorf("%s has %d glyphs, want %d", source[1], got, want)
		}
	}
	if style := typeface.LettersStyle("hotel"); style != "" {
		t.Errorf("Latin letters need no style sheet, got %s", style)
	}
}

// Each font that the style sheet of pages names exists.
func TestWholeFonts(t *testing.T) {
	files := regexp.MustCompile(`src:url\(fonts/([^)]*)\)`).FindAllStringSubmatch(scene.Style("fonts"), -1)
	if len(files) < 40 {
		t.Fatalf("the style sheet names %d files", len(files))
	}
	for _, file := range files {
		packed, found := typeface.WholeFont(file[1])
		if !found {
			t.Errorf("%s does not exist", file[1])
			continue
		}
		if _, err := sfnt.Parse(typeface.Unpacked(packed)); err != nil {
			t.Errorf("%s: %v", file[1], err)
		}
	}
	if _, found := typeface.WholeFont("../fonts/OFL.txt"); found {
		t.Error("a file outside the fonts was returned")
	}
}
