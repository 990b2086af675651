package diagram

import (
	"widerow/diagram/graph"
	"widerow/diagram/radial"
	"widerow/model"
)

// compare makes the drawing, of two models together, the picture of what differs
// between them.
func (d *Drawing) compare(before *Drawing, differences map[model.ID]Difference) {
	d.differences = differences
	d.title += " · changes"
	d.recall(before)
}

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
				f.recall(s)
				box.Width, box.Height = f.width(), f.height()
			}
		case *entityFigure:
			if e, ok := was.(*entityFigure); ok {
				f.recall(e)
				box.Width, box.Height = f.size()
			}
		case *relationshipFigure:
			if r, ok := was.(*relationshipFigure); ok {
				f.recall(r)
				box.Width, box.Height = f.size()
			}
		}
		d.recallAttributes(box, old)
	}
	for i := range d.graph.Edges {
		edge := &d.graph.Edges[i]
		end, was := d.connectors[edge.ID].end, before.connectors[edge.ID].end
		if end != nil && was != nil && end.recall(was) {
			edge.LabelWidth, edge.LabelHeight = end.Room()
		}
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
			a.recall(was)
		}
	}
	box.Margin = radial.Margin(new(attributeList).add(nil, tree), box.Width, box.Height)
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
