package diagram

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"widerow/diagram/figure"
	"widerow/diagram/radial"
	"widerow/diagram/scene/svg"
	"widerow/model"
)

// manyTables returns a model with logical and physical tables of eight columns,
// with four arrows for every three tables.
func manyTables(count int) *model.Model {
	b := newBuilder("Many")
	b.keyspace("k", "many")
	b.query("q1", "Find it")
	for i := range count {
		var logical, physical []string
		for c := range 8 {
			mark := []string{"K", "C+", "C-", "", "", "", "", ""}[c]
			logical = append(logical, fmt.Sprintf("column_%d:%s", c, mark))
			physical = append(physical, fmt.Sprintf("column_%d=%s:%s", c, []string{"text", "uuid", "timestamp", "int"}[c%4], mark))
		}
		id := fmt.Sprintf("l%d", i)
		b.table(id, fmt.Sprintf("table_%d_by_column", i), strings.Join(logical, " "))
		b.realize(fmt.Sprintf("r%d", i), "k", id, strings.Join(physical, " "))
	}
	for i := 1; i < count; i++ {
		b.arrow(fmt.Sprintf("l%d", i/2), fmt.Sprintf("l%d", i), "q1")
		if i%3 == 0 {
			b.arrow(fmt.Sprintf("l%d", i/3), fmt.Sprintf("l%d", i), "q1")
		}
	}
	return b.Model
}

// BenchmarkDraw measures everything except the layout: from the model to graph,
// scene and SVG.
func BenchmarkDraw(b *testing.B) {
	draw := func(name string, m *model.Model, kind Kind, options figure.Options) {
		b.Run(name, func(b *testing.B) {
			layout, err := rows{}.Layout(context.Background(), Build(m, kind, Display{}).Graph())
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				svg.Encode(Build(m, kind, Display{}).Scene(layout, options))
			}
		})
	}
	for _, count := range []int{30, 100} {
		draw(fmt.Sprintf("physical-%d", count), manyTables(count), KindPhysical, figure.Options{Href: testHref})
	}
	draw("physical-30-alone", manyTables(30), KindPhysical, figure.Options{Standalone: true})
	draw("er-6", hotelModel(), KindER, figure.Options{Href: testHref})
	draw("er-40", randomConcepts(3, 40), KindER, figure.Options{Href: testHref})
}

// BenchmarkArrange measures the placing of cardinalities, roles and attributes.
func BenchmarkArrange(b *testing.B) {
	plan := func(name string, m *model.Model) {
		b.Run(name, func(b *testing.B) {
			d := Build(m, KindER, Display{})
			layout, err := rows{}.Layout(context.Background(), d.Graph())
			if err != nil {
				b.Fatal(err)
			}
			around, _ := d.radialGraph(layout)
			for b.Loop() {
				radial.Arrange(around)
			}
		})
	}
	plan("entities=40", randomConcepts(3, 40))
	plan("attributes=1000", manyAttributes(1000))
}
