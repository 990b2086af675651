package diagram

import (
	"context"
	"testing"
	"widerow/diagram/engine/enginetest"

	"widerow/diagram/engine"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/model/example"
)

// Arrows that lead down into a step's group run beside its title.
func TestArrowsRunBesideTitles(t *testing.T) {
	engine := engine.New(enginetest.Pool(t, nil), nil)
	crossing := 0 // the strip of a title
	for _, entry := range example.All() {
		m, err := example.Load(entry.Slug)
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range []Kind{KindLogical, KindPhysical} {
			graph := Build(m, kind, Display{Group: GroupStep, Direction: graph.TopDown}).Graph()
			layout, err := engine.Layout(context.Background(), graph)
			if err != nil {
				t.Fatal(err)
			}
			for _, group := range graph.Groups {
				if len(layout.Groups[group.ID]) == 0 {
					continue // it has no boxes
				}
				frame := layout.Groups[group.ID][0]
				title := geom.NewRect(frame.X, frame.Y, group.Title, group.Header)
				strip := geom.NewRect(frame.X, frame.Y, frame.Width, group.Header)
				for _, edge := range graph.Edges {
					points := layout.Edges[edge.ID].Points
					if runsOver(points, strip) {
						crossing++
					}
					if runsOver(points, title) {
						t.Errorf("%s %s: edge %s runs over the title of %s: %v, %v", entry.Slug, kind, edge.ID, group.ID, points, title)
					}
				}
			}
		}
	}
	if crossing == 0 {
		t.Error("no arrow leads down into a group")
	}
}

func runsOver(points []geom.Point, r geom.Rect) bool {
	for i := 1; i < len(points); i++ {
		if geom.SegmentMeets(points[i-1], points[i], r) {
			return true
		}
	}
	return false
}
