package diagram

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
)

// drawLayout writes a plain picture of a layout, for visual inspection, into the
// folder that WIDEROW_DRAW names.
func drawLayout(t testing.TB, name string, g *graph.Graph, l *graph.Layout) {
	dir := os.Getenv("WIDEROW_DRAW")
	if dir == "" {
		return
	}
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" width="%g" height="%g" style="background:#f7f8fa" font-family="Arimo,Arial" font-size="12">`, l.Width, l.Height)
	b.WriteString(`<defs><marker id="a" markerWidth="12" markerHeight="10" refX="12" refY="5" orient="auto" markerUnits="userSpaceOnUse"><path d="M0 0 12 5 0 10z" fill="#56627a"/></marker></defs>`)
	for _, group := range g.Groups {
		for _, r := range l.Groups[group.ID] {
			fmt.Fprintf(&b, `<rect x="%g" y="%g" width="%g" height="%g" rx="14" fill="#edf1f6" stroke="#c5d0de"/><text x="%g" y="%g" font-weight="bold">%s</text>`, r.X, r.Y, r.Width, r.Height, r.X+18, r.Y+24, group.ID)
		}
	}
	for _, box := range g.Boxes {
		r := l.Boxes[box.ID]
		switch box.Shape {
		case graph.ShapeDiamond:
			fmt.Fprintf(&b, `<path d="M%g %gl%g %g %g %g %g %gz" fill="#faf3e0" stroke="#b07c16"/>`, r.X, r.Y+r.Height/2, r.Width/2, -r.Height/2, r.Width/2, r.Height/2, -r.Width/2, r.Height/2)
		default:
			fmt.Fprintf(&b, `<rect x="%g" y="%g" width="%g" height="%g" rx="6" fill="#fff" stroke="#8793a8"/>`, r.X, r.Y, r.Width, r.Height)
		}
		if m := box.Margin; m != (geom.Margin{}) {
			fmt.Fprintf(&b, `<rect x="%g" y="%g" width="%g" height="%g" fill="none" stroke="#ddd"/>`, r.X-m.Left, r.Y-m.Top, r.Width+m.Left+m.Right, r.Height+m.Top+m.Bottom)
		}
		if len(box.Rows) > 0 {
			fmt.Fprintf(&b, `<rect x="%g" y="%g" width="%g" height="%g" rx="6" fill="#2b5a4a"/>`, r.X, r.Y, r.Width, box.Rows[0].Top)
			for _, row := range box.Rows {
				fmt.Fprintf(&b, `<path d="M%g %gh%g" stroke="#e6eaf0"/>`, r.X, r.Y+row.Top, r.Width)
			}
		}
		fill := "#111"
		if len(box.Rows) > 0 && !box.Foot {
			fill = "#fff"
		}
		fmt.Fprintf(&b, `<text x="%g" y="%g" fill="%s">%s</text>`, r.X+10, r.Y+18, fill, box.ID)
	}
	for _, edge := range g.Edges {
		route := l.Edges[edge.ID]
		marker := ` marker-end="url(#a)"`
		if edge.Routing == graph.RouteStraight {
			marker = ""
		}
		fmt.Fprintf(&b, `<path d="%s" fill="none" stroke="#56627a" stroke-width="1.4"%s/>`, roundedPath(route.Points), marker)
	}
	for _, edge := range g.Edges {
		if edge.LabelWidth > 0 {
			p := graph.LabelPill(&edge, l.Edges[edge.ID].Label)
			fmt.Fprintf(&b, `<rect x="%g" y="%g" width="%g" height="%g" rx="10" fill="#fff" stroke="#56627a"/><text x="%g" y="%g" text-anchor="middle" font-weight="bold" font-size="11">%s</text>`, p.X, p.Y, p.Width, p.Height, p.X+p.Width/2, p.Y+p.Height/2+4, edge.ID)
		}
	}
	b.WriteString(`</svg>`)
	if err := os.WriteFile(filepath.Join(dir, name+".svg"), []byte(b.String()), 0o644); err != nil {
		t.Fatal(err)
	}
}

// roundedPath is a polyline with its corners rounded.
func roundedPath(points []geom.Point) string {
	var b strings.Builder
	fmt.Fprintf(&b, "M%g %g", points[0].X, points[0].Y)
	toward := func(from, to geom.Point, by float64) geom.Point {
		length := geom.PathLength([]geom.Point{from, to})
		by = min(by, length/2)
		return geom.Pt(from.X+(to.X-from.X)/length*by, from.Y+(to.Y-from.Y)/length*by)
	}
	for i := 1; i+1 < len(points); i++ {
		before, after := toward(points[i], points[i-1], 12), toward(points[i], points[i+1], 12)
		fmt.Fprintf(&b, "L%g %gQ%g %g %g %g", before.X, before.Y, points[i].X, points[i].Y, after.X, after.Y)
	}
	last := points[len(points)-1]
	fmt.Fprintf(&b, "L%g %g", last.X, last.Y)
	return b.String()
}
