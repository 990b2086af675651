package route

import (
	"math"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// drawStraight draws an edge as one line between the outlines of its boxes. It
// reports whether that was possible: another box may be in the way.
func (r *router) drawStraight(edge int) bool {
	from, to := r.index.Ends(edge)
	if from == to {
		return false
	}
	points := r.clippedLine(from, to, r.parallelOffset(edge))
	for i, box := range r.boxes {
		if i != from && i != to && geom.SegmentMeets(points[0], points[1], box.Grown(Closest)) {
			return false
		}
	}
	r.routes[edge].Points = points
	return true
}

// parallelOffset separates edges between the same two boxes, all within the
// smaller box.
func (r *router) parallelOffset(edge int) float64 {
	const inside = 0.6 // of the smaller side, so that a diamond is met as well
	from, to := r.index.Ends(edge)
	place, count := 0, 0
	for i := range r.index.Graph.Edges {
		a, b := r.index.Ends(i)
		if a == from && b == to || a == to && b == from {
			if i < edge {
				place++
			}
			count++
		}
	}
	if count == 1 {
		return 0
	}
	side := min(r.boxes[from].Width, r.boxes[from].Height, r.boxes[to].Width, r.boxes[to].Height)
	apart := min(2*TrackGap, inside*side/float64(count-1))
	offset := apart * (float64(place) - float64(count-1)/2)
	if from > to { // from the other end, left and right are swapped
		return -offset
	}
	return offset
}

// clippedLine returns the line between the centres of two boxes, offset
// sideways and clipped to their outlines.
func (r *router) clippedLine(from, to int, aside float64) []geom.Point {
	a, b := r.boxes[from].Centre(), r.boxes[to].Centre()
	length := math.Hypot(b.X-a.X, b.Y-a.Y)
	if length == 0 {
		return []geom.Point{a, b}
	}
	dx, dy := (b.X-a.X)/length, (b.Y-a.Y)/length
	a, b = geom.Pt(a.X-dy*aside, a.Y+dx*aside), geom.Pt(b.X-dy*aside, b.Y+dx*aside)
	return []geom.Point{
		r.outline(from, a, dx, dy),
		r.outline(to, b, -dx, -dy),
	}
}

// outline returns where a ray from a point inside a box leaves its shape.
func (r *router) outline(box int, from geom.Point, dx, dy float64) geom.Point {
	rect, shape := r.boxes[box], r.index.Graph.Boxes[box].Shape
	low, high := 0.0, math.Hypot(rect.Width, rect.Height)
	const halvings = 30 // to far less than a pixel
	for range halvings {
		middle := (low + high) / 2
		if graph.InsideShape(rect, shape, geom.Pt(from.X+dx*middle, from.Y+dy*middle)) {
			low = middle
		} else {
			high = middle
		}
	}
	return geom.Pt(math.Round(from.X+dx*high), math.Round(from.Y+dy*high))
}
