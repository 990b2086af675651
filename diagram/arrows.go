package diagram

import (
	"math"
	"strings"

	"widerow/model"
)

// arrowSet gathers the query arrows of a diagram: those between the same
// two boxes share one line, whose pill has all their labels.
type arrowSet struct {
	model *model.Model
	order []string
	edges map[string]*Edge
	pills map[string]*labelPill
	bare  map[string]model.ID // the first arrow of an edge that has no label
}

func newArrowSet(m *model.Model) *arrowSet {
	return &arrowSet{model: m, edges: map[string]*Edge{}, pills: map[string]*labelPill{}, bare: map[string]model.ID{}}
}

// addArrows draws the query arrows of a diagram.
func (d *Drawing) addArrows(m *model.Model, arrows []arrow) {
	d.key = accessKey(m, arrows)
	set := newArrowSet(m)
	for _, a := range arrows {
		set.add(a.id, a.access, a.from, a.to)
	}
	set.addTo(d)
}

// add takes the arrow with that id for an access pattern, which may be "".
func (s *arrowSet) add(id, access model.ID, from, to string) {
	key := from + ">" + to
	if s.edges[key] == nil {
		s.edges[key] = &Edge{ID: key, From: from, To: to}
		s.pills[key] = &labelPill{}
		s.order = append(s.order, key)
	}
	text, name := accessLabel(s.model, access)
	_, update := s.model.Workflow.Updates[access]
	if text == "" {
		if s.bare[key] == "" {
			s.bare[key] = id
		}
		return
	}
	s.pills[key].labels = append(s.pills[key].labels, label{id: id, access: access, update: update, text: shorten(text, labelFont, maxLabel), title: titled(text, name)})
}

func (s *arrowSet) addTo(d *Drawing) {
	for _, key := range s.order {
		c := connector{id: s.bare[key], tip: true}
		if p := s.pills[key]; len(p.labels) > 0 {
			p.measure()
			c.pill = p
		}
		d.addEdge(*s.edges[key], c)
	}
}

// accessLabel is the label of a query or an update, and what it asks.
func accessLabel(m *model.Model, access model.ID) (text, name string) {
	if query := m.Workflow.Queries[access]; query != nil {
		return clean(query.Label), query.Name
	}
	if update := m.Workflow.Updates[access]; update != nil {
		return clean(update.Label), update.Name
	}
	return "", ""
}

var labelFont = Font{Bold: true, Size: 12}

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
	text       string
	title      title
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
	texts := make([]string, len(labels))
	for i, l := range labels {
		texts[i] = l.text
	}
	return strings.Join(texts, comma)
}

func (p *labelPill) measure() {
	width := 0.0
	lines := p.lines()
	for _, labels := range lines {
		one, _ := Measure(lineText(labels), labelFont)
		width = max(width, one)
	}
	p.width = max(30, 2*math.Ceil(width/2)+2*pillPadding)
	p.height = 20 + labelLine*float64(len(lines)-1)
}

// paint draws the pill round its centre.
func (p *labelPill) paint(to *painter, centre Point) *Element {
	frame := &Rectangle{Class: "label", Rect: Rect{centre.X - p.width/2, centre.Y - p.height/2, p.width, p.height}, Round: 10}
	if len(p.labels) == 1 {
		l := p.labels[0]
		return to.element(l.id, "arrow", l.title.text(), frame,
			&Text{Class: "label-text", At: Point{centre.X, centre.Y + 4.5}, Anchor: AnchorMiddle, Font: labelFont, Content: l.text})
	}
	group := &Element{Class: "arrows", Items: []Item{frame}}
	for i, labels := range p.lines() {
		base := frame.Y + 14.5 + labelLine*float64(i)
		group.Items = append(group.Items, paintLine(to, labels, Point{centre.X, base})...)
	}
	return group
}

// paintLine centres several labels, each a link of its own, at a base line.
func paintLine(to *painter, labels []label, at Point) []Item {
	var items []Item
	full, _ := Measure(lineText(labels), labelFont)
	x := at.X - full/2
	for i, l := range labels {
		width, _ := Measure(l.text, labelFont)
		e := to.element(l.id, "arrow", l.title.text(),
			&Rectangle{Class: "row", Rect: Rect{x - 1, at.Y - 12, width + 2, labelLine}},
			&Text{Class: "label-text", At: Point{x, at.Y}, Font: labelFont, Content: l.text})
		e.Hooks = &Hooks{}
		e.Hooks.addAccess(l)
		items = append(items, e)
		x += width
		if i < len(labels)-1 {
			step, _ := Measure(comma, labelFont)
			items = append(items, &Text{Class: "label-text", At: Point{x, at.Y}, Font: labelFont, Content: comma})
			x += step
		}
	}
	return items
}
