// Package differences draws what differs between two models: both states, and one
// picture of the two together, in which removed and old parts are struck through.
package differences

import (
	"context"
	"fmt"
	"slices"

	"widerow/diagram"
	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/layout"
	"widerow/diagram/scene"
	"widerow/model"
)

// Comparison is a diagram of two models whose elements correspond by ID: both
// states, and one picture of their differences.
type Comparison struct {
	before, after, both *diagram.Drawing
	drawn               map[model.ID]model.ID // by the picture of both
}

// Compare returns a diagram of two models. listed holds the changes by element: the
// signs of elements that both models have, and the numbers of all. Compare finds
// the signs of elements that only one model has.
func Compare(before, after *model.Model, kind diagram.Kind, display diagram.Display, listed map[model.ID]figure.Difference) *Comparison {
	c := &Comparison{before: diagram.Build(before, kind, display), after: diagram.Build(after, kind, display)}
	c.both = diagram.Build(united(before, after), kind, display)
	c.both.MarkDifferences(c.before, differencesOf(before, after, listed))
	c.drawn = c.both.Anchors()
	return c
}

// Differences returns the signs of all elements that differ, and of the elements
// that have such parts.
func (c *Comparison) Differences() map[model.ID]figure.Difference { return c.both.Differences() }

// Anchors returns the elements that a view draws, each with the element that
// represents it: a query is drawn as the label of an arrow.
func (c *Comparison) Anchors(view View) map[model.ID]model.ID {
	if view == ViewChanges {
		return c.drawn
	}
	return c.Drawing(view).Anchors()
}

// View is one of the pictures of a comparison.
type View string

// The views.
const (
	ViewChanges View = "changes"
	ViewBefore  View = "before"
	ViewAfter   View = "after"
)

// Drawing returns the diagram of a view before its layout. The view of changes gets
// its places from [Comparison.Place].
func (c *Comparison) Drawing(view View) *diagram.Drawing {
	switch view {
	case ViewBefore:
		return c.before
	case ViewAfter:
		return c.after
	}
	return c.both
}

// Draw returns the picture of a view.
func (c *Comparison) Draw(ctx context.Context, layouter graph.Layouter, view View, options figure.Options) (*scene.Scene, error) {
	if view == ViewChanges {
		if err := c.Place(ctx, layouter); err != nil {
			return nil, err
		}
	}
	return c.Drawing(view).Draw(ctx, layouter, options)
}

// Place sets the places of the picture of changes. Unchanged elements are placed as
// in the model after, removed ones as in the model before. Elements that were
// removed or have changed in size move aside.
func (c *Comparison) Place(ctx context.Context, layouter graph.Layouter) error {
	if c.both.Empty() {
		return nil
	}
	after, before := map[string]geom.Point{}, map[string]geom.Point{}
	var err error
	if !c.after.Empty() {
		if after, err = drawnPlaces(ctx, layouter, c.after); err != nil {
			return err
		}
	}
	if slices.ContainsFunc(c.both.Graph().Boxes, func(box graph.Box) bool { _, found := after[box.ID]; return !found }) {
		if before, err = drawnPlaces(ctx, layouter, c.before); err != nil {
			return err
		}
	}
	sizes := map[string]*graph.Box{}
	seen := c.after.Copy()
	for i := range seen.Graph().Boxes {
		box := &seen.Graph().Boxes[i]
		if at, found := after[box.ID]; found {
			box.At = &at
		}
		sizes[box.ID] = box
	}
	for i := range c.both.Graph().Boxes {
		box := &c.both.Graph().Boxes[i]
		if was := sizes[box.ID]; was != nil && c.both.IsTable(box) {
			box.Width = max(box.Width, was.Width) // as wide as the document keeps it
		}
		place(box, after, before, sizes)
	}
	if direction, err := layout.KeptDirection(seen.Graph()); err == nil && c.both.Graph().Direction == graph.DirectionAuto {
		c.both.Graph().Direction = direction
	}
	return nil
}

// place pins a box to its place in the model after.
func place(box *graph.Box, after, before map[string]geom.Point, sizes map[string]*graph.Box) {
	box.At, box.Pinned, box.Growth = nil, false, 0
	if at, found := after[box.ID]; found {
		was := sizes[box.ID]
		box.At = &at
		box.Growth = max(0, box.Width-was.Width) + max(0, box.Height-was.Height)
		box.Pinned = box.Width == was.Width && box.Height == was.Height && box.Margin == was.Margin
	} else if at, found := before[box.ID]; found {
		box.At = &at
	}
}

// drawnPlaces returns the corners of the boxes in a picture, in document
// coordinates.
func drawnPlaces(ctx context.Context, layouter graph.Layouter, d *diagram.Drawing) (map[string]geom.Point, error) {
	layout, err := layouter.Layout(ctx, d.Graph())
	if err != nil {
		return nil, fmt.Errorf("lay out the %s diagram: %w", d.Graph().Kind, err)
	}
	places := make(map[string]geom.Point, len(layout.Boxes))
	for id, rect := range layout.Boxes {
		places[id] = geom.Pt(rect.X+layout.Origin.X, rect.Y+layout.Origin.Y)
	}
	return places, nil
}
