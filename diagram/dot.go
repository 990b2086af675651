package diagram

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"widerow/diagram/chebotko"
	"widerow/diagram/chen"
	"widerow/diagram/figure"
	"widerow/diagram/graph"
)

// DOT returns the drawing as a text that plain Graphviz draws with dot: tables
// and labels are HTML-like labels, in which all text of the model is escaped.
// Names of nodes are t0, t1, … in the order of the graph.
func (d *Drawing) DOT() string {
	w := &dotWriter{drawing: d, names: map[string]string{}}
	w.line(0, "// %s", strings.Map(figure.Printable, d.title))
	w.line(0, "digraph {")
	w.line(1, `graph [rankdir=%s, fontname="Arial", fontsize=12, nodesep=0.4, ranksep=0.6, label=<%s>, labeljust=l]`,
		map[bool]string{true: "TB", false: "LR"}[d.display.Direction == graph.TopDown], figure.EscapeDOT(d.title))
	w.line(1, `node [shape=box, fontname="Arial", fontsize=11, margin="0.12,0.06"]`)
	w.line(1, `edge [fontname="Arial", fontsize=11, color="#5a6678"]`)
	w.boxes()
	for _, edge := range d.graph.Edges {
		w.edge(edge)
	}
	w.dotMemos()
	w.line(0, "}")
	return w.out.String()
}

// dotWriter writes a drawing as DOT.
type dotWriter struct {
	out     strings.Builder
	drawing *Drawing
	names   map[string]string // of nodes, by the ids of their boxes, and of the edges that start at none
	more    int               // nodes that are no boxes: attributes and entries
}

func (w *dotWriter) line(depth int, format string, values ...any) {
	w.out.WriteString(strings.Repeat("  ", depth))
	fmt.Fprintf(&w.out, format+"\n", values...)
}

// boxes writes each group with its boxes, then those without a group.
func (w *dotWriter) boxes() {
	grouped := map[string][]string{}
	for i, box := range w.drawing.graph.Boxes {
		w.names[box.ID] = fmt.Sprintf("t%d", i)
		grouped[box.Group] = append(grouped[box.Group], box.ID)
	}
	for i, group := range w.drawing.graph.Groups {
		c := w.drawing.containers[group.ID]
		w.line(1, "subgraph cluster_%d {", i)
		w.line(2, `graph [label=<<B>%s</B>%s>, labeljust=l, style="rounded,filled", fillcolor="#eef2f6", color="#c9d3df", margin=14]`,
			figure.EscapeDOT(c.Caption), dotNote(c.Note))
		for _, id := range grouped[group.ID] {
			w.box(2, id)
		}
		w.line(1, "}")
	}
	for _, id := range grouped[""] {
		w.box(1, id)
	}
	for _, group := range slices.Sorted(maps.Keys(grouped)) {
		w.chain(grouped[group])
	}
}

// chain joins the boxes of a group that have no edge by hidden ones, in chains of
// equal length. Otherwise dot would put them all into one rank.
func (w *dotWriter) chain(boxes []string) {
	joined := map[string]bool{}
	for _, edge := range w.drawing.graph.Edges {
		joined[edge.From], joined[edge.To] = true, true
	}
	alone := slices.DeleteFunc(slices.Clone(boxes), func(id string) bool { return joined[id] })
	perRank := math.Ceil(math.Sqrt(float64(len(alone)) / 2)) // ranks are columns
	if w.drawing.display.Direction == graph.TopDown {
		perRank *= 2
	}
	for i := int(perRank); i < len(alone); i++ {
		w.line(1, "%s -> %s [style=invis]", w.names[alone[i-int(perRank)]], w.names[alone[i]])
	}
}

func dotNote(note string) string {
	if note == "" {
		return ""
	}
	return fmt.Sprintf(`<FONT COLOR="#5a6678"> &#160; %s</FONT>`, figure.EscapeDOT(note))
}

func (w *dotWriter) box(depth int, id string) {
	name := w.names[id]
	w.line(depth, "%s [%s]", name, w.drawing.figures[id].DOT())
	w.attributes(depth, name, w.drawing.attributes[id])
	for _, edge := range w.drawing.graph.Edges {
		if edge.From == "" && edge.To == id {
			w.names[edge.ID] = w.another()
			w.line(depth, "%s [%s]", w.names[edge.ID], dotEntry(w.drawing.connectors[edge.ID].start))
		}
	}
}

// attributes writes ellipses and the lines to what they belong to.
func (w *dotWriter) attributes(depth int, owner string, list []*chen.Attribute) {
	for _, a := range list {
		name := w.another()
		w.line(depth, "%s [%s]", name, a.DOT())
		w.line(depth, `%s -> %s [dir=none, color="#8091a6"]`, owner, name)
		w.attributes(depth, name, a.Parts)
	}
}

// another returns an unused name for a node.
func (w *dotWriter) another() string {
	w.more++
	return fmt.Sprintf("n%d", w.more)
}

func (w *dotWriter) edge(edge graph.Edge) {
	c := w.drawing.connectors[edge.ID]
	from, to := w.names[cmp.Or(edge.From, edge.ID)], w.names[edge.To]
	if _, table := w.drawing.figures[edge.To].(*chebotko.Table); table {
		to += ":title"
	}
	var attributes []string
	if !c.tip {
		attributes = append(attributes, "dir=none")
	}
	if c.pill != nil {
		attributes = append(attributes, "label="+c.pill.DOT())
	}
	if end := c.end; end != nil {
		attributes = append(attributes, end.DOT())
	}
	switch {
	case c.total:
		attributes = append(attributes, "penwidth=3")
	case c.dashed:
		attributes = append(attributes, "style=dashed")
	case c.byHand:
		attributes = append(attributes, "style=dotted")
	case c.uses:
		attributes = append(attributes, `color="#8091a6"`, "penwidth=0.6", "constraint=false")
	}
	if len(attributes) == 0 {
		w.line(1, "%s -> %s", from, to)
		return
	}
	w.line(1, "%s -> %s [%s]", from, to, strings.Join(attributes, ", "))
}

// dotEntry returns the node where an arrow without a source box starts.
func dotEntry(dot bool) string {
	if dot {
		return `shape=point, width=0.1, color="#5a6678"`
	}
	return `shape=point, style=invis`
}
