package layout

import (
	"math"
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// levelEffort bounds the increase of the effort of reading, as a ratio, for aligning the first
// boxes of adjacent groups.
const levelEffort = 1.08

// level composes the same lists of groups again with more space before the
// boxes of some, so that groups that begin on one line also have their first
// boxes on one line, with or without entry arrows.
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

// missingLeads returns, for each group, how much closer its first boxes are to
// its border than those of an adjacent group, as far as entry arrows cause the
// difference.
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

// entryLead returns the space that an entry arrow takes before a box.
func (v *View) entryLead(vertical bool) float64 {
	if vertical {
		return v.entryDown
	}
	return v.entryAcross
}

// levelFrames extends frames whose first boxes are on one line to a common
// start if nothing is in the way. This preserves the space added by level when
// only the places of boxes are known.
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

// led returns r extended at its start.
func led(r geom.Rect, room float64, vertical bool) geom.Rect {
	if vertical {
		return geom.NewRect(r.X, r.Y-room, r.Width, r.Height+room)
	}
	return geom.NewRect(r.X-room, r.Y, r.Width+room, r.Height)
}

// isFree reports whether a frame contains no other frame and no box without a
// group.
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

// startOf returns the coordinate of a rectangle's start in the layout's
// direction.
func startOf(r geom.Rect, vertical bool) float64 {
	if vertical {
		return math.Round(r.Y)
	}
	return math.Round(r.X)
}

// ledBy returns a group with more space before its boxes.
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
