package layout

import (
	"math"
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// tileGap is the gap between boxes that no edge connects, in px. No edge runs
// there.
const tileGap = 16

// fewFeet is the largest number of foot boxes that are placed in a row below
// boxes with edges. More of them are placed in columns of their own.
const fewFeet = 6

// evenColumns places boxes without any edge in columns of similar height. Each
// box goes to the shortest column, so that boxes of one height are read row by
// row. It chooses the number of columns whose result fits the smallest screen, or
// nearly with less empty, and exchanges boxes between columns where that leaves less
// empty.
func (v *View) evenColumns(boxes []int, vertical bool, aspect float64) *block {
	singles, sizes := make([]*block, len(boxes)), make([]geom.Rect, len(boxes))
	for i, box := range boxes {
		singles[i] = v.single(box, vertical)
		sizes[i] = singles[i].boxes[0].Rect
	}
	few := len(boxes) <= mostCompared
	var best [][]*block
	least := math.Inf(1)
	for count := 1; count <= min(len(boxes), mostColumns); count++ {
		columns := fillShortest(singles, tileGap, count)
		if few {
			exchange(columns, singles, tileGap)
		}
		tile := sideBySide(columns, tileGap)
		needed := max(tile.width, tile.height*aspect)
		if few && emptyShare(sizes, tile.width, tile.height) > mostEmpty {
			needed *= emptyCost
		}
		if needed < least {
			best, least = columns, needed
		}
	}
	if !few && len(boxes) <= mostExchanged {
		exchange(best, singles, tileGap)
	}
	even := sideBySide(best, tileGap)
	if kin := v.kinColumns(boxes, singles, aspect); kin != nil && max(kin.width, kin.height*aspect) <= kinCost*max(even.width, even.height*aspect) {
		return kin
	}
	return even
}

// Among few boxes, one tall one can leave most of the columns beside it empty.
const (
	mostCompared = 12   // boxes
	mostEmpty    = 0.35 // share of the area
	emptyCost    = 1.4  // how much larger columns with less empty may be
)

// emptyShare returns the share of an area outside of its boxes and the gaps around
// them.
func emptyShare(boxes []geom.Rect, width, height float64) float64 {
	taken := 0.0
	for _, box := range boxes {
		taken += (box.Width + tileGap) * (box.Height + tileGap)
	}
	return 1 - taken/((width+tileGap)*(height+tileGap))
}

// tallShare is the share of an average column from which a box is tall. Tall
// boxes are placed first, each in one of the last columns.
const tallShare = 0.6

// fillShortest adds each box to the first of the shortest columns.
func fillShortest(boxes []*block, gap float64, columns int) [][]*block {
	members, heights := make([][]*block, columns), make([]float64, columns)
	add := func(box *block, column int) {
		members[column] = append(members[column], box)
		heights[column] += box.height + gap
	}
	average := 0.0
	for _, box := range boxes {
		average += (box.height + gap) / float64(columns)
	}
	rest, last := make([]*block, 0, len(boxes)), columns
	for _, box := range boxes {
		if last > 1 && box.height > tallShare*average {
			last--
			add(box, last)
		} else {
			rest = append(rest, box)
		}
	}
	for _, box := range rest {
		shortest := 0
		for i, height := range heights {
			if height < heights[shortest] {
				shortest = i
			}
		}
		add(box, shortest)
	}
	return members
}

// sideBySide places columns of boxes, each as wide as its widest box.
func sideBySide(columns [][]*block, gap float64) *block {
	out := &block{}
	x := 0.0
	for _, column := range columns {
		y, width := 0.0, 0.0
		for _, box := range column {
			out.set(box, x, y)
			y, width = y+box.height+gap, max(width, box.width)
		}
		x += width + gap
	}
	return out
}

// unjoined reports for each box whether it is a table, a view or a type at which
// no edge starts or ends.
func (v *View) unjoined() []bool {
	tables := v.Graph.Kind == graph.KindLogical || v.Graph.Kind == graph.KindPhysical
	out := slices.Repeat([]bool{tables}, len(v.Graph.Boxes))
	for i := range v.Graph.Edges {
		from, to := v.Ends(i)
		if out[to] = false; from >= 0 {
			out[from] = false
		}
	}
	return out
}
