package diagram

import (
	"context"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/model"
)

// Lookup is a further statement of a query. It reads a table for what the table of
// an earlier statement lacks, and is drawn as an arrow between the two.
type Lookup struct {
	Query    model.ID
	From, To model.ID // tables of the diagram
	Number   int      // of the statement, 2 for the first lookup of a query
	Words    string   // what it looks up, and how it runs
}

// joinLookups adds the arrows of lookups between tables.
func (n *net) joinLookups(lookups []Lookup) {
	boxes := make(map[string]bool, len(n.boxes))
	for _, box := range n.boxes {
		boxes[box] = true
	}
	for i := range lookups {
		l := &lookups[i]
		if boxes[string(l.From)] && boxes[string(l.To)] {
			n.arrows = append(n.arrows, arrow{access: l.Query, from: string(l.From), to: string(l.To), lookup: l})
		}
	}
}

// lookupsOf counts the lookups.
func lookupsOf(arrows []arrow) int {
	count := 0
	for i := range arrows {
		if arrows[i].lookup != nil {
			count++
		}
	}
	return count
}

// Layout lays out the drawing. In the whole diagram lookups do not affect the layout,
// and lines from columns to types in none: the boxes are placed without them.
func (d *Drawing) Layout(ctx context.Context, layouter graph.Layouter) (*graph.Layout, error) {
	before := d.withoutAdded()
	if before == nil || d.display.Method != graph.MethodOwn {
		whole, err := layouter.Layout(ctx, d.Graph())
		if err != nil {
			return nil, err
		}
		return d.evened(whole), nil
	}
	without, err := layouter.Layout(ctx, before.Graph())
	if err != nil {
		return nil, err
	}
	without = before.evened(without)
	fixed := d.Copy()
	for i := range fixed.graph.Boxes {
		box := &fixed.graph.Boxes[i]
		rect := without.Boxes[box.ID]
		at := geom.Pt(rect.X+without.Origin.X, rect.Y+without.Origin.Y)
		box.At, box.Width = &at, rect.Width
	}
	if err := fixed.keepDirection(before); err != nil {
		return nil, err
	}
	with, err := layouter.Layout(ctx, fixed.Graph())
	if err != nil || without.Notice == "" {
		return with, err
	}
	noticed := *with
	noticed.Notice = without.Notice
	return &noticed, nil
}

// withoutAdded returns the drawing without the edges that do not affect the places of
// boxes, or nil if it has none.
func (d *Drawing) withoutAdded() *Drawing {
	rest, plain := *d, d.Plain()
	rest.graph.Edges = nil
	for _, edge := range d.graph.Edges {
		if c := d.connectors[edge.ID]; !c.uses && !(c.lookup && plain) {
			rest.graph.Edges = append(rest.graph.Edges, edge)
		}
	}
	if len(rest.graph.Edges) == len(d.graph.Edges) {
		return nil
	}
	return &rest
}
