package radial_test

import (
	"math"
	"testing"

	"widerow/diagram/geom"
	"widerow/diagram/radial"
)

// twoOwners returns an entity type with plain attributes and a composite one, left
// of a relationship type without attributes, and an edge between them.
func twoOwners(plain int) *radial.Graph {
	composite := &radial.Oval{Number: 0, Width: 90, Height: 32}
	composite.Parts = []*radial.Oval{{Number: 1, Width: 84, Height: 32}, {Number: 2, Width: 84, Height: 32}}
	ovals := []*radial.Oval{composite}
	for i := range plain {
		ovals = append(ovals, &radial.Oval{Number: 3 + i, Width: 84 + 10*float64(i%3), Height: 32})
	}
	return &radial.Graph{
		Width: 700, Height: 400,
		Owners: []radial.Owner{
			{Box: geom.NewRect(150, 170, 120, 46), Ovals: ovals},
			{Box: geom.NewRect(500, 162, 120, 62), Diamond: true},
		},
		Edges: []radial.Edge{{
			Course: []geom.Point{geom.Pt(270, 193), geom.Pt(500, 193)},
			End:    radial.End{Width: 20, RoleWidth: 40, RoleHeight: 14, AtStart: true},
		}},
	}
}

func sizes(ovals []*radial.Oval, to map[int]*radial.Oval) map[int]*radial.Oval {
	for _, oval := range ovals {
		to[oval.Number] = oval
		sizes(oval.Parts, to)
	}
	return to
}

// TestArrange: every attribute is placed once, with its owner, and touches nothing.
func TestArrange(t *testing.T) {
	for _, plain := range []int{0, 1, 5, 12, 60} {
		g := twoOwners(plain)
		layout := radial.Arrange(g)
		ovals := sizes(g.Owners[0].Ovals, map[int]*radial.Oval{})
		taken := map[int]geom.Rect{}
		centres := map[int]geom.Point{}
		for _, place := range layout.Ovals {
			oval := ovals[place.Number]
			frame := geom.NewRect(place.At.X-oval.Width/2, place.At.Y-oval.Height/2, oval.Width, oval.Height)
			for number, other := range taken {
				if frame.Overlaps(other) {
					t.Errorf("%d plain attributes: %d overlaps %d", plain, place.Number, number)
				}
			}
			for _, box := range []geom.Rect{g.Owners[0].Box, g.Owners[1].Box, layout.Ends[0].Cardinality, layout.Ends[0].Role} {
				if frame.Overlaps(box) {
					t.Errorf("%d plain attributes: %d overlaps the box or label %v", plain, place.Number, box)
				}
			}
			if course := g.Edges[0].Course; geom.EllipseMeets(place.At, oval.Width/2, oval.Height/2, course[0], course[1]) {
				t.Errorf("%d plain attributes: %d lies on the edge", plain, place.Number)
			}
			if bounds := layout.Bounds.Union(frame); bounds != layout.Bounds {
				t.Errorf("%d plain attributes: %d is outside of the bounds %v", plain, place.Number, layout.Bounds)
			}
			taken[place.Number], centres[place.Number] = frame, place.At
		}
		if len(taken) != len(ovals) || len(layout.Ovals) != len(ovals) {
			t.Errorf("%d plain attributes: %d places for %d of %d attributes", plain, len(layout.Ovals), len(taken), len(ovals))
		}
		for _, place := range layout.Ovals {
			owner := g.Owners[0].Box.Centre()
			if place.Number == 1 || place.Number == 2 { // parts
				owner = centres[0]
			}
			if place.Owner != owner {
				t.Errorf("%d plain attributes: the owner of %d is at %v, want %v", plain, place.Number, place.Owner, owner)
			}
		}
	}
}

// TestEndsAreNearTheEntity: the cardinality is on the line, next to the entity, and
// the role touches neither the entity nor the cardinality's centre.
func TestEndsAreNearTheEntity(t *testing.T) {
	for _, atStart := range []bool{true, false} {
		g := twoOwners(3)
		g.Edges[0].End.AtStart = atStart
		entity := g.Edges[0].Course[0]
		if !atStart {
			entity = g.Edges[0].Course[1]
		}
		end := radial.Arrange(g).Ends[0]
		at := end.Cardinality.Centre()
		if at.Y != 193 || math.Abs(at.X-entity.X) > 30 {
			t.Errorf("at start %v: the cardinality is at %v, the entity at %v", atStart, at, entity)
		}
		if end.Role.Height != 14 || end.Role.Overlaps(g.Owners[0].Box) || end.Role.Has(at) || geom.Distance(end.Role.Centre(), at) > 60 {
			t.Errorf("at start %v: the role is at %v, the cardinality at %v", atStart, end.Role, at)
		}
	}
}

// TestEdgeWithoutEnd places nothing.
func TestEdgeWithoutEnd(t *testing.T) {
	g := twoOwners(0)
	g.Edges[0].End = radial.End{}
	if ends := radial.Arrange(g).Ends; len(ends) != 1 || ends[0] != (radial.EndPlace{}) {
		t.Errorf("ends %+v", ends)
	}
}

// TestMargin checks that the margin grows with the attributes.
func TestMargin(t *testing.T) {
	if got := radial.Margin(nil, 120, 46); got != (geom.Margin{}) {
		t.Errorf("without attributes: %+v", got)
	}
	before := 0.0
	for _, plain := range []int{1, 5, 12, 60} {
		margin := radial.Margin(twoOwners(plain).Owners[0].Ovals, 120, 46)
		if sum := margin.Top + margin.Bottom + margin.Left + margin.Right; sum <= before {
			t.Errorf("%d plain attributes: the margins are %g px in all, fewer attributes have %g", plain, sum, before)
		} else {
			before = sum
		}
	}
}
