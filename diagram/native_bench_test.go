package diagram

import (
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
	"time"
	"widerow/diagram/engine/enginetest"

	"widerow/diagram/engine"
	"widerow/diagram/figure"
	"widerow/diagram/graph"
	"widerow/model"
)

// tablesInDOT draws a graph's boxes as HTML labels with a line of text for each
// row, as one would draw tables with dot alone.
func tablesInDOT(g *graph.Graph) string {
	var b strings.Builder
	b.WriteString("digraph{rankdir=LR;node[shape=plain,fontname=Arial,fontsize=13]\n")
	for _, box := range g.Boxes {
		fmt.Fprintf(&b, "%q[label=<<table border=\"0\" cellborder=\"1\" cellspacing=\"0\"><tr><td colspan=\"3\"><b>%s</b></td></tr>", box.ID, box.ID)
		for _, row := range box.Rows {
			fmt.Fprintf(&b, "<tr><td port=%q>column_%s</td><td>text</td><td>K</td></tr>", row.ID, row.ID)
		}
		b.WriteString("</table>>]\n")
	}
	for i, edge := range g.Edges {
		if edge.From == "" {
			fmt.Fprintf(&b, "entry%d[shape=point]\nentry%d", i, i)
		} else {
			fmt.Fprintf(&b, "%q", edge.From)
		}
		fmt.Fprintf(&b, "->%q[label=Q%d]\n", edge.To, i)
	}
	b.WriteString("}\n")
	return b.String()
}

// nativeTime is the timeout of dot.
const nativeTime = 5 * time.Minute

// BenchmarkBesideNative draws the same tables with our engine and a warm worker,
// layout and SVG together, and with the dot of the system, one process each. dot
// takes about a minute for the 500 arrows. It is not run for 1,000 tables, which it
// did not finish in five minutes.
func BenchmarkBesideNative(b *testing.B) {
	pool := enginetest.Pool(b, nil)
	models := map[string]*model.Model{"tables=100,arrows=500": crissCross(100, 500)}
	for _, tables := range []int{30, 100, 300} {
		models[fmt.Sprintf("tables=%d", tables)] = manyTables(tables)
	}
	for _, name := range slices.Sorted(maps.Keys(models)) {
		m := models[name]
		b.Run(name+"/ours", func(b *testing.B) {
			for b.Loop() {
				engine := engine.New(pool, nil) // nothing remembered
				if _, err := Render(context.Background(), engine, m, KindPhysical, Display{}, figure.Options{Href: testHref}); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"/native", func(b *testing.B) {
			path, err := exec.LookPath("dot")
			if err != nil {
				b.Skip("no dot is installed")
			}
			text := tablesInDOT(Build(m, KindPhysical, Display{}).Graph())
			for b.Loop() {
				ctx, cancel := context.WithTimeout(b.Context(), nativeTime)
				command := exec.CommandContext(ctx, path, "-Tsvg")
				command.Stdin = strings.NewReader(text)
				out, err := command.Output()
				late := ctx.Err() != nil
				cancel()
				if late {
					b.Skipf("dot takes more than %v", nativeTime)
				}
				if err != nil || len(out) == 0 {
					b.Fatal(err)
				}
			}
		})
	}
}

// crissCross returns tables of eight columns with random arrows.
func crissCross(tables, arrows int) *model.Model {
	m, random := manyTables(tables), rand.New(rand.NewPCG(1, 3))
	clear(m.Logical.Arrows)
	for i := range arrows {
		m.Logical.Arrows[model.ID(fmt.Sprintf("a%d", i))] = &model.QueryArrow{Access: "q1",
			From: model.ID(fmt.Sprintf("l%d", random.IntN(tables))), To: model.ID(fmt.Sprintf("l%d", random.IntN(tables)))}
	}
	return m
}
