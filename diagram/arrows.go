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
// boxes share one line, whose pill has all their labels; their lookups share another.
type arrowSet struct {
	model *model.Model
	lines []arrowLine
	known map[lineEnds]int // the line between two boxes
	// byHand are the arrows that do not follow the workflow.
	byHand model.IDSet
}

// lineEnds are the boxes that a line connects.
type lineEnds struct {
	from, to string
	lookup   bool
}

// arrowLine is an edge before its pill is measured.
type arrowLine struct {
	lineEnds
	labels []label
	bare   model.ID // the first arrow without a label
}

func newArrowSet(m *model.Model, most int) *arrowSet {
	return &arrowSet{model: m, lines: make([]arrowLine, 0, most), known: make(map[lineEnds]int, most)}
}

// addArrows draws the query arrows of a diagram.
func (d *Drawing) addArrows(m *model.Model, arrows []arrow) {
	d.key = accessKey(m, arrows)
	set := newArrowSet(m, len(arrows))
	if d.kind != KindWorkflow {
		set.byHand = m.ArrowsByHand()
	}
	for _, a := range arrows {
		set.add(a)
	}
	set.addTo(d)
}

// add adds an arrow. Its access pattern may be "".
func (s *arrowSet) add(a arrow) {
	ends := lineEnds{a.from, a.to, a.lookup != nil}
	index, found := s.known[ends]
	if !found {
		index = len(s.lines)
		s.known[ends] = index
		s.lines = append(s.lines, arrowLine{lineEnds: ends})
	}
	line := &s.lines[index]
	text, name := accessLabel(s.model, a.access)
	short, words := typeface.Shorten(text, labelFont, maxLabel), s.origin(a.id)
	if a.lookup != nil {
		number := circled(a.lookup.Number)
		text, short, words = strings.TrimSpace(text+" "+number), strings.TrimSpace(short+" "+number), a.lookup.Words
	}
	if text == "" {
		line.bare = cmp.Or(line.bare, a.id)
		return
	}
	_, update := s.model.Workflow.Updates[a.access]
	line.labels = append(line.labels, label{id: a.id, access: a.access, update: update, lookup: ends.lookup, byHand: s.byHand[a.id],
		text: short, title: titled(text, name, words)})
}

// origin returns the words for an arrow that was drawn by hand, "" for any other.
func (s *arrowSet) origin(id model.ID) string {
	if s.byHand[id] {
		return "drawn by hand, not along the workflow"
	}
	return ""
}

func (s *arrowSet) addTo(d *Drawing) {
	for _, line := range s.lines {
		c := connector{id: line.bare, tip: true, lookup: line.lookup}
		if len(line.labels) > 0 {
			c.pill = newLabelPill(line.labels)
			c.byHand = !slices.ContainsFunc(line.labels, func(l label) bool { return !l.byHand })
		}
		edge := graph.Edge{ID: line.from + ">" + line.to, From: line.from, To: line.to}
		if line.lookup {
			edge.ID, edge.Free = edge.ID+">lookup", true
		}
		d.addEdge(edge, c)
	}
}

// accessLabel returns the label and the name of a query or an update.
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
		if to.anyFaulty(p) {
			items = append(items, paintFault(frame.Rect)...)
		}
		e := to.labelled(l, items...)
		to.differsByAccess(e, l)
		e.Items = append(e.Items, to.numbered(geom.Pt(frame.X+3, frame.Y+3), l.id, l.access)...)
		return e
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

// labelled returns the label of an arrow as a link to it. A lookup is not an element
// of the model, so its label links to the query.
func (p *painter) labelled(l label, items ...scene.Item) *scene.Element {
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
		e := to.labelled(l,
			&scene.Rectangle{Class: "row", Rect: geom.NewRect(x-1, at.Y-12, width+2, labelLine)},
			&scene.Text{Class: "label-text", At: geom.Pt(x, at.Y), Font: labelFont, Content: l.text})
		to.differsByAccess(e, l)
		e.Items = append(e.Items, to.lettered(l, x, at.Y)...)
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
