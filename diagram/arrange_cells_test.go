package diagram

import (
	"math"
	"testing"

	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
	"widerow/model"
	"widerow/model/example"
)

// A box that settles takes a cell than which none costs less, though few cells
// are looked at closely.
func TestSettleTakesTheCheapestCell(t *testing.T) {
	for seed := range uint64(12) {
		v, err := newView(graphtest.RandomConcepts(seed, 4+3*int(seed)))
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range v.components() {
			c := newCells(v, part)
			for round := range 2 {
				for _, box := range c.order() {
					c.settle(box)
					if cheaper, at := c.cheapest(box); cheaper {
						t.Fatalf("seed %d, round %d: box %d settles at %v, at %v it costs less", seed, round, box, c.at[box], at)
					}
				}
			}
		}
	}
}

// cheapest looks at all cells for one that costs less than a box's own.
func (c *cells) cheapest(box int) (cheaper bool, best cell) {
	own := c.at[box]
	c.set[box] = false
	c.survey()
	cost := func(at cell) float64 { return c.least(box, at) + c.more(box, at, math.Inf(1)) }
	least := cost(own)
	for row := c.low.row - 1; row <= c.high.row+1; row++ {
		for column := c.low.column - 1; column <= c.high.column+1; column++ {
			at := cell{column, row}
			if !c.taken[c.number(at)] && cost(at) < least-2*nearly {
				cheaper, best, least = true, at, cost(at)
			}
		}
	}
	c.set[box] = true
	return cheaper, best
}

// A large Chen diagram comes near the shape of a screen, with few crossings; one
// with a direction is wider, or higher.
func TestLargeConceptsFitAScreen(t *testing.T) {
	concepts := randomConcepts(3, 40)
	wantShape(t, concepts, graph.DirectionAuto, 1, 2.2)
	wantShape(t, concepts, graph.LeftRight, 1.4, 3)
	wantShape(t, concepts, graph.TopDown, 0.5, 1)
	for _, name := range []string{"hotel", "sensors", "supermarket"} {
		m, err := example.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		wantShape(t, m, graph.LeftRight, 1.35, 4)
		wantShape(t, m, graph.TopDown, 0.15, 0.9)
	}
}

// wantShape lays out concepts in a direction and wants an aspect from narrow to
// broad.
func wantShape(t *testing.T, concepts *model.Model, direction graph.Direction, narrow, broad float64) {
	t.Helper()
	d := Build(concepts, graph.KindER, Display{Direction: direction})
	layout, err := newEngine(&fakeDot{}, nil).Layout(t.Context(), d.Graph())
	if err != nil || layout.Notice != "" {
		t.Fatal(err, layout.Notice)
	}
	if aspect := layout.Width / layout.Height; aspect < narrow || aspect > broad {
		t.Errorf("%s, direction %q: the picture is %g × %g px", concepts.Name, direction, layout.Width, layout.Height)
	}
	if crossings := sketchOf(d, layout).quality().crossings; crossings > 70 {
		t.Errorf("%s, direction %q: %d lines cross", concepts.Name, direction, crossings)
	}
}
