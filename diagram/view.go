package diagram

import (
	"errors"
	"fmt"
	"math"
)

// The largest graph that is laid out. Beyond it a reader sees nothing, and the
// engine's time grows without bound.
const (
	maxBoxes   = 2000
	maxEdges   = 6000
	maxBoxSide = 50_000 // pixels
)

// errGraph is a graph that no layout can be made for.
var errGraph = errors.New("the diagram cannot be laid out")

// ErrTooLarge is a graph with more boxes or edges than are laid out.
var ErrTooLarge = fmt.Errorf("%w: it is too large", errGraph)

// view is a graph that was checked, with its ids resolved to indexes. Sizes
// are whole pixels in it.
type view struct {
	graph   *Graph
	box     map[string]int
	group   map[string]int
	from    []int   // of each edge: the box where it starts, -1 for an entry
	to      []int   // of each edge: the box where it ends
	entries [][]int // of each box: the edges that come from nowhere
	// entryAcross and entryDown are the room for the longest entry of the
	// picture: one for all, so that their boxes stand in one line.
	entryAcross, entryDown float64
	labelHeight            float64 // of the highest label

	centred bool // boxes are drawn level at their middle, not at their top
	rigid   bool // the boxes of a chain stay level
	// makeshift is a layout in which edges run between boxes of one tile.
	makeshift bool
	// straight edges are lines from box to box, whatever lies in between.
	straight bool
	groups   groupGraph // of the groups that edges join, in ranks
	// kept is a layout in the coordinates of Box.At.
	kept bool
}

func newView(graph *Graph) (*view, error) {
	copied := *graph
	copied.Boxes = append([]Box(nil), graph.Boxes...)
	v := &view{graph: &copied, box: map[string]int{}, group: map[string]int{},
		entries: make([][]int, len(graph.Boxes)),
		centred: graph.Kind == KindER || graph.Kind == KindWorkflow}
	if len(graph.Boxes) > maxBoxes || len(graph.Edges) > maxEdges {
		return nil, fmt.Errorf("%w: it has %d boxes and %d edges, at most %d and %d can be drawn; show a part of it",
			ErrTooLarge, len(graph.Boxes), len(graph.Edges), maxBoxes, maxEdges)
	}
	for i, group := range graph.Groups {
		if _, double := v.group[group.ID]; double || group.ID == "" {
			return nil, fmt.Errorf("%w: group id %q is empty or there twice", errGraph, group.ID)
		}
		v.group[group.ID] = i
	}
	for i := range copied.Boxes {
		if err := v.addBox(i); err != nil {
			return nil, err
		}
	}
	return v, v.addEdges()
}

func (v *view) addBox(index int) error {
	box := &v.graph.Boxes[index]
	if _, double := v.box[box.ID]; double || box.ID == "" {
		return fmt.Errorf("%w: box id %q is empty or there twice", errGraph, box.ID)
	}
	if _, known := v.group[box.Group]; !known && box.Group != "" {
		return fmt.Errorf("%w: box %q is in a group that is not there", errGraph, box.ID)
	}
	for _, side := range []float64{box.Width, box.Height} {
		if !(side > 0 && side <= maxBoxSide) {
			return fmt.Errorf("%w: box %q is %g × %g pixels", errGraph, box.ID, box.Width, box.Height)
		}
	}
	box.Width, box.Height = math.Ceil(box.Width), math.Ceil(box.Height)
	v.box[box.ID] = index
	return nil
}

func (v *view) addEdges() error {
	seen := map[string]bool{}
	for i := range v.graph.Edges {
		edge := &v.graph.Edges[i]
		if seen[edge.ID] || edge.ID == "" {
			return fmt.Errorf("%w: edge id %q is empty or there twice", errGraph, edge.ID)
		}
		seen[edge.ID] = true
		v.labelHeight = max(v.labelHeight, edge.LabelHeight)
		from, known := v.box[edge.From]
		if !known && edge.From != "" {
			return fmt.Errorf("%w: edge %q starts at a box that is not there", errGraph, edge.ID)
		}
		to, known := v.box[edge.To]
		if !known {
			return fmt.Errorf("%w: edge %q ends at a box that is not there", errGraph, edge.ID)
		}
		if edge.From == "" {
			from = -1
			v.entries[to] = append(v.entries[to], i)
			v.entryAcross = max(v.entryAcross, math.Ceil(entryLength(edge, false)+boxGap/4))
			v.entryDown = max(v.entryDown, math.Ceil(entryLength(edge, true)+boxGap/4))
		}
		v.from, v.to = append(v.from, from), append(v.to, to)
	}
	return nil
}

// ends are the indexes of an edge's boxes; from is -1 for an entry.
func (v *view) ends(edge int) (from, to int) { return v.from[edge], v.to[edge] }

// groupOf is the index of a box's group, -1 for none.
func (v *view) groupOf(box int) int {
	if index, found := v.group[v.graph.Boxes[box].Group]; found {
		return index
	}
	return -1
}

// row finds a row of a box by its id.
func (v *view) row(box int, id string) (Row, bool) {
	if id == "" {
		return Row{}, false
	}
	for _, row := range v.graph.Boxes[box].Rows {
		if row.ID == id {
			return row, true
		}
	}
	return Row{}, false
}

// spans is the room of a box to both sides of its anchor, with its margin and
// its entry arrows.
func (v *view) spans(index int, vertical bool) (horizontal, down span) {
	box := &v.graph.Boxes[index]
	margin := v.margin(index, vertical)
	horizontal, down = span{margin.Left, margin.Right}, span{margin.Top, margin.Bottom}
	horizontal = horizontal.around(box.Width, v.graph.Kind == KindER || v.centred && vertical)
	down = down.around(box.Height, v.graph.Kind == KindER || v.centred && !vertical)
	return horizontal, down
}

func (s span) around(size float64, centred bool) span {
	if centred {
		return span{s.before + size/2, s.after + size/2}
	}
	return span{s.before, s.after + size}
}

// margin is the room that a box keeps round itself, for its attributes and for
// its entry arrows.
func (v *view) margin(index int, vertical bool) Margin {
	own, entries := v.graph.Boxes[index].Margin, v.entryMargin(index, vertical)
	return Margin{max(own.Top, entries.Top), max(own.Right, entries.Right), max(own.Bottom, entries.Bottom), max(own.Left, entries.Left)}
}

// entryMargin is the room of entry arrows with a little air before them: before
// the box, and beside it where their labels are larger than its side.
func (v *view) entryMargin(index int, vertical bool) Margin {
	box, entries := &v.graph.Boxes[index], v.entries[index]
	first, after := 0.0, 0.0
	for i, edge := range entries {
		e := &v.graph.Edges[edge]
		size, label, at := box.Width, e.LabelWidth, 0.0
		if vertical {
			at = entryPlace(size, size/2, label, i, len(entries))
		} else {
			size, label = box.Height, e.LabelHeight
			at = entryPlace(size, box.entryMiddle(), label, i, len(entries))
		}
		first, after = max(first, math.Ceil(label/2-at)), max(after, math.Ceil(at+label/2-size))
	}
	switch {
	case len(entries) == 0:
		return Margin{}
	case vertical:
		return Margin{Top: v.entryDown, Right: after, Left: first}
	}
	return Margin{Top: first, Bottom: after, Left: v.entryAcross}
}

// entryStrip is from where to where, along the side of a box, no edge may run
// into its entry arrows.
func (v *view) entryStrip(index int, vertical bool) stretch {
	box, entries := &v.graph.Boxes[index], v.entries[index]
	strip := stretch{math.Inf(1), math.Inf(-1)}
	for i, edge := range entries {
		e := &v.graph.Edges[edge]
		size, middle, label := box.Width, box.Width/2, e.LabelWidth
		if !vertical {
			size, middle, label = box.Height, box.entryMiddle(), e.LabelHeight
		}
		at := entryPlace(size, middle, label, i, len(entries))
		strip = stretch{min(strip.low, at-label/2), max(strip.high, at+label/2)}
	}
	air := v.stubAir() + 2
	return stretch{strip.low - air, strip.high + air}
}

// entryLength is the length of an entry arrow: its label and a line on both
// sides of it, the longer one with the arrow head.
func entryLength(edge *Edge, vertical bool) float64 {
	const before, after = 8, 26
	label := edge.LabelWidth
	if vertical {
		label = edge.LabelHeight
	}
	return before + math.Ceil(label) + after
}
