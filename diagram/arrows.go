package diagram

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

// arrowSet collects the query arrows of a diagram. Arrows between the same two
// boxes share one line, whose pill has all their labels.
type arrowSet struct {
	model *model.Model
	lines []arrowLine
	known map[[2]string]int // the line between two boxes
	// byHand are the arrows that do not follow the workflow.
	byHand model.IDSet
}

// arrowLine is an edge before its pill is measured.
type arrowLine struct {
	from, to string
	labels   []label
	bare     model.ID // the first arrow without a label
}

func newArrowSet(m *model.Model, most int) *arrowSet {
	return &arrowSet{model: m, lines: make([]arrowLine, 0, most), known: make(map[[2]string]int, most)}
}

// addArrows draws the query arrows of a diagram.
func (d *Drawing) addArrows(m *model.Model, arrows []arrow) {
	d.key = accessKey(m, arrows)
	set := newArrowSet(m, len(arrows))
	if d.kind != KindWorkflow {
		set.byHand = m.ArrowsByHand()
	}
	for _, a := range arrows {
		set.add(a.id, a.access, a.from, a.to)
	}
	set.addTo(d)
}

// add adds the arrow with an id for an access pattern, which may be "".
func (s *arrowSet) add(id, access model.ID, from, to string) {
	index, found := s.known[[2]string{from, to}]
	if !found {
		index = len(s.lines)
		s.known[[2]string{from, to}] = index
		s.lines = append(s.lines, arrowLine{from: from, to: to})
	}
	line := &s.lines[index]
	text, name := accessLabel(s.model, access)
	if text == "" {
		line.bare = cmp.Or(line.bare, id)
		return
	}
	_, update := s.model.Workflow.Updates[access]
	line.labels = append(line.labels, label{id: id, access: access, update: update, byHand: s.byHand[id], text: typeface.Shorten(text, labelFont, maxLabel), title: titled(text, name, s.origin(id))})
}

// origin says of an arrow drawn by hand that it is one.
func (s *arrowSet) origin(id model.ID) string {
	if s.byHand[id] {
		return "drawn by hand, not along the workflow"
	}
	return ""
}

func (s *arrowSet) addTo(d *Drawing) {
	for _, line := range s.lines {
		c := connector{id: line.bare, tip: true}
		if len(line.labels) > 0 {
			c.pill = newLabelPill(line.labels)
			c.byHand = !slices.ContainsFunc(line.labels, func(l label) bool { return !l.byHand })
		}
		d.addEdge(graph.Edge{ID: line.from + ">" + line.to, From: line.from, To: line.to}, c)
	}
}

// accessLabel is the label of a query or an update, and what it asks.
func accessLabel(m *model.Model, access model.ID) (text, name string) {
	if query := m.Workflow.Queries[access]; query != nil {
		return typeface.Clean(query.Label), query.Name
	}
	if update := m.Workflow.Updates[access]; update != nil {
		return typeface.Clean(update.Label), update.Name
	}
	return "", ""
}

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
		class, words := to.faulty("arrow", l.id, l.title.text())
		items := []scene.Item{frame,
			&scene.Text{Class: "label-text", At: geom.Pt(centre.X, centre.Y+4.5), Anchor: scene.AnchorMiddle, Font: labelFont, Content: l.text}}
		if to.anyFaulty(p) {
			items = append(items, paintFault(frame.Rect)...)
		}
		return to.element(l.id, class, words, items...)
	}
	group := &scene.Element{Class: "arrows", Items: []scene.Item{frame}}
	for i, labels := range p.lines() {
		base := frame.Y + 14.5 + labelLine*float64(i)
		group.Items = append(group.Items, paintLine(to, labels, geom.Pt(centre.X, base))...)
	}
	if to.anyFaulty(p) {
		group.Items = append(group.Items, paintFault(frame.Rect)...)
	}
	return group
}

// paintLine centres labels on a base line, each as its own link.
func paintLine(to *painter, labels []label, at geom.Point) []scene.Item {
	var items []scene.Item
	full, _ := typeface.Measure(lineText(labels), labelFont)
	x := at.X - full/2
	for i, l := range labels {
		width, _ := typeface.Measure(l.text, labelFont)
		class, words := to.faulty("arrow", l.id, l.title.text())
		e := to.element(l.id, class, words,
			&scene.Rectangle{Class: "row", Rect: geom.NewRect(x-1, at.Y-12, width+2, labelLine)},
			&scene.Text{Class: "label-text", At: geom.Pt(x, at.Y), Font: labelFont, Content: l.text})
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
