package pages

import (
	"bytes"
	"strings"
	"testing"

	"widerow/diagram/geom"
	"widerow/diagram/pdf"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"

	"golang.org/x/image/font/sfnt"
)

// A PDF contains the text of a character that no font has.
func TestMissingCharactersInPDF(t *testing.T) {
	for _, text := range []string{"\ua6a0", "\U00013000"} { // Bamum, a hieroglyph
		label := &scene.Text{At: geom.Pt(10, 20), Font: typeface.Font{Size: 20}, Content: text}
		c := &canvas{fonts: map[*typeface.Face]*font{}, colors: map[string]string{}}
		c.Text(label, "#000000")
		if got := string(c.out); !strings.Contains(got, "/ActualText"+pdf.Text(text)) || strings.Contains(got, "Tj") {
			t.Errorf("the PDF does not contain the text %s:\n%s", text, got)
		}
	}
}

func TestScriptsInPDF(t *testing.T) {
	scene := &scene.Scene{Width: 400, Height: 100, Items: []scene.Item{
		&scene.Text{At: geom.Pt(10, 20), Font: typeface.Font{Size: 13}, Content: "نفق"}, // the same dots on two letters
		&scene.Text{At: geom.Pt(10, 50), Font: typeface.Font{Size: 13}, Content: "ที่พัก"},
	}}
	c := &canvas{fonts: map[*typeface.Face]*font{}, colors: map[string]string{}}
	scene.DrawOn(c)
	if got := string(c.out); strings.Count(got, "/ActualText<FEFF0E170E350E480E1E0E310E01>") != 1 || strings.Count(got, "BDC") != 1 || strings.Count(got, "EMC") != 1 {
		t.Errorf("the PDF does not contain the Thai text exactly once:\n%s", got)
	}
	arabic := c.order[0]
	meant := map[string]bool{}
	for _, runes := range arabic.runes {
		meant[string(runes)] = true
	}
	for _, letter := range []string{"ن", "ف", "ق"} {
		if !meant[letter] {
			t.Errorf("no glyph maps to %s", letter)
		}
	}
	tables, _, err := arabic.face.Subset(arabic.glyphs, nil)
	if err != nil {
		t.Fatal(err)
	}
	cut, err := sfnt.Parse(typeface.WriteTrueType(tables))
	if err != nil {
		t.Fatal(err)
	}
	for i, number := range arabic.glyphs {
		want := arabic.face.Outline(number)
		got := (&typeface.Face{Font: cut, Units: arabic.face.Units}).Outline(uint16(i + 1))
		if len(got) != len(want) || len(got) > 0 && got[0] != want[0] {
			t.Errorf("glyph %d of the subset is not glyph %d of the font", i+1, number)
		}
	}
	if !bytes.Contains(arabic.meanings(), []byte("<0646>")) {
		t.Error("the PDF has no mapping to Unicode")
	}
}
