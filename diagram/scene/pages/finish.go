package pages

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"widerow/diagram/pdf"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
)

// finish writes the pages, the bookmarks and the catalog.
func (c *canvas) finish() []byte {
	d, s := c.document, c.plan.Picture
	scenes := append([]*scene.Scene{s}, c.plan.Panels...)
	drawn := [][]byte{c.drawn(s, c.plan.Scale)}
	for _, panel := range c.plan.Panels {
		drawn = append(drawn, c.drawn(panel, c.plan.PanelScale))
	}
	contents := make([][]pdf.Ref, len(scenes)) // content streams of the pages of each scene
	for row := range c.plan.down {
		for column := range c.plan.Across {
			contents[0] = append(contents[0], d.Stream("", c.page(column, row)))
		}
	}
	for i := range c.plan.Panels {
		contents[i+1] = []pdf.Ref{d.Stream("", c.panelPage())}
	}
	fonts, hatches := c.embedded(), c.hatched()
	pages := d.Reserve()
	var refs []pdf.Ref
	var kids strings.Builder
	for i, scene := range scenes {
		form := d.Stream(fmt.Sprintf("/Type/XObject/Subtype/Form/BBox[0 0 %g %g]/Resources<</Font %v/Pattern<<%s>>>>", scene.Width, scene.Height, fonts, hatches), drawn[i])
		for _, content := range contents[i] {
			ref := d.Add(fmt.Sprintf("<</Type/Page/Parent %v/MediaBox[0 0 %.2f %.2f]/Resources<</XObject<</X %v>>/Font %v>>/Contents %v>>", pages, c.plan.width, c.plan.height, form, fonts, content))
			refs = append(refs, ref)
			fmt.Fprintf(&kids, "%v ", ref)
		}
	}
	d.Set(pages, fmt.Sprintf("<</Type/Pages/Count %d/Kids[%s]>>", len(refs), kids.String()))
	catalog := d.Add(fmt.Sprintf("<</Type/Catalog/Pages %v%s/ViewerPreferences<</DisplayDocTitle true>>>>", pages, c.bookmarks(s.Bookmarks, refs)))
	info := d.Add(fmt.Sprintf("<</Title%s/Subject%s/Producer(Widerow)>>", pdf.Text(scene.Shorten(s.Title)), pdf.Text(scene.Shorten(s.Description))))
	return d.Bytes(catalog, info)
}

// embedded returns the font resources by name.
func (c *canvas) embedded() pdf.Ref {
	var fonts strings.Builder
	for _, font := range c.order {
		fmt.Fprintf(&fonts, "/%s %v", font.name, font.embed(c.document))
	}
	return c.document.Add("<<" + fonts.String() + ">>")
}

// hatched returns the pattern resources by name.
func (c *canvas) hatched() string {
	var patterns strings.Builder
	for _, name := range slices.Sorted(maps.Keys(c.patterns)) {
		fmt.Fprintf(&patterns, "/%s %v", name, c.patterns[name])
	}
	return patterns.String()
}

// panelPage shows a panel at the upper left corner within the margins.
func (c *canvas) panelPage() []byte {
	return showing(c.plan.PanelScale, paperMargin, c.plan.height-paperMargin)
}

// showing draws a form with its top left corner at a place of a page.
func showing(scale, x, y float64) []byte {
	return fmt.Appendf(nil, "q %.4f 0 0 %.4f %.4f %.4f cm /X Do Q\n", scale, -scale, x, y)
}

// page draws its part of the diagram with dashed lines where it repeats the
// previous page, its number, and corners to cut at.
func (c *canvas) page(column, row int) []byte {
	p := c.plan
	x, y := p.origin(column, row)
	show := showing(p.Scale, x, y)
	if p.Count() == 1 {
		return show
	}
	view := p.View(column, row)
	left, right, bottom, top := view.X, view.X+view.Width, view.Y, view.Y+view.Height
	out := fmt.Appendf(nil, "q %.2f %.2f %.2f %.2f re W n\n%sQ\n0.5 w 0.4 G\n", left, bottom, view.Width, view.Height, show)
	line := func(x1, y1, x2, y2 float64) { out = fmt.Appendf(out, "%.2f %.2f m %.2f %.2f l S\n", x1, y1, x2, y2) }
	for _, x := range []float64{left, right} {
		for _, y := range []float64{bottom, top} {
			outX, outY := math.Copysign(10, x-p.width/2), math.Copysign(10, y-p.height/2)
			line(x+outX/2, y, x+outX, y)
			line(x, y+outY/2, x, y+outY)
		}
	}
	out = append(out, "[3 3] 0 d\n"...)
	if column > 0 {
		line(left+paperOverlap, bottom, left+paperOverlap, top)
	}
	if row > 0 {
		line(left, top-paperOverlap, right, top-paperOverlap)
	}
	label := fmt.Sprintf("Row %d of %d, column %d of %d", row+1, len(p.down), column+1, len(p.Across))
	font := c.font(typeface.RegularFace())
	out = fmt.Appendf(out, "BT /%s 8 Tf 0.4 g %.2f %.2f Td <", font.name, left+12, bottom-12)
	for _, g := range font.face.Line(label) {
		out = fmt.Appendf(out, "%04X", font.glyph(g))
	}
	return append(out, "> Tj ET\n"...)
}
