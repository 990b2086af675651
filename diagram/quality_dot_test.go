package diagram

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"testing"

	"widerow/diagram/chen"
	"widerow/diagram/engine"
	"widerow/diagram/geom"
	"widerow/diagram/layout"
	"widerow/diagram/layout/dot"
	"widerow/diagram/layout/route"
	"widerow/diagram/radial"
)

// plainSketch has dot draw everything, given only our sizes: entries start at
// points, keyspaces are clusters, labels are dot's, and attributes are nodes.
type plainSketch struct {
	dot    strings.Builder
	nodes  map[string]string // name in DOT by the id of a box
	shown  map[string]bool   // by name in DOT: counts as a box
	labels []geom.Rect       // sizes, by the number in the label
}

// dotGaps makes dot keep the same gaps as we do. By default it leaves 18 px between
// boxes of a rank and 36 px between ranks.
var dotGaps = "nodesep=" + dot.Inches(layout.BoxGap) + ";ranksep=" + dot.Inches(layout.RankGap+route.LabelRoom)

// sketchOfDot draws with the given attributes of dot's graph, separated by ;.
func sketchOfDot(t *testing.T, pool *engine.Pool, d *Drawing, attributes string) *sketch {
	t.Helper()
	p := &plainSketch{nodes: map[string]string{}, shown: map[string]bool{}}
	p.write(d, attributes)
	p.dot.WriteString("}\n")
	plain, err := pool.Plain(context.Background(), []string{p.dot.String()})
	if err != nil {
		t.Fatal(err)
	}
	return p.read(t, plain[0])
}

func (p *plainSketch) write(d *Drawing, attributes string) {
	fmt.Fprintf(&p.dot, "digraph{%s\nnode[shape=box,fixedsize=true,label=\"\"]\nedge[fontname=Arial,fontsize=12]\n", attributes)
	for i, group := range d.graph.Groups {
		fmt.Fprintf(&p.dot, "subgraph cluster%d{label=k;fontsize=%g;margin=%g\n", i, group.Header*0.8, group.Padding)
		p.writeBoxes(d, group.ID)
		p.dot.WriteString("}\n")
	}
	p.writeBoxes(d, "")
	for i, edge := range d.graph.Edges {
		from := p.nodes[edge.From]
		if edge.From == "" {
			from = fmt.Sprintf("entry%d", i)
			fmt.Fprintf(&p.dot, "%s[shape=point,width=.05,height=.05]\n", from)
		}
		label := geom.Rect{Width: edge.LabelWidth, Height: edge.LabelHeight}
		if end := d.connectors[edge.ID].end; end != nil {
			label = geom.Rect{Width: end.Width, Height: radial.CardinalityHeight}
		}
		p.writeEdge(from, p.nodes[edge.To], label)
	}
}

func (p *plainSketch) writeBoxes(d *Drawing, group string) {
	for _, box := range d.graph.Boxes {
		if box.Group != group {
			continue
		}
		name := p.writeNode(box.Width, box.Height)
		p.nodes[box.ID] = name
		p.writeAttributes(name, d.attributes[box.ID])
	}
}

func (p *plainSketch) writeAttributes(owner string, attributes []*chen.Attribute) {
	for _, a := range attributes {
		name := p.writeNode(a.Width, radial.OvalHeight)
		p.writeEdge(owner, name, geom.Rect{})
		p.writeAttributes(name, a.Parts)
	}
}

func (p *plainSketch) writeNode(width, height float64) string {
	name := fmt.Sprintf("n%d", len(p.shown))
	p.shown[name] = true
	fmt.Fprintf(&p.dot, "%s[width=%s,height=%s]\n", name, dot.Inches(width), dot.Inches(height))
	return name
}

// writeEdge gives the label as many letters as its width requires. The first ones
// are its number.
func (p *plainSketch) writeEdge(from, to string, label geom.Rect) {
	fmt.Fprintf(&p.dot, "%s->%s", from, to)
	if label.Width > 0 {
		letters := fmt.Sprintf("%dx", len(p.labels))
		letters += strings.Repeat("x", max(0, int(label.Width/7)-len(letters)))
		fmt.Fprintf(&p.dot, "[label=%q]", letters)
		p.labels = append(p.labels, label)
	}
	p.dot.WriteString("\n")
}

// read makes a sketch of dot's plain output, y downwards, in px.
func (p *plainSketch) read(t *testing.T, plain string) *sketch {
	t.Helper()
	s := &sketch{}
	for line := range strings.Lines(plain) {
		fields := strings.Fields(line)
		switch fields[0] {
		case "node":
			n := pixels(t, fields[2:6])
			if p.shown[fields[1]] {
				s.boxes = append(s.boxes, geom.NewRect(n[0]-n[2]/2, -n[1]-n[3]/2, n[2], n[3]))
			}
		case "edge":
			count, err := strconv.Atoi(fields[3])
			if err != nil {
				t.Fatal(err)
			}
			s.lines = append(s.lines, sketchLine{ends: [2]string{fields[1], fields[2]}, points: sampled(pixels(t, fields[4:4+2*count]))})
			if rest := fields[4+2*count:]; len(rest) > 3 {
				number, _, _ := strings.Cut(strings.Trim(rest[0], `"`), "x")
				index, err := strconv.Atoi(number)
				if err != nil {
					t.Fatal(err)
				}
				at, size := pixels(t, rest[1:3]), p.labels[index]
				s.labels = append(s.labels, sketchLabel{len(s.lines) - 1, geom.NewRect(at[0]-size.Width/2, -at[1]-size.Height/2, size.Width, size.Height)})
			}
		}
	}
	return s
}

func pixels(t *testing.T, inches []string) []float64 {
	t.Helper()
	out := make([]float64, len(inches))
	for i, text := range inches {
		number, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		out[i] = number * dot.PointsPerInch
	}
	return out
}

// sampled follows dot's Bézier curves: a start, then three points for each piece.
func sampled(numbers []float64) []geom.Point {
	at := func(i int) geom.Point { return geom.Pt(numbers[2*i], -numbers[2*i+1]) }
	points := []geom.Point{at(0)}
	const steps = 12
	for i := 3; i < len(numbers)/2; i += 3 {
		a, b, c, d := at(i-3), at(i-2), at(i-1), at(i)
		for k := 1; k <= steps; k++ {
			u := float64(k) / steps
			points = append(points, geom.Pt(bezier(a.X, b.X, c.X, d.X, u), bezier(a.Y, b.Y, c.Y, d.Y, u)))
		}
	}
	return points
}

func bezier(a, b, c, d, u float64) float64 {
	v := 1 - u
	return v*v*v*a + 3*v*v*u*b + 3*v*u*u*c + math.Pow(u, 3)*d
}
