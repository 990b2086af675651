package layout

import (
	"math"
	"testing"

	"widerow/diagram/graph/graphtest"
)

// settle chooses a cell of minimum cost although it computes the full cost of
// few cells.
func TestSettleTakesTheCheapestCell(t *testing.T) {
	for seed := range uint64(12) {
		v, err := NewView(graphtest.RandomConcepts(seed, 4+3*int(seed)))
		if err != nil {
			t.Fatal(err)
		}
		for _, part := range v.components() {
			c := newCells(v, part)
			for round := range 2 {
				for _, box := range c.order() {
					c.settle(box)
					if cheaper, at := c.cheapest(box); cheaper {
						t.Fatalf("seed %d, round %d: box %d was placed at %v, but %v costs less", seed, round, box, c.at[box], at)
					}
				}
			}
		}
	}
}

// cheapest searches all cells for one that costs less than a box's own.
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
