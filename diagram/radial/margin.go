package radial

import (
	"math"

	"widerow/diagram/geom"
)

// Sizes of an attribute of one line in px.
const (
	OvalHeight     = 32.0
	LeastOvalWidth = 84.0 // the least width
)

// tallest is the height of the highest ellipse, parts excepted.
func tallest(attributes []*Oval) float64 {
	height := OvalHeight
	for _, a := range attributes {
		height = max(height, a.Height)
	}
	return height
}

// count is how many ellipses a list of attributes comes to.
func count(attributes []*Oval) int {
	sum := len(attributes)
	for _, a := range attributes {
		sum += count(a.Parts)
	}
	return sum
}

// Margin is the room that the layout keeps for attributes: above and
// below, and at the sides when there are many.
func Margin(fan []*Oval, width, height float64) geom.Margin {
	if len(fan) == 0 {
		return geom.Margin{}
	}
	ring := tallest(fan) + ringGapY + ovalGap
	margin := geom.Margin{Top: ring, Bottom: ring}
	wide := 0.0
	for _, a := range fan {
		wide = max(wide, a.Width)
		if len(a.Parts) > 0 {
			margin.Bottom = max(margin.Bottom, ring+tallest(a.Parts)+ringGapY+ovalGap-8)
		}
	}
	if count(fan) > 4 {
		margin.Left, margin.Right = math.Ceil(wide/2), math.Ceil(wide/2)
	}
	if count(fan) > 8 {
		margin.Left, margin.Right = wide, wide
	}
	const edges = 2 // that a box has mostly
	_, grown := ringRound(geom.Rect{Width: width, Height: height}, fan, edges)
	margin.Top += grown
	margin.Bottom += grown
	margin.Left += max(0, grown-ringGapX)
	margin.Right += max(0, grown-ringGapX)
	return margin
}
