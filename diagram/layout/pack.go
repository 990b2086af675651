package layout

import (
	"math"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// A screen that a picture should fill: width to height, and a width up to which
// it shows a picture whole and legible.
const (
	screenAspect = 1.6
	screenWidth  = 1200
)

// fit is the width of the smallest screen of screenAspect that shows a picture
// whole: the smaller, the larger the reader sees it.
func fit(width, height float64) float64 {
	return max(width, height*screenAspect)
}

// pack sets blocks in rows like words in a paragraph, in their order, and
// chooses the paragraph's width so that the result comes near the aspect.
func pack(blocks []*block, gapX, gapY, aspect float64) *block {
	const levelRows = 0.95 // of the size is worth rows that do not begin level
	p := newPacker(blocks, gapX, gapY)
	best, rising, least := 0.0, false, math.Inf(1)
	for _, width := range packWidths(blocks, gapX) {
		p.pack(width, false)
		if score := max(p.width, p.height*aspect); score < least {
			best, rising, least = width, false, score
		}
		p.pack(width, true)
		if score := max(p.width, p.height*aspect) / levelRows; score < least {
			best, rising, least = width, true, score
		}
	}
	p.pack(best, rising)
	return p.block()
}

// packWidths are the widths worth trying: those of the first blocks in a row.
func packWidths(blocks []*block, gap float64) []float64 {
	const most = 40
	widest, width := 0.0, 0.0
	for _, b := range blocks {
		widest = max(widest, b.width)
	}
	widths := []float64{widest}
	for _, b := range blocks {
		width += b.width
		if width > widest && len(widths) < most {
			widths = append(widths, width)
		}
		width += gap
	}
	return append(widths, width)
}

func packRows(blocks []*block, gapX, gapY, width float64) *block {
	p := newPacker(blocks, gapX, gapY)
	p.pack(width, false)
	return p.block()
}

// single is a box alone, with the room that it keeps.
func (v *View) single(index int, vertical bool) *block {
	box, margin := &v.Graph.Boxes[index], v.margin(index, vertical)
	horizontal, down := v.spans(index, vertical)
	return &block{width: horizontal.before + horizontal.after, height: down.before + down.after,
		boxes: []graph.Place{{Index: index, Rect: geom.NewRect(math.Round(margin.Left), math.Round(margin.Top), box.Width, box.Height)}}}
}
