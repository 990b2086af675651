package diagram

import (
	"context"
	"fmt"
	"os/exec"
	"strings"
	"testing"
)

// tablesInDOT draws a graph's boxes as HTML labels with a line of text for each
// row, as one would draw tables with dot alone.
func tablesInDOT(g *Graph) string {
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

// BenchmarkBesideNative draws the same tables by our engine with a warm worker,
// layout and SVG together, and by the dot of the system, a process each.
func BenchmarkBesideNative(b *testing.B) {
	pool := testPool(b, "real", nil)
	for _, tables := range []int{30, 100, 300} {
		m := manyTables(tables)
		b.Run(fmt.Sprintf("tables=%d/ours", tables), func(b *testing.B) {
			for b.Loop() {
				engine := NewEngine(pool, nil) // nothing remembered
				if _, err := Render(context.Background(), engine, m, KindPhysical, Display{}, Options{Href: testHref}); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("tables=%d/native", tables), func(b *testing.B) {
			path, err := exec.LookPath("dot")
			if err != nil {
				b.Skip("no dot is installed")
			}
			text := tablesInDOT(Build(m, KindPhysical, Display{}).Graph())
			for b.Loop() {
				command := exec.Command(path, "-Tsvg")
				command.Stdin = strings.NewReader(text)
				if out, err := command.Output(); err != nil || len(out) == 0 {
					b.Fatal(err)
				}
			}
		})
	}
}
