package layout

import (
	"math"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// screen is the area that a diagram should fill unless the graph has a page: the largest size at
// which the whole diagram is legible in a window.
var screen = graph.Page{Width: 1040, Height: 700}

// aspect returns the ratio of the page's width to its height.
func (v *View) aspect() float64 { return v.page.Width / v.page.Height }

// fit returns the width of the smallest page of the same aspect that shows the
// whole diagram. A smaller value means that the diagram is shown larger.
func (v *View) fit(width, height float64) float64 {
	return max(width, height*v.aspect())
}

// pack places blocks in rows, in order, like words in a paragraph. It chooses
// the row width whose result is closest to the aspect ratio.
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

// packWidths returns the candidate widths: the widths of the first blocks in a row.
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

// single returns the block of one box with the space that it keeps free.
func (v *View) single(index int, vertical bool) *block {
	box, margin := &v.Graph.Boxes[index], v.margin(index, vertical)
	horizontal, down := v.spans(index, vertical)
	return &block{width: horizontal.before + horizontal.after, height: down.before + down.after,
		boxes: []graph.Place{{Index: index, Rect: geom.NewRect(math.Round(margin.Left), math.Round(margin.Top), box.Width, box.Height)}}}
}
