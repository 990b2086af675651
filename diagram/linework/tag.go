package linework

import (
	"math"
	"slices"

	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
)

// TagFont is the font of an update in the header of a table.
var TagFont = typeface.Font{Bold: true, Size: 11}

// Sizes of the tag of updates in px.
const (
	TagHeight  = 16.0
	tagPadding = 6.0
	tagBetween = 7.0
	mostTag    = 64.0
)

// TagWidth returns the width of a tag with the labels of updates side by side.
func TagWidth(labels []Label) float64 {
	width := 2*tagPadding - tagBetween
	for _, l := range labels {
		width += math.Ceil(tagTextWidth(l)) + tagBetween
	}
	return width
}

func tagText(l Label) string { return typeface.Shorten(l.Text, TagFont, mostTag) }

func tagTextWidth(l Label) float64 {
	width, _ := typeface.Measure(tagText(l), TagFont)
	return width
}

// PaintTag draws the updates that write a table as one tag in its header, each as its
// own link; at is the top right corner.
func PaintTag(to *figure.Painter, labels []Label, at geom.Point) []scene.Item {
	frame := geom.NewRect(at.X-TagWidth(labels), at.Y, TagWidth(labels), TagHeight)
	var items []scene.Item
	x := frame.X
	for i, l := range labels {
		width := math.Ceil(tagTextWidth(l))
		// The first and the last part of the tag include its ends.
		part := geom.NewRect(x, frame.Y, width+tagBetween, TagHeight)
		text := x + tagBetween/2
		if i == 0 {
			part.Width += tagPadding - tagBetween/2
			text = x + tagPadding
		}
		if i == len(labels)-1 {
			part.Width = frame.X + frame.Width - x
		}
		x += part.Width
		e := labelled(to, l, &scene.Path{Class: "label in-head", Steps: tagPart(part, i == 0, i == len(labels)-1)},
			&scene.Text{Class: "label-text", At: geom.Pt(text, frame.Y+12), Font: TagFont, Content: tagText(l)})
		differsByAccess(to, e, l)
		e.Items = append(e.Items, signOf(to, l, part)...)
		e.Hooks = &scene.Hooks{}
		AddAccess(e.Hooks, l)
		items = append(items, e)
	}
	return items
}

// tagPart returns the outline of a part of a tag, round at the ends of the tag.
func tagPart(at geom.Rect, first, last bool) []geom.Step {
	left, right, top, bottom := at.X, at.X+at.Width, at.Y, at.Y+at.Height
	start, end := 0.0, 0.0
	if first {
		start = TagHeight / 2
	}
	if last {
		end = TagHeight / 2
	}
	return slices.Concat(
		[]geom.Step{geom.Move(left+start, top), geom.Line(right-end, top)},
		[]geom.Step{geom.Curve(right, top, right, top+end), geom.Line(right, bottom-end), geom.Curve(right, bottom, right-end, bottom)},
		[]geom.Step{geom.Line(left+start, bottom), geom.Curve(left, bottom, left, bottom-start)},
		[]geom.Step{geom.Line(left, top+start), geom.Curve(left, top, left+start, top), geom.ClosePath()},
	)
}

// signOf draws what is marked about one update at the corners of its part.
func signOf(p *figure.Painter, l Label, at geom.Rect) []scene.Item {
	var items []scene.Item
	switch {
	case p.Options.Faults[l.ID] != "":
		items = append(items, figure.PaintFault(at)...)
	case p.Options.Advised[l.ID] != "":
		items = append(items, paintAdvised(at))
	}
	if difference := p.DifferenceOf(l.ID, l.Access); difference.Sign != "" {
		items = append(items, difference.Sign.Paint(geom.Pt(at.X+2, at.Y+1), "sign"))
	}
	return items
}
