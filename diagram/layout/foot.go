package layout

import (
	"math"
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// addFoot places boxes in the block: each below or beside the boxes that use it,
// then the others in rows at the bottom.
func (v *View) addFoot(out *block, boxes []int, vertical bool) {
	f := foot{v, out, vertical}
	var rest []int
	for _, box := range boxes {
		if users := f.placesOf(v.Graph.Boxes[box].Users); len(users) > 0 {
			f.addNear(box, users)
		} else {
			rest = append(rest, box)
		}
	}
	if len(rest) > 0 {
		f.addRows(rest)
	}
}

// foot places the boxes of the foot in a block.
type foot struct {
	*View
	out      *block
	vertical bool
}

// placesOf returns the places of the given boxes that are in the block.
func (f foot) placesOf(ids []string) []geom.Rect {
	var found []geom.Rect
	for _, place := range f.out.boxes {
		if slices.Contains(ids, f.Graph.Boxes[place.Index].ID) {
			found = append(found, place.Rect)
		}
	}
	return found
}

// addNear places a box below others, or at the right of one of its users, where it
// is close to them and the block grows least.
func (f foot) addNear(box int, users []geom.Rect) {
	const perDistance = 0.25 // px of growth that a px to the users is worth
	single := f.single(box, f.vertical)
	rooms := f.roomsOf(f.out.boxes, f.vertical)
	sides := leftSides(f.out)
	for i, place := range f.out.boxes {
		if f.Graph.Boxes[place.Index].Foot {
			sides = append(sides, rooms[i].X+rooms[i].Width+f.room(BoxGap))
		}
	}
	var places []geom.Point
	for _, x := range sides {
		places = append(places, geom.Pt(x, f.below(rooms, x, single.width)))
	}
	for _, user := range users {
		at := geom.NewRect(user.X+user.Width+f.room(footGap), user.Y, single.width, single.height)
		if !at.Grown(f.room(BoxGap)).OverlapsAny(f.out.rooms()) {
			places = append(places, geom.Pt(at.X, at.Y))
		}
	}
	var best geom.Point
	least := math.Inf(1)
	for _, place := range places {
		at := geom.NewRect(place.X, place.Y, f.out.columnWidth(place.X, single.width), single.height)
		growth := max(0, at.Y+at.Height-f.out.height) + max(0, at.X+at.Width-f.out.width)
		if cost := growth + perDistance*meanDistance(at, users); cost < least {
			best, least = place, cost
		}
	}
	f.out.add(single, best.X, best.Y)
}

// columnWidth returns the width that a box of at least the given width can get below those
// with the same left side.
func (b *block) columnWidth(x, least float64) float64 {
	for _, place := range b.boxes {
		if place.Rect.X == x {
			least = max(least, place.Rect.Width)
		}
	}
	return least
}

// below returns the top of a foot box at a place: below all that is above it.
func (f foot) below(rooms []geom.Rect, x, width float64) float64 {
	y, gap := 0.0, f.room(BoxGap)
	for i, room := range rooms {
		if room.X >= x+width+gap || x >= room.X+room.Width+gap {
			continue
		}
		space := f.room(footGap)
		if f.Graph.Boxes[f.out.boxes[i].Index].Foot {
			space = gap
		}
		y = max(y, room.Y+room.Height+space)
	}
	return y
}

// meanDistance returns the mean distance of a rectangle from others, along both axes.
func meanDistance(from geom.Rect, others []geom.Rect) float64 {
	sum := 0.0
	for _, r := range others {
		sum += max(0, r.X-from.X-from.Width, from.X-r.X-r.Width) + max(0, r.Y-from.Y-from.Height, from.Y-r.Y-r.Height)
	}
	return sum / float64(len(others))
}

// addRows places boxes in rows. The rows are no wider than the block if it is wide
// enough for two boxes. They are flush with its bottom where there is space and
// below it otherwise, and start at the left or below the boxes that leave the most
// space.
func (f foot) addRows(boxes []int) {
	gap := f.room(BoxGap)
	singles := make([]*block, len(boxes))
	width := 0.0
	for i, box := range boxes {
		singles[i] = f.single(box, f.vertical)
		width = max(width, 2*singles[i].width+gap)
	}
	row := packRows(singles, gap, gap, max(width, f.out.width))
	rooms := f.roomsOf(f.out.boxes, f.vertical)
	var best geom.Point
	for i, x := range leftSides(f.out) {
		y := max(0, f.out.height-row.height)
		for _, room := range rooms {
			if room.X < x+row.width+gap && x < room.X+room.Width+gap {
				y = max(y, room.Y+room.Height+f.room(footGap))
			}
		}
		if i == 0 || y+worthMoving <= best.Y && x+row.width <= f.out.width {
			best = geom.Pt(x, y)
		}
	}
	f.out.add(row, best.X, best.Y)
}

// roomsOf returns the area of each box including all that it keeps free.
func (v *View) roomsOf(places []graph.Place, vertical bool) []geom.Rect {
	rooms := make([]geom.Rect, len(places))
	for i, place := range places {
		margin := v.margin(place.Index, vertical)
		horizontal, down := v.spans(place.Index, vertical)
		rooms[i] = geom.NewRect(place.Rect.X-math.Round(margin.Left), place.Rect.Y-math.Round(margin.Top), horizontal.before+horizontal.after, down.before+down.after)
	}
	return rooms
}

// leftSides returns the left sides of the boxes of a block, from left to right.
func leftSides(b *block) []float64 {
	if len(b.boxes) == 0 {
		return []float64{0}
	}
	var sides []float64
	for _, place := range b.boxes {
		sides = append(sides, place.Rect.X)
	}
	slices.Sort(sides)
	return slices.Compact(sides)
}
