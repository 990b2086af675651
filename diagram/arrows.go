package diagram

import (
	"cmp"
	"slices"
	"strings"

	"widerow/diagram/chebotko"
	"widerow/diagram/figure"
	"widerow/diagram/graph"
	"widerow/diagram/legend"
	"widerow/diagram/linework"
	"widerow/diagram/typeface"
	"widerow/model"
	"widerow/model/carry"
)

// arrowSet collects the query arrows of a diagram. Arrows between the same two
// boxes share one line, whose pill has all their labels; their lookups share another.
type arrowSet struct {
	model *model.Model
	lines []arrowLine
	known map[lineEnds]int // the line between two boxes
	// byHand are the arrows that do not follow the workflow.
	byHand model.IDSet
	// writes are the updates that are drawn in the header of the table that they write,
	// by the table. An arrow would look like the entry of a query.
	writes map[string][]linework.Label
}

// lineEnds are the boxes that a line connects.
type lineEnds struct {
	from, to string
	lookup   bool
}

// arrowLine is an edge before its pill is measured.
type arrowLine struct {
	lineEnds
	labels []linework.Label
	bare   model.ID // the first arrow without a label
}

func newArrowSet(m *model.Model, most int) *arrowSet {
	return &arrowSet{model: m, lines: make([]arrowLine, 0, most), known: make(map[lineEnds]int, most)}
}

// addArrows draws the query arrows of a diagram.
func (d *Drawing) addArrows(m *model.Model, arrows []arrow) {
	accesses := make(model.IDSet, len(arrows))
	for _, a := range arrows {
		accesses[a.access] = true
	}
	d.key = legend.KeyOf(m, accesses)
	set := newArrowSet(m, len(arrows))
	if d.kind != KindWorkflow {
		set.byHand = carry.ArrowsByHand(m)
	}
	for _, a := range arrows {
		if !set.addWrite(d, a) {
			set.add(a)
		}
	}
	set.write(d)
	set.addTo(d)
}

// addWrite adds an update that comes from outside to the table that it writes, and reports
// whether the arrow is one. A keyspace drawn as one box has no header for it.
func (s *arrowSet) addWrite(d *Drawing, a arrow) bool {
	_, update := s.model.Workflow.Updates[a.access]
	text, name := accessLabel(s.model, a.access)
	if _, table := d.figures[a.to].(*chebotko.Table); !update || !table || a.from != "" || a.lookup != nil || text == "" {
		return false
	}
	if s.writes == nil {
		s.writes = map[string][]linework.Label{}
	}
	s.writes[a.to] = append(s.writes[a.to], linework.Label{ID: a.id, Access: a.access, Update: true, ByHand: s.byHand[a.id],
		Text: typeface.Shorten(text, linework.LabelFont, linework.MaxLabel), Title: figure.Titled(text, name, s.origin(a.id))})
	return true
}

// write gives the tables their updates. Their headers may grow.
func (s *arrowSet) write(d *Drawing) {
	for i := range d.graph.Boxes {
		box := &d.graph.Boxes[i]
		if updates := s.writes[box.ID]; len(updates) > 0 {
			table := d.figures[box.ID].(*chebotko.Table)
			table.Write(updates)
			measured := table.Box()
			box.Width, box.Height, box.Rows = measured.Width, measured.Height, measured.Rows
		}
	}
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
	short, words := typeface.Shorten(text, linework.LabelFont, linework.MaxLabel), s.origin(a.id)
	if a.lookup != nil {
		number := linework.Circled(a.lookup.Number)
		text, short, words = strings.TrimSpace(text+" "+number), strings.TrimSpace(short+" "+number), a.lookup.Words
	}
	if text == "" {
		line.bare = cmp.Or(line.bare, a.id)
		return
	}
	_, update := s.model.Workflow.Updates[a.access]
	line.labels = append(line.labels, linework.Label{ID: a.id, Access: a.access, Update: update, Lookup: ends.lookup, ByHand: s.byHand[a.id],
		Text: short, Title: figure.Titled(text, name, words)})
}

// origin returns the words for an arrow that was drawn by hand, "" for any other.
func (s *arrowSet) origin(id model.ID) string {
	if s.byHand[id] {
		return "drawn by hand, not along the workflow"
	}
	return ""
}

func (s *arrowSet) addTo(d *Drawing) {
	equal := map[string]int{}
	for _, line := range s.lines {
		if join := line.join(); join != "" {
			equal[join]++
		}
	}
	for _, line := range s.lines {
		c := connector{id: line.bare, tip: true, lookup: line.lookup}
		if len(line.labels) > 0 {
			c.pill = linework.NewPill(line.labels)
			c.byHand = !slices.ContainsFunc(line.labels, func(l linework.Label) bool { return !l.ByHand })
		}
		edge := graph.Edge{ID: line.from + ">" + line.to, From: line.from, To: line.to}
		if line.lookup {
			edge.ID, edge.Free = edge.ID+">lookup", true
		}
		if join := line.join(); equal[join] > 1 {
			edge.Join = join
		}
		d.addEdge(edge, c)
	}
}

// join returns a key that is the same for all lines that lead to one box with the same labels. It is
// "" for a line that is never joined with others.
func (l *arrowLine) join() string {
	if l.from == "" || l.lookup || len(l.labels) == 0 {
		return ""
	}
	parts := []string{l.to}
	for _, label := range l.labels {
		parts = append(parts, string(label.Access))
	}
	return strings.Join(parts, " ")
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
