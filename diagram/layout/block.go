package layout

import (
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// component is a connected part of one group. dot ranks and orders its boxes.
type component struct {
	boxes []int
	edges []int
	ranks [][]int // indexes of boxes, rank by rank in dot's order
	// stacks are the columns of boxes of a rank that is split into several
	// rows.
	stacks [][]int
	cells  *block // its boxes in cells, once they are placed
}

// block is a part of the diagram whose boxes are placed, relative to its top
// left corner.
type block struct {
	width, height float64
	boxes         []graph.Place
	groups        []graph.Place
	// taken is the area that the block's parts occupy, nil for all of it.
	taken []geom.Rect
}

// add copies the boxes and groups of other into b at an offset, and marks the
// area that they occupy as taken.
func (b *block) add(other *block, x, y float64) {
	b.set(other, x, y)
	rooms := other.rooms()
	b.taken = slices.Grow(b.taken, len(rooms))
	for _, room := range rooms {
		room.X += x
		room.Y += y
		b.taken = append(b.taken, room)
	}
}

// set is like add for a block that occupies its whole rectangle.
func (b *block) set(other *block, x, y float64) {
	b.boxes = slices.Grow(b.boxes, len(other.boxes))
	for _, place := range other.boxes {
		place.Rect.X += x
		place.Rect.Y += y
		b.boxes = append(b.boxes, place)
	}
	for _, place := range other.groups {
		place.Rect.X += x
		place.Rect.Y += y
		b.groups = append(b.groups, place)
	}
	b.width = max(b.width, x+other.width)
	b.height = max(b.height, y+other.height)
}

// rooms returns the areas that the block occupies.
func (b *block) rooms() []geom.Rect {
	if b.taken == nil {
		return []geom.Rect{{Width: b.width, Height: b.height}}
	}
	return b.taken
}

// span is the extent of a box along one axis, before and after its anchor.
// Boxes are aligned at their anchors.
type span struct{ before, after float64 }
