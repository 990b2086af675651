package pages

import (
	"fmt"
	"slices"
	"strings"

	"widerow/diagram/pdf"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
)

// font is the subset of a face that a document uses. Glyphs are numbered from 1
// in order of first use.
type font struct {
	face   *typeface.Face
	name   string // in the page resources
	number map[shownGlyph]uint16
	glyphs []uint16 // glyph numbers in the face
	runes  [][]rune // the characters of each glyph
}

// shownGlyph is a glyph with its characters. One glyph may represent different
// ones.
type shownGlyph struct {
	number uint16
	text   string
}

func (c *canvas) font(f *typeface.Face) *font {
	found := c.fonts[f]
	if found == nil {
		found = &font{face: f, name: fmt.Sprintf("F%d", len(c.order)+1), number: map[shownGlyph]uint16{}}
		c.fonts[f] = found
		c.order = append(c.order, found)
	}
	return found
}

func (f *font) glyph(g typeface.Glyph) uint16 {
	key := shownGlyph{g.Number, string(g.Runes)}
	if number, ok := f.number[key]; ok {
		return number
	}
	f.glyphs, f.runes = append(f.glyphs, g.Number), append(f.runes, g.Runes)
	f.number[key] = uint16(len(f.glyphs))
	return uint16(len(f.glyphs))
}

func (c *canvas) Text(t *scene.Text, color string) {
	c.color(color, "rg")
	set := t.Glyphs()
	glyphsSuffice := t.Font.Face().IsPlain(t.Content) && !slices.ContainsFunc(set, typeface.Glyph.IsMissing)
	if !typeface.HasLeftwards(t.Content) && !glyphsSuffice {
		c.put("/Span<</ActualText%s>>BDC\n", pdf.Text(t.Content))
		defer c.put("EMC\n")
	}
	for len(set) > 0 {
		first, count := set[0], 1
		for count < len(set) && set[count].Follows(set[count-1], t.Font.Size) {
			count++
		}
		switch {
		case first.Invisible():
		case first.Number != 0:
			c.run(set[:count], t.Font.Size)
		default:
			box, number := first.Missing(t.Font.Size)
			c.Stroke(box, color, t.Font.Size/20, nil)
			c.Fill(number, color)
		}
		set = set[count:]
	}
}

// run shows glyphs of one face. The page's y axis is flipped, so letters are
// flipped back.
func (c *canvas) run(set []typeface.Glyph, size float64) {
	font, lean := c.font(set[0].Face), 0.0
	if set[0].Slanted {
		lean = typeface.Slant
	}
	c.put("BT /%s ", font.name)
	c.numbers(size)
	c.put("Tf 1 0 ")
	c.numbers(lean, -1, set[0].At.X, set[0].At.Y)
	c.put("Tm <")
	for _, r := range set {
		c.put("%04X", font.glyph(r))
	}
	c.put("> Tj ET\n")
}

// embed writes the font with the glyphs used and their characters, so that text
// can be selected and searched.
func (f *font) embed(d *pdf.Document) pdf.Ref {
	tables, _, err := f.face.Subset(f.glyphs, nil)
	if err != nil {
		panic(f.face.CSS() + ": " + err.Error()) // cannot fail for an embedded font
	}
	file := typeface.WriteTrueType(tables)
	name := "WIDROW+" + strings.ReplaceAll(f.face.Family, " ", "") + f.face.Style()
	angle := 0
	if f.face.Italic {
		angle = -12
	}
	descriptor := d.Add(fmt.Sprintf("<</Type/FontDescriptor/FontName/%s/Flags 4/FontBBox[-600 -350 2200 "+
		"1100]/ItalicAngle %d/Ascent 905/Descent -212/CapHeight 716/StemV 80/FontFile2 %v>>",
		name, angle, d.Stream(fmt.Sprintf("/Length1 %d", len(file)), file)))
	widths := make([]string, len(f.glyphs))
	for i, number := range f.glyphs {
		widths[i] = string(scene.AppendNumber(nil, 1000*f.face.AdvanceOf(number)/f.face.Units))
	}
	glyphs := d.Add(
		fmt.Sprintf(
			"<</Type/Font/Subtype/CIDFontType2/BaseFont/%s/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>"+
				"/FontDescriptor %v/DW 1000/W[1[%s]]/CIDToGIDMap/Identity>>",
			name, descriptor, strings.Join(widths, " ")))
	return d.Add(
		fmt.Sprintf("<</Type/Font/Subtype/Type0/BaseFont/%s/Encoding/Identity-H/DescendantFonts[%v]/ToUnicode %v>>",
			name, glyphs, d.Stream("", f.meanings())))
}

// meanings returns the CMap from glyph numbers to Unicode, at most 100 entries
// per block.
func (f *font) meanings() []byte {
	out := []byte("/CIDInit/ProcSet findresource begin 12 dict begin begincmap\n" +
		"/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def /CMapName/Adobe-Identity-UCS def /CMapType 2 def\n" +
		"1 begincodespacerange <0000><FFFF> endcodespacerange\n")
	var lines []string
	for i, runes := range f.runes {
		if len(runes) > 0 {
			text := pdf.Text(string(runes))
			lines = append(lines, fmt.Sprintf("<%04X><%s\n", i+1, strings.TrimPrefix(text, "<FEFF")))
		}
	}
	for block := range slices.Chunk(lines, 100) {
		out = fmt.Appendf(out, "%d beginbfchar\n%sendbfchar\n", len(block), strings.Join(block, ""))
	}
	return append(out, "endcmap CMapName currentdict/CMap defineresource pop end end\n"...)
}
