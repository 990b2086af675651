package pages

import (
	"errors"
	"fmt"
	"math"

	"widerow/diagram/geom"
	"widerow/diagram/scene"
)

const (
	pointsPerPixel = 0.75                 // 72 of an inch by 96
	smallestScale  = 0.7 * pointsPerPixel // names are then set in 7 points
	millimetre     = 72 / 25.4
	paperMargin    = 12 * millimetre // which no printer needs more of
	paperOverlap   = 10 * millimetre // by which pages are glued together
	largestPage    = 14400           // points, by the standard
	maxPages       = 400
)

// ErrPages is a picture that takes too many pages of a paper.
var ErrPages = errors.New("the diagram takes too many pages")

// sheets are the papers upright, in points.
var sheets = map[Paper][2]float64{PaperA4: {595.28, 841.89}, PaperLetter: {612, 792}}

// sheetPlan is how the picture lies on pages, in points.
type sheetPlan struct {
	width, height float64 // of a page
	Scale         float64 // points for a px
	Across, down  []strip // what the pages of a row, and of a column, show
	tiled         bool
}

// planSheets plans the pages. To save some, the picture is made smaller by up to
// three tenths, and the paper turned.
func planSheets(s *scene.Scene, paper Paper) (sheetPlan, error) {
	size, ok := sheets[paper]
	if !ok {
		scale := min(pointsPerPixel, largestPage/max(s.Width, s.Height))
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

// planTiles is the best plan on sheets of a size, with its cost: half of the pages
// are worth half of the size. It is infinite if the picture takes too many.
func planTiles(s *scene.Scene, width, height float64) (best sheetPlan, cost float64) {
	across, down := width-2*paperMargin, height-2*paperMargin
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
	plan := sheetPlan{width: width, height: height, tiled: true}
	return spareParts(s, plan, columns, rows, scale)
}

// spareParts makes the picture a little smaller than its pages allow where their
// edges then spare more of its parts.
func spareParts(s *scene.Scene, plan sheetPlan, columns, rows int, largest float64) (best sheetPlan, cost float64) {
	const step, perHarm = 0.98, 0.01 // a table that no page has whole is worth 9 % of the size
	cost = math.Inf(1)
	across, down := plan.Inner()
	wide, high := wholeParts(s)
	for scale := largest; scale == largest || scale >= smallestScale; scale *= step {
		if strips(s.Width*scale, across) < columns || strips(s.Height*scale, down) < rows {
			break
		}
		plan.Scale = scale
		var harm [2]float64
		plan.Across, harm[0] = share(wide, scale, s.Width, columns, across)
		plan.down, harm[1] = share(high, scale, s.Height, rows, down)
		if other := float64(columns*rows) / scale * (1 + perHarm*(harm[0]+harm[1])); other < cost {
			best, cost = plan, other
		}
		if columns*rows == 1 {
			break
		}
	}
	return best, cost
}

func (p sheetPlan) Count() int { return len(p.Across) * len(p.down) }

// Inner is the room within the margins.
func (p sheetPlan) Inner() (width, height float64) {
	return p.width - 2*paperMargin, p.height - 2*paperMargin
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

// View is the part of a page, in points from its lower left corner, that shows
// a part of the picture: in the middle of the paper.
func (p sheetPlan) View(column, row int) geom.Rect {
	a, d := p.Across[column], p.down[row]
	return geom.NewRect((p.width-a.length())/2, (p.height-d.length())/2, a.length(), d.length())
}

// origin is where the picture's top left corner lies on a page.
func (p sheetPlan) origin(column, row int) (x, y float64) {
	view := p.View(column, row)
	return view.X - p.Across[column].from, view.Y + view.Height + p.down[row].from
}

// At is the page that shows a part of the picture whole, or else its corner,
// and the place of that corner there.
func (p sheetPlan) At(part geom.Rect) (page int, x, y float64) {
	column := pageOf(p.Across, part.X*p.Scale, (part.X+part.Width)*p.Scale)
	row := pageOf(p.down, part.Y*p.Scale, (part.Y+part.Height)*p.Scale)
	x, y = p.origin(column, row)
	return row*len(p.Across) + column, x + part.X*p.Scale, y - part.Y*p.Scale
}
