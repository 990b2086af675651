package diagram

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"widerow/diagram/pdf"
)

const (
	pointsPerPixel = 0.75 // 72 of an inch by 96
	millimetre     = 72 / 25.4
	paperMargin    = 12 * millimetre // which no printer needs more of
	paperOverlap   = 10 * millimetre // by which pages are glued together
	largestPage    = 14400           // points, by the standard
	maxPages       = 400
)

// sheets are the papers upright, in points.
var sheets = map[Paper][2]float64{PaperA4: {595.28, 841.89}, PaperLetter: {612, 792}}

// sheetPlan is how the picture lies on pages, in points.
type sheetPlan struct {
	width, height float64 // of a page
	scale         float64 // points for a px
	columns, rows int
	tiled         bool
}

// sheet plans the pages. To save some, the picture is made smaller by up to a
// quarter, and the paper turned.
func (s *Scene) sheet(paper Paper) (sheetPlan, error) {
	size, ok := sheets[paper]
	if !ok {
		scale := min(pointsPerPixel, largestPage/max(s.Width, s.Height))
		return sheetPlan{s.Width * scale, s.Height * scale, scale, 1, 1, false}, nil
	}
	plan := s.tiles(size[0], size[1], 1)
	for _, smaller := range []float64{1, 0.95, 0.9, 0.85, 0.8, 0.75} {
		for _, other := range []sheetPlan{s.tiles(size[0], size[1], smaller), s.tiles(size[1], size[0], smaller)} {
			if other.count() < plan.count() {
				plan = other
			}
		}
	}
	if plan.count() > maxPages {
		return plan, fmt.Errorf("%w: it takes %d of them, the most is %d; take one page as large as the picture, or show a part of the diagram", ErrPages, plan.count(), maxPages)
	}
	return plan, nil
}

func (p sheetPlan) count() int { return p.columns * p.rows }

// inner is the room within the margins.
func (p sheetPlan) inner() (width, height float64) {
	return p.width - 2*paperMargin, p.height - 2*paperMargin
}

func (s *Scene) tiles(width, height, smaller float64) sheetPlan {
	p := sheetPlan{width: width, height: height, scale: smaller * pointsPerPixel, tiled: true}
	across, down := p.inner()
	p.columns, p.rows = strips(s.Width*p.scale, across), strips(s.Height*p.scale, down)
	return p
}

// strips is how many pages a length takes, each but the first repeating the
// overlap.
func strips(length, room float64) int {
	if length <= room {
		return 1
	}
	return 1 + int(math.Ceil((length-room)/(room-paperOverlap)))
}

// finish writes the pages, the bookmarks and the catalog.
func (c *pdfCanvas) finish(s *Scene) []byte {
	d := c.document
	resources := c.resources()
	form := d.Stream(fmt.Sprintf("/Type/XObject/Subtype/Form/BBox[0 0 %g %g]/Resources %v", s.Width, s.Height, resources), c.out)
	number := d.Add("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
	pages := d.Reserve()
	var refs []pdf.Ref
	var kids strings.Builder
	for row := range c.sheet.rows {
		for column := range c.sheet.columns {
			content := d.Stream("", c.sheet.page(column, row))
			ref := d.Add(fmt.Sprintf("<</Type/Page/Parent %v/MediaBox[0 0 %.2f %.2f]/Resources<</XObject<</X %v>>/Font<</N %v>>>>/Contents %v>>", pages, c.sheet.width, c.sheet.height, form, number, content))
			refs = append(refs, ref)
			fmt.Fprintf(&kids, "%v ", ref)
		}
	}
	d.Set(pages, fmt.Sprintf("<</Type/Pages/Count %d/Kids[%s]>>", len(refs), kids.String()))
	catalog := d.Add(fmt.Sprintf("<</Type/Catalog/Pages %v%s/ViewerPreferences<</DisplayDocTitle true>>>>", pages, c.bookmarks(s, refs)))
	info := d.Add(fmt.Sprintf("<</Title%s/Subject%s/Producer(Widerow)>>", pdf.Text(s.Title), pdf.Text(s.Description)))
	return d.Bytes(catalog, info)
}

func (c *pdfCanvas) resources() pdf.Ref {
	var fonts, patterns strings.Builder
	for _, font := range c.order {
		fmt.Fprintf(&fonts, "/%s %v", font.name, font.embed(c.document))
	}
	names := make([]string, 0, len(c.patterns))
	for name := range c.patterns {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		fmt.Fprintf(&patterns, "/%s %v", name, c.patterns[name])
	}
	return c.document.Add(fmt.Sprintf("<</Font<<%s>>/Pattern<<%s>>>>", fonts.String(), patterns.String()))
}

// origin is where the picture's top left corner lies on a page.
func (p sheetPlan) origin(column, row int) (x, y float64) {
	if !p.tiled {
		return 0, p.height
	}
	across, down := p.inner()
	return paperMargin - float64(column)*(across-paperOverlap), p.height - paperMargin + float64(row)*(down-paperOverlap)
}

// page shows the part of the picture that is its own, with dashed lines
// where it repeats the page before, its number and corners to cut at.
func (p sheetPlan) page(column, row int) []byte {
	x, y := p.origin(column, row)
	show := fmt.Sprintf("q %.4f 0 0 %.4f %.4f %.4f cm /X Do Q\n", p.scale, -p.scale, x, y)
	if p.count() == 1 {
		return []byte(show)
	}
	across, down := p.inner()
	left, right, bottom, top := paperMargin, p.width-paperMargin, paperMargin, p.height-paperMargin
	out := fmt.Appendf(nil, "q %.2f %.2f %.2f %.2f re W n\n%sQ\n0.5 w 0.4 G\n", left, bottom, across, down, show)
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
	return fmt.Appendf(out, "BT /N 8 Tf 0.4 g %.2f %.2f Td (Row %d of %d, column %d of %d) Tj ET\n", left+12, bottom-12, row+1, p.rows, column+1, p.columns)
}

// at is the page where a point of the picture is shown, and its place there.
func (p sheetPlan) at(point Point) (page int, x, y float64) {
	column, row := 0, 0
	if p.tiled {
		across, down := p.inner()
		column = min(int(point.X*p.scale/(across-paperOverlap)), p.columns-1)
		row = min(int(point.Y*p.scale/(down-paperOverlap)), p.rows-1)
	}
	x, y = p.origin(column, row)
	return row*p.columns + column, x + point.X*p.scale, y - point.Y*p.scale
}

// bookmark leads to a table, an entity type or a step.
type bookmark struct {
	name string
	at   Point
}

// bookmarked are the classes of what a reader looks for.
var bookmarked = []string{"table", "view", "type-box", "entity", "task"}

// bookmarks are in the order of painting, which is the reading order.
func (s *Scene) bookmarks() []bookmark {
	var found []bookmark
	var walk func(items []Item)
	walk = func(items []Item) {
		for _, item := range items {
			e, ok := item.(*Element)
			if !ok {
				continue
			}
			if slices.ContainsFunc(strings.Fields(e.Class), func(class string) bool { return slices.Contains(bookmarked, class) }) {
				found = append(found, e.bookmark())
				continue
			}
			walk(e.Items)
		}
	}
	walk(s.Items)
	return slices.DeleteFunc(found, func(b bookmark) bool { return b.name == "" })
}

// bookmark is the first line of text in an element, and where its first
// shape begins.
func (e *Element) bookmark() (b bookmark) {
	placed := false
	var walk func(items []Item)
	walk = func(items []Item) {
		for _, item := range items {
			switch item := item.(type) {
			case *Element:
				walk(item.Items)
			case *Rectangle:
				if !placed {
					b.at, placed = Point{item.X, item.Y}, true
				}
			case *Text:
				if b.name == "" {
					b.name = item.Content
				}
			}
		}
	}
	walk(e.Items)
	return b
}

// bookmarks writes the outline and gives its entry in the catalog.
func (c *pdfCanvas) bookmarks(s *Scene, pages []pdf.Ref) string {
	list, d := s.bookmarks(), c.document
	if len(list) == 0 {
		return ""
	}
	outline := d.Reserve()
	refs := make([]pdf.Ref, len(list))
	for i := range refs {
		refs[i] = d.Reserve()
	}
	for i, b := range list {
		page, x, y := c.sheet.at(b.at)
		entry := fmt.Sprintf("<</Title%s/Parent %v/Dest[%v/XYZ %.2f %.2f 0]", pdf.Text(b.name), outline, pages[page], x-8, y+8)
		if i > 0 {
			entry += fmt.Sprintf("/Prev %v", refs[i-1])
		}
		if i+1 < len(refs) {
			entry += fmt.Sprintf("/Next %v", refs[i+1])
		}
		d.Set(refs[i], entry+">>")
	}
	d.Set(outline, fmt.Sprintf("<</Type/Outlines/Count %d/First %v/Last %v>>", len(refs), refs[0], refs[len(refs)-1]))
	return fmt.Sprintf("/Outlines %v/PageMode/UseOutlines", outline)
}
