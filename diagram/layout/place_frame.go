package layout

import (
	"cmp"
	"math"
	"slices"

	"widerow/diagram/geom"
)

// A group has one frame around its boxes. If pinned boxes lie beyond or among
// the boxes of other groups it has a few, each without boxes of other groups.
// The reader then sees what belongs together without any other box moving.

// mostFrames is the maximum number of frames of a group. A group that needs
// more has one frame, which overlaps those of other groups.
const mostFrames = 3

// cluster is the content of one frame of a group.
type cluster struct {
	boxes []int
	room  geom.Rect // around the boxes
}

// framing caches what is known about the frames of a group.
type framing struct {
	whole     geom.Rect
	boxes     int         // number of boxes of the group
	seen      int         // number of added boxes taken into account
	strangers []geom.Rect // boxes of other groups that overlap the whole frame
	sure      []geom.Rect // frames of other groups there
	frames    []geom.Rect
	free      bool // the frames contain no strangers
}

// frames returns the frames of each group, the one with the most boxes first. A
// group without boxes has none.
func (k *keeper) frames() [][]geom.Rect {
	if k.framings == nil {
		k.framings, k.added = make([]framing, len(k.view.Graph.Groups)), nil
	}
	frames := make([][]geom.Rect, len(k.view.Graph.Groups))
	wholes := k.wholes()
	var sure []geom.Rect // stranger-free frames of the groups so far
	for group, whole := range wholes {
		if whole == nowhere {
			continue
		}
		frames[group] = []geom.Rect{whole}
		meets := func(box int) bool { return k.area(box).Overlaps(whole) }
		if !whole.OverlapsAny(wholes[:group]) && !whole.OverlapsAny(wholes[group+1:]) && !slices.ContainsFunc(k.boxesOf(-1), meets) {
			continue
		}
		f := k.framing(group, whole, overlapping(sure, whole))
		if frames[group] = f.frames; f.free {
			sure = append(sure, f.frames...)
		}
	}
	return frames
}

// framing computes the frames of a group that others overlap. It reuses the
// last result unless a box was added there.
func (k *keeper) framing(group int, whole geom.Rect, sure []geom.Rect) *framing {
	f, boxes := &k.framings[group], len(k.boxesOf(group))
	changed := f.whole != whole || f.boxes != boxes || !slices.Equal(f.sure, sure)
	if f.whole != whole || f.boxes != boxes {
		*f = framing{whole: whole, boxes: boxes, strangers: k.strangers(group, whole, k.all())}
	} else if reach := k.strangers(group, whole, k.added[f.seen:]); len(reach) > 0 {
		f.strangers, changed = append(f.strangers, reach...), true
	}
	f.seen, f.sure = len(k.added), sure
	if !changed {
		return f
	}
	f.frames, f.free = []geom.Rect{whole}, len(f.strangers) == 0
	clusters := k.split(group, slices.Concat(f.strangers, sure))
	if len(clusters) > 1 && len(clusters) <= mostFrames {
		f.frames, f.free = nil, true
		for _, cluster := range clusters {
			f.frames = append(f.frames, k.frameRound(group, cluster.room))
		}
	}
	return f
}

// nowhere is a rectangle that overlaps nothing.
var nowhere = geom.Rect{X: math.Inf(1)}

// wholes returns each group's single frame, or nowhere if it has no boxes.
func (k *keeper) wholes() []geom.Rect {
	wholes := make([]geom.Rect, len(k.view.Graph.Groups))
	for group := range wholes {
		wholes[group] = nowhere
		if whole, some := k.groupRect(group); some {
			wholes[group] = whole
		}
	}
	return wholes
}

// still reports whether a box has kept its place and its size.
func (k *keeper) still(box int) bool {
	b := &k.view.Graph.Boxes[box]
	return b.Anchored() && b.Growth == 0 && k.rects[box].X == math.Round(b.At.X) && k.rects[box].Y == math.Round(b.At.Y)
}

// unmoved returns the bounds of those boxes of a group that have not moved or
// grown. Two groups that overlap there already overlapped before the edit and are
// not separated as wholes.
func (k *keeper) unmoved(group int, boxes []int) geom.Rect {
	boxes = slices.DeleteFunc(slices.Clone(boxes), func(box int) bool { return !k.still(box) })
	if len(boxes) == 0 {
		return nowhere
	}
	return k.frameOf(group, boxes)
}

// strangers returns the given boxes of other groups that overlap a group, with
// the smallest frames that they can have.
func (k *keeper) strangers(group int, whole geom.Rect, boxes []int) []geom.Rect {
	own := k.boxesOf(group)
	meets := func(shape geom.Rect) bool {
		return shape.Overlaps(whole) && !slices.ContainsFunc(own, func(box int) bool {
			return shape.Overlaps(k.frameRound(group, k.room(box)))
		})
	}
	var strangers []geom.Rect
	for _, i := range boxes {
		if k.group[i] == group {
			continue
		}
		// Pinned boxes may be so close that their frames overlap.
		framed, bare := k.frameRound(k.group[i], k.room(i)).Grown(leastGroupGap/2), k.rects[i].Grown(1)
		switch {
		case meets(framed):
			strangers = append(strangers, framed)
		case meets(bare):
			strangers = append(strangers, bare)
		}
	}
	return strangers
}

func overlapping(rects []geom.Rect, whole geom.Rect) []geom.Rect {
	var inside []geom.Rect
	for _, r := range rects {
		if r.Overlaps(whole) {
			inside = append(inside, r.Grown(leastGroupGap/2))
		}
	}
	return inside
}

// split divides the boxes of a group so that no frame contains a stranger.
// Boxes that are not pinned stay together if possible.
func (k *keeper) split(group int, strangers []geom.Rect) []cluster {
	var clusters []cluster
	for _, pinned := range [2]bool{false, true} {
		for _, box := range k.boxesOf(group) {
			if k.pinned[box] == pinned && len(clusters) <= 4*mostFrames {
				clusters = k.join(group, clusters, cluster{[]int{box}, k.room(box)}, strangers)
			}
		}
	}
	if len(clusters) > 4*mostFrames {
		return clusters // not all boxes are assigned
	}
	for i := 0; i < len(clusters); i++ { // a larger cluster may now reach others
		rest := slices.Concat(clusters[:i], clusters[i+1:])
		if joined := k.join(group, rest, clusters[i], strangers); len(joined) < len(clusters) {
			clusters, i = joined, -1
		}
	}
	slices.SortStableFunc(clusters, func(a, b cluster) int { return cmp.Compare(len(b.boxes), len(a.boxes)) })
	return clusters
}

// join merges a cluster into the one that grows least without meeting a
// stranger, or appends it.
func (k *keeper) join(group int, clusters []cluster, added cluster, strangers []geom.Rect) []cluster {
	best, least := -1, math.Inf(1)
	for i, p := range clusters {
		room := p.room.Union(added.room)
		growth := room.Width*room.Height - p.room.Width*p.room.Height
		if growth < least && !k.frameRound(group, room).OverlapsAny(strangers) {
			best, least = i, growth
		}
	}
	if best < 0 {
		return append(clusters, added)
	}
	p := &clusters[best]
	p.boxes, p.room = append(p.boxes, added.boxes...), p.room.Union(added.room)
	return clusters
}

// rim returns what a group's frame adds around its boxes, zero outside of
// groups.
func (k *keeper) rim(group int) geom.Margin {
	if group < 0 {
		return geom.Margin{}
	}
	g := &k.view.Graph.Groups[group]
	padding := math.Ceil(g.Padding)
	return geom.Margin{Top: math.Ceil(g.Header) + padding, Right: padding, Bottom: padding, Left: padding}
}

func (k *keeper) frameOf(group int, boxes []int) geom.Rect {
	rooms := make([]geom.Rect, len(boxes))
	for i, box := range boxes {
		rooms[i] = k.room(box)
	}
	return k.frameRound(group, geom.Union(rooms))
}

// frameRound returns the group's frame around an area, or the area itself
// outside of groups.
func (k *keeper) frameRound(group int, room geom.Rect) geom.Rect { return k.rim(group).Around(room) }
