package layout

import (
	"math"
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// levelEffort is how much more a picture may ask of its reader where the first
// boxes of groups side by side share a line.
const levelEffort = 1.08

// level composes a picture of the same lists of groups once more, with more room
// before the boxes of some: groups that begin on one line then have their first
// boxes on one line too, whether entry arrows lead to them or not.
func (v *View) level(picture *block, lists [][]*block, compose func([][]*block) *block, vertical bool) *block {
	const rounds = 3 // other groups may then begin on one line
	best := picture
	for range rounds {
		missing, level := v.missingLeads(best, vertical)
		if level {
			break
		}
		lists = slices.Clone(lists)
		for i, list := range lists {
			lists[i] = slices.Clone(list)
			for group, room := range missing {
				if list[group] != nil && room > 0 {
					lists[i][group] = ledBy(list[group], room, vertical)
				}
			}
		}
		other := compose(lists)
		if other == nil || v.effort(other) > levelEffort*v.effort(picture) {
			break
		}
		best = other
	}
	return best
}

// missingLeads is how much nearer to its border each group has its first boxes
// than another one beside it, as far as entry arrows are the reason.
func (v *View) missingLeads(picture *block, vertical bool) (missing []float64, level bool) {
	level = true
	leads, farthest := make([]float64, len(v.Graph.Groups)), map[float64]float64{}
	for i := range leads {
		leads[i] = math.Inf(1)
	}
	for _, place := range picture.boxes {
		if group := v.GroupOf(place.Index); group >= 0 {
			leads[group] = min(leads[group], startOf(place.Rect, vertical))
		}
	}
	for _, group := range picture.groups {
		start := startOf(group.Rect, vertical)
		leads[group.Index] -= start
		farthest[start] = max(farthest[start], leads[group.Index])
	}
	missing = make([]float64, len(leads))
	for _, group := range picture.groups {
		room := farthest[startOf(group.Rect, vertical)] - leads[group.Index]
		if room > 0 && room <= v.entryLead(vertical) {
			missing[group.Index], level = room, false
		}
	}
	return missing, level
}

// entryLead is the room that an entry arrow takes before a box.
func (v *View) entryLead(vertical bool) float64 {
	if vertical {
		return v.entryDown
	}
	return v.entryAcross
}

// levelFrames lets frames whose first boxes share a line begin where the first of
// them begins, if nothing is in the way: so they keep the room that level gave
// them when the places of boxes are all that is known.
func (v *View) levelFrames(boxes []geom.Rect, groups []graph.Place, vertical bool) {
	firsts := make([]float64, len(groups))
	for i, group := range groups {
		firsts[i] = math.Inf(1)
		for box, at := range boxes {
			if v.GroupOf(box) == group.Index && group.Rect.Overlaps(at) {
				firsts[i] = min(firsts[i], startOf(at, vertical))
			}
		}
	}
	bare := slices.Clone(groups)
	for i, group := range bare {
		start := startOf(group.Rect, vertical)
		for k, other := range bare {
			if earlier := startOf(other.Rect, vertical); firsts[k] == firsts[i] && start-earlier <= v.entryLead(vertical) {
				start = min(start, earlier)
			}
		}
		room := startOf(group.Rect, vertical) - start
		if room > 0 && v.isFree(led(group.Rect, room+v.room(BoxGap), vertical), i, boxes, bare) {
			groups[i].Rect = led(group.Rect, room, vertical)
		}
	}
}

// led is a rectangle with more room at its start.
func led(r geom.Rect, room float64, vertical bool) geom.Rect {
	if vertical {
		return geom.NewRect(r.X, r.Y-room, r.Width, r.Height+room)
	}
	return geom.NewRect(r.X-room, r.Y, r.Width+room, r.Height)
}

// isFree tells whether no other frame, nor a box in no group, is in a frame.
func (v *View) isFree(at geom.Rect, frame int, boxes []geom.Rect, frames []graph.Place) bool {
	for i, other := range frames {
		if i != frame && at.Overlaps(other.Rect) {
			return false
		}
	}
	for box, place := range boxes {
		if v.GroupOf(box) < 0 && at.Overlaps(place) {
			return false
		}
	}
	return true
}

// startOf is where a rectangle begins in the direction of the layout.
func startOf(r geom.Rect, vertical bool) float64 {
	if vertical {
		return math.Round(r.Y)
	}
	return math.Round(r.X)
}

// ledBy is a group with more room before its boxes.
func ledBy(group *block, room float64, vertical bool) *block {
	across, down := room, 0.0
	if vertical {
		across, down = 0, room
	}
	out := &block{}
	out.set(group, across, down)
	for i := range out.groups {
		out.groups[i].Rect = led(out.groups[i].Rect, room, vertical)
	}
	return out
}
