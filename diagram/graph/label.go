package graph

import (
	"math"

	"widerow/diagram/geom"
)

// LabelPill returns the rectangle of an edge's label centred at a point.
func LabelPill(e *Edge, at geom.Point) geom.Rect {
	return geom.NewRect(at.X-e.LabelWidth/2, at.Y-e.LabelHeight/2, e.LabelWidth, e.LabelHeight)
}

// InsideShape reports whether a point lies within the outline of a box or on
// it.
func InsideShape(rect geom.Rect, shape Shape, p geom.Point) bool {
	centre := rect.Centre()
	x, y := math.Abs(p.X-centre.X)/(rect.Width/2), math.Abs(p.Y-centre.Y)/(rect.Height/2)
	switch shape {
	case ShapeDiamond:
		return x+y <= 1
	case ShapeEllipse:
		return x*x+y*y <= 1
	default:
		return x <= 1 && y <= 1
	}
}
