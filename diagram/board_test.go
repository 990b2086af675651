package diagram

import (
	"context"
	"math"
	"slices"
	"testing"

	"widerow/diagram/engine"
	"widerow/diagram/engine/enginetest"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/layout"
	"widerow/model/example"
)

// TestTablesOfExamplesShareOneGrid: the tables of each example lead from left to right and
// stand in columns with one left side, little of a keyspace is empty, and no
// line runs along a border of a keyspace.
func TestTablesOfExamplesShareOneGrid(t *testing.T) {
	engine := engine.New(enginetest.Pool(t, nil), nil)
	for _, entry := range example.All() {
		m, err := example.Load(entry.Slug)
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range []Kind{KindLogical, KindPhysical} {
			t.Run(entry.Slug+"-"+string(kind), func(t *testing.T) {
				d := Build(m, kind, Display{})
				made, err := d.Layout(context.Background(), engine)
				if err != nil {
					t.Fatal(err)
				}
				checkColumns(t, d.Graph(), made)
				checkFilled(t, d.Graph(), made)
				checkBorders(t, d.Graph(), made)
				for _, edge := range d.Graph().Edges {
					if points := made.Edges[edge.ID].Points; edge.From == "" && points[0].Y != points[1].Y {
						t.Errorf("the entry of %s comes from above", edge.To)
					}
				}
			})
		}
	}
}

// checkColumns: tables of a group above each other have the same left side.
func checkColumns(t *testing.T, g *graph.Graph, made *graph.Layout) {
	t.Helper()
	for i, box := range g.Boxes {
		at := made.Boxes[box.ID]
		for _, other := range g.Boxes[:i] {
			if b := made.Boxes[other.ID]; box.Group == other.Group && at.X < b.X+b.Width && b.X < at.X+at.Width && at.X != b.X {
				t.Errorf("%s at %+v and %s at %+v are not in one column", box.ID, at, other.ID, b)
			}
		}
	}
}

// checkFilled: at most 37 % of a group within its padding is empty. The gap around a
// table is the table's, and so is the room of its entry arrow.
func checkFilled(t *testing.T, g *graph.Graph, made *graph.Layout) {
	t.Helper()
	const mostEmpty, gap = 0.37, layout.BoxGap
	entry := map[string]float64{}
	for i := range g.Edges {
		if g.Edges[i].From == "" {
			entry[g.Edges[i].To] = graph.EntryLength(&g.Edges[i], false)
		}
	}
	for _, group := range g.Groups {
		for _, frame := range made.Groups[group.ID] {
			filled := 0.0
			for _, box := range g.Boxes {
				if at := made.Boxes[box.ID]; frame.Overlaps(at) {
					filled += (at.Width + gap + entry[box.ID]) * (at.Height + gap)
				}
			}
			width, height := frame.Width-2*group.Padding+gap, frame.Height-group.Header-2*group.Padding+gap
			if empty := 1 - filled/(width*height); empty > mostEmpty {
				t.Errorf("%s: %.0f %% of %.0f × %.0f px are empty", group.ID, 100*empty, width, height)
			}
		}
	}
}

// checkBorders: a line that runs along the border of a group is at least 8 px from it.
func checkBorders(t *testing.T, g *graph.Graph, made *graph.Layout) {
	t.Helper()
	const least, long = 8, 24
	along := func(a, b, from, to, line, border float64) bool {
		return a == b && math.Abs(line-border) < least && to-from > long
	}
	for _, edge := range g.Edges {
		points := made.Edges[edge.ID].Points
		for i := 1; i < len(points); i++ {
			p, q := points[i-1], points[i]
			for _, frame := range slices.Concat(frames(made)...) {
				span := geom.Bounds(p, q)
				low, high := max(span.X, frame.X), min(span.X+span.Width, frame.X+frame.Width)
				top, bottom := max(span.Y, frame.Y), min(span.Y+span.Height, frame.Y+frame.Height)
				if along(p.Y, q.Y, low, high, p.Y, frame.Y) || along(p.Y, q.Y, low, high, p.Y, frame.Y+frame.Height) ||
					along(p.X, q.X, top, bottom, p.X, frame.X) || along(p.X, q.X, top, bottom, p.X, frame.X+frame.Width) {
					t.Errorf("%s runs along the border of %+v: %v", edge.ID, frame, points)
				}
			}
		}
	}
}

func frames(made *graph.Layout) [][]geom.Rect {
	var all [][]geom.Rect
	for _, frames := range made.Groups {
		all = append(all, frames)
	}
	return all
}
