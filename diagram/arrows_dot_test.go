package diagram

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"widerow/diagram/engine"
	"widerow/diagram/engine/enginetest"
	"widerow/diagram/flow"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
	"widerow/diagram/layout/route"
	"widerow/diagram/linework"
	"widerow/model/example"
)

// arrows counts what makes the lines of a picture hard to follow.
type arrows struct {
	quality
	length float64 // of all lines, in px
	over   float64 // px on which two lines cannot be told apart
	near   float64 // px on which they run nearer than leastTrack
	facing float64 // px on which they run in opposite directions, nearer than leastFacing
	atHead int     // labels nearer to an arrow head than headRoom, that of their own line too
	inRows int     // heads at rows of a table that take none, or below them
	loops  int     // loops from a box to itself whose label covers a corner or is close to the box
}

// leastTrack is the least distance of two lines that run beside each other, leastFacing the least
// distance if one of them leads back, and headRoom the least distance of a label from an arrow
// head. In px.
const (
	leastTrack  = 8
	leastFacing = 12
	headRoom    = 12
)

func arrowsOf(s *sketch) arrows {
	out := arrows{quality: s.quality()}
	for i, line := range s.lines {
		out.length += geom.PathLength(line.points)
		for _, other := range s.lines[:i] {
			out.over += line.beside(other, leastApart, alike, opposed)
			out.near += line.beside(other, leastTrack, alike, opposed)
			out.facing += line.beside(other, leastFacing, opposed)
		}
	}
	for _, label := range s.labels {
		for _, line := range s.lines {
			if !line.joins && label.rect.Grown(headRoom).Overlaps(line.head()) {
				out.atHead++
			}
		}
		if line := s.lines[label.line]; line.ends[0] == line.ends[1] && s.short(label) {
			out.loops++
		}
	}
	return out
}

// head returns the area of the arrow head at the end of a line.
func (l sketchLine) head() geom.Rect {
	last := len(l.points) - 1
	tip, from := l.points[last], l.points[last-1]
	return geom.Bounds(geom.Towards(tip, from, linework.TipGap+linework.TipLength), tip)
}

// short reports whether a loop has too little room for its label.
func (s *sketch) short(label sketchLabel) bool {
	const air = 4
	around := label.rect.Grown(air)
	points := s.lines[label.line].points
	return around.OverlapsAny(s.boxes) || slices.ContainsFunc(points[1:len(points)-1], around.Has)
}

// headsInRows counts the heads at rows that take none.
func headsInRows(g *graph.Graph, layout *graph.Layout) int {
	count := 0
	for _, edge := range g.Edges {
		box := &g.Boxes[slices.IndexFunc(g.Boxes, func(box graph.Box) bool { return box.ID == edge.To })]
		points, at := layout.Edges[edge.ID].Points, layout.Boxes[edge.To]
		if end := points[len(points)-1]; end.Y > at.Y+box.HeadsEnd() {
			count++
		}
	}
	return count
}

func (a arrows) plus(b arrows) arrows {
	return arrows{a.quality.and(b.quality), a.length + b.length, a.over + b.over, a.near + b.near, a.facing + b.facing,
		a.atHead + b.atHead, a.inRows + b.inRows, a.loops + b.loops}
}

// course is the relative direction of two lines that run beside each other.
type course bool

const (
	alike   course = true
	opposed course = false
)

// beside returns the length in px over which two lines run along the same axis,
// closer than distance and on one of the courses.
func (l sketchLine) beside(other sketchLine, distance float64, courses ...course) float64 {
	sum := 0.0
	for i := 1; i < len(l.points); i++ {
		for k := 1; k < len(other.points); k++ {
			a, b := [2]geom.Point{l.points[i-1], l.points[i]}, [2]geom.Point{other.points[k-1], other.points[k]}
			if slices.Contains(courses, courseOf(a, b)) {
				sum += runBeside(a, b, distance)
			}
		}
	}
	return sum
}

func courseOf(a, b [2]geom.Point) course {
	return (a[1].X-a[0].X)*(b[1].X-b[0].X)+(a[1].Y-a[0].Y)*(b[1].Y-b[0].Y) >= 0
}

func runBeside(a, b [2]geom.Point, distance float64) float64 {
	for _, vertical := range []bool{true, false} {
		at := func(s [2]geom.Point) float64 { return route.Across(s[0], vertical) }
		if at(a) != route.Across(a[1], vertical) || at(b) != route.Across(b[1], vertical) || math.Abs(at(a)-at(b)) >= distance {
			continue
		}
		ends := func(s [2]geom.Point) (low, high float64) {
			first, last := route.Along(s[0], vertical), route.Along(s[1], vertical)
			return min(first, last), max(first, last)
		}
		low, high := ends(a)
		otherLow, otherHigh := ends(b)
		if shared := min(high, otherHigh) - max(low, otherLow); shared > 0 {
			return shared
		}
	}
	return 0
}

// randomSteps returns a random workflow.
func randomSteps(seed uint64, steps int) *graph.Graph {
	g := graphtest.Random(seed, steps, steps*4/3, 0)
	g.Kind = graph.KindWorkflow
	for i := range g.Boxes {
		box := &g.Boxes[i]
		box.Width, box.Height, box.Rows, box.Shape = 144, flow.LeastStep, nil, graph.ShapeRound
	}
	for i := range g.Edges {
		g.Edges[i].FromRow, g.Edges[i].ToRow = "", ""
	}
	return g
}

// arrowRow is a row of arrows.txt: graphs whose figures are added.
type arrowRow struct {
	name   string
	graphs []*graph.Graph
	hub    bool
}

// arrowRows returns 16 random graphs of each kind, with 6 to 21 boxes, and hubs.
func arrowRows() []arrowRow {
	const graphs = 16
	var samples []arrowRow
	for _, kind := range []struct {
		name string
		make func(seed uint64, size int) *graph.Graph
	}{
		{"logical", func(seed uint64, size int) *graph.Graph { return graphtest.Random(seed, size, size*4/3, 0) }},
		{"physical", func(seed uint64, size int) *graph.Graph { return graphtest.Random(seed, size, size*4/3, 2) }},
		{"workflow", randomSteps},
	} {
		sample := arrowRow{name: kind.name}
		for seed := range uint64(graphs) {
			sample.graphs = append(sample.graphs, kind.make(seed, 6+int(seed)))
		}
		samples = append(samples, sample)
	}
	samples = append(samples, arrowRow{name: "examples", graphs: exampleGraphs()})
	for _, count := range []int{20, 80, 150} {
		samples = append(samples, arrowRow{fmt.Sprintf("logical, %d to 1", count), []*graph.Graph{hubGraph(graph.KindLogical, count)}, true})
	}
	return append(samples,
		arrowRow{"physical, 40 to 1", []*graph.Graph{hubGraph(graph.KindPhysical, 40)}, true},
		arrowRow{"workflow, 80 to 1", []*graph.Graph{hubGraph(graph.KindWorkflow, 80)}, true},
		arrowRow{"logical, 1 to 80", []*graph.Graph{turned(hubGraph(graph.KindLogical, 80))}, true},
		arrowRow{"workflow, 1 to 20", []*graph.Graph{turned(hubGraph(graph.KindWorkflow, 20))}, true})
}

// exampleGraphs returns the diagrams of the examples that have arrows.
func exampleGraphs() []*graph.Graph {
	var graphs []*graph.Graph
	for _, entry := range example.All() {
		m, err := example.Load(entry.Slug)
		if err != nil {
			panic(err)
		}
		for _, kind := range []graph.Kind{KindWorkflow, KindLogical, KindPhysical} {
			graphs = append(graphs, Build(m, kind, Display{}).Graph())
		}
	}
	return graphs
}

// TestArrowsBesideDot measures the arrows of 48 random graphs and of hubs, and those
// that dot alone draws between the same boxes with the same gaps, in the direction with
// fewer crossings. testdata/arrows.txt has the sums for a person to read.
func TestArrowsBesideDot(t *testing.T) {
	if testing.Short() {
		t.Skip("-short: 48 graphs take long")
	}
	const mostOver, mostLonger = 0, 2
	pool := enginetest.Pool(t, nil)
	layouter := engine.New(pool, nil)
	var out strings.Builder
	fmt.Fprintf(&out, "%-22s %10s %10s %10s %15s %12s %14s %16s %15s %14s %12s\n", "16 graphs: ours / dot's", "crossings", "bends", "on labels", "length, px", "over, px", "under 8 px", "facing under 12",
		"labels at heads", "heads in rows", "short loops")
	over := 0.0
	for _, sample := range arrowRows() {
		var ours, dots arrows
		for i, g := range sample.graphs {
			d := &Drawing{graph: *g}
			layout, err := layouter.Layout(context.Background(), &d.graph)
			if err != nil {
				t.Fatal(err)
			}
			drawLayout(t, fmt.Sprintf("arrows-%s%d", sample.name, i), &d.graph, layout)
			ours, dots = ours.plus(arrowsOf(sketchOf(t, d, layout))), dots.plus(arrowsOfDot(t, pool, d))
			ours.inRows += headsInRows(g, layout)
		}
		over += ours.over
		pair := func(format string, a, b any) string { return fmt.Sprintf(format+" / "+format, a, b) }
		fmt.Fprintf(&out, "%-23s %10s %10s %10s %15s %12s %14s %16s %15s %14d %12s\n", sample.name, pair("%d", ours.crossings, dots.crossings), fmt.Sprint(ours.bends),
			pair("%d", ours.onLabels, dots.onLabels), pair("%.0f", ours.length, dots.length), pair("%.0f", ours.over, dots.over), pair("%.0f", ours.near, dots.near),
			pair("%.0f", ours.facing, dots.facing), pair("%d", ours.atHead, dots.atHead), ours.inRows, pair("%d", ours.loops, dots.loops))
		if ours.length > mostLonger*dots.length {
			t.Errorf("%s: the arrows are %.0f px long, dot's %.0f px", sample.name, ours.length, dots.length)
		}
		if sample.hub && ours.over+ours.near+float64(ours.crossings+ours.onLabels) > 0 {
			t.Errorf("%s: the arrows of a bus are on each other: %+v", sample.name, ours)
		}
	}
	if over > mostOver {
		t.Errorf("arrows run over each other on %.0f px, want at most %d", over, mostOver)
	}
	golden := filepath.Join("testdata", "arrows.txt")
	if *update {
		if err := os.WriteFile(golden, []byte(out.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want, err := os.ReadFile(golden); err != nil || out.String() != string(want) {
		t.Errorf("the sums changed (%v); look at the pictures, then run with -update:\n%s", err, out.String())
	}
}

// arrowsOfDot measures dot's picture. Its curves have no bends.
func arrowsOfDot(t *testing.T, pool *engine.Pool, d *Drawing) arrows {
	t.Helper()
	var best arrows
	for _, direction := range []string{"rankdir=LR;", "rankdir=TB;"} {
		other := arrowsOf(sketchOfDot(t, pool, d, direction+dotGaps+";splines=spline"))
		if best.length == 0 || other.crossings < best.crossings || other.crossings == best.crossings && other.length < best.length {
			best = other
		}
	}
	return best
}
