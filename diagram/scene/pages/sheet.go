package pages

import (
	"errors"
	"fmt"
	"math"

	"widerow/diagram/geom"
	"widerow/diagram/scene"
)

const (
	pointsPerPixel = 0.75                 // an inch has 72 points or 96 px
	smallestScale  = 0.7 * pointsPerPixel // column names are then 6.6 points high
	onePageScale   = 6 / 12.5             // points per px at which they are 6 points high
	millimetre     = 72 / 25.4
	paperMargin    = 12 * millimetre // enough for any printer
	paperOverlap   = 10 * millimetre // for gluing pages together
	largestPage    = 14400           // points, limit of the PDF standard
	maxPages       = 400
)

// ErrPages reports a diagram that takes too many pages.
var ErrPages = errors.New("the diagram takes too many pages")

// sheets are the paper sizes in portrait format, in points.
var sheets = map[Paper][2]float64{PaperA4: {595.28, 841.89}, PaperLetter: {612, 792}}

// sheetPlan is the division of a diagram into pages, in points.
type sheetPlan struct {
	width, height float64 // of a page
	Scale         float64 // points per px
	Across, down  []strip // what each column, and each row, of pages shows
	tiled         bool
	cut           int // the boxes that no page shows whole, counted for each axis
}

// planSheets plans the pages. To save pages it may reduce the diagram by up to
// three tenths, or a little more if one page is then enough, and turn the paper.
func planSheets(s *scene.Scene, paper Paper) (sheetPlan, error) {
	size, ok := sheets[paper]
	if !ok {
		scale := min(s.PrintScale()*millimetre, largestPage/max(s.Width, s.Height))
		width, height := s.Width*scale, s.Height*scale
		return sheetPlan{width: width, height: height, Scale: scale, Across: []strip{{0, width}}, down: []strip{{0, height}}}, nil
	}
	plan, cost := planTiles(s, size[0], size[1])
	if turned, less := planTiles(s, size[1], size[0]); less < cost {
		plan, cost = turned, less
	}
	if math.IsInf(cost, 1) {
		return plan, fmt.Errorf("%w: more than %d of them; take one page as large as the picture, or show a part of the diagram", ErrPages, maxPages)
	}
	return plan, nil
}

// planTiles returns the best plan on sheets of a size with its cost. Halving
// the number of pages is worth halving the scale. The cost is infinite if there
// are too many pages.
func planTiles(s *scene.Scene, width, height float64) (best sheetPlan, cost float64) {
	across, down := width-2*paperMargin, height-2*paperMargin
	if whole := min(pointsPerPixel, across/s.Width, down/s.Height); whole >= onePageScale {
		plan := sheetPlan{width: width, height: height, Scale: whole, Across: []strip{{0, s.Width * whole}}, down: []strip{{0, s.Height * whole}}, tiled: true}
		return plan, 1 / whole
	}
	columns, rows, scale, cost := 0, 0, 0.0, math.Inf(1)
	for c := strips(s.Width*smallestScale, across); c <= strips(s.Width*pointsPerPixel, across); c++ {
		for r := strips(s.Height*smallestScale, down); r <= strips(s.Height*pointsPerPixel, down) && c*r <= maxPages; r++ {
			largest := min(pointsPerPixel, stripped(c, across)/s.Width, stripped(r, down)/s.Height)
			if other := float64(c*r) / largest; other < cost {
				columns, rows, scale, cost = c, r, largest, other
			}
		}
	}
	if math.IsInf(cost, 1) {
		return sheetPlan{}, cost
	}
	return spareParts(s, sheetPlan{width: width, height: height, tiled: true}, columns, rows, scale)
}

// spareParts also tries up to four more pages across and down, until every table is
// whole on a page.
func spareParts(s *scene.Scene, plan sheetPlan, columns, rows int, scale float64) (best sheetPlan, cost float64) {
	cost = math.Inf(1)
	for _, more := range morePages {
		if (columns+more[0])*(rows+more[1]) > maxPages {
			continue
		}
		if other, less := spareOn(s, plan, columns, rows, more, scale); less < cost {
			best, cost = other, less
		}
		if best.cut == 0 {
			break
		}
	}
	return best, cost
}

// morePages are the numbers of pages to try beyond those that are needed, across and
// down, the fewest first.
var morePages = func() (list [][2]int) {
	const most = 4
	for sum := range 2*most + 1 {
		for down := max(0, sum-most); down <= min(sum, most); down++ {
			list = append(list, [2]int{sum - down, down})
		}
	}
	return list
}()

// spareOn reduces the scale slightly if the page breaks then cut fewer parts. more are
// the pages beyond those that are needed.
func spareOn(s *scene.Scene, plan sheetPlan, columns, rows int, more [2]int, largest float64) (best sheetPlan, cost float64) {
	const step, perHarm, perCut = 0.98, 0.01, 10 // of the scale
	cost = math.Inf(1)
	across, down := plan.Inner()
	wide, high := wholeParts(s)
	for scale := largest; scale == largest || scale >= smallestScale; scale *= step {
		if strips(s.Width*scale, across) < columns || strips(s.Height*scale, down) < rows {
			break
		}
		plan.Scale = scale
		var harm [2]float64
		plan.Across, harm[0] = share(wide, scale, s.Width, columns+more[0], across)
		plan.down, harm[1] = share(high, scale, s.Height, rows+more[1], down)
		plan.cut = cutIn(wide, plan.Across, scale, across) + cutIn(high, plan.down, scale, down)
		pages := len(plan.Across) * len(plan.down)
		if other := float64(pages) / scale * (1 + perHarm*(harm[0]+harm[1]) + perCut*float64(plan.cut)); other < cost {
			best, cost = plan, other
		}
		if pages == 1 {
			break
		}
	}
	return best, cost
}

// Count returns the number of pages.
func (p sheetPlan) Count() int { return len(p.Across) * len(p.down) }

// Inner returns the size of a page within the margins, in points.
func (p sheetPlan) Inner() (width, height float64) {
	return p.width - 2*paperMargin, p.height - 2*paperMargin
}

// strips returns the number of pages for a length. Each but the first repeats
// the overlap.
func strips(length, room float64) int {
	if length <= room {
		return 1
	}
	return 1 + int(math.Ceil((length-room)/(room-paperOverlap)))
}

// stripped returns the length that a number of pages holds.
func stripped(pages int, room float64) float64 {
	return room + float64(pages-1)*(room-paperOverlap)
}

// shown returns the part of the diagram that a page shows, in px.
func (p sheetPlan) shown(column, row int) geom.Rect {
	a, d := p.Across[column], p.down[row]
	return geom.NewRect(a.from/p.Scale, d.from/p.Scale, a.length()/p.Scale, d.length()/p.Scale)
}

// View returns where a page shows its part of the diagram, in points from the
// page's lower left corner. The part is centred on the paper.
func (p sheetPlan) View(column, row int) geom.Rect {
	a, d := p.Across[column], p.down[row]
	return geom.NewRect((p.width-a.length())/2, (p.height-d.length())/2, a.length(), d.length())
}

// origin returns the place of the diagram's top left corner on a page.
func (p sheetPlan) origin(column, row int) (x, y float64) {
	view := p.View(column, row)
	return view.X - p.Across[column].from, view.Y + view.Height + p.down[row].from
}

// At returns the page that shows a part of the diagram whole, or else its top
// left corner, and the place of that corner on the page.
func (p sheetPlan) At(part geom.Rect) (page int, x, y float64) {
	column := pageOf(p.Across, part.X*p.Scale, (part.X+part.Width)*p.Scale)
	row := pageOf(p.down, part.Y*p.Scale, (part.Y+part.Height)*p.Scale)
	x, y = p.origin(column, row)
	return row*len(p.Across) + column, x + part.X*p.Scale, y - part.Y*p.Scale
}
