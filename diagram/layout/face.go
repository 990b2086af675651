package layout

import (
	"cmp"
	"slices"

	"widerow/diagram/geom"
)

// worthFacing is the largest ratio of reading efforts, reordered picture to original, at which the
// new order is taken.
const worthFacing = 0.98

// composeFacing places all boxes and groups. Then it tries another order of components in
// each group that has edges to other groups: the order of the boxes at the other ends. It
// keeps an order that makes the picture easier to read.
func (v *View) composeFacing(parts []*component, vertical bool) *block {
	best := v.composeIn(parts, vertical)
	if len(v.Graph.Edges) > mostCrossed { // whose crossings count for nothing
		return best
	}
	for _, group := range v.joinedGroups() {
		for _, along := range []func(geom.Point) float64{func(p geom.Point) float64 { return p.Y }, func(p geom.Point) float64 { return p.X }} {
			faced := v.facing(parts, group, v.aims(best), along, vertical)
			if picture := v.composeIn(faced, vertical); v.effort(picture) < worthFacing*v.effort(best) {
				parts, best = faced, picture
			}
		}
	}
	return best
}

// joinedGroups returns the groups with edges to others, -1 for the boxes in none.
func (v *View) joinedGroups() []int {
	var groups []int
	for i := range v.Graph.Edges {
		if from, to := v.Ends(i); v.isOuter(i) {
			groups = append(groups, v.GroupOf(from), v.GroupOf(to))
		}
	}
	slices.Sort(groups)
	return slices.Compact(groups)
}

// aims returns for each box the average of the middles of its neighbours in other groups.
// A box without such neighbours has its own middle.
func (v *View) aims(picture *block) []geom.Point {
	at := rects(picture.boxes, len(v.Graph.Boxes))
	sums, counts := make([]geom.Point, len(at)), make([]float64, len(at))
	add := func(box, other int) {
		middle := at[other].Centre()
		sums[box], counts[box] = geom.Pt(sums[box].X+middle.X, sums[box].Y+middle.Y), counts[box]+1
	}
	for i := range v.Graph.Edges {
		if from, to := v.Ends(i); v.isOuter(i) {
			add(from, to)
			add(to, from)
		}
	}
	for i := range sums {
		if counts[i] == 0 {
			sums[i] = at[i].Centre()
			continue
		}
		sums[i] = geom.Pt(sums[i].X/counts[i], sums[i].Y/counts[i])
	}
	return sums
}

// facing returns the components with those of one group sorted by their average aim along
// an axis. The group's components are turned where that brings their boxes closer to the
// order of the aims.
func (v *View) facing(parts []*component, group int, aims []geom.Point, along func(geom.Point) float64, vertical bool) []*component {
	aim := map[*component]float64{}
	var own []*component
	for _, part := range parts {
		if v.GroupOf(part.boxes[0]) != group {
			continue
		}
		part = part.turned(aims, vertical)
		for _, box := range part.boxes {
			aim[part] += along(aims[box]) / float64(len(part.boxes))
		}
		own = append(own, part)
	}
	slices.SortStableFunc(own, func(a, b *component) int { return cmp.Compare(aim[a], aim[b]) })
	out := slices.Clone(parts)
	for i, part := range out {
		if v.GroupOf(part.boxes[0]) == group {
			out[i], own = own[0], own[1:]
		}
	}
	return out
}

// turned reverses the order of boxes within each rank if most of them are in the opposite
// order of their aims. The component's own edges cross as often as before.
func (c *component) turned(aims []geom.Point, vertical bool) *component {
	with := 0.0
	for _, rank := range c.ranks {
		for i, box := range rank {
			for _, before := range rank[:i] {
				if vertical {
					with += aims[box].X - aims[before].X
				} else {
					with += aims[box].Y - aims[before].Y
				}
			}
		}
	}
	if with >= 0 {
		return c
	}
	turned := *c
	turned.ranks = make([][]int, len(c.ranks))
	for i, rank := range c.ranks {
		turned.ranks[i] = slices.Clone(rank)
		slices.Reverse(turned.ranks[i])
	}
	return &turned
}
