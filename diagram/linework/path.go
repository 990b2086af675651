package linework

import (
	"math"

	"widerow/diagram/geom"
	"widerow/diagram/scene"
)

// Sizes of a line in px.
const (
	cornerRadius = 14
	TipLength    = 10
	tipHalf      = 4.5
	TipGap       = 2 // between the arrow's point and the box
	StartRadius  = 4
)

// Pointed returns a line shortened for the arrow head at its end, and the head.
func Pointed(points []geom.Point) ([]geom.Point, *scene.Path) {
	last := len(points) - 1
	from, to := points[last-1], points[last]
	length := math.Hypot(to.X-from.X, to.Y-from.Y)
	if length == 0 {
		length = 1
	}
	dx, dy := (to.X-from.X)/length, (to.Y-from.Y)/length
	to = geom.Pt(to.X-TipGap*dx, to.Y-TipGap*dy)
	base := geom.Pt(to.X-TipLength*dx, to.Y-TipLength*dy)
	short := append(points[:last:last], geom.Pt(to.X-(TipLength-1)*dx, to.Y-(TipLength-1)*dy))
	return short, &scene.Path{Class: "tip", Steps: geom.Polygon(
		geom.Pt(base.X-tipHalf*dy, base.Y+tipHalf*dx), to, geom.Pt(base.X+tipHalf*dy, base.Y-tipHalf*dx))}
}

// Rounded returns a polyline with rounded corners.
func Rounded(points []geom.Point) []geom.Step {
	steps := append(make([]geom.Step, 0, 2*len(points)), geom.Move(points[0].X, points[0].Y))
	for i := 1; i < len(points)-1; i++ {
		before, corner, after := points[i-1], points[i], points[i+1]
		radius := min(cornerRadius, geom.Distance(before, corner)/2, geom.Distance(corner, after)/2)
		in, out := geom.Towards(corner, before, radius), geom.Towards(corner, after, radius)
		steps = append(steps, geom.Line(in.X, in.Y), geom.Curve(corner.X, corner.Y, out.X, out.Y))
	}
	end := points[len(points)-1]
	return append(steps, geom.Line(end.X, end.Y))
}
