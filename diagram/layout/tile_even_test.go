package layout_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
	"widerow/diagram/layout"
)

// The tables and types of an imported schema, which no query connects yet, fill
// their keyspace. The counts are the columns and fields of public schemas: that
// of Cadence (10 tables and 23 types of up to 56 fields) and of KillrVideo.
func TestImportedSchemaFillsItsKeyspace(t *testing.T) {
	const mostEmpty = 0.35
	for name, schema := range map[string]struct{ tables, types []int }{
		"workflow engine": {[]int{27, 10, 9, 5, 8, 6, 12, 4, 11, 7}, []int{11, 56, 4, 2, 5, 13, 10, 10, 29, 5, 7, 3, 6, 4, 5, 6, 2, 1, 2, 3, 5, 2, 4}},
		"video site":      {[]int{4, 5, 9, 5, 6, 3, 3, 2, 7, 7, 7, 2, 4, 4, 4, 3, 3, 6, 5}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			random := rand.New(rand.NewPCG(1, 2))
			g := &graph.Graph{Kind: graph.KindPhysical, Groups: []graph.Group{{ID: "k", Header: 32, Padding: 16, Width: 300}}}
			for i, rows := range append(schema.tables, schema.types...) {
				box := graphtest.Table(fmt.Sprint(i), "k", float64(200+8*random.IntN(10)), rows)
				box.Foot = i >= len(schema.tables)
				g.Boxes = append(g.Boxes, box)
			}
			made, err := layout.Grid{}.Layout(t.Context(), g)
			if err != nil {
				t.Fatal(err)
			}
			graphtest.CheckPlaces(t, g, made, layout.LeastBoxGap)
			frame := made.Groups["k"][0]
			empty := 1 - areaOf(g)/(frame.Width*frame.Height)
			t.Logf("%.0f × %.0f px, %.0f %% empty", frame.Width, frame.Height, 100*empty)
			if empty > mostEmpty {
				t.Errorf("%.0f %% of %.0f × %.0f px are empty", 100*empty, frame.Width, frame.Height)
			}
		})
	}
}
