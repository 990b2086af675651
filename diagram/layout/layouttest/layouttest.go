// Package layouttest lays out graphs in tests that need no engine.
package layouttest

import (
	"context"

	"widerow/diagram/graph"
	"widerow/diagram/layout"
)

// Grid is a Layouter that places boxes in columns and rows, group by group, in
// reading order.
type Grid struct{}

// Layout returns an error only for an invalid graph.
func (Grid) Layout(_ context.Context, g *graph.Graph) (*graph.Layout, error) {
	v, err := layout.NewView(g)
	if err != nil {
		return nil, err
	}
	return v.Makeshift(), nil
}
