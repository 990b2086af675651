package diagram

import (
	"fmt"
	"maps"
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
	left, top     float64 // room before the picture, within the margins of the first page
	tiled         bool
}

// sheet plans the pages. To save some, the picture is made smaller by up to
// three tenths, and the paper turned.
func (s *Scene) sheet(paper Paper) (sheetPlan, error) {
	size, ok := sheets[paper]
	if !ok {
		scale := min(pointsPerPixel, largestPage/max(s.Width, s.Height))
		return sheetPlan{width: s.Width * scale, height: s.Height * scale, scale: scale, columns: 1, rows: 1}, nil
	}
	plan := s.tiles(size[0], size[1])
	if turned := s.tiles(size[1], size[0]); turned.cost() < plan.cost() {
		plan = turned
	}
	if plan.count() > maxPages {
		return plan, fmt.Errorf("%w: it takes %d of them, the most is %d; take one page as large as the picture, or show a part of the diagram", ErrPages, plan.count(), maxPages)
	}
	return s.shifted(plan), nil
}

// shifted moves the picture in the room that the pages leave it, so that few
// boxes are where one page ends and the next begins.
func (s *Scene) shifted(p sheetPlan) sheetPlan {
	var across, down [][2]float64
	for _, mark := range s.bookmarks() {
		across = append(across, [2]float64{mark.at.X * p.scale, (mark.at.X + mark.at.Width) * p.scale})
		down = append(down, [2]float64{mark.at.Y * p.scale, (mark.at.Y + mark.at.Height) * p.scale})
	}
	width, height := p.inner()
	p.left = bestStart(across, s.Width*p.scale, p.columns, width)
	p.top = bestStart(down, s.Height*p.scale, p.rows, height)
	return p
}

// bestStart is where a picture of a length begins on so many pages: near the
// middle of the room that is left, unless its parts are harmed less elsewhere.
func bestStart(parts [][2]float64, length float64, pages int, room float64) float64 {
	const step = 2
	middle := max(0, stripped(pages, room)-length) / 2
	best, least := middle, math.MaxInt
	for away := 0.0; away <= middle; away += step {
		for _, start := range []float64{middle - away, middle + away} {
			if harm := harmed(parts, start, pages, room); harm < least {
				best, least = start, harm
			}
		}
	}
	return best
}

// harmed counts the parts in the strips that two pages have, thrice if no
// page has the whole part.
func harmed(parts [][2]float64, start float64, pages int, room float64) int {
	count := 0
	for _, part := range parts {
		from, to := part[0]+start, part[1]+start
		for page := 1; page < pages; page++ {
			begin := float64(page) * (room - paperOverlap)
			if from < begin+paperOverlap && to > begin {
				count++
			}
			if from < begin && to > begin+paperOverlap {
				count += 2
			}
		}
	}
	return count
}

func (p sheetPlan) count() int { return p.columns * p.rows }

// cost weighs pages against the size of what is on them: half of the pages
// are worth half of the size.
func (p sheetPlan) cost() float64 { return float64(p.count()) / p.scale }

// inner is the room within the margins.
func (p sheetPlan) inner() (width, height float64) {
	return p.width - 2*paperMargin, p.height - 2*paperMargin
}

// tiles is the best plan on sheets of a size: of each number of pages, the
// picture is as large as they hold.
func (s *Scene) tiles(width, height float64) sheetPlan {
	const smallest = 0.7 * pointsPerPixel // names are then set in 7 points
	plan := sheetPlan{width: width, height: height, scale: pointsPerPixel, tiled: true}
	across, down := plan.inner()
	plan.columns, plan.rows = strips(s.Width*pointsPerPixel, across), strips(s.Height*pointsPerPixel, down)
	best := plan
	for columns := strips(s.Width*smallest, across); columns <= plan.columns; columns++ {
		for rows := strips(s.Height*smallest, down); rows <= plan.rows; rows++ {
			other := plan
			other.columns, other.rows = columns, rows
			other.scale = min(pointsPerPixel, stripped(columns, across)/s.Width, stripped(rows, down)/s.Height)
			if other.cost() < best.cost() {
				best = other
			}
		}
	}
	return best
}

// strips is how many pages a length takes, each but the first repeating the
// overlap.
func strips(length, room float64) int {
	if length <= room {
		return 1
	}
	return 1 + int(math.Ceil((length-room)/(room-paperOverlap)))
}

// stripped is the length that so many pages hold.
func stripped(pages int, room float64) float64 {
	return room + float64(pages-1)*(room-paperOverlap)
}

// finish writes the pages, the bookmarks and the catalog.
func (c *pdfCanvas) finish(s *Scene) []byte {
	d := c.document
	var contents []pdf.Ref
	for row := range c.sheet.rows {
		for column := range c.sheet.columns {
			contents = append(contents, d.Stream("", c.page(column, row)))
		}
	}
	fonts := c.embedded()
	form := d.Stream(fmt.Sprintf("/Type/XObject/Subtype/Form/BBox[0 0 %g %g]/Resources<</Font %v/Pattern<<%s>>>>", s.Width, s.Height, fonts, c.hatched()), c.out)
	pages := d.Reserve()
	var refs []pdf.Ref
	var kids strings.Builder
	for _, content := range contents {
		ref := d.Add(fmt.Sprintf("<</Type/Page/Parent %v/MediaBox[0 0 %.2f %.2f]/Resources<</XObject<</X %v>>/Font %v>>/Contents %v>>", pages, c.sheet.width, c.sheet.height, form, fonts, content))
		refs = append(refs, ref)
		fmt.Fprintf(&kids, "%v ", ref)
	}
	d.Set(pages, fmt.Sprintf("<</Type/Pages/Count %d/Kids[%s]>>", len(refs), kids.String()))
	catalog := d.Add(fmt.Sprintf("<</Type/Catalog/Pages %v%s/ViewerPreferences<</DisplayDocTitle true>>>>", pages, c.bookmarks(s, refs)))
	info := d.Add(fmt.Sprintf("<</Title%s/Subject%s/Producer(Widerow)>>", pdf.Text(s.Title), pdf.Text(s.Description)))
	return d.Bytes(catalog, info)
}

// embedded are the fonts by their names.
func (c *pdfCanvas) embedded() pdf.Ref {
	var fonts strings.Builder
	for _, font := range c.order {
		fmt.Fprintf(&fonts, "/%s %v", font.name, font.embed(c.document))
	}
	return c.document.Add("<<" + fonts.String() + ">>")
}

// hatched are the patterns by their names.
func (c *pdfCanvas) hatched() string {
	var patterns strings.Builder
	for _, name := range slices.Sorted(maps.Keys(c.patterns)) {
		fmt.Fprintf(&patterns, "/%s %v", name, c.patterns[name])
	}
	return patterns.String()
}

// origin is where the picture's top left corner lies on a page.
func (p sheetPlan) origin(column, row int) (x, y float64) {
	if !p.tiled {
		return 0, p.height
	}
	across, down := p.inner()
	return paperMargin + p.left - float64(column)*(across-paperOverlap), p.height - paperMargin - p.top + float64(row)*(down-paperOverlap)
}

// page shows the part of the picture that is its own, with dashed lines
// where it repeats the page before, its number and corners to cut at.
func (c *pdfCanvas) page(column, row int) []byte {
	p := c.sheet
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
	label := fmt.Sprintf("Row %d of %d, column %d of %d", row+1, p.rows, column+1, p.columns)
	font := c.font(regularFace())
	out = fmt.Appendf(out, "BT /%s 8 Tf 0.4 g %.2f %.2f Td <", font.name, left+12, bottom-12)
	for _, g := range font.face.line(label) {
		out = fmt.Appendf(out, "%04X", font.glyph(g))
	}
	return append(out, "> Tj ET\n"...)
}

// at is the page where a point of the picture is shown, and its place there.
func (p sheetPlan) at(point Point) (page int, x, y float64) {
	column, row := 0, 0
	if p.tiled {
		across, down := p.inner()
		column = min(int((p.left+point.X*p.scale)/(across-paperOverlap)), p.columns-1)
		row = min(int((p.top+point.Y*p.scale)/(down-paperOverlap)), p.rows-1)
	}
	x, y = p.origin(column, row)
	return row*p.columns + column, x + point.X*p.scale, y - point.Y*p.scale
}

// bookmark leads to a table, an entity type or a step.
type bookmark struct {
	name string
	at   Rect
}

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
			if e.Name != "" {
				found = append(found, bookmark{e.Name, e.first()})
				continue
			}
			walk(e.Items)
		}
	}
	walk(s.Items)
	return found
}

// first is the first rectangle of an element, which is its box.
func (e *Element) first() Rect {
	for _, item := range e.Items {
		if r, ok := item.(*Rectangle); ok {
			return r.Rect
		}
	}
	return Rect{}
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
		page, x, y := c.sheet.at(Point{b.at.X, b.at.Y})
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
