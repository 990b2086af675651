package layout

import (
	"cmp"
	"math"
	"slices"

	"widerow/diagram/geom"
)

// A group has one frame round its boxes. Where pins stand beyond or among the
// boxes of other groups it has a few, each free of strangers: so a reader sees
// what belongs together, and nothing moves for it that nobody moved.

// mostFrames bounds the frames of one group. Rather than in more, it is drawn
// as a whole, with other groups' frames on it.
const mostFrames = 3

// cluster is what one frame of a group holds.
type cluster struct {
	boxes []int
	room  geom.Rect // round the boxes
}

// framing is what was found out about the frames of a group.
type framing struct {
	whole     geom.Rect
	boxes     int         // of the group
	seen      int         // of the boxes that were added
	strangers []geom.Rect // that reach into the whole
	sure      []geom.Rect // frames of other groups there
	frames    []geom.Rect
	free      bool // the frames hold no strangers
}

// frames are what each group is drawn as, that with most boxes first; none for
// a group without boxes.
func (k *keeper) frames() [][]geom.Rect {
	if k.framings == nil {
		k.framings, k.added = make([]framing, len(k.view.Graph.Groups)), nil
	}
	frames := make([][]geom.Rect, len(k.view.Graph.Groups))
	wholes := k.wholes()
	var sure []geom.Rect // frames of the groups before that hold no strangers
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

// framing looks at the frames of a group that others reach into, anew only if
// something there was added.
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

// wholes are the groups, each in one frame; nowhere for one without boxes.
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

// core is the part of a group that others give way to, with its boxes: all of
// it, or what is left without pins that were carried far just now.
func (k *keeper) core(group int, whole geom.Rect, boxes []int) (geom.Rect, []int) {
	stayed := slices.DeleteFunc(slices.Clone(boxes), func(box int) bool { return k.view.Graph.Boxes[box].Moved })
	if len(stayed) == 0 || len(stayed) == len(boxes) || k.parting(whole) <= MostParting {
		return whole, boxes
	}
	return k.frameOf(group, stayed), stayed
}

// still tells whether a box has the place and the room that it had before.
func (k *keeper) still(box int) bool {
	b := &k.view.Graph.Boxes[box]
	return b.Anchored() && b.Growth == 0 && !b.Moved && k.rects[box].X == math.Round(b.At.X) && k.rects[box].Y == math.Round(b.At.Y)
}

// stood is where those of a group's boxes stand that have not moved or grown. Two
// groups that overlap there have stood among each other since before: they do
// not part as wholes.
func (k *keeper) stood(group int, boxes []int) geom.Rect {
	boxes = slices.DeleteFunc(slices.Clone(boxes), func(box int) bool { return !k.still(box) })
	if len(boxes) == 0 {
		return nowhere
	}
	return k.frameOf(group, boxes)
}

// parting is how far a group and what overlaps it would have to give way.
func (k *keeper) parting(whole geom.Rect) float64 {
	most := 0.0
	for _, other := range k.wholes() {
		if other != whole {
			most = max(most, partingOf(whole, other))
		}
	}
	for _, box := range k.boxesOf(-1) {
		most = max(most, partingOf(whole, k.area(box)))
	}
	return most
}

// partingOf is the shortest way on which one rectangle leaves another one, below
// 0 if it does not overlap that.
func partingOf(r, other geom.Rect) float64 {
	return min(r.X+r.Width-other.X, other.X+other.Width-r.X, r.Y+r.Height-other.Y, other.Y+other.Height-r.Y)
}

// strangers are those of some placed boxes that are of other groups and reach
// into a group, with the frames that they have at least.
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
		// Pins may stand so near to each other that their frames overlap.
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

// split parts the boxes of a group so that no frame holds a stranger; what is
// not pinned stays together if it can.
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
		return clusters // some boxes were not looked at
	}
	for i := 0; i < len(clusters); i++ { // what became larger may reach others now
		rest := slices.Concat(clusters[:i], clusters[i+1:])
		if joined := k.join(group, rest, clusters[i], strangers); len(joined) < len(clusters) {
			clusters, i = joined, -1
		}
	}
	slices.SortStableFunc(clusters, func(a, b cluster) int { return cmp.Compare(len(b.boxes), len(a.boxes)) })
	return clusters
}

// join adds a cluster to that which grows the least by it without meeting a
// stranger, or behind all.
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

// rim is what a group's frame adds to the room of its boxes; none outside of
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

// frameRound is a group's frame round some room, or the room outside of groups.
func (k *keeper) frameRound(group int, room geom.Rect) geom.Rect { return k.rim(group).Around(room) }
