package layout

import (
	"math"
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/layout/route"
)

// The minimum ratios of a narrower frame to a wider one, and of a lower one to a
// taller one, for both to be drawn at the same size. The columns of two groups side by
// side end at different heights anyway, so a frame is hardly taller than its content.
const (
	alignedWidth  = 0.65
	alignedHeight = 0.85
)

// alignGroups extends groups that begin on the same line and have similar
// widths (or heights) to a common end line, and those that nearly reach the
// right or bottom edge of the diagram to that edge. It moves no box and keeps
// the space that edge labels need between groups. A group of boxes without edges is
// not extended if too much of it would be empty.
func (v *View) alignGroups(boxes []geom.Rect, groups []graph.Place, vertical bool) {
	if len(groups) < 2 {
		return
	}
	var loose []geom.Rect
	for i, at := range boxes {
		if v.GroupOf(i) < 0 {
			m := v.margin(i, vertical)
			loose = append(loose, geom.NewRect(at.X-m.Left, at.Y-m.Top, at.Width+m.Left, at.Height+m.Top))
		}
	}
	frames := make([]geom.Rect, len(groups))
	for i, group := range groups {
		frames[i] = group.Rect
	}
	label := v.outerLabel()
	unjoined := v.unjoined()
	extend := func() {
		for i, group := range groups {
			if !v.sparse(group.Index, frames[i], boxes, unjoined) {
				groups[i].Rect = frames[i]
			}
			frames[i] = groups[i].Rect
		}
	}
	alignEnds(frames, loose, max(v.room(GroupGap), label.Width+route.LabelRoom), alignedWidth)
	extend()
	transpose(frames)
	transpose(loose)
	alignEnds(frames, loose, max(v.room(GroupGap), label.Height+route.LabelRoom), alignedHeight)
	transpose(frames)
	extend()
}

// sparse reports whether the boxes in a group's frame have no edges and leave too much
// of it empty.
func (v *View) sparse(group int, frame geom.Rect, boxes []geom.Rect, unjoined []bool) bool {
	var inside []geom.Rect
	for i, box := range boxes {
		if v.GroupOf(i) != group || !frame.Overlaps(box) {
			continue
		}
		if !unjoined[i] {
			return false
		}
		inside = append(inside, box)
	}
	g := &v.Graph.Groups[group]
	return len(inside) > 0 && emptyShare(inside, frame.Width-2*g.Padding, frame.Height-g.Header-2*g.Padding) > mostEmpty
}

// alignEnds widens frames to a common right side where nothing comes closer than gap
// and they already have a share of the width.
func alignEnds(frames, loose []geom.Rect, gap, share float64) {
	bare := slices.Clone(frames)
	for i, frame := range bare {
		right := frame.X + frame.Width
		farthest := alignedEnd(frame, bare, share)
		strip := geom.NewRect(right, frame.Y, farthest-right+gap, frame.Height)
		isInWay := func(other geom.Rect) bool { return other != frames[i] && strip.Overlaps(other) }
		if farthest > right && !slices.ContainsFunc(frames, isInWay) && !slices.ContainsFunc(loose, isInWay) {
			frames[i].Width = farthest - frame.X
		}
	}
}

// alignedEnd returns the farthest right side that a frame should share: the right side of a frame
// with the same left side, or of the rightmost frame.
func alignedEnd(frame geom.Rect, frames []geom.Rect, share float64) float64 {
	end, last := frame.X+frame.Width, math.Inf(-1)
	most := frame.X + frame.Width/share
	for _, other := range frames {
		right := other.X + other.Width
		last = max(last, right)
		if other.X == frame.X && right <= most {
			end = max(end, right)
		}
	}
	if last <= most {
		end = max(end, last)
	}
	return end
}

// transpose swaps the axes of rects.
func transpose(rects []geom.Rect) {
	for i, r := range rects {
		rects[i] = geom.NewRect(r.Y, r.X, r.Height, r.Width)
	}
}
