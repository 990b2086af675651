package pages

import (
	"math"
	"slices"
	"strings"

	"widerow/diagram/geom"
	"widerow/diagram/scene"
)

// strip is what a row or a column of pages shows of the picture, in points.
type strip struct{ from, to float64 }

func (s strip) length() float64 { return s.to - s.from }

// pageOf is the strip that has a part whole, or the last that has its start.
func pageOf(pages []strip, from, to float64) int {
	const rounding = 0.01
	has := func(end float64) func(strip) bool {
		return func(s strip) bool { return s.from <= from+rounding && end <= s.to+rounding }
	}
	if page := slices.IndexFunc(pages, has(to)); page >= 0 {
		return page
	}
	return max(0, slices.IndexFunc(pages, has(from)))
}

// wholePart is a part of the picture that the edges of pages should spare, as
// it lies along one axis.
type wholePart struct {
	strip
	worth float64
}

// What it is worth to spare a part.
const (
	worthOfBox       = 3
	worthOfAttribute = 1
	worthOfContainer = 0.5
)

// wholeParts are the parts that should be on one page each, across and down
// the picture, in px.
func wholeParts(s *scene.Scene) (across, down []wholePart) {
	const outline = 1.5 // and a hair of paper
	add := func(at geom.Rect, worth float64) {
		at = at.Grown(outline)
		across = append(across, wholePart{strip{at.X, at.X + at.Width}, worth})
		down = append(down, wholePart{strip{at.Y, at.Y + at.Height}, worth})
	}
	for _, item := range s.Items {
		e, ok := item.(*scene.Element)
		if !ok {
			continue
		}
		switch class, _, _ := strings.Cut(e.Class, " "); {
		case e.Name != "", class == "relationship", class == "title-block":
			add(FirstShape(e), worthOfBox)
		case class == "attribute":
			add(FirstShape(e), worthOfAttribute)
		case class == "keyspace":
			add(FirstShape(e), worthOfContainer)
		}
	}
	return across, down
}

// FirstShape is the room of an element's first shape, which is its box.
func FirstShape(e *scene.Element) geom.Rect {
	for _, item := range e.Items {
		switch shape := item.(type) {
		case *scene.Rectangle:
			return shape.Rect
		case *scene.Ellipse:
			return geom.NewRect(shape.Centre.X-shape.RadiusX, shape.Centre.Y-shape.RadiusY, 2*shape.RadiusX, 2*shape.RadiusY)
		case *scene.Path:
			return reachOf(shape.Steps)
		}
	}
	return geom.Rect{}
}

// reachOf is the room of the points of a path.
func reachOf(steps []geom.Step) geom.Rect {
	low, high := geom.Pt(math.Inf(1), math.Inf(1)), geom.Pt(math.Inf(-1), math.Inf(-1))
	for _, step := range steps {
		for _, p := range step.Points[:step.Command.PointCount()] {
			low = geom.Pt(min(low.X, p.X), min(low.Y, p.Y))
			high = geom.Pt(max(high.X, p.X), max(high.Y, p.Y))
		}
	}
	return geom.NewRect(low.X, low.Y, high.X-low.X, high.Y-low.Y)
}

// share divides a length of px out among so many pages that their edges harm the
// parts least, and then are far from each other.
func share(parts []wholePart, scale, length float64, pages int, room float64) (shown []strip, harm float64) {
	const step, uneven = 2, 1e-6
	length *= scale
	choices := 1 + int(max(0, stripped(pages, room)-length)/step)
	// endOf is where a page ends if those after it are full, but for the choice.
	endOf := func(page, choice int) float64 {
		return length + paperOverlap - stripped(pages-1-page, room) + float64(choice)*step
	}
	// No page is too long where no choice is above the one before: best is, for
	// each page, the choice that harms least of those from one on.
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
	return shown, costs[0]
}

// partsBetween are the parts that touch a stretch, in points.
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

// harmOf is what the end of a page does to parts: their worth if they are in the
// strip that the next page has too, thrice that if neither page has the whole part.
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
