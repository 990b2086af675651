package diagram

import (
	"strconv"
	"strings"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

// signRadius is half the size of a sign, in px.
const signRadius = 3.2

// compared reports whether the picture shows what differs between two models.
func (p *painter) compared() bool { return p.drawing.differences != nil }

// differs adds the class and the words of a sign to a part of a comparison. The
// texts of a removed part, and old texts shown in other parts, are struck through.
func (p *painter) differs(e *scene.Element, ids ...model.ID) {
	if !p.compared() {
		return
	}
	difference := p.differenceOf(ids...)
	e.Class += " " + classOf(difference)
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

// differenceOf returns the first difference of some elements.
func (p *painter) differenceOf(ids ...model.ID) Difference {
	for _, id := range ids {
		if difference := p.drawing.differences[id]; difference.Sign != "" {
			return difference
		}
	}
	return Difference{}
}

// classOf is the class of a part with a difference.
func classOf(difference Difference) string {
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

// old marks the first count texts as those of the model before.
func old(items []scene.Item, count int) []scene.Item {
	for _, item := range items {
		if text, ok := item.(*scene.Text); ok && count > 0 {
			text.Class += " was"
			count--
		}
	}
	return items
}

// paint draws the sign around a point. It needs no colour: a plus, a minus, a wave,
// or an arrow up and down.
func (s Sign) paint(at geom.Point, class string) *scene.Path {
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

// rowSign draws the sign of a row in its left margin.
func (p *painter) rowSign(id model.ID, at geom.Rect) []scene.Item {
	difference := p.differenceOf(id)
	if difference.Sign == "" {
		return nil
	}
	return []scene.Item{difference.Sign.paint(geom.Pt(at.X+tableInset/2-0.8, at.Y+rowHeight/2), "sign")}
}

var numberFont = typeface.Font{Bold: true, Size: 10.5}

// numbered draws the sign of a box and the number of its first change over its
// upper left corner.
func (p *painter) numbered(at geom.Point, ids ...model.ID) []scene.Item {
	difference := p.differenceOf(ids...)
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
		difference.Sign.paint(geom.Pt(plate.X+height/2.0, plate.Y+height/2.0), "plaque-sign"),
	}
	if text != "" {
		items = append(items, &scene.Text{Class: "plaque-text", At: geom.Pt(plate.X+height-2, plate.Y+12.3), Font: numberFont, Content: text})
	}
	return items
}

// differsByAccess marks the label of an arrow whose query or update has changed.
func (p *painter) differsByAccess(e *scene.Element, l label) {
	if p.compared() && p.differenceOf(l.id).Sign == "" && p.differenceOf(l.access).Sign != "" {
		e.Class = strings.TrimSuffix(e.Class, " calm")
		p.differs(e, l.access)
	}
}

// lettered draws the sign of one label of several above its left end.
func (p *painter) lettered(l label, x, base float64) []scene.Item {
	difference := p.differenceOf(l.id, l.access)
	if difference.Sign == "" {
		return nil
	}
	return []scene.Item{difference.Sign.paint(geom.Pt(x-1, base-11), "sign")}
}

// lineDifference returns the sign that all labels of a line share. A line with
// different signs has changed.
func (p *painter) lineDifference(c connector, edge graph.Edge) Difference {
	if c.pill == nil { // the line of a participant, a hierarchy or a view
		if difference := p.differenceOf(model.ID(edge.ID)); difference.Sign != "" {
			return difference
		}
		for _, end := range [2]string{edge.From, edge.To} {
			if sign := p.differenceOf(model.ID(end)).Sign; sign == SignAdded || sign == SignRemoved {
				return Difference{Sign: sign}
			}
		}
		return Difference{}
	}
	common := Difference{}
	for i, l := range c.pill.labels {
		this := p.differenceOf(l.id, l.access)
		switch {
		case i == 0:
			common = this
		case this.Sign != common.Sign:
			return Difference{Sign: SignChanged}
		}
	}
	return common
}

func corner(r geom.Rect) geom.Point { return geom.Pt(r.X, r.Y) }
