package diagram

import (
	"widerow/diagram/chebotko"
	"widerow/diagram/chen"
	"widerow/diagram/figure"
	"widerow/diagram/flow"
	"widerow/diagram/graph"
	"widerow/diagram/linework"
	"widerow/diagram/radial"
	"widerow/model"
)

// MarkDifferences turns the drawing of two models together into the picture of their differences.
func (d *Drawing) MarkDifferences(before *Drawing, differences map[model.ID]figure.Difference) {
	d.differences = differences
	d.title += " · changes"
	d.recall(before)
}

// recall adds the texts of the model before that have changed, and enlarges the
// boxes for them.
func (d *Drawing) recall(before *Drawing) {
	old := map[model.ID]*chen.Attribute{}
	for _, tree := range before.attributes {
		chen.Collect(tree, old)
	}
	for i := range d.graph.Boxes {
		box := &d.graph.Boxes[i]
		was := before.figures[box.ID]
		switch f := d.figures[box.ID].(type) {
		case *chebotko.Table:
			t, _ := was.(*chebotko.Table)
			f.Recall(t)
			sized := f.Box()
			box.Width, box.Height, box.Rows = sized.Width, sized.Height, sized.Rows
		case *flow.Step:
			if s, ok := was.(*flow.Step); ok {
				f.Recall(s)
				box.Width, box.Height = f.Width(), f.Height()
			}
		case *chen.Entity:
			if e, ok := was.(*chen.Entity); ok {
				f.Recall(e)
				box.Width, box.Height = f.Size()
			}
		case *chen.Relationship:
			if r, ok := was.(*chen.Relationship); ok {
				f.Recall(r)
				box.Width, box.Height = f.Size()
			}
		}
		d.recallAttributes(box, old)
	}
	for i := range d.graph.Edges {
		edge := &d.graph.Edges[i]
		end, was := d.connectors[edge.ID].end, before.connectors[edge.ID].end
		if end != nil && was != nil && end.Recall(was) {
			edge.LabelWidth, edge.LabelHeight = end.Room()
		}
	}
}

func (d *Drawing) recallAttributes(box *graph.Box, old map[model.ID]*chen.Attribute) {
	tree := d.attributes[box.ID]
	if len(tree) == 0 {
		return
	}
	all := map[model.ID]*chen.Attribute{}
	chen.Collect(tree, all)
	for id, a := range all {
		if was := old[id]; was != nil {
			a.Recall(was)
		}
	}
	box.Margin = radial.Margin(new(chen.AttributeList).Add(nil, tree), box.Width, box.Height)
}

// Anchors returns the elements that the drawing shows, each with the element that
// represents it: a query is drawn as the label of an arrow.
func (d *Drawing) Anchors() map[model.ID]model.ID {
	drawn := map[model.ID]model.ID{}
	labelled := func(l linework.Label) {
		drawn[l.ID] = l.ID
		if at, found := drawn[l.Access]; !found || l.ID < at {
			drawn[l.Access] = l.ID
		}
	}
	attributes := map[model.ID]*chen.Attribute{}
	itself := func(id model.ID) { drawn[id] = id }
	for id, f := range d.figures {
		itself(model.ID(id))
		if t, ok := f.(*chebotko.Table); ok {
			for i := range t.Rows {
				itself(t.Rows[i].ID)
			}
			for _, update := range t.Writes {
				labelled(update)
			}
		}
		chen.Collect(d.attributes[id], attributes)
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
			itself(c.end.ID)
		}
		itself(model.ID(id))
		if c.pill != nil {
			for _, l := range c.pill.Labels {
				labelled(l)
			}
		}
	}
	delete(drawn, "")
	return drawn
}
