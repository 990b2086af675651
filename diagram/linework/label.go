// Package linework draws what is along the lines of a diagram: the labels of
// arrows, arrow heads, rounded corners, and buses, in which several lines share a part.
package linework

import (
	"fmt"
	"math"
	"strings"

	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

var LabelFont = typeface.Font{Bold: true, Size: 12}

const (
	labelsInLine = 3
	labelLine    = 16.0
	pillPadding  = 8.0
	MaxLabel     = 170.0
	comma        = ", "
)

// Pill is the label of an arrow: one or more access patterns.
type Pill struct {
	Labels        []Label
	Width, Height float64
}

type Label struct {
	ID, Access model.ID
	Update     bool // the access pattern writes
	Lookup     bool
	ByHand     bool
	Text       string
	Title      figure.Title
}

func NewPill(labels []Label) *Pill {
	p := &Pill{Labels: labels}
	width := 0.0
	lines := p.Lines()
	for _, labels := range lines {
		one, _ := typeface.Measure(LineText(labels), LabelFont)
		width = max(width, one)
	}
	p.Width = max(30, 2*math.Ceil(width/2)+2*pillPadding)
	p.Height = 20 + labelLine*float64(len(lines)-1)
	return p
}

// Lines splits the labels so that a pill stays near the arrow.
func (p *Pill) Lines() [][]Label {
	var lines [][]Label
	for rest := p.Labels; len(rest) > 0; {
		count := min(labelsInLine, len(rest))
		lines = append(lines, rest[:count])
		rest = rest[count:]
	}
	return lines
}

func LineText(labels []Label) string {
	if len(labels) == 1 {
		return labels[0].Text
	}
	texts := make([]string, len(labels))
	for i, l := range labels {
		texts[i] = l.Text
	}
	return strings.Join(texts, comma)
}

// Paint draws the pill around its centre.
func (p *Pill) Paint(to *figure.Painter, centre geom.Point) *scene.Element {
	frame := &scene.Rectangle{Class: "label", Rect: geom.NewRect(centre.X-p.Width/2, centre.Y-p.Height/2, p.Width, p.Height), Round: 10}
	if len(p.Labels) == 1 {
		l := p.Labels[0]
		items := []scene.Item{frame,
			&scene.Text{Class: "label-text", At: geom.Pt(centre.X, centre.Y+4.5), Anchor: scene.AnchorMiddle, Font: LabelFont, Content: l.Text}}
		if AnyFaulty(to, p) {
			items = append(items, figure.PaintFault(frame.Rect)...)
		} else if AnyAdvised(to, p) {
			items = append(items, paintAdvised(frame.Rect))
		}
		e := labelled(to, l, items...)
		differsByAccess(to, e, l)
		e.Items = append(e.Items, to.Numbered(geom.Pt(frame.X+3, frame.Y+3), l.ID, l.Access)...)
		return e
	}
	group := &scene.Element{Class: "arrows", Items: []scene.Item{frame}}
	for i, labels := range p.Lines() {
		base := frame.Y + 14.5 + labelLine*float64(i)
		group.Items = append(group.Items, paintLine(to, labels, geom.Pt(centre.X, base))...)
	}
	if AnyFaulty(to, p) {
		group.Items = append(group.Items, figure.PaintFault(frame.Rect)...)
	} else if AnyAdvised(to, p) {
		group.Items = append(group.Items, paintAdvised(frame.Rect))
	}
	return group
}

// labelled returns the label of an arrow as a link to it. A lookup is not an element
// of the model, so its label links to the query.
func labelled(p *figure.Painter, l Label, items ...scene.Item) *scene.Element {
	if l.Lookup {
		return p.Link(l.Access, "arrow", l.Title.Text(), items...)
	}
	class, words := p.Faulty("arrow", l.ID, l.Title.Text())
	return p.Element(l.ID, class, words, items...)
}

// paintLine centres labels on a base line, each as its own link.
func paintLine(to *figure.Painter, labels []Label, at geom.Point) []scene.Item {
	var items []scene.Item
	full, _ := typeface.Measure(LineText(labels), LabelFont)
	x := at.X - full/2
	for i, l := range labels {
		width, _ := typeface.Measure(l.Text, LabelFont)
		e := labelled(to, l,
			&scene.Rectangle{Class: "row", Rect: geom.NewRect(x-1, at.Y-12, width+2, labelLine)},
			&scene.Text{Class: "label-text", At: geom.Pt(x, at.Y), Font: LabelFont, Content: l.Text})
		differsByAccess(to, e, l)
		e.Items = append(e.Items, lettered(to, l, x, at.Y)...)
		e.Hooks = &scene.Hooks{}
		AddAccess(e.Hooks, l)
		items = append(items, e)
		x += width
		if i < len(labels)-1 {
			step, _ := typeface.Measure(comma, LabelFont)
			items = append(items, &scene.Text{Class: "label-text", At: geom.Pt(x, at.Y), Font: LabelFont, Content: comma})
			x += step
		}
	}
	return items
}

func (l Label) Symbol(tables bool) figure.Symbol {
	switch {
	case l.Lookup:
		return figure.SymbolLookup
	case l.Update && tables:
		return figure.SymbolUpdate
	case l.Update:
		return figure.SymbolTaskUpdate
	case tables:
		return figure.SymbolQuery
	}
	return figure.SymbolTaskQuery
}

// AnyFaulty reports whether a query of a pill is not served.
func AnyFaulty(p *figure.Painter, pill *Pill) bool {
	for _, l := range pill.Labels {
		if p.Options.Faults[l.ID] != "" {
			return true
		}
	}
	return false
}

// AnyAdvised reports whether there is advice about a query or an update of a pill.
func AnyAdvised(p *figure.Painter, pill *Pill) bool {
	for _, l := range pill.Labels {
		if p.Options.Advised[l.ID] != "" {
			return true
		}
	}
	return false
}

func paintAdvised(pill geom.Rect) scene.Item {
	return figure.PaintAdvised(geom.Pt(pill.X+pill.Width-3, pill.Y+2))
}

// differsByAccess marks the label of an arrow whose query or update has changed.
func differsByAccess(p *figure.Painter, e *scene.Element, l Label) {
	if p.Compared() && p.DifferenceOf(l.ID).Sign == "" && p.DifferenceOf(l.Access).Sign != "" {
		e.Class = strings.TrimSuffix(e.Class, " calm")
		p.Differs(e, l.Access)
	}
}

// lettered draws the sign of one label of several above its left end.
func lettered(p *figure.Painter, l Label, x, base float64) []scene.Item {
	difference := p.DifferenceOf(l.ID, l.Access)
	if difference.Sign == "" {
		return nil
	}
	return []scene.Item{difference.Sign.Paint(geom.Pt(x-1, base-11), "sign")}
}

func AddAccess(h *scene.Hooks, l Label) {
	if l.Update {
		h.Updates = append(h.Updates, string(l.Access))
	} else {
		h.Queries = append(h.Queries, string(l.Access))
	}
}

// DOT writes the labels of an arrow, three a line.
func (p *Pill) DOT() string {
	var lines []string
	for _, labels := range p.Lines() {
		lines = append(lines, LineText(labels))
	}
	return "<<B>" + figure.EscapeLines(lines) + "</B>>"
}

// Circled returns a number in a circle, or in brackets above 20.
func Circled(number int) string {
	if number < 1 || number > 20 {
		return fmt.Sprintf("(%d)", number)
	}
	return string(rune('①' + number - 1))
}
