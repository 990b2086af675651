package diagram

import (
	"math"
	"testing"

	"widerow/diagram/chen"
	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

// The triangle of a hierarchy points to where the line from the supertype arrives,
// and contains its texts.
func TestTrianglePointsAtTheSupertype(t *testing.T) {
	b := newBuilder("Hierarchy")
	b.entity("super", "Person", false, "+id")
	b.entity("sub", "Student", false, "")
	b.Concepts.Hierarchies["isa"] = &model.Hierarchy{Order: b.next(), Supertype: "super", Disjoint: true,
		Subtypes: map[model.ID]*model.Subtype{"s": {Entity: "sub", Order: "1"}}}
	d := Build(b.Model, KindER, Display{})
	at := geom.NewRect(100, 200, chen.IsaWidth, chen.IsaHeight)
	c := at.Centre()
	for _, test := range []struct {
		name   string
		course []geom.Point // from the supertype
		tip    geom.Point
	}{
		{"above", []geom.Point{geom.Pt(c.X+20, 20), geom.Pt(c.X, 200)}, geom.Pt(c.X, 200)},
		{"below", []geom.Point{geom.Pt(c.X, 500), geom.Pt(c.X, 250)}, geom.Pt(c.X, 250)},
		{"to the left", []geom.Point{geom.Pt(0, c.Y+30), geom.Pt(100, c.Y)}, geom.Pt(100, c.Y)},
		{"to the right", []geom.Point{geom.Pt(400, c.Y), geom.Pt(168, c.Y)}, geom.Pt(168, c.Y)},
		{"round a corner", []geom.Point{geom.Pt(0, 50), geom.Pt(c.X, 50), geom.Pt(c.X, 200)}, geom.Pt(c.X, 200)},
		{"nowhere", nil, geom.Pt(c.X, 200)},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := &figure.Painter{Layout: &graph.Layout{
				Boxes: map[string]geom.Rect{"isa": at}, Edges: map[string]graph.Route{"super>isa": {Points: test.course}},
			}}
			items := d.figures["isa"].Paint(p, at).Items
			shape := items[0].(*scene.Path)
			if tip := shape.Steps[0].Points[0]; tip != test.tip {
				t.Errorf("the tip is at %v, want %v", tip, test.tip)
			}
			for _, item := range items[1:] {
				checkInTriangle(t, shape, item.(*scene.Text))
			}
			if name, sign := items[1].(*scene.Text).At, items[2].(*scene.Text).At; math.Abs(name.Y-sign.Y) < 11 {
				t.Errorf("the texts at %v and %v overlap", name, sign)
			}
		})
	}
}

func checkInTriangle(t *testing.T, shape *scene.Path, text *scene.Text) {
	t.Helper()
	width, _ := typeface.Measure(text.Content, text.Font)
	for _, corner := range []geom.Point{geom.Pt(-1, 0), geom.Pt(1, 0), geom.Pt(-1, -1), geom.Pt(1, -1)} {
		at := geom.Pt(text.At.X+corner.X*width/2, text.At.Y+corner.Y*capitals*text.Font.Size)
		var sides [3]float64
		for i := range sides {
			a, b := shape.Steps[i].Points[0], shape.Steps[(i+1)%3].Points[0]
			sides[i] = ((b.X-a.X)*(at.Y-a.Y) - (b.Y-a.Y)*(at.X-a.X)) / geom.Distance(a, b)
		}
		const clear = 1.5 // px from the outline
		if !(sides[0] > clear && sides[1] > clear && sides[2] > clear) && !(sides[0] < -clear && sides[1] < -clear && sides[2] < -clear) {
			t.Errorf("%q leaves the triangle %v at %v", text.Content, shape.Steps[:3], at)
		}
	}
}
