package diagram

import (
	"cmp"
	"math"
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/model"
)

// nearly is the distance, in px, at which boxes are meant to be in line, and gaps to be
// equal. No box is moved farther to straighten a diagram.
const nearly = 24

// straightened returns other places for the boxes that are nearly in line with others, or
// nearly in the middle between two, and the places of none of the rest.
func (d *Drawing) straightened(layout *graph.Layout) map[model.ID]model.Position {
	rects := make([]geom.Rect, len(d.graph.Boxes))
	for i := range rects {
		rects[i] = placeIn(layout, d.graph.Boxes[i].ID)
	}
	moved := map[model.ID]model.Position{}
	for i, at := range straightened(rects, d.lines()) {
		box := &d.graph.Boxes[i]
		if at == rects[i] {
			continue
		}
		position := model.Position{X: at.X, Y: at.Y, Pinned: box.Pinned}
		if known, found := d.positions[model.ID(box.ID)]; found {
			position.Width = known.Width
		}
		moved[model.ID(box.ID)] = position
	}
	return moved
}

// lines returns the part of the width and of the height at which boxes are in line: tables
// share their left and upper edges, steps their left edges and middles, entity types their
// middles.
func (d *Drawing) lines() geom.Point {
	switch d.kind {
	case KindER:
		return geom.Pt(0.5, 0.5)
	case KindWorkflow:
		return geom.Pt(0, 0.5)
	}
	return geom.Point{}
}

// straightened returns the rectangles with those that are nearly in line moved into line,
// first across and then down, and then those between two others moved into their middle. None
// moves onto or close to another one.
func straightened(rects []geom.Rect, lines geom.Point) []geom.Rect {
	straight := slices.Clone(rects)
	for range 2 {
		align(straight, lines.X)
		flip(straight)
		lines.X, lines.Y = lines.Y, lines.X
	}
	for range 2 {
		center(straight, lines.X)
		flip(straight)
		lines.X, lines.Y = lines.Y, lines.X
	}
	for i := range straight {
		far := max(math.Abs(straight[i].X-rects[i].X), math.Abs(straight[i].Y-rects[i].Y))
		if far < 0.5 || far > nearly {
			straight[i] = rects[i]
		}
	}
	return straight
}

func flip(rects []geom.Rect) {
	for i, r := range rects {
		rects[i] = geom.NewRect(r.Y, r.X, r.Height, r.Width)
	}
}

// align moves rectangles whose lines are close together along the first axis to the line
// that most of them have.
func align(rects []geom.Rect, part float64) {
	line := func(i int) float64 { return math.Round(rects[i].X + part*rects[i].Width) }
	for _, group := range groupsOf(rects, line) {
		to := commonest(group, line)
		for _, i := range group {
			shiftTo(rects, i, rects[i].X+to-line(i))
		}
	}
}

// groupsOf returns the indexes of rectangles whose lines are at most nearly apart, in their
// order.
func groupsOf(rects []geom.Rect, line func(int) float64) [][]int {
	order := make([]int, len(rects))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(line(a), line(b)) })
	var groups [][]int
	for _, i := range order {
		if last := len(groups) - 1; last >= 0 && line(i)-line(groups[last][0]) <= nearly {
			groups[last] = append(groups[last], i)
		} else {
			groups = append(groups, []int{i})
		}
	}
	return groups
}

// commonest returns the line that most of a group have; of several the first.
func commonest(group []int, line func(int) float64) float64 {
	counts := map[float64]int{}
	best := line(group[0])
	for _, i := range group {
		counts[line(i)]++
	}
	for _, i := range group {
		if counts[line(i)] > counts[best] {
			best = line(i)
		}
	}
	return best
}

// center moves rectangles that share their line with no other one into the middle between
// their neighbours along the first axis, if they are nearly there.
func center(rects []geom.Rect, part float64) {
	line := func(i int) float64 { return math.Round(rects[i].X + part*rects[i].Width) }
	for _, group := range groupsOf(rects, line) {
		if len(group) > 1 {
			continue
		}
		before, after := gapsBeside(rects, group[0])
		if off := after - before; math.Abs(off) > 1 && math.Abs(off) <= 2*nearly && before > 0 && after > 0 {
			shiftTo(rects, group[0], rects[group[0]].X+math.Round(off/2))
		}
	}
}

// gapsBeside returns the distances from a rectangle to the next ones before and after it
// along the first axis, infinite for none.
func gapsBeside(rects []geom.Rect, i int) (before, after float64) {
	own := rects[i]
	before, after = math.Inf(1), math.Inf(1)
	for k, other := range rects {
		if k == i || other.Y >= own.Y+own.Height || other.Y+other.Height <= own.Y {
			continue
		}
		if other.X < own.X {
			before = min(before, own.X-other.X-other.Width)
		} else {
			after = min(after, other.X-own.X-own.Width)
		}
	}
	return before, after
}

// leastGap is the distance, in px, that straightening leaves between boxes.
const leastGap = 20

// shiftTo moves a rectangle along the first axis unless it would come close to another one.
func shiftTo(rects []geom.Rect, i int, x float64) {
	moved := rects[i]
	moved.X = x
	room := geom.NewRect(moved.X-leastGap, moved.Y-leastGap, moved.Width+2*leastGap, moved.Height+2*leastGap)
	was := geom.NewRect(rects[i].X-leastGap, rects[i].Y-leastGap, moved.Width+2*leastGap, moved.Height+2*leastGap)
	for k, other := range rects {
		if k != i && room.Overlaps(other) && !was.Overlaps(other) {
			return
		}
	}
	rects[i] = moved
}
