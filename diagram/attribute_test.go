package diagram

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"widerow/diagram/chen"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/layout/layouttest"
	"widerow/diagram/radial"
	"widerow/model"
)

// randomConcepts returns a model with up to that many entity types and attributes
// of all kinds, composite ones included.
func randomConcepts(seed uint64, entities int) *model.Model {
	random := rand.New(rand.NewPCG(seed, 7))
	b := newBuilder("Random")
	attributes := func(most int) string {
		var words []string
		for i := range random.IntN(most + 1) {
			name := fmt.Sprintf("%s%d", strings.Repeat("attr_", 1+random.IntN(4)), i)
			words = append(words, []string{"", "+", "*", "~", "-"}[random.IntN(5)]+name)
			if random.IntN(6) == 0 {
				for k := range 1 + random.IntN(4) {
					words = append(words, fmt.Sprintf("%s/part%d", name, k))
				}
			}
		}
		return strings.Join(words, " ")
	}
	for i := range entities {
		b.entity(fmt.Sprintf("e%d", i), fmt.Sprintf("Entity %d", i), random.IntN(5) == 0, attributes(9))
	}
	for i := range entities {
		ends := []string{}
		for range 2 + random.IntN(2) {
			ends = append(ends, fmt.Sprintf("e%d:n:%s", random.IntN(entities), []string{"", "role"}[random.IntN(2)]))
		}
		b.relationship(fmt.Sprintf("x%d", i), fmt.Sprintf("relates %d", i), false, strings.Join(ends, " "), attributes(3))
	}
	return b.Model
}

// arrangement holds the places of attributes and labels in an ER diagram, and
// everything that they must keep clear of.
type arrangement struct {
	attributes []placedAttribute
	ends       []radial.EndPlace
	boxes      []geom.Rect // and labels
	lines      [][2]geom.Point
	bounds     geom.Rect
}

type placedAttribute struct {
	*chen.Attribute
	owner, at geom.Point
}

func (a placedAttribute) frame() geom.Rect {
	return geom.NewRect(a.at.X-a.Width/2, a.at.Y-a.Height/2, a.Width, a.Height)
}

// arrangementOf places the attributes and labels of a drawing around the boxes of a
// layout. It fails unless each attribute is placed once.
func arrangementOf(t *testing.T, d *Drawing, layout *graph.Layout) *arrangement {
	t.Helper()
	g, list := d.radialGraph(layout)
	places := radial.Arrange(g)
	a := &arrangement{ends: places.Ends, bounds: places.Bounds}
	placed := map[int]bool{}
	for _, s := range places.Ovals {
		placed[s.Number] = true
		a.attributes = append(a.attributes, placedAttribute{list[s.Number].Attribute, s.Owner, s.At})
	}
	if len(placed) != len(list) || len(places.Ovals) != len(list) {
		t.Errorf("%d places for %d of %d attributes", len(places.Ovals), len(placed), len(list))
	}
	for _, box := range g.Owners {
		a.boxes = append(a.boxes, box.Box)
	}
	for _, end := range places.Ends {
		for _, label := range [2]geom.Rect{end.Cardinality, end.Role} {
			if label.Width > 0 {
				a.boxes = append(a.boxes, label)
			}
		}
	}
	for _, edge := range g.Edges {
		for i := 1; i < len(edge.Course); i++ {
			a.lines = append(a.lines, [2]geom.Point(edge.Course[i-1:i+1]))
		}
	}
	return a
}

// outline returns points on the outline of the ellipse.
func (a placedAttribute) outline() []geom.Point {
	points := make([]geom.Point, 90)
	for i := range points {
		sin, cos := math.Sincos(2 * math.Pi * float64(i) / float64(len(points)))
		points[i] = geom.Pt(a.at.X+a.Width/2*cos, a.at.Y+a.Height/2*sin)
	}
	return points
}

// contains reports whether a point is inside the ellipse.
func (a placedAttribute) contains(at geom.Point) bool {
	return math.Hypot((at.X-a.at.X)/(a.Width/2), (at.Y-a.at.Y)/(a.Height/2)) < 1
}

// TestAttributesOverlapNothing checks outlines point by point: no attribute
// overlaps another one, a box, a label or an edge.
func TestAttributesOverlapNothing(t *testing.T) {
	layouters := map[string]graph.Layouter{"rows": rows{}, "grid": layouttest.Grid{}}
	for seed := range fewer[uint64](20, 3) {
		m := randomConcepts(seed, 2+int(seed)%14)
		d := Build(m, KindER, Display{})
		for name, layouter := range layouters {
			layout, err := layouter.Layout(context.Background(), d.Graph())
			if err != nil {
				t.Fatal(err)
			}
			arrangementOf(t, d, layout).checkOverlaps(t, fmt.Sprintf("seed %d, %s", seed, name))
		}
	}
}

func (a *arrangement) checkOverlaps(t *testing.T, name string) {
	t.Helper()
	for i, attribute := range a.attributes {
		outline := attribute.outline()
		for _, other := range a.attributes[:i] {
			if slices.ContainsFunc(outline, other.contains) {
				t.Fatalf("%s: attributes %s and %s overlap", name, attribute.Title.Name, other.Title.Name)
			}
		}
		for _, box := range a.boxes {
			if slices.ContainsFunc(outline, box.Has) {
				t.Fatalf("%s: attribute %s overlaps the box %v", name, attribute.Title.Name, box)
			}
		}
		for _, line := range a.lines {
			for share := 0.0; share <= 1; share += 1.0 / 128 {
				if attribute.contains(geom.Pt(line[0].X+share*(line[1].X-line[0].X), line[0].Y+share*(line[1].Y-line[0].Y))) {
					t.Fatalf("%s: an edge runs through attribute %s", name, attribute.Title.Name)
				}
			}
		}
	}
}

// TestAttributesAreNearTheirOwner bounds the length of spokes where there is space.
// No two spokes of the hotel model cross.
func TestAttributesAreNearTheirOwner(t *testing.T) {
	d := Build(hotelModel(), KindER, Display{})
	layout, err := rows{}.Layout(context.Background(), d.Graph())
	if err != nil {
		t.Fatal(err)
	}
	a := arrangementOf(t, d, layout)
	for i, attribute := range a.attributes {
		if far := geom.Distance(attribute.owner, attribute.at); far > 190 {
			t.Errorf("attribute %s is %.0f px from its owner", attribute.Title.Name, far)
		}
		for _, other := range a.attributes[:i] {
			if geom.Crosses(attribute.owner, attribute.at, other.owner, other.at) {
				t.Errorf("the spokes of %s and %s cross", attribute.Title.Name, other.Title.Name)
			}
		}
	}
}

// manyAttributes returns an entity type with count attributes.
func manyAttributes(count int) *model.Model {
	b := newBuilder("Many")
	var words []string
	for i := range count {
		words = append(words, fmt.Sprintf("attribute_%d", i))
	}
	b.entity("e", "Wide", false, strings.Join(words, " "))
	b.entity("f", "Narrow", false, "id")
	b.relationship("x", "relates", false, "e:n: f:n:", "")
	return b.Model
}

// TestManyAttributesFormRows: attributes for which there is no space around their
// owner are placed side by side below the picture.
func TestManyAttributesFormRows(t *testing.T) {
	d := Build(manyAttributes(fewer(600, 200)), KindER, Display{})
	layout, err := rows{}.Layout(context.Background(), d.Graph())
	if err != nil {
		t.Fatal(err)
	}
	a := arrangementOf(t, d, layout)
	a.checkOverlaps(t, "many")
	if a.bounds.Height > 3*a.bounds.Width {
		t.Errorf("the picture is %g × %g px", a.bounds.Width, a.bounds.Height)
	}
}

// TestPartsFindRoom: if the parts of an attribute do not fit at the preferred
// places, the attribute moves to another place around its owner, and no spokes
// cross.
func TestPartsFindRoom(t *testing.T) {
	d := Build(randomConcepts(4, 40), KindER, Display{})
	layout, err := (inProcess{}).Layout(t.Context(), d.Graph())
	if err != nil {
		t.Fatal(err)
	}
	a := arrangementOf(t, d, layout)
	whole := a.attributes[slices.IndexFunc(a.attributes, func(a placedAttribute) bool { return a.ID == "e7attr3" })]
	parts := 0
	for _, part := range a.attributes {
		if part.owner != whole.at {
			continue
		}
		parts++
		for _, other := range a.attributes {
			if other.owner != whole.at && other != whole && geom.Crosses(part.owner, part.at, other.owner, other.at) {
				t.Errorf("the spoke of %s crosses that of %s", part.Title.Name, other.Title.Name)
			}
		}
		for _, line := range a.lines {
			if geom.Crosses(part.owner, part.at, line[0], line[1]) {
				t.Errorf("the spoke of %s crosses an edge", part.Title.Name)
			}
		}
	}
	if parts != 4 {
		t.Errorf("found %d parts, want 4", parts)
	}
}
