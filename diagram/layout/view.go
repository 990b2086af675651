package layout

import (
	"math"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/layout/route"
)

// View is a graph that is being laid out.
type View struct {
	*graph.Index
	page graph.Page // that the picture should fill
	// entryAcross and entryDown are the space for the longest entry of the
	// diagram, so that all boxes with entries are aligned.
	entryAcross, entryDown float64

	centred bool // boxes are aligned at their middle, not at their top
	rigid   bool // the boxes of a chain stay aligned
	// makeshift marks a layout in which edges run between boxes of one tile.
	makeshift bool
	// Straight draws edges as lines from box to box, whatever lies between.
	Straight bool
	groups   groupGraph     // the ranked graph of the groups that edges connect
	boards   map[int]*block // by their group, nil for a group without one
	// kept marks a layout in the coordinates of Box.At.
	kept bool
}

// NewView checks the graph and prepares it for layout. The error wraps
// graph.ErrGraph.
func NewView(g *graph.Graph) (*View, error) {
	index, err := graph.NewIndex(g)
	if err != nil {
		return nil, err
	}
	v := &View{Index: index, page: g.Page, centred: g.Kind == graph.KindER || g.Kind == graph.KindWorkflow}
	if v.page.Width <= 0 || v.page.Height <= 0 {
		v.page = screen
	}
	for i := range v.Graph.Edges {
		if edge := &v.Graph.Edges[i]; edge.From == "" {
			v.entryAcross = max(v.entryAcross, math.Ceil(graph.EntryLength(edge, false)))
			v.entryDown = max(v.entryDown, math.Ceil(graph.EntryLength(edge, true)))
		}
	}
	return v, nil
}

// spans returns the extent of a box on both sides of its anchor, with its
// margin and its entry arrows.
func (v *View) spans(index int, vertical bool) (horizontal, down span) {
	box := &v.Graph.Boxes[index]
	margin := v.margin(index, vertical)
	horizontal, down = span{margin.Left, margin.Right}, span{margin.Top, margin.Bottom}
	horizontal = horizontal.around(box.Width, v.Graph.Kind == graph.KindER || v.centred && vertical)
	down = down.around(box.Height, v.Graph.Kind == graph.KindER || v.centred && !vertical)
	return horizontal, down
}

func (s span) around(size float64, centred bool) span {
	if centred {
		return span{s.before + size/2, s.after + size/2}
	}
	return span{s.before, s.after + size}
}

// margin returns the space that a box keeps free for its attributes and its
// entry arrows.
func (v *View) margin(index int, vertical bool) geom.Margin {
	own, entries := v.Graph.Boxes[index].Margin, v.entryMargin(index, vertical)
	return geom.Margin{Top: max(own.Top, entries.Top), Right: max(own.Right, entries.Right),
		Bottom: max(own.Bottom, entries.Bottom), Left: max(own.Left, entries.Left)}
}

// entryMargin returns the space for entry arrows: before the box, and beside it
// where their labels exceed its side.
func (v *View) entryMargin(index int, vertical bool) geom.Margin {
	box, entries := &v.Graph.Boxes[index], v.Entries[index]
	first, after := 0.0, 0.0
	for i, edge := range entries {
		e := &v.Graph.Edges[edge]
		size, label, at := box.Width, e.LabelWidth, 0.0
		if vertical {
			at = graph.EntryPlace(size, size/2, label, i, len(entries))
		} else {
			size, label = box.Height, e.LabelHeight
			at = graph.EntryPlace(size, box.EntryMiddle(), label, i, len(entries))
		}
		first, after = max(first, math.Ceil(label/2-at)), max(after, math.Ceil(at+label/2-size))
	}
	switch {
	case len(entries) == 0:
		return geom.Margin{}
	case vertical:
		return geom.Margin{Top: v.entryDown, Right: after, Left: first}
	}
	return geom.Margin{Top: first, Bottom: after, Left: v.entryAcross}
}

// entryStrip returns the interval of a box's side where no edge may run into
// its entry arrows.
func (v *View) entryStrip(index int, vertical bool) stretch {
	box, entries := &v.Graph.Boxes[index], v.Entries[index]
	strip := stretch{math.Inf(1), math.Inf(-1)}
	for i, edge := range entries {
		e := &v.Graph.Edges[edge]
		size, middle, label := box.Width, box.Width/2, e.LabelWidth
		if !vertical {
			size, middle, label = box.Height, box.EntryMiddle(), e.LabelHeight
		}
		at := graph.EntryPlace(size, middle, label, i, len(entries))
		strip = stretch{min(strip.low, at-label/2), max(strip.high, at+label/2)}
	}
	air := route.EntryAir(v.Index) + 2
	return stretch{strip.low - air, strip.high + air}
}
