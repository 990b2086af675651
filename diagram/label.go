package diagram

import (
	"fmt"
	"math"
	"strings"

	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

var labelFont = typeface.Font{Bold: true, Size: 12}

const (
	labelsInLine = 3
	labelLine    = 16.0
	pillPadding  = 8.0
	maxLabel     = 170.0
	comma        = ", "
)

// labelPill is the label of an arrow: one or more access patterns.
type labelPill struct {
	labels        []label
	width, height float64
}

type label struct {
	id, access model.ID
	update     bool // the access pattern writes
	lookup     bool
	byHand     bool
	text       string
	title      title
}

func newLabelPill(labels []label) *labelPill {
	p := &labelPill{labels: labels}
	width := 0.0
	lines := p.lines()
	for _, labels := range lines {
		one, _ := typeface.Measure(lineText(labels), labelFont)
		width = max(width, one)
	}
	p.width = max(30, 2*math.Ceil(width/2)+2*pillPadding)
	p.height = 20 + labelLine*float64(len(lines)-1)
	return p
}

// lines splits the labels so that a pill stays near the arrow.
func (p *labelPill) lines() [][]label {
	var lines [][]label
	for rest := p.labels; len(rest) > 0; {
		count := min(labelsInLine, len(rest))
		lines = append(lines, rest[:count])
		rest = rest[count:]
	}
	return lines
}

func lineText(labels []label) string {
	if len(labels) == 1 {
		return labels[0].text
	}
	texts := make([]string, len(labels))
	for i, l := range labels {
		texts[i] = l.text
	}
	return strings.Join(texts, comma)
}

// paint draws the pill around its centre.
func (p *labelPill) paint(to *painter, centre geom.Point) *scene.Element {
	frame := &scene.Rectangle{Class: "label", Rect: geom.NewRect(centre.X-p.width/2, centre.Y-p.height/2, p.width, p.height), Round: 10}
	if len(p.labels) == 1 {
		l := p.labels[0]
		items := []scene.Item{frame,
			&scene.Text{Class: "label-text", At: geom.Pt(centre.X, centre.Y+4.5), Anchor: scene.AnchorMiddle, Font: labelFont, Content: l.text}}
		if anyFaulty(to, p) {
			items = append(items, paintFault(frame.Rect)...)
		}
		e := labelled(to, l, items...)
		differsByAccess(to, e, l)
		e.Items = append(e.Items, to.numbered(geom.Pt(frame.X+3, frame.Y+3), l.id, l.access)...)
		return e
	}
	group := &scene.Element{Class: "arrows", Items: []scene.Item{frame}}
	for i, labels := range p.lines() {
		base := frame.Y + 14.5 + labelLine*float64(i)
		group.Items = append(group.Items, paintLine(to, labels, geom.Pt(centre.X, base))...)
	}
	if anyFaulty(to, p) {
		group.Items = append(group.Items, paintFault(frame.Rect)...)
	}
	return group
}

// labelled returns the label of an arrow as a link to it. A lookup is not an element
// of the model, so its label links to the query.
func labelled(p *painter, l label, items ...scene.Item) *scene.Element {
	if l.lookup {
		return p.link(l.access, "arrow", l.title.text(), items...)
	}
	class, words := p.faulty("arrow", l.id, l.title.text())
	return p.element(l.id, class, words, items...)
}

// paintLine centres labels on a base line, each as its own link.
func paintLine(to *painter, labels []label, at geom.Point) []scene.Item {
	var items []scene.Item
	full, _ := typeface.Measure(lineText(labels), labelFont)
	x := at.X - full/2
	for i, l := range labels {
		width, _ := typeface.Measure(l.text, labelFont)
		e := labelled(to, l,
			&scene.Rectangle{Class: "row", Rect: geom.NewRect(x-1, at.Y-12, width+2, labelLine)},
			&scene.Text{Class: "label-text", At: geom.Pt(x, at.Y), Font: labelFont, Content: l.text})
		differsByAccess(to, e, l)
		e.Items = append(e.Items, lettered(to, l, x, at.Y)...)
		e.Hooks = &scene.Hooks{}
		addAccess(e.Hooks, l)
		items = append(items, e)
		x += width
		if i < len(labels)-1 {
			step, _ := typeface.Measure(comma, labelFont)
			items = append(items, &scene.Text{Class: "label-text", At: geom.Pt(x, at.Y), Font: labelFont, Content: comma})
			x += step
		}
	}
	return items
}

func (l label) symbol(tables bool) symbol {
	switch {
	case l.lookup:
		return symbolLookup
	case l.update && tables:
		return symbolUpdate
	case l.update:
		return symbolTaskUpdate
	case tables:
		return symbolQuery
	}
	return symbolTaskQuery
}

// anyFaulty reports whether a query of a pill is not served.
func anyFaulty(p *painter, pill *labelPill) bool {
	for _, l := range pill.labels {
		if p.options.Faults[l.id] != "" {
			return true
		}
	}
	return false
}

// differsByAccess marks the label of an arrow whose query or update has changed.
func differsByAccess(p *painter, e *scene.Element, l label) {
	if p.compared() && p.differenceOf(l.id).Sign == "" && p.differenceOf(l.access).Sign != "" {
		e.Class = strings.TrimSuffix(e.Class, " calm")
		p.differs(e, l.access)
	}
}

// lettered draws the sign of one label of several above its left end.
func lettered(p *painter, l label, x, base float64) []scene.Item {
	difference := p.differenceOf(l.id, l.access)
	if difference.Sign == "" {
		return nil
	}
	return []scene.Item{difference.Sign.paint(geom.Pt(x-1, base-11), "sign")}
}

func addAccess(h *scene.Hooks, l label) {
	if l.update {
		h.Updates = append(h.Updates, string(l.access))
	} else {
		h.Queries = append(h.Queries, string(l.access))
	}
}

// dot writes the labels of an arrow, three a line.
func (p *labelPill) dot() string {
	var lines []string
	for _, labels := range p.lines() {
		lines = append(lines, lineText(labels))
	}
	return "<<B>" + escapeLines(lines) + "</B>>"
}

// circled returns a number in a circle, or in brackets above 20.
func circled(number int) string {
	if number < 1 || number > 20 {
		return fmt.Sprintf("(%d)", number)
	}
	return string(rune('①' + number - 1))
}
