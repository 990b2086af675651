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

// page is a page of paper with what it shows.
type page struct {
	width, height float64 // in points
	// content shows the forms, which it names X0, X1, …
	content []byte
	forms   []*form
	links   string // its annotations
}

// form is a scene as a content stream, drawn once for all pages that show it.
type form struct {
	scene  *scene.Scene
	stream []byte
}

// draw returns the pages of a part: first its diagram, then its panels.
func (c *canvas) draw(part Part) []page {
	c.plan = part.Plan
	forms := []*form{{part.Plan.Picture, c.drawn(part.Plan.Picture, c.plan.Scale)}}
	for _, placed := range part.Placed {
		forms = append(forms, &form{placed.Scene, c.drawn(placed.Scene, c.plan.Scale*placed.scale())})
	}
	var pages []page
	for row := range c.plan.down {
		for column := range c.plan.Across {
			content := c.page(column, row)
			for i, placed := range part.Placed {
				x, y := c.plan.origin(column, row)
				content = append(content, showing(i+1, c.plan.Scale*placed.scale(), x+placed.At.X*c.plan.Scale, y-placed.At.Y*c.plan.Scale)...)
			}
			pages = append(pages, page{width: c.plan.width, height: c.plan.height, content: content, forms: forms})
		}
	}
	for _, link := range part.Plan.Picture.Links {
		at, x, y := c.plan.At(link.At)
		scale := c.plan.Scale
		pages[at].links += fmt.Sprintf(
			"<</Type/Annot/Subtype/Link/Border[0 0 0]/Rect[%.2f %.2f %.2f %.2f]/A<</S/URI/URI%s>>>>", x,
			y-link.At.Height*scale, x+link.At.Width*scale, y, pdf.Bytes(link.Href))
	}
	for _, panel := range c.plan.Panels {
		stream := c.drawn(panel, c.plan.PanelScale)
		pages = append(pages, page{width: c.plan.width, height: c.plan.height, content: c.panelPage(), forms: []*form{{panel, stream}}})
	}
	return pages
}

// finish writes the pages of all parts, the bookmarks and the catalog.
func (c *canvas) finish(book Book) []byte {
	d := c.document
	var drawn [][]page
	for _, part := range book.Parts {
		drawn = append(drawn, c.draw(part))
	}
	fonts, hatches := c.embedded(), c.hatched()
	root := d.Reserve()
	outline := outlineWriter{document: d}
	var kids strings.Builder
	count := 0
	for i, part := range book.Parts {
		written := map[*form]pdf.Ref{}
		var refs []pdf.Ref
		for _, page := range drawn[i] {
			ref := c.write(page, root, fonts, hatches, written)
			fmt.Fprintf(&kids, "%v ", ref)
			refs = append(refs, ref)
		}
		count += len(refs)
		outline.add(part, refs)
	}
	d.Set(root, fmt.Sprintf("<</Type/Pages/Count %d/Kids[%s]>>", count, kids.String()))
	catalog := d.Add(fmt.Sprintf("<</Type/Catalog/Pages %v%s/ViewerPreferences<</DisplayDocTitle true>>>>", root, outline.write()))
	info := d.Add(fmt.Sprintf("<</Title%s/Subject%s/Producer(Widerow)>>", pdf.Text(scene.Shorten(book.Title)), pdf.Text(scene.Shorten(book.Subject))))
	return d.Bytes(catalog, info)
}

// write writes a page and its forms that no other page has written.
func (c *canvas) write(p page, parent, fonts pdf.Ref, hatches string, written map[*form]pdf.Ref) pdf.Ref {
	content := c.document.Stream("", p.content)
	var names strings.Builder
	for i, form := range p.forms {
		ref, done := written[form]
		if !done {
			ref = c.document.Stream(
				fmt.Sprintf("/Type/XObject/Subtype/Form/BBox[0 0 %g %g]/Resources<</Font %v/Pattern<<%s>>>>",
					form.scene.Width, form.scene.Height, fonts, hatches), form.stream)
			written[form] = ref
		}
		fmt.Fprintf(&names, "/X%d %v", i, ref)
	}
	links := ""
	if p.links != "" {
		links = "/Annots[" + p.links + "]"
	}
	return c.document.Add(
		fmt.Sprintf(
			"<</Type/Page/Parent %v/MediaBox[0 0 %.2f %.2f]/Resources<</XObject<<%s>>/Font %v>>/Contents %v%s>>",
			parent, p.width, p.height, names.String(), fonts, content, links))
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
	return showing(0, c.plan.PanelScale, paperMargin, c.plan.height-paperMargin)
}

// showing draws a form of a page with its top left corner at a place.
func showing(form int, scale, x, y float64) []byte {
	return fmt.Appendf(nil, "q %.4f 0 0 %.4f %.4f %.4f cm /X%d Do Q\n", scale, -scale, x, y, form)
}

// page draws its part of the diagram, its number, corners to cut at, and dashed marks
// in the margin up to where it repeats the previous page.
func (c *canvas) page(column, row int) []byte {
	p := c.plan
	x, y := p.origin(column, row)
	show := showing(0, p.Scale, x, y)
	if p.Count() == 1 {
		return show
	}
	view := p.View(column, row)
	left, right, bottom, top := view.X, view.X+view.Width, view.Y, view.Y+view.Height
	show = c.showingMost(x, y, p.leftOut(column, row))
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
	label := left + 12
	if column > 0 {
		end := left + p.Across[column-1].to - p.Across[column].from
		line(end, bottom-5, end, bottom-20)
		line(end, top+5, end, top+20)
		if end < p.width/2 {
			label = end + 12
		}
	}
	if row > 0 {
		end := top - (p.down[row-1].to - p.down[row].from)
		line(left-5, end, left-20, end)
		line(right+5, end, right+20, end)
	}
	place := fmt.Sprintf("Row %d of %d, column %d of %d", row+1, len(p.down), column+1, len(p.Across))
	font := c.font(typeface.RegularFace())
	out = fmt.Appendf(out, "BT /%s 8 Tf 0.4 g %.2f %.2f Td <", font.name, label, bottom-12)
	for _, g := range font.face.Line(place) {
		out = fmt.Appendf(out, "%04X", font.glyph(g))
	}
	return append(out, "> Tj ET\n"...)
}
