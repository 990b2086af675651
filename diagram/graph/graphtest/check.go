package graphtest

import (
	"math"
	"slices"
	"testing"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// leastGap is the smallest gap that a layout leaves between two boxes, in px.
const leastGap = 16

// Check verifies what holds for every layout: each element is present once with
// its size, coordinates are whole pixels, nothing is outside the diagram, no
// box overlaps another or the border of its group, no edge passes through a
// box, and edges end on borders.
func Check(t *testing.T, g *graph.Graph, l *graph.Layout) {
	t.Helper()
	CheckPlaces(t, g, l, leastGap)
	for _, edge := range g.Edges {
		CheckRoute(t, g, l, edge)
	}
}

// CheckPlaces verifies the boxes of a layout, which must be at least gap px
// apart.
func CheckPlaces(t *testing.T, g *graph.Graph, l *graph.Layout, gap float64) {
	t.Helper()
	if len(l.Boxes) != len(g.Boxes) || len(l.Edges) != len(g.Edges) {
		t.Fatalf("layout has %d boxes and %d edges, want %d and %d", len(l.Boxes), len(l.Edges), len(g.Boxes), len(g.Edges))
	}
	picture := geom.Rect{Width: l.Width, Height: l.Height}
	apart := gap / 2
	for i, box := range g.Boxes {
		rect := l.Boxes[box.ID]
		wider := len(box.Rows) > 0 && box.At == nil // a table can be as wide as the widest of its column
		if rect.Width != math.Ceil(box.Width) && (!wider || rect.Width < box.Width) || rect.Height != math.Ceil(box.Height) {
			t.Errorf("box %s is %g × %g, want %g × %g", box.ID, rect.Width, rect.Height, box.Width, box.Height)
		}
		if !picture.Contains(rect) || !whole(rect.X, rect.Y) {
			t.Errorf("box %s at %+v is outside the diagram or not on whole pixels", box.ID, rect)
		}
		if box.Group != "" && !slices.ContainsFunc(l.Groups[box.Group], func(frame geom.Rect) bool { return frame.Contains(rect) }) {
			t.Errorf("box %s at %+v sticks out of group %s at %+v", box.ID, rect, box.Group, l.Groups[box.Group])
		}
		for _, other := range g.Boxes[:i] {
			if rect.Grown(apart).Overlaps(l.Boxes[other.ID].Grown(apart)) {
				t.Errorf("box %s at %+v is too close to %s at %+v", box.ID, rect, other.ID, l.Boxes[other.ID])
			}
		}
	}
	for i, group := range g.Groups {
		for _, other := range g.Groups[:i] {
			checkFrames(t, g, l, group.ID, other.ID)
		}
	}
}

// checkFrames verifies that frames of two groups overlap only where two pinned
// boxes are too close to each other, or where boxes keep places among those of
// the other group so that a few frames cannot separate them.
func checkFrames(t *testing.T, g *graph.Graph, l *graph.Layout, first, second string) {
	t.Helper()
	for _, a := range l.Groups[first] {
		for _, b := range l.Groups[second] {
			if a.Overlaps(b) && !liesAmong(g, l, first, second) && !liesAmong(g, l, second, first) && !pinsMeet(g, l, first, second) {
				t.Errorf("groups %s and %s overlap: %+v, %+v", first, second, a, b)
			}
		}
	}
}

// liesAmong reports whether a box of one group that keeps its place lies in or near
// the other group, which has a single frame.
func liesAmong(g *graph.Graph, l *graph.Layout, group, among string) bool {
	return len(l.Groups[among]) == 1 && slices.ContainsFunc(g.Boxes, func(b graph.Box) bool {
		return b.Group == group && b.At != nil && l.Boxes[b.ID].Grown(80).Overlaps(l.Groups[among][0])
	})
}

// pinsMeet reports whether pinned boxes of the two groups are too close for
// separate frames.
func pinsMeet(g *graph.Graph, l *graph.Layout, first, second string) bool {
	for _, a := range g.Boxes {
		for _, b := range g.Boxes {
			if a.Group == first && b.Group == second && a.Pinned && b.Pinned && l.Boxes[a.ID].Grown(80).Overlaps(l.Boxes[b.ID].Grown(80)) {
				return true
			}
		}
	}
	return false
}

func whole(numbers ...float64) bool {
	for _, n := range numbers {
		if n != math.Trunc(n) {
			return false
		}
	}
	return true
}

// CheckRoute verifies the route of one edge: whole pixels inside the diagram,
// axis-parallel segments unless it is straight, no box crossed, both ends on
// borders, and the label on the line.
func CheckRoute(t *testing.T, g *graph.Graph, l *graph.Layout, edge graph.Edge) {
	t.Helper()
	points := l.Edges[edge.ID].Points
	if len(points) < 2 {
		t.Errorf("edge %s has %d points, want at least 2", edge.ID, len(points))
		return
	}
	for i, p := range points {
		if !whole(p.X, p.Y) || p.X < 0 || p.Y < 0 || p.X > l.Width || p.Y > l.Height {
			t.Errorf("edge %s: point %+v is outside the diagram or not on whole pixels", edge.ID, p)
		}
		if i == 0 {
			continue
		}
		if edge.Routing == graph.RouteOrthogonal && p.X != points[i-1].X && p.Y != points[i-1].Y {
			t.Errorf("edge %s is slanted from %+v to %+v", edge.ID, points[i-1], p)
		}
		for _, box := range g.Boxes {
			if geom.SegmentMeets(points[i-1], p, l.Boxes[box.ID].Grown(-0.5)) && box.Shape != graph.ShapeDiamond {
				t.Errorf("edge %s from %s to %s crosses box %s: %+v, box %+v", edge.ID, edge.From, edge.To, box.ID, points, l.Boxes[box.ID])
			}
		}
	}
	for _, end := range []struct {
		box string
		at  geom.Point
	}{{edge.From, points[0]}, {edge.To, points[len(points)-1]}} {
		i := slices.IndexFunc(g.Boxes, func(b graph.Box) bool { return b.ID == end.box })
		if i >= 0 && !onBorder(l.Boxes[end.box], g.Boxes[i].Shape, end.at) {
			t.Errorf("edge %s meets %s at %+v, which is not on its border %+v", edge.ID, end.box, end.at, l.Boxes[end.box])
		}
	}
	if edge.LabelWidth > 0 && !OnRoute(graph.LabelPill(&edge, l.Edges[edge.ID].Label), points) {
		t.Errorf("label of edge %s at %+v is not on its route %+v", edge.ID, l.Edges[edge.ID].Label, points)
	}
}

// onBorder reports whether p is on the outline. It allows 1.5 px for rounding:
// of the points around p, some must be inside and some outside.
func onBorder(r geom.Rect, shape graph.Shape, p geom.Point) bool {
	in, out := false, false
	for _, dx := range [...]float64{-1.5, 0, 1.5} {
		for _, dy := range [...]float64{-1.5, 0, 1.5} {
			inside := graph.InsideShape(r, shape, geom.Pt(p.X+dx, p.Y+dy))
			in, out = in || inside, out || !inside
		}
	}
	return in && out
}

// OnRoute reports whether the line passes through the label.
func OnRoute(label geom.Rect, points []geom.Point) bool {
	for i := 1; i < len(points); i++ {
		if geom.SegmentMeets(points[i-1], points[i], label.Grown(-1)) {
			return true
		}
	}
	return false
}

// Faults counts legal but ugly labels: those that overlap a box, another label,
// or another edge.
func Faults(g *graph.Graph, l *graph.Layout) (onBox, onLabel, onEdge int) {
	for i, edge := range g.Edges {
		if edge.LabelWidth == 0 {
			continue
		}
		rect := graph.LabelPill(&g.Edges[i], l.Edges[edge.ID].Label)
		for _, box := range l.Boxes {
			if rect.Overlaps(box) {
				onBox++
			}
		}
		for k, other := range g.Edges {
			if k < i && rect.Overlaps(graph.LabelPill(&g.Edges[k], l.Edges[other.ID].Label)) {
				onLabel++
			}
			for n := 1; k != i && n < len(l.Edges[other.ID].Points); n++ {
				points := l.Edges[other.ID].Points
				if geom.SegmentMeets(points[n-1], points[n], rect) {
					onEdge++
				}
			}
		}
	}
	return onBox, onLabel, onEdge
}

// All returns the sample graphs by name.
func All() map[string]*graph.Graph {
	return map[string]*graph.Graph{
		"hotel": Hotel(), "workflow": Workflow(), "er": Concepts(), "empty": {Kind: graph.KindLogical},
		"one":      {Kind: graph.KindLogical, Boxes: []graph.Box{Table("a", "", 200, 3)}},
		"random30": Random(1, 30, 40, 2), "random12": Random(5, 12, 16, 0), "unjoined": Random(6, 20, 0, 1),
	}
}

// Turning returns the sum of the absolute angles by which a line turns, in
// radians.
func Turning(points []geom.Point) float64 {
	sum := 0.0
	for i := 2; i < len(points); i++ {
		before := math.Atan2(points[i-1].Y-points[i-2].Y, points[i-1].X-points[i-2].X)
		after := math.Atan2(points[i].Y-points[i-1].Y, points[i].X-points[i-1].X)
		sum += math.Abs(math.Remainder(after-before, 2*math.Pi))
	}
	return sum
}
