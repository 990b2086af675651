package diagram

import (
	"context"
	"fmt"
	"testing"
	"widerow/diagram/engine/enginetest"

	"widerow/diagram/engine"
	"widerow/diagram/figure"
	"widerow/diagram/graph"
	"widerow/model"
)

// settled returns a document whose physical diagram has all its positions, and a
// table that grows in its middle.
func settled(b *testing.B, tables int) *model.Model {
	m := manyTables(tables)
	engine := engine.New(enginetest.Pool(b, nil), nil)
	at, err := Settle(context.Background(), engine, Build(model.New(""), graph.KindPhysical, Display{}), Build(m, graph.KindPhysical, Display{}))
	if err != nil {
		b.Fatal(err)
	}
	m = m.Clone()
	model.SetPositions(m, string(graph.KindPhysical), at)
	return m
}

// BenchmarkOneBoxChanged places and routes a diagram in which one table gets a
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
					engine := (inProcess{}) // no cache and no dot
					if _, err := engine.Layout(context.Background(), graph); err != nil {
						b.Fatal(err)
					}
				}
			})
		})
	}
}

// BenchmarkTextChanged draws a diagram after an edit that changes no box: each time
// a different note.
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
			engine := (inProcess{})
			b.ReportAllocs()
			for round := 0; b.Loop(); round++ {
				*test.note = fmt.Sprint("edit ", round)
				if _, err := Render(context.Background(), engine, test.m, test.kind, Display{}, figure.Options{Href: testHref}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
