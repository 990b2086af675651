package dot

import (
	"fmt"
	"strings"

	"widerow/diagram/geom"
)

// Picture is a graph whose places and curves are all dot's own. Like Graph, it
// has no text.
type Picture struct {
	TopDown  bool // ranks from top to bottom, else from left to right
	Compact  bool
	Boxes    []Box
	Clusters []Cluster
	Lines    []Line
}

// Box is a node of a picture, in px: a box of the diagram, the label of a line,
// or the start of an entry arrow. Graphviz makes none smaller than 1.44 px.
type Box struct {
	Width, Height float64
	Cluster       int // -1 for none
	// Title is the height at the top where lines end, 0 for the whole box.
	Title float64
}

// Cluster is a frame around boxes, in px.
type Cluster struct{ Width, Header, Padding float64 }

// Line is an edge of a picture.
type Line struct {
	From, To int
	Weight   int
	Beside   bool // as in Edge
	Hidden   bool // only keeps boxes in order
}

// Drawn holds the positions of a picture's boxes and lines as dot drew them, by index, in px with y
// downwards.
type Drawn struct {
	Boxes []geom.Rect
	// Curves are control points of cubic Bézier curves: a start, then three
	// points for each curve.
	Curves [][]geom.Point
}

// Text returns the picture in DOT.
func (p *Picture) Text() string {
	var b strings.Builder
	across, along := 28.0, 28.0
	if p.Compact {
		across, along = 16, 18
	}
	direction, splines := "LR", "true"
	if p.TopDown {
		direction = "TB"
	}
	if len(p.Lines) > 300 { // curves around boxes would take seconds
		splines = "polyline"
	}
	fmt.Fprintf(&b, "digraph{graph[rankdir=%s,nodesep=%s,ranksep=%s,splines=%s%s]\n",
		direction, Inches(across), Inches(along), splines, p.limits())
	b.WriteString("node[shape=box,fixedsize=true,label=\"\",margin=0]\nedge[dir=none]\n")
	for i := range p.Boxes {
		p.Boxes[i].write(&b, i)
	}
	for i := range p.Clusters {
		p.writeCluster(&b, i)
	}
	for i := range p.Lines {
		p.writeLine(&b, &p.Lines[i])
	}
	b.WriteString("}\n")
	return b.String()
}

// limits bounds the work of dot, as those of Graph do, but leaves its
// coordinates good in pictures that a person can read.
func (p *Picture) limits() string {
	switch size := len(p.Boxes) + len(p.Lines); {
	case size <= 150:
		return ""
	case size <= 400:
		return ",nslimit=2,nslimit1=1,mclimit=.3"
	default:
		return ",nslimit=.5,nslimit1=.2,mclimit=.05"
	}
}

func (b *Box) write(out *strings.Builder, index int) {
	fmt.Fprintf(out, "t%d[width=%s,height=%s", index, Inches(b.Width), Inches(b.Height))
	if b.Title > 0 {
		out.WriteString(",label=" + blank(cell(` PORT="title"`, b.Width, b.Title), cell("", b.Width, b.Height-b.Title)))
	}
	out.WriteString("]\n")
}

// blank returns a label that takes space and shows nothing.
func blank(rows ...string) string {
	return `<<TABLE BORDER="0" CELLBORDER="0" CELLPADDING="0" CELLSPACING="0">` + strings.Join(rows, "") + "</TABLE>>"
}

// cell is a row of one empty cell. An empty cell without a size ends Graphviz
// 12.1.2 with a failed assertion.
func cell(port string, width, height float64) string {
	return fmt.Sprintf(`<TR><TD%s FIXEDSIZE="TRUE" WIDTH="%.0f" HEIGHT="%.0f"></TD></TR>`, port, max(1, width), max(1, height))
}

func (p *Picture) writeCluster(b *strings.Builder, index int) {
	c := p.Clusters[index]
	fmt.Fprintf(b, "subgraph cluster_%d{margin=%.0f", index, c.Padding)
	if c.Header > 0 {
		fmt.Fprintf(b, "\nlabel=%s", blank(cell("", c.Width, c.Header)))
	}
	for i := range p.Boxes {
		if p.Boxes[i].Cluster == index {
			fmt.Fprintf(b, "\nt%d", i)
		}
	}
	b.WriteString("}\n")
}

func (p *Picture) writeLine(b *strings.Builder, l *Line) {
	fmt.Fprintf(b, "t%d->t%d", l.From, l.To)
	if p.Boxes[l.To].Title > 0 {
		b.WriteString(":title")
	}
	var attributes []string
	if l.Weight > 1 {
		attributes = append(attributes, fmt.Sprintf("weight=%d", min(l.Weight, 100)))
	}
	if l.Beside {
		attributes = append(attributes, "minlen=0")
	}
	if l.Hidden {
		attributes = append(attributes, "style=invis")
	}
	if len(attributes) > 0 {
		b.WriteString("[" + strings.Join(attributes, ",") + "]")
	}
	b.WriteString("\n")
}
