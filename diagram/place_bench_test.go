package diagram

import (
	"context"
	"fmt"
	"testing"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
	"widerow/model"
)

// settled is a document whose physical diagram has all its positions, that of
// a growing table in its middle.
func settled(b *testing.B, tables int) *model.Model {
	m := manyTables(tables)
	engine := NewEngine(testPool(b, "real", nil), nil)
	at, err := Settle(context.Background(), engine, Build(model.New(""), graph.KindPhysical, Display{}), Build(m, graph.KindPhysical, Display{}))
	if err != nil {
		b.Fatal(err)
	}
	m = m.Clone()
	model.SetPositions(m, string(graph.KindPhysical), at)
	return m
}

// BenchmarkOneBoxChanged places and routes a diagram in which one table got a
// column.
func BenchmarkOneBoxChanged(b *testing.B) {
	for _, tables := range []int{30, 100, 300} {
		b.Run(fmt.Sprintf("tables=%d", tables), func(b *testing.B) {
			m := settled(b, tables)
			grown := m.Clone()
			grown.Physical.Relations[model.ID(fmt.Sprintf("r%d", tables/2))].Columns["added"] = &model.Column{Order: "zz", Name: "added", Type: model.Type{Kind: "text"}}
			b.Run("settle", func(b *testing.B) {
				for b.Loop() {
					if _, err := Settle(context.Background(), nil, Build(m, graph.KindPhysical, Display{}), Build(grown, graph.KindPhysical, Display{})); err != nil {
						b.Fatal(err)
					}
				}
			})
			b.Run("draw", func(b *testing.B) {
				graph := Build(grown, graph.KindPhysical, Display{}).Graph()
				for b.Loop() {
					engine := newEngine(&fakeDot{}, nil) // nothing remembered, and dot not asked
					if _, err := engine.Layout(context.Background(), graph); err != nil {
						b.Fatal(err)
					}
				}
			})
		})
	}
}

// BenchmarkTextChanged draws a diagram after an edit that changes no box: a note,
// each time another one.
func BenchmarkTextChanged(b *testing.B) {
	tables, concepts := settled(b, 100), randomConcepts(3, 40)
	for _, test := range []struct {
		name string
		kind graph.Kind
		m    *model.Model
		note *string
	}{
		{"tables=100", graph.KindPhysical, tables, &tables.Physical.Relations["r50"].SortedColumns()[4].Value.Note},
		{"entities=40", graph.KindER, concepts, &concepts.Concepts.Entities["e20"].Note},
	} {
		b.Run(test.name, func(b *testing.B) {
			engine := newEngine(&fakeDot{}, nil)
			b.ReportAllocs()
			for edit := 0; b.Loop(); edit++ {
				*test.note = fmt.Sprint("edit ", edit)
				if _, err := Render(context.Background(), engine, test.m, test.kind, Display{}, Options{Href: testHref}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// crowded has 1,000 tables in 40 keyspaces whose frames overlap, each table
// with an entry arrow and an arrow from the one before.
func crowded() *graph.Graph {
	const keyspaces, each = 40, 25
	g := &graph.Graph{Kind: graph.KindPhysical}
	for k := range keyspaces {
		group := fmt.Sprint("k", k)
		g.Groups = append(g.Groups, graph.Group{ID: group, Header: 40, Padding: 28, Width: 300})
		for i := range each {
			box := graphtest.Table(fmt.Sprintf("%s-%d", group, i), group, 220, 6)
			// Rows of two keyspaces take turns, so that their frames overlap.
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

// BenchmarkKeep places 1,000 tables that have, all but some, their places.
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
				v, err := newView(g)
				if err != nil {
					b.Fatal(err)
				}
				v.keeper(v.fresh()).picture()
			}
		})
	}
}
