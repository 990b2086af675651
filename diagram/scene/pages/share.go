package pages

import (
	"math"
	"slices"
	"strings"

	"widerow/diagram/geom"
	"widerow/diagram/scene"
)

// strip is the part of the diagram that a row or a column of pages shows, in
// points.
type strip struct{ from, to float64 }

func (s strip) length() float64 { return s.to - s.from }

// rounding is the error of places on pages, in points.
const rounding = 0.01

// pageOf returns the strip that contains a part whole, or else the last one
// that contains its start.
func pageOf(pages []strip, from, to float64) int {
	if page := wholeOn(pages, from, to); page >= 0 {
		return page
	}
	return max(0, wholeOn(pages, from, from))
}

// wholeOn returns the first strip that contains a part whole, -1 for none.
func wholeOn(pages []strip, from, to float64) int {
	return slices.IndexFunc(pages, func(s strip) bool { return s.from <= from+rounding && to <= s.to+rounding })
}

// wholePart is an interval of the diagram, along one axis, that page breaks
// should not cut.
type wholePart struct {
	strip
	worth float64
}

// The costs of cutting a part.
const (
	worthOfBox       = 3
	worthOfAttribute = 1 // or of the label of an arrow
	worthOfContainer = 0.5
)

// outlineWidth is the width of a box's outline in px, with some slack.
const outlineWidth = 1.5

// wholeParts returns the parts that should each be on one page, across and down
// the diagram, in px.
func wholeParts(s *scene.Scene) (across, down []wholePart) {
	add := func(at geom.Rect, worth float64) {
		at = at.Grown(outlineWidth)
		across = append(across, wholePart{strip{at.X, at.X + at.Width}, worth})
		down = append(down, wholePart{strip{at.Y, at.Y + at.Height}, worth})
	}
	for _, item := range s.Items {
		e, ok := item.(*scene.Element)
		if !ok {
			continue
		}
		if worth := worthOf(e); worth > 0 {
			add(FirstShape(e), worth)
		}
	}
	return across, down
}

// worthOf returns the cost of cutting an element, 0 for none.
func worthOf(e *scene.Element) float64 {
	switch class, _, _ := strings.Cut(e.Class, " "); {
	case e.Name != "", class == "relationship", class == "title-block":
		return worthOfBox
	case class == "attribute", class == "arrow", class == "arrows":
		return worthOfAttribute
	case class == "keyspace":
		return worthOfContainer
	}
	return 0
}

// FirstShape returns the bounds of an element's first shape, which is its box.
func FirstShape(e *scene.Element) geom.Rect { return reachOf(outlineOf(e)) }

// outlineOf returns the border of an element's first shape.
func outlineOf(e *scene.Element) []geom.Step {
	for _, item := range e.Items {
		if shape, is := item.(interface{ Outline() []geom.Step }); is {
			return shape.Outline()
		}
	}
	return nil
}

// reachOf returns the bounds of the points of a path.
func reachOf(steps []geom.Step) geom.Rect {
	if len(steps) == 0 {
		return geom.Rect{}
	}
	low, high := geom.Pt(math.Inf(1), math.Inf(1)), geom.Pt(math.Inf(-1), math.Inf(-1))
	for _, step := range steps {
		for _, p := range step.Points[:step.Command.PointCount()] {
			low = geom.Pt(min(low.X, p.X), min(low.Y, p.Y))
			high = geom.Pt(max(high.X, p.X), max(high.Y, p.Y))
		}
	}
	return geom.NewRect(low.X, low.Y, high.X-low.X, high.Y-low.Y)
}

// cutIn counts the boxes that no page shows whole along an axis, although they are
// smaller than a page.
func cutIn(parts []wholePart, shown []strip, scale, room float64) int {
	count := 0
	for _, part := range parts {
		from, to := part.from*scale, part.to*scale
		if part.worth >= worthOfBox && to-from <= room && !slices.ContainsFunc(shown, func(s strip) bool { return s.from <= from && to <= s.to }) {
			count++
		}
	}
	return count
}

// share divides a length in px into pages such that the page breaks cut the
// least and, among equals, are spaced most evenly. room is the size of a page.
// harm is the cost of the cuts.
func share(parts []wholePart, scale, length float64, pages int, room float64) (shown []strip, harm float64) {
	const step, uneven = 2, 1e-6
	length *= scale
	choices := 1 + int(max(0, stripped(pages, room)-length)/step)
	// endOf returns the end of a page: the end if all later pages are full,
	// plus choice steps.
	endOf := func(page, choice int) float64 {
		return length + paperOverlap - stripped(pages-1-page, room) + float64(choice)*step
	}
	// Choices never increase from one page to the next, so that no page is too
	// long. For each page, best is the choice of least harm from one on.
	best, costs := make([][]int, pages-1), make([]float64, choices)
	for page := range best {
		near := partsBetween(parts, scale, endOf(page, 0)-paperOverlap, endOf(page, choices))
		even := float64(page+1)*(length-paperOverlap)/float64(pages) + paperOverlap
		best[page] = make([]int, choices)
		for choice := choices - 1; choice >= 0; choice-- {
			end := endOf(page, choice)
			best[page][choice] = choice
			costs[choice] += harmOf(near, end) + uneven*math.Abs(end-even)
			if next := choice + 1; next < choices && costs[next] < costs[choice] {
				costs[choice], best[page][choice] = costs[next], best[page][next]
			}
		}
	}
	shown = make([]strip, pages)
	shown[pages-1].to = length
	choice := 0
	for page := pages - 2; page >= 0; page-- {
		choice = best[page][choice]
		shown[page].to = endOf(page, choice)
		shown[page+1].from = shown[page].to - paperOverlap
	}
	repeatCut(parts, scale, shown, room)
	return shown, costs[0]
}

// repeatCut lets pages begin earlier, so that they show the parts whole that the page
// before cuts: boxes and attributes, or boxes alone if the last page would be too long.
func repeatCut(parts []wholePart, scale float64, shown []strip, room float64) {
	for _, worth := range []float64{worthOfAttribute, worthOfBox} {
		if moved := repeated(parts, worth, scale, shown, room); moved[len(moved)-1].length() <= room {
			copy(shown, moved)
			return
		}
	}
}

// repeated returns the pages that show parts of some worth whole. A page that is then
// too long ends earlier, but for the last one.
func repeated(parts []wholePart, worth, scale float64, shown []strip, room float64) []strip {
	moved := slices.Clone(shown)
	for i := 1; i < len(moved); i++ {
		before, this := moved[i-1], &moved[i]
		this.from = min(this.from, before.to-paperOverlap)
		for _, part := range parts {
			from, to := part.from*scale, part.to*scale
			if part.worth >= worth && from < this.from && from > before.from && to > before.to && to-from <= room {
				this.from = from
			}
		}
		if i < len(moved)-1 {
			this.to = min(this.to, this.from+room)
		}
	}
	return moved
}

// partsBetween returns the parts within an interval, in points.
func partsBetween(parts []wholePart, scale, from, to float64) []wholePart {
	var found []wholePart
	for _, part := range parts {
		part.from, part.to = part.from*scale, part.to*scale
		if part.from < to && part.to > from {
			found = append(found, part)
		}
	}
	return found
}

// harmOf returns the cost of a page break: the cost of parts in the strip
// shared with the next page, and three times that for parts that neither page
// shows whole.
func harmOf(parts []wholePart, end float64) float64 {
	harm := 0.0
	for _, part := range parts {
		if part.from < end && part.to > end-paperOverlap {
			harm += part.worth
		}
		if part.from < end-paperOverlap && part.to > end {
			harm += 2 * part.worth
		}
	}
	return harm
}
