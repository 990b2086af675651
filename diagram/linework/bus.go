package linework

import (
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/scene"
)

// PaintOwn returns the steps of the part of an edge in a bus that no other edge shares, with the
// curve into the trunk. points and curved are the results of OwnPart.
func PaintOwn(points []geom.Point, bus graph.Bus, curved bool) []geom.Step {
	steps := Rounded(points)
	switch {
	case !curved:
		return steps
	case bus.Out:
		return append([]geom.Step{geom.Move(steps[1].Points[0].X, steps[1].Points[0].Y)}, steps[2:]...)
	}
	return steps[:len(steps)-1]
}

// OwnPart returns the part of an edge in a bus that is its own, in the edge's direction.
// If the trunk turns there, it includes a piece of the trunk, so that rounded makes a curve.
func OwnPart(points []geom.Point, bus graph.Bus) (own []geom.Point, curved bool) {
	own = InOrder(points, bus, func(inward []geom.Point) []geom.Point {
		own := CurvedOn(inward, 0, bus.Own)
		curved = len(own) > bus.Own+1
		return own
	})
	return own, curved
}

// SharedPart returns the rest of the edge, up to the box of the bus.
func SharedPart(points []geom.Point, bus graph.Bus) []geom.Point {
	return InOrder(points, bus, func(inward []geom.Point) []geom.Point { return slices.Clone(inward[bus.Own:]) })
}

// PaintShared draws the rest of an edge and its arrow head, hidden until the edge is
// highlighted.
func PaintShared(points []geom.Point, bus graph.Bus) []scene.Item {
	if bus.Out {
		return []scene.Item{&scene.Path{Class: "line shared", Steps: Rounded(points)}}
	}
	short, tip := Pointed(points)
	tip.Class += " shared"
	return []scene.Item{&scene.Path{Class: "line shared", Steps: Rounded(short)}, tip}
}

// InOrder takes a part of points that lead to the box of a bus. The given points and the
// returned ones are in the direction of the edge.
func InOrder(points []geom.Point, bus graph.Bus, part func(inward []geom.Point) []geom.Point) []geom.Point {
	inward := slices.Clone(points)
	if bus.Out {
		slices.Reverse(inward)
	}
	out := part(inward)
	if bus.Out {
		slices.Reverse(out)
	}
	return out
}

// CurvedOn returns the points from first to last, and a short piece of the next line if
// there is a corner at last.
func CurvedOn(points []geom.Point, first, last int) []geom.Point {
	out := slices.Clone(points[first : last+1])
	if last+1 == len(points) {
		return out
	}
	before, at, next := points[last-1], points[last], points[last+1]
	if before.X == at.X && at.X == next.X || before.Y == at.Y && at.Y == next.Y {
		return out
	}
	return append(out, geom.Towards(at, next, min(2*cornerRadius, geom.Distance(at, next))))
}
