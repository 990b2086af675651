package diagram

import (
	"context"
	"fmt"
	"slices"

	"widerow/diagram/chebotko"
	"widerow/diagram/chen"
	"widerow/diagram/figure"
	"widerow/diagram/graph"
	"widerow/diagram/legend"
	"widerow/diagram/scene"
	"widerow/diagram/scene/svg"
	"widerow/diagram/typeface"
	"widerow/model"
)

// Drawing is a diagram before layout: its Graph, and the contents of each box,
// group and edge. It is immutable and shares nothing with the model.
type Drawing struct {
	kind        Kind
	display     Display
	name, what  string // of the model, and of the diagram
	title       string
	description string
	empty       string // the text shown if there is nothing to draw
	problems    []Problem
	unfocused   bool // as in plan
	shown, all  int  // tables, steps or entity types
	graph       graph.Graph
	figures     map[string]figure.Figure
	containers  map[string]chebotko.Container
	connectors  map[string]connector
	attributes  map[string][]*chen.Attribute // by the id of their box
	memos       memos
	key         []legend.KeyEntry
	positions   map[model.ID]model.Position    // that the document has, if the drawing is plain
	widths      []float64                      // of the boxes as their content needs it
	differences map[model.ID]figure.Difference // only of the picture of a comparison
}

// Build returns one of the four diagrams of a model, before its layout. It leaves
// out dangling references and draws lookups between tables.
func Build(m *model.Model, kind Kind, display Display, lookups ...Lookup) *Drawing {
	net := netOf(m, kind)
	net.joinLookups(lookups)
	d := &Drawing{
		kind: kind, display: display, containers: map[string]chebotko.Container{},
		figures: make(map[string]figure.Figure, len(net.boxes)), connectors: make(map[string]connector, len(net.arrows)),
		graph: graph.Graph{
			Kind: kind, Method: display.Method, Direction: display.Direction, Compact: display.Compact, Page: display.Page,
			Boxes: make([]graph.Box, 0, len(net.boxes)), Edges: make([]graph.Edge, 0, len(net.arrows)),
		},
	}
	p := newPlan(m, net, &d.display)
	switch kind {
	case KindER:
		d.what, d.empty = "Concepts", "No entity types yet"
		d.buildER(m, p)
	case KindWorkflow:
		d.what, d.empty = "Workflow", "No steps yet"
		d.buildWorkflow(m, p)
	case KindLogical:
		d.what, d.empty = "Logical model", "No tables yet"
		d.buildLogical(m, p)
	case KindPhysical:
		d.what, d.empty = "Physical model", "No tables yet"
		d.buildPhysical(m, p)
	default:
		d.empty = fmt.Sprintf("There is no diagram %q", kind)
	}
	d.name, d.problems = typeface.Clean(m.Name), p.problems
	d.title = d.name + " · " + d.what
	d.shown, d.all = p.count()
	if d.all > 0 {
		d.empty = "Nothing of this model passes the filters"
	}
	d.unfocused = p.unfocused
	d.addMemos(m)
	if d.Plain() {
		d.keepPlaces(m)
	}
	return d
}

// Graph returns the input of a Layouter. It must not be changed.
func (d *Drawing) Graph() *graph.Graph { return &d.graph }

// Display returns the display passed to Build, without references that the model
// does not have.
func (d *Drawing) Display() Display { return d.display }

// Plain reports whether the display is plain in this diagram (see [Display.Plain]).
// A focus on an element that only another diagram shows has no effect.
func (d *Drawing) Plain() bool {
	display := d.display
	if d.unfocused {
		display.Focus = ""
	}
	return display.Plain()
}

// Problems returns the references of the display that the model does not have.
func (d *Drawing) Problems() []Problem { return d.problems }

// Shown returns the number of tables, steps or entity types that have a box of
// their own, and the number in the model.
func (d *Drawing) Shown() (shown, all int) { return d.shown, d.all }

// Rows returns the number of columns, or of attributes, that are drawn.
func (d *Drawing) Rows() int {
	rows := 0
	for _, drawn := range d.figures {
		if table, isTable := drawn.(*chebotko.Table); isTable {
			rows += len(table.Rows)
		}
	}
	for _, tree := range d.attributes {
		rows += len(tree)
	}
	return rows
}

// Differences returns the differences that the picture of a comparison marks, by element.
func (d *Drawing) Differences() map[model.ID]figure.Difference { return d.differences }

// Empty reports whether there is nothing to draw.
func (d *Drawing) Empty() bool { return len(d.graph.Boxes) == 0 }

// Draws reports whether an element has a box of its own.
func (d *Drawing) Draws(id model.ID) bool {
	return d.figures[string(id)] != nil || slices.Contains(d.memos.ids(), id)
}

// Render draws a model as SVG in one go.
func Render(ctx context.Context, layouter graph.Layouter, m *model.Model, kind Kind, display Display, options figure.Options) ([]byte, error) {
	scene, err := Draw(ctx, layouter, m, kind, display, options)
	if err != nil {
		return nil, err
	}
	return svg.Encode(scene), nil
}

// Draw returns the picture of a model, to be written in any format.
func Draw(ctx context.Context, layouter graph.Layouter, m *model.Model, kind Kind, display Display, options figure.Options) (*scene.Scene, error) {
	return Build(m, kind, display).Draw(ctx, layouter, options)
}

// Draw lays the drawing out and returns its picture.
func (d *Drawing) Draw(ctx context.Context, layouter graph.Layouter, options figure.Options) (*scene.Scene, error) {
	if d.Empty() {
		return d.Scene(&graph.Layout{}, options), nil
	}
	layout, err := d.Layout(ctx, layouter)
	if err != nil {
		return nil, fmt.Errorf("lay out the %s diagram: %w", d.kind, err)
	}
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	return d.Scene(layout, options), nil
}

func (d *Drawing) addBox(box graph.Box, f figure.Figure) {
	d.graph.Boxes = append(d.graph.Boxes, box)
	d.figures[box.ID] = f
}

func (d *Drawing) addEdge(edge graph.Edge, c connector) {
	if c.pill != nil {
		edge.LabelWidth, edge.LabelHeight = c.pill.Width, c.pill.Height
	}
	d.graph.Edges = append(d.graph.Edges, edge)
	d.connectors[edge.ID] = c
}
