package diagram

import (
	"slices"

	"widerow/diagram/graph"
	"widerow/diagram/radial"
	"widerow/diagram/typeface"
	"widerow/model"
)

// recall adds the texts of the model before that have changed, and enlarges the
// boxes for them.
func (d *Drawing) recall(before *Drawing) {
	old := map[model.ID]*attribute{}
	for _, tree := range before.attributes {
		collect(tree, old)
	}
	for i := range d.graph.Boxes {
		box := &d.graph.Boxes[i]
		was := before.figures[box.ID]
		switch f := d.figures[box.ID].(type) {
		case *tableFigure:
			t, _ := was.(*tableFigure)
			f.recall(t)
			sized := f.box()
			box.Width, box.Height, box.Rows = sized.Width, sized.Height, sized.Rows
		case *stepFigure:
			if s, ok := was.(*stepFigure); ok {
				f.lines, f.struck = withOld(f.lines, s.lines)
				f.actor, f.actorStruck = withOld(f.actor, s.actor)
				box.Width, box.Height = f.width(), f.height()
			}
		case *entityFigure:
			if e, ok := was.(*entityFigure); ok {
				f.lines, f.struck = withOld(f.lines, e.lines)
				box.Width, box.Height = f.size()
			}
		case *relationshipFigure:
			if r, ok := was.(*relationshipFigure); ok {
				f.lines, f.struck = withOld(f.lines, r.lines)
				f.within, f.withinStruck = withOld(f.within, r.within)
				box.Width, box.Height = f.size()
			}
		}
		d.recallAttributes(box, old)
	}
	for i := range d.graph.Edges {
		edge := &d.graph.Edges[i]
		end, was := d.connectors[edge.ID].end, before.connectors[edge.ID].end
		if end != nil && was != nil && end.cardinality != was.cardinality {
			end.was = was.cardinality
			end.measure()
			edge.LabelWidth, edge.LabelHeight = end.Room()
		}
	}
}

// withOld puts the lines of an old text before those of the new one, and returns
// their number.
func withOld(lines, old []string) ([]string, int) {
	if slices.Equal(lines, old) {
		return lines, 0
	}
	return slices.Concat(old, lines), len(old)
}

func collect(tree []*attribute, into map[model.ID]*attribute) {
	for _, a := range tree {
		into[a.id] = a
		collect(a.parts, into)
	}
}

func (d *Drawing) recallAttributes(box *graph.Box, old map[model.ID]*attribute) {
	tree := d.attributes[box.ID]
	if len(tree) == 0 {
		return
	}
	all := map[model.ID]*attribute{}
	collect(tree, all)
	for id, a := range all {
		if was := old[id]; was != nil {
			a.lines, a.struck = withOld(a.lines, was.lines)
			a.measure()
		}
	}
	box.Margin = radial.Margin(new(attributeList).add(nil, tree), box.Width, box.Height)
}

// recall also removes the marks of what physical design changed, which would be
// taken for changes of the comparison. old is nil for a table that was added or
// removed.
func (t *tableFigure) recall(old *tableFigure) {
	t.changed = false
	rows := map[model.ID]*tableRow{}
	if old != nil {
		if old.name != t.name {
			t.was = old.name
		}
		for i := range old.rows {
			rows[old.rows[i].id] = &old.rows[i]
		}
	}
	for i := range t.rows {
		row := &t.rows[i]
		row.changed = columnChange{}
		was := rows[row.id]
		if was == nil {
			continue
		}
		if was.name != row.name {
			row.was = was.name
		}
		if !slices.Equal(was.pill.lines, row.pill.lines) {
			row.wasPill = was.pill
		}
		if !slices.EqualFunc(was.marks, row.marks, func(a, b mark) bool { return a.text == b.text && a.suffix == b.suffix }) {
			row.wasMarks = was.marks
		}
	}
	t.measure()
}

// wrapped breaks a text into lines, preceded by those of its old text.
func wrapped(text, old string, font typeface.Font, width float64, most int) (lines []string, struck int) {
	if old != "" {
		lines = typeface.Wrap(old, font, width, most)
	}
	return append(lines, typeface.Wrap(text, font, width, most)...), len(lines)
}

// anchors returns the elements that the drawing shows, each with the element that
// represents it: a query is drawn as the label of an arrow.
func (d *Drawing) anchors() map[model.ID]model.ID {
	drawn := map[model.ID]model.ID{}
	attributes := map[model.ID]*attribute{}
	itself := func(id model.ID) { drawn[id] = id }
	for id, f := range d.figures {
		itself(model.ID(id))
		if t, ok := f.(*tableFigure); ok {
			for i := range t.rows {
				itself(t.rows[i].id)
			}
		}
		collect(d.attributes[id], attributes)
	}
	for id := range attributes {
		itself(id)
	}
	for id := range d.containers {
		itself(model.ID(id))
	}
	for id, c := range d.connectors {
		itself(c.id)
		if c.end != nil {
			itself(c.end.id)
		}
		itself(model.ID(id))
		if c.pill != nil {
			for _, l := range c.pill.labels {
				itself(l.id)
				if at, found := drawn[l.access]; !found || l.id < at {
					drawn[l.access] = l.id
				}
			}
		}
	}
	delete(drawn, "")
	return drawn
}
