package layout

import (
	"cmp"
	"math"
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// Dropped boxes give way to those that stay: together they go to the nearest place
// where they overlap none of them.

// DroppedPlaces returns the corners of boxes that a user moved to at, in document
// coordinates. All other boxes stay. A step is the direction in which keys or buttons
// move the boxes, or zero: they do not fall back behind at then.
func DroppedPlaces(g *graph.Graph, at map[string]geom.Point, step geom.Point) map[string]geom.Point {
	v, err := NewView(g)
	if err != nil {
		return nil
	}
	k := v.newKeeper()
	var dropped, others []int
	for i, box := range g.Boxes {
		wanted, moved := at[box.ID]
		switch {
		case moved:
			k.put(i, math.Round(wanted.X), math.Round(wanted.Y))
			dropped = append(dropped, i)
		case k.placed[i]:
			k.put(i, math.Round(box.At.X), math.Round(box.At.Y)) // not where a dropped one pushes it
			others = append(others, i)
		}
	}
	shift := k.wayToFree(dropped, others, step)
	places := map[string]geom.Point{}
	for _, i := range dropped {
		places[g.Boxes[i].ID] = geom.Pt(k.rects[i].X+shift.X, k.rects[i].Y+shift.Y)
	}
	return places
}

// wayToFree returns the common move of boxes with which they no longer touch the others.
func (k *keeper) wayToFree(dropped, others []int, step geom.Point) geom.Point {
	var walls []geom.Rect
	rooms := make([]Room, len(k.rects))
	for i := range rooms {
		rooms[i] = k.keptBy(i)
	}
	for _, i := range dropped {
		for _, j := range others {
			same := k.group[i] == k.group[j]
			for _, part := range rooms[i].from(same) {
				for _, other := range rooms[j].from(same) {
					walls = append(walls, wallOf(part, other))
				}
			}
		}
	}
	if shift := shortestWay(walls); step == (geom.Point{}) || shift == (geom.Point{}) {
		return shift
	}
	return shortestWay(append(walls, behind(step)))
}

// Room is the area around a box in which no other box may be dropped.
type Room struct {
	Own    []geom.Rect // it and its entry arrows, each with half of the minimum gap
	Framed geom.Rect   // the same with its group's frame, for boxes of other groups
}

// Rooms returns the room of each box of a graph that is drawn at these places.
func Rooms(g *graph.Graph, at map[string]geom.Rect) ([]Room, error) {
	v, err := NewView(g)
	if err != nil {
		return nil, err
	}
	k := v.newKeeper()
	for i, box := range g.Boxes {
		k.rects[i], k.placed[i] = at[box.ID], true
	}
	k.vertical, k.entries = k.flowsDown(), nil
	rooms := make([]Room, len(g.Boxes))
	for i := range rooms {
		rooms[i] = k.keptBy(i)
	}
	return rooms, nil
}

func (k *keeper) keptBy(box int) Room {
	b := body{area: k.area(box), parts: k.parts(box)}
	return Room{Own: b.solid(), Framed: k.rim(k.group[box]).Around(b.area)}
}

// from returns the areas that a box keeps free of one of the same or of another group.
func (r *Room) from(same bool) []geom.Rect {
	if same {
		return r.Own
	}
	return []geom.Rect{r.Framed}
}

// wallOf returns the moves of one area, as points, that lead onto another area. It has whole
// coordinates, so that a place beside it does, too.
func wallOf(moved, other geom.Rect) geom.Rect {
	left, top := math.Floor(other.X-moved.X-moved.Width), math.Floor(other.Y-moved.Y-moved.Height)
	return geom.NewRect(left, top, math.Ceil(other.X+other.Width-moved.X)-left, math.Ceil(other.Y+other.Height-moved.Y)-top)
}

// behind returns the moves that lead back against a step.
func behind(step geom.Point) geom.Rect {
	const far = 1e9
	wall := geom.NewRect(-far, -far, 2*far, 2*far)
	switch {
	case step.X > 0:
		wall.Width = far
	case step.X < 0:
		wall.X = 0
	case step.Y > 0:
		wall.Height = far
	case step.Y < 0:
		wall.Y = 0
	}
	return wall
}

// shortestWay returns the point nearest to 0,0 that is within no wall.
func shortestWay(walls []geom.Rect) geom.Point {
	xs := []float64{0}
	for _, wall := range walls {
		xs = append(xs, wall.X, wall.X+wall.Width)
	}
	slices.SortFunc(xs, func(a, b float64) int { return cmp.Or(cmp.Compare(math.Abs(a), math.Abs(b)), cmp.Compare(b, a)) })
	byTop := slices.SortedFunc(slices.Values(walls), func(a, b geom.Rect) int { return cmp.Compare(a.Y, b.Y) })
	best, least := geom.Point{}, math.Inf(1)
	for _, x := range slices.Compact(xs) {
		if math.Abs(x) >= least {
			break
		}
		if y := wayPast(x, byTop); math.Hypot(x, y) < least {
			best, least = geom.Pt(x, y), math.Hypot(x, y)
		}
	}
	return best
}

// wayPast returns the y nearest to 0 that no wall contains at x.
func wayPast(x float64, byTop []geom.Rect) float64 {
	from, to := 0.0, 0.0 // the walls around 0, joined
	last := math.Inf(-1) // the end of the joined walls so far
	begin := 0.0
	for _, wall := range byTop {
		if x <= wall.X || x >= wall.X+wall.Width {
			continue
		}
		if wall.Y >= last {
			begin = wall.Y
		}
		last = max(last, wall.Y+wall.Height)
		if begin < 0 && last > 0 {
			from, to = begin, last
		}
		if begin >= 0 {
			break
		}
	}
	if to <= -from {
		return to
	}
	return from
}
