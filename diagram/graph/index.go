package graph

import (
	"errors"
	"fmt"
	"math"

	"widerow/diagram/geom"
)

// The largest graph that is laid out. A larger one would be unreadable, and the
// engine's running time grows without bound.
const (
	MaxBoxes   = 2000
	MaxEdges   = 6000
	maxBoxSide = 50_000 // pixels
)

// ErrGraph reports an invalid graph.
var ErrGraph = errors.New("the diagram cannot be laid out")

// ErrTooLarge reports a graph with more than MaxBoxes boxes or MaxEdges edges,
// or with a box of more than maxBoxSide.
var ErrTooLarge = fmt.Errorf("%w: it is too large", ErrGraph)

// Index is a checked copy of a graph whose IDs are resolved to the indexes of
// its boxes, groups and edges. Its box sizes are rounded up to whole pixels.
type Index struct {
	Graph       *Graph
	box         map[string]int
	group       map[string]int
	from        []int   // for each edge, the box where it starts, or -1 for an entry
	to          []int   // for each edge, the box where it ends
	Entries     [][]int // for each box, its entry edges
	LabelHeight float64 // of the tallest label of an edge between boxes
}

// NewIndex checks a copy of the graph. The error wraps ErrGraph and describes
// what is invalid.
func NewIndex(graph *Graph) (*Index, error) {
	copied := *graph
	copied.Boxes = append([]Box(nil), graph.Boxes...)
	x := &Index{Graph: &copied, box: map[string]int{}, group: map[string]int{}, Entries: make([][]int, len(graph.Boxes))}
	if len(graph.Boxes) > MaxBoxes || len(graph.Edges) > MaxEdges {
		return nil, fmt.Errorf("%w: it has %d boxes and %d edges, at most %d and %d can be drawn; show a part of it",
			ErrTooLarge, len(graph.Boxes), len(graph.Edges), MaxBoxes, MaxEdges)
	}
	for i, group := range graph.Groups {
		if _, double := x.group[group.ID]; double || group.ID == "" {
			return nil, fmt.Errorf("%w: group id %q is empty or there twice", ErrGraph, group.ID)
		}
		x.group[group.ID] = i
	}
	for i := range copied.Boxes {
		if err := x.addBox(i); err != nil {
			return nil, err
		}
	}
	return x, x.addEdges()
}

func (x *Index) addBox(index int) error {
	box := &x.Graph.Boxes[index]
	if _, double := x.box[box.ID]; double || box.ID == "" {
		return fmt.Errorf("%w: box id %q is empty or there twice", ErrGraph, box.ID)
	}
	if _, known := x.group[box.Group]; !known && box.Group != "" {
		return fmt.Errorf("%w: box %q is in a group that is not there", ErrGraph, box.ID)
	}
	for _, side := range []float64{box.Width, box.Height} {
		if side > maxBoxSide {
			return fmt.Errorf("%w: a box of it would be %.0f × %.0f pixels, at most %d can be drawn; show fewer columns",
				ErrTooLarge, box.Width, box.Height, maxBoxSide)
		}
		if !(side > 0) {
			return fmt.Errorf("%w: box %q is %g × %g pixels", ErrGraph, box.ID, box.Width, box.Height)
		}
	}
	box.Width, box.Height = math.Ceil(box.Width), math.Ceil(box.Height)
	x.box[box.ID] = index
	return nil
}

func (x *Index) addEdges() error {
	seen := map[string]bool{}
	for i := range x.Graph.Edges {
		edge := &x.Graph.Edges[i]
		if seen[edge.ID] || edge.ID == "" {
			return fmt.Errorf("%w: edge id %q is empty or there twice", ErrGraph, edge.ID)
		}
		seen[edge.ID] = true
		if edge.From != "" {
			x.LabelHeight = max(x.LabelHeight, edge.LabelHeight)
		}
		from, known := x.box[edge.From]
		if !known && edge.From != "" {
			return fmt.Errorf("%w: edge %q starts at a box that is not there", ErrGraph, edge.ID)
		}
		to, known := x.box[edge.To]
		if !known {
			return fmt.Errorf("%w: edge %q ends at a box that is not there", ErrGraph, edge.ID)
		}
		if edge.From == "" {
			from = -1
			x.Entries[to] = append(x.Entries[to], i)
		}
		x.from, x.to = append(x.from, from), append(x.to, to)
	}
	return nil
}

// Ends returns the indexes of an edge's boxes; from is -1 for an entry.
func (x *Index) Ends(edge int) (from, to int) { return x.from[edge], x.to[edge] }

// GroupOf returns the index of a box's group, or -1 if it has none.
func (x *Index) GroupOf(box int) int {
	if index, found := x.group[x.Graph.Boxes[box].Group]; found {
		return index
	}
	return -1
}

// Row returns the row of a box with the given ID and reports whether there is
// one.
func (x *Index) Row(box int, id string) (Row, bool) {
	if id == "" {
		return Row{}, false
	}
	for _, row := range x.Graph.Boxes[box].Rows {
		if row.ID == id {
			return row, true
		}
	}
	return Row{}, false
}

// TitleOf returns the rectangle of the title in a frame of a group.
func (x *Index) TitleOf(frame Place) geom.Rect {
	title, g := frame.Rect, &x.Graph.Groups[frame.Index]
	title.Height = g.Header
	if g.Title > 0 {
		title.Width = min(title.Width, g.Title)
	}
	return title
}

// Place is the rectangle of a box or of a group's frame, together with the
// index of the box or group.
type Place struct {
	Index int
	Rect  geom.Rect
}
