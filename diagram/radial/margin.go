package radial

import (
	"math"

	"widerow/diagram/geom"
)

// Sizes of an attribute whose name takes one line, in px.
const (
	OvalHeight     = 32.0
	LeastOvalWidth = 84.0
)

// tallest returns the largest height, parts not counted.
func tallest(attributes []*Oval) float64 {
	height := OvalHeight
	for _, a := range attributes {
		height = max(height, a.Height)
	}
	return height
}

// count returns the number of attributes with all their parts.
func count(attributes []*Oval) int {
	sum := len(attributes)
	for _, a := range attributes {
		sum += count(a.Parts)
	}
	return sum
}

// Margin returns the room that the layout keeps around a box for its attributes:
// above and below it, and at the sides if there are many.
func Margin(ovals []*Oval, width, height float64) geom.Margin {
	if len(ovals) == 0 {
		return geom.Margin{}
	}
	ring := tallest(ovals) + ringGapY + ovalGap
	margin := geom.Margin{Top: ring, Bottom: ring}
	wide := 0.0
	for _, a := range ovals {
		wide = max(wide, a.Width)
		if len(a.Parts) > 0 {
			margin.Bottom = max(margin.Bottom, ring+tallest(a.Parts)+ringGapY+ovalGap-8)
		}
	}
	if count(ovals) > 4 {
		margin.Left, margin.Right = math.Ceil(wide/2), math.Ceil(wide/2)
	}
	if count(ovals) > 8 {
		margin.Left, margin.Right = wide, wide
	}
	const edges = 2 // of a usual box
	_, grown := ringRound(geom.Rect{Width: width, Height: height}, ovals, edges)
	margin.Top += grown
	margin.Bottom += grown
	margin.Left += max(0, grown-ringGapX)
	margin.Right += max(0, grown-ringGapX)
	return margin
}
