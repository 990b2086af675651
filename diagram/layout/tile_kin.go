package layout

import (
	"cmp"
	"math"
	"slices"
)

const (
	kinGap  = 44  // between tables that are not kin, in px
	kinCost = 1.5 // how much larger than even columns the columns of kin may be
	// kinFull is the height of kin that are placed in several columns, in average columns.
	kinFull = 1.5
)

// kinColumns places boxes without edges in columns, with kin in the same column or in
// adjacent ones. The gaps between different kin are wider. It returns nil if few boxes
// have kin.
func (v *View) kinColumns(boxes []int, singles []*block, aspect float64) *block {
	families := v.families(boxes, singles)
	if many := len(families) > 1 && len(families[1]) > 1; !many || 3*len(families) > 2*len(boxes) {
		return nil
	}
	var best *block
	least := math.Inf(1)
	for count := 1; count <= min(len(boxes), mostColumns); count++ {
		made := besideKin(fillWithKin(families, count))
		if needed := max(made.width, made.height*aspect); needed < least {
			best, least = made, needed
		}
	}
	return best
}

// families returns the blocks of boxes that are kin, those of the most first. A box without
// kin is a family of its own.
func (v *View) families(boxes []int, singles []*block) [][]*block {
	var names []string
	of := map[string][]*block{}
	for i, box := range boxes {
		kin := v.Graph.Boxes[box].Kin
		if !slices.Contains(names, kin) {
			names = append(names, kin)
		}
		of[kin] = append(of[kin], singles[i])
	}
	var families [][]*block
	for _, name := range names {
		if name == "" {
			families = slices.AppendSeq(families, slices.Chunk(of[name], 1))
		} else {
			families = append(families, of[name])
		}
	}
	slices.SortStableFunc(families, func(a, b []*block) int { return cmp.Compare(len(b), len(a)) })
	return families
}

// kinColumn is a column of families, or of parts of them.
type kinColumn struct {
	parts  [][]*block
	height float64
	// goes is set if the column goes on with the family of the column before.
	goes bool
}

// fillWithKin divides families over about so many columns: those that fill several have
// columns of their own, and each other is added to the first of the shortest columns.
func fillWithKin(families [][]*block, count int) []*kinColumn {
	total := 0.0
	for _, family := range families {
		total += heightOf(family)
	}
	average := total / float64(count)
	var columns []*kinColumn
	var small [][]*block
	for _, family := range families {
		if heightOf(family) < kinFull*average {
			small = append(small, family)
			continue
		}
		needed := int(math.Round(heightOf(family) / average))
		for i, part := range fillShortest(family, tileGap, min(needed, len(family))) {
			columns = append(columns, &kinColumn{parts: [][]*block{part}, height: heightOf(part), goes: i > 0})
		}
	}
	for len(columns) < count {
		columns = append(columns, &kinColumn{})
	}
	for _, family := range small {
		shortest := slices.MinFunc(columns, func(a, b *kinColumn) int { return cmp.Compare(a.height, b.height) })
		shortest.parts = append(shortest.parts, family)
		shortest.height += heightOf(family) + kinGap
	}
	return slices.DeleteFunc(columns, func(column *kinColumn) bool { return len(column.parts) == 0 })
}

func heightOf(boxes []*block) float64 {
	height := -float64(tileGap)
	for _, box := range boxes {
		height += box.height + tileGap
	}
	return height
}

// besideKin places columns of families beside each other.
func besideKin(columns []*kinColumn) *block {
	out := &block{}
	x := 0.0
	for i, column := range columns {
		if i > 0 && column.goes {
			x += tileGap
		} else if i > 0 {
			x += kinGap
		}
		y, width := 0.0, 0.0
		for _, part := range column.parts {
			for _, box := range part {
				out.set(box, x, y)
				y, width = y+box.height+tileGap, max(width, box.width)
			}
			y += kinGap - tileGap
		}
		x += width
	}
	return out
}
