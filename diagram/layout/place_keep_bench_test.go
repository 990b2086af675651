package layout

import (
	"fmt"
	"testing"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
)

// crowded returns 1,000 tables in 40 keyspaces whose frames overlap. Each table
// has an entry arrow and an arrow from the table before it.
func crowded() *graph.Graph {
	const keyspaces, each = 40, 25
	g := &graph.Graph{Kind: graph.KindPhysical}
	for k := range keyspaces {
		group := fmt.Sprint("k", k)
		g.Groups = append(g.Groups, graph.Group{ID: group, Header: 40, Padding: 28, Width: 300})
		for i := range each {
			box := graphtest.Table(fmt.Sprintf("%s-%d", group, i), group, 220, 6)
			// Rows alternate between two keyspaces so that their frames
			// overlap.
			box.At = &geom.Point{X: float64(400*(i%5) + 2300*(k/2%5)), Y: float64(300*(i/5*2+k%2) + 3300*(k/10))}
			g.Boxes = append(g.Boxes, box)
			g.Edges = append(g.Edges, graphtest.Edge("enter "+box.ID, "", box.ID))
			if i > 0 {
				g.Edges = append(g.Edges, graphtest.Edge("to "+box.ID, g.Boxes[len(g.Boxes)-2].ID, box.ID))
			}
		}
	}
	return g
}

// BenchmarkKeep lays out 1,000 tables of which nearly all have places.
func BenchmarkKeep(b *testing.B) {
	halfNew := func(g *graph.Graph) {
		for i := 0; i < len(g.Boxes); i += 2 {
			g.Boxes[i].At = nil
		}
	}
	for _, test := range []struct {
		name   string
		change func(*graph.Graph)
	}{
		{"as it is", func(*graph.Graph) {}},
		{"all grown", func(g *graph.Graph) {
			for i := range g.Boxes {
				g.Boxes[i].Height, g.Boxes[i].Growth = g.Boxes[i].Height+200, 200
			}
		}},
		{"all pinned", func(g *graph.Graph) {
			for i := range g.Boxes {
				g.Boxes[i].Pinned = true
			}
		}},
		{"400 at one spot", func(g *graph.Graph) {
			g.Boxes, g.Edges = g.Boxes[:400], nil
			for i := range g.Boxes {
				g.Boxes[i].At = &geom.Point{}
			}
		}},
		{"half new", halfNew},
		{"half new, one keyspace", func(g *graph.Graph) {
			halfNew(g)
			for i := range g.Boxes {
				g.Boxes[i].Group = g.Groups[0].ID
			}
		}},
		{"half new, no keyspace", func(g *graph.Graph) {
			halfNew(g)
			for i := range g.Boxes {
				g.Boxes[i].Group = ""
			}
		}},
	} {
		b.Run(test.name, func(b *testing.B) {
			g := crowded()
			test.change(g)
			for b.Loop() {
				v, err := NewView(g)
				if err != nil {
					b.Fatal(err)
				}
				v.keeper(v.fresh()).picture()
			}
		})
	}
}
