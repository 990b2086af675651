package figure

import (
	"slices"
	"strconv"
	"strings"

	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

// Sign is the difference of an element from the model before.
type Sign string

// The signs. Moved elements have another place among their siblings.
const (
	SignAdded   Sign = "added"
	SignRemoved Sign = "removed"
	SignChanged Sign = "changed"
	SignMoved   Sign = "moved"
)

// Difference is the sign of an element and the number of the first change to it or
// its parts, 0 if no change is listed.
type Difference struct {
	Sign   Sign
	Number int
}

// Compared reports whether the picture shows what differs between two models.
func (p *Painter) Compared() bool { return p.Differences != nil }

// Differs adds the class and the words of a sign to a part of a comparison. The
// texts of a removed part, and old texts shown in other parts, are struck through.
func (p *Painter) Differs(e *scene.Element, ids ...model.ID) {
	if !p.Compared() {
		return
	}
	difference := p.DifferenceOf(ids...)
	e.Class += " " + ClassOf(difference)
	if difference.Sign != "" && e.Title != "" {
		e.Title = string(difference.Sign) + " · " + e.Title
	}
	for _, item := range e.Items {
		text, ok := item.(*scene.Text)
		if ok && (difference.Sign == SignRemoved && text.Class != "note" || strings.HasSuffix(text.Class, " was")) {
			e.Items = append(e.Items, struckThrough(text))
		}
	}
}

// DifferenceOf returns the first difference of some elements.
func (p *Painter) DifferenceOf(ids ...model.ID) Difference {
	for _, id := range ids {
		if difference := p.Differences[id]; difference.Sign != "" {
			return difference
		}
	}
	return Difference{}
}

// ClassOf is the class of a part with a difference.
func ClassOf(difference Difference) string {
	if difference.Sign == "" {
		return "calm"
	}
	return "diff-" + string(difference.Sign)
}

// struckThrough draws a line through a text.
func struckThrough(t *scene.Text) *scene.Path {
	width, _ := typeface.Measure(t.Content, t.Font)
	left, y := t.At.X, t.At.Y-0.3*t.Font.Size
	switch t.Anchor {
	case scene.AnchorMiddle:
		left -= width / 2
	case scene.AnchorEnd:
		left -= width
	}
	return &scene.Path{Class: "strike", Steps: geom.Polyline(geom.Pt(left-1, y), geom.Pt(left+width+1, y))}
}

// Old marks the first count texts as texts of the model before.
func Old(items []scene.Item, count int) []scene.Item {
	for _, item := range items {
		if text, ok := item.(*scene.Text); ok && count > 0 {
			text.Class += " was"
			count--
		}
	}
	return items
}

// WithOld puts the lines of an old text before the lines of the new one, and returns the number of
// old lines.
func WithOld(lines, old []string) ([]string, int) {
	if slices.Equal(lines, old) {
		return lines, 0
	}
	return slices.Concat(old, lines), len(old)
}

// signRadius is half the size of a sign, in px.
const signRadius = 3.2

// Paint draws the sign around a point. It needs no colour: a plus, a minus, a wave,
// or an arrow up and down.
func (s Sign) Paint(at geom.Point, class string) *scene.Path {
	const r = signRadius
	var steps []geom.Step
	switch s {
	case SignAdded:
		steps = append(geom.Polyline(geom.Pt(at.X-r, at.Y), geom.Pt(at.X+r, at.Y)), geom.Polyline(geom.Pt(at.X, at.Y-r), geom.Pt(at.X, at.Y+r))...)
	case SignRemoved:
		steps = geom.Polyline(geom.Pt(at.X-r, at.Y), geom.Pt(at.X+r, at.Y))
	case SignMoved:
		steps = append(geom.Polyline(geom.Pt(at.X, at.Y-r), geom.Pt(at.X, at.Y+r)),
			append(geom.Polyline(geom.Pt(at.X-2, at.Y-r+2), geom.Pt(at.X, at.Y-r), geom.Pt(at.X+2, at.Y-r+2)),
				geom.Polyline(geom.Pt(at.X-2, at.Y+r-2), geom.Pt(at.X, at.Y+r), geom.Pt(at.X+2, at.Y+r-2))...)...)
	default:
		steps = []geom.Step{geom.Move(at.X-r, at.Y+1), geom.Curve(at.X-r/2, at.Y-3.2, at.X, at.Y), geom.Curve(at.X+r/2, at.Y+3.2, at.X+r, at.Y-1)}
	}
	return &scene.Path{Class: class, Steps: steps}
}

var numberFont = typeface.Font{Bold: true, Size: 10.5}

// Numbered draws the sign of a box and the number of its first change over its
// upper left corner.
func (p *Painter) Numbered(at geom.Point, ids ...model.ID) []scene.Item {
	difference := p.DifferenceOf(ids...)
	if difference.Sign == "" {
		return nil
	}
	const height, inset = 17, 9
	text, width := "", 0.0
	if difference.Number > 0 {
		text = strconv.Itoa(difference.Number)
		width, _ = typeface.Measure(text, numberFont)
		width += 2
	}
	plate := geom.NewRect(at.X-inset, at.Y-inset, height+width, height)
	class := " diff-" + string(difference.Sign)
	items := []scene.Item{
		&scene.Rectangle{Class: "plaque" + class, Rect: plate, Round: height / 2.0},
		difference.Sign.Paint(geom.Pt(plate.X+height/2.0, plate.Y+height/2.0), "plaque-sign"),
	}
	if text != "" {
		items = append(items, &scene.Text{Class: "plaque-text", At: geom.Pt(plate.X+height-2, plate.Y+12.3), Font: numberFont, Content: text})
	}
	return items
}
