package layout

import (
	"cmp"
	"slices"

	"widerow/diagram/geom"
)

// newComponents returns the components of the boxes without a place.
func (v *View) newComponents() []*component {
	return v.componentsOf(func(box int) bool { return !v.Graph.Boxes[box].Anchored() })
}

// joins reports whether an edge within the group connects the component to a
// placed box.
func (v *View) joins(part *component) bool {
	for i := range v.Graph.Edges {
		from, to, inner := v.innerEdge(i)
		if !inner || v.Graph.Boxes[from].Anchored() == v.Graph.Boxes[to].Anchored() {
			continue
		}
		if slices.Contains(part.boxes, from) || slices.Contains(part.boxes, to) {
			return true
		}
	}
	return false
}

// alone returns a component for each box. Such components need no engine.
func (v *View) alone() []*component {
	var parts []*component
	for i := range v.Graph.Boxes {
		if box := &v.Graph.Boxes[i]; !box.Foot && (v.Graph.Tidy || !box.Anchored()) {
			parts = append(parts, &component{boxes: []int{i}})
		}
	}
	return parts
}

// newcomer is placed as a unit: a box, several boxes that were laid out
// together, or a group.
type newcomer struct {
	block *block
	group int // that contains it, -1 for none
	foot  bool
}

// insertAll places new boxes: first those connected to placed ones, one by one,
// then those laid out together, then foot boxes, then whole new groups.
func (k *keeper) insertAll(parts []*component) {
	k.insertJoined(parts)
	arranged := make([]*block, len(parts))
	for i, part := range parts {
		switch {
		case len(part.boxes) == 1:
		case k.view.inCells(part):
			arranged[i] = arrangeCells(k.view, part)
		default:
			arranged[i] = arrange(k.view, part, k.vertical)
		}
	}
	for group := -1; group < len(k.view.Graph.Groups); group++ {
		if len(k.boxesOf(group)) > 0 {
			k.insertInto(group, parts, arranged)
		}
	}
	if !slices.Contains(k.placed, false) {
		return
	}
	k.pushApart()
	for group := -1; group < len(k.view.Graph.Groups); group++ {
		if len(k.boxesOf(group)) > 0 {
			continue
		}
		inner := k.view.composeGroup(parts, arranged, group, k.vertical, k.view.aspect())
		if inner == nil {
			continue
		}
		if group >= 0 {
			inner = k.view.wrap(inner, group)
		}
		k.insert(&newcomer{block: inner, group: -1})
	}
}

// insertJoined places the boxes that are in no part, each once as many of its
// neighbours as possible are placed.
func (k *keeper) insertJoined(parts []*component) {
	waiting, joined := make([]bool, len(k.rects)), make([]int, len(k.rects))
	for i := range k.rects {
		waiting[i], joined[i] = !k.placed[i] && !k.view.Graph.Boxes[i].Foot, len(k.joints(i))
	}
	for _, part := range parts {
		for _, box := range part.boxes {
			waiting[box] = false
		}
	}
	for {
		best, most := -1, -1
		for i := range k.rects {
			if waiting[i] && joined[i] > most {
				best, most = i, joined[i]
			}
		}
		if best < 0 {
			return
		}
		waiting[best] = false
		k.insert(&newcomer{block: k.view.single(best, k.vertical), group: k.group[best]})
		for _, edge := range k.edges[best] {
			from, to := k.view.Ends(edge)
			joined[from], joined[to] = len(k.joints(from)), len(k.joints(to))
		}
	}
}

// insertInto places new boxes in a group that has placed ones.
func (k *keeper) insertInto(group int, parts []*component, arranged []*block) {
	var lone []int
	for i, part := range parts {
		switch {
		case k.group[part.boxes[0]] != group:
		case arranged[i] == nil:
			lone = append(lone, part.boxes[0])
		default:
			k.insert(&newcomer{block: arranged[i], group: group})
		}
	}
	const few = 3
	if len(lone) > few {
		k.insert(&newcomer{block: k.view.tile(lone, k.vertical, k.view.aspect()), group: group})
		lone = nil
	}
	for i := range k.rects {
		if k.view.Graph.Boxes[i].Foot && !k.placed[i] && k.group[i] == group {
			k.insert(&newcomer{block: k.view.single(i, k.vertical), group: group, foot: true})
		}
	}
	for _, box := range lone {
		k.insert(&newcomer{block: k.view.single(box, k.vertical), group: group})
	}
}

// joint is an edge between a new box and a placed one.
type joint struct {
	here, there int
	forward     bool // the edge leads to the new box
	label       float64
}

// joints returns the edges of a box to placed ones, only those within its group
// if there are any.
func (k *keeper) joints(box int) []joint {
	var inner, outer []joint
	for _, i := range k.edges[box] {
		from, to := k.view.Ends(i)
		edge := &k.view.Graph.Edges[i]
		j := joint{here: box, there: from + to - box, forward: to == box, label: edge.LabelWidth}
		if k.vertical {
			j.label = edge.LabelHeight
		}
		switch {
		case !k.placed[j.there]:
		case k.group[j.there] == k.group[box]:
			inner = append(inner, j)
		default:
			outer = append(outer, j)
		}
	}
	if len(inner) > 0 {
		return inner
	}
	return outer
}

// take puts a newcomer's boxes at their places.
func (k *keeper) take(p *newcomer, at geom.Point) {
	for _, place := range p.block.boxes {
		k.put(place.Index, at.X+place.Rect.X, at.Y+place.Rect.Y)
	}
}

// sibling returns the placed box that precedes a box in reading order, or the
// first one after it.
func (k *keeper) sibling(box int, among []int) int {
	before, found := slices.BinarySearchFunc(among, box, cmp.Compare[int])
	if !found && before > 0 {
		before--
	}
	return among[min(before, len(among)-1)]
}
