package diagram

import (
	"fmt"
	"strings"
	"unicode/utf16"

	"widerow/diagram/pdf"
)

// pdfFont is the part of a face that a document shows. Glyphs get numbers in
// the order in which they are met, from 1 on.
type pdfFont struct {
	face   *face
	name   string // in the pages' resources
	number map[uint16]uint16
	runes  []rune
	widths []float64 // of the runes, in thousandths of an em
}

func (c *pdfCanvas) font(f *face) *pdfFont {
	found := c.fonts[f]
	if found == nil {
		found = &pdfFont{face: f, name: fmt.Sprintf("F%d", len(c.order)+1), number: map[uint16]uint16{}}
		c.fonts[f] = found
		c.order = append(c.order, found)
	}
	return found
}

func (f *pdfFont) glyph(r setRune) uint16 {
	if number, ok := f.number[r.number]; ok {
		return number
	}
	f.runes = append(f.runes, r.rune)
	f.widths = append(f.widths, 1000*f.face.glyphOf(r.rune).advance/f.face.units)
	f.number[r.number] = uint16(len(f.runes))
	return uint16(len(f.runes))
}

func (c *pdfCanvas) text(t *Text, color string) {
	c.color(color, "rg")
	set := t.typeset()
	for len(set) > 0 {
		first, count := set[0], 1
		for count < len(set) && set[count].face == first.face && set[count].number != 0 && first.number != 0 {
			count++
		}
		switch {
		case first.number != 0:
			c.run(set[:count], t.Font.Size)
		case !first.invisible():
			c.stroke(first.missing(t.Font.Size), color, t.Font.Size/16, nil)
		}
		set = set[count:]
	}
}

// run shows characters of one face. The page is upside down, so letters are
// turned over once more.
func (c *pdfCanvas) run(set []setRune, size float64) {
	font, lean := c.font(set[0].face), 0.0
	if set[0].slanted {
		lean = slant
	}
	c.put("BT /%s ", font.name)
	c.numbers(size)
	c.put("Tf 1 0 ")
	c.numbers(lean, -1, set[0].at.X, set[0].at.Y)
	c.put("Tm <")
	for _, r := range set {
		c.put("%04X", font.glyph(r))
	}
	c.put("> Tj ET\n")
}

// embed writes the font with the glyphs that were shown and what they mean,
// so that text can be selected and found.
func (f *pdfFont) embed(d *pdf.Document) pdf.Ref {
	tables, _, err := f.face.subset(f.runes)
	if err != nil {
		panic(f.face.css() + ": " + err.Error()) // our own font: a broken build
	}
	file := writeTrueType(tables)
	name := "WIDROW+" + strings.ReplaceAll(f.face.family, " ", "") + f.face.cut()
	angle := 0
	if f.face.italic {
		angle = -12
	}
	descriptor := d.Add(fmt.Sprintf("<</Type/FontDescriptor/FontName/%s/Flags 4/FontBBox[-600 -350 2200 1100]/ItalicAngle %d/Ascent 905/Descent -212/CapHeight 716/StemV 80/FontFile2 %v>>",
		name, angle, d.Stream(fmt.Sprintf("/Length1 %d", len(file)), file)))
	widths := make([]string, len(f.widths))
	for i, width := range f.widths {
		widths[i] = string(appendNumber(nil, width))
	}
	glyphs := d.Add(fmt.Sprintf("<</Type/Font/Subtype/CIDFontType2/BaseFont/%s/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor %v/DW 1000/W[1[%s]]/CIDToGIDMap/Identity>>",
		name, descriptor, strings.Join(widths, " ")))
	return d.Add(fmt.Sprintf("<</Type/Font/Subtype/Type0/BaseFont/%s/Encoding/Identity-H/DescendantFonts[%v]/ToUnicode %v>>", name, glyphs, d.Stream("", f.meanings())))
}

// meanings is the CMap from glyph numbers to Unicode, at most 100 a block.
func (f *pdfFont) meanings() []byte {
	out := []byte("/CIDInit/ProcSet findresource begin 12 dict begin begincmap\n" +
		"/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def /CMapName/Adobe-Identity-UCS def /CMapType 2 def\n" +
		"1 begincodespacerange <0000><FFFF> endcodespacerange\n")
	for start := 0; start < len(f.runes); start += 100 {
		block := f.runes[start:min(start+100, len(f.runes))]
		out = fmt.Appendf(out, "%d beginbfchar\n", len(block))
		for i, r := range block {
			out = fmt.Appendf(out, "<%04X><", start+i+1)
			for _, unit := range utf16.Encode([]rune{r}) {
				out = fmt.Appendf(out, "%04X", unit)
			}
			out = append(out, ">\n"...)
		}
		out = append(out, "endbfchar\n"...)
	}
	return append(out, "endcmap CMapName currentdict/CMap defineresource pop end end\n"...)
}

// cut is the face's part of a PostScript name.
func (f *face) cut() string {
	switch {
	case f.bold && f.italic:
		return "-BoldItalic"
	case f.bold:
		return "-Bold"
	case f.italic:
		return "-Italic"
	}
	return "-Regular"
}
