package diagram

import (
	"context"
	"fmt"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
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
	figures     map[string]figure
	containers  map[string]container
	connectors  map[string]connector
	attributes  map[string][]*attribute // by the id of their box
	key         []keyEntry
	positions   map[model.ID]model.Position // that the document has, if the drawing is plain
	widths      []float64                   // of the boxes as their content needs it
	differences map[model.ID]Difference     // only of the picture of a comparison
}

// figure is the content of a box of the graph.
type figure interface {
	paint(p *painter, at geom.Rect) *scene.Element
	description() Description
	dot() string // the attributes of its node in DOT
}

// Badge rates the partition size of a table.
type Badge struct {
	Level string // "ok", "warn", "bad", "assumed" or "missing"
	// WorstOnly draws a ring: only the worst case exceeds the limit.
	WorstOnly bool
	Text      string // shown beside the table's name
}

func (b Badge) symbol() symbol {
	switch {
	case b.WorstOnly:
		return symbolBadgeWorst
	case b.Level == "ok":
		return symbolBadgeOK
	case b.Level == "warn":
		return symbolBadgeWarn
	case b.Level == "bad":
		return symbolBadgeBad
	case b.Level == "assumed":
		return symbolBadgeAssumed
	}
	return symbolBadgeMissing
}

func (b Badge) paint(at geom.Point) scene.Item {
	class := "badge " + b.Level
	if b.WorstOnly {
		class += " ring"
	}
	return &scene.Ellipse{Class: class, Centre: at, RadiusX: 4.5, RadiusY: 4.5}
}

// Options hold what a view adds to a drawing. They do not affect the layout.
type Options struct {
	Selected model.ID
	Badges   map[model.ID]Badge // by the table's or view's id
	Advice   map[model.ID]int   // how many findings a table or view has
	// Faults are the reasons why queries are not served, by the IDs of their arrows
	// and transitions.
	Faults map[model.ID]string
	Picks  Picks // only of an ER diagram
	// Href returns the address of an element, "" for none; nil draws no links.
	Href func(model.ID) string
	// Standalone pictures carry their style, fonts, background and caption.
	Standalone bool
	Revision   Revision
}

// Build returns one of the four diagrams of a model, before its layout. It leaves
// out dangling references and draws lookups between tables.
func Build(m *model.Model, kind Kind, display Display, lookups ...Lookup) *Drawing {
	net := netOf(m, kind)
	net.joinLookups(lookups)
	d := &Drawing{
		kind: kind, display: display, containers: map[string]container{},
		figures: make(map[string]figure, len(net.boxes)), connectors: make(map[string]connector, len(net.arrows)),
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
	for _, figure := range d.figures {
		if table, isTable := figure.(*tableFigure); isTable {
			rows += len(table.rows)
		}
	}
	for _, tree := range d.attributes {
		rows += len(tree)
	}
	return rows
}

// Empty reports whether there is nothing to draw.
func (d *Drawing) Empty() bool { return len(d.graph.Boxes) == 0 }

// Draws reports whether an element has a box of its own.
func (d *Drawing) Draws(id model.ID) bool { return d.figures[string(id)] != nil }

// Render draws a model as SVG in one go.
func Render(ctx context.Context, layouter graph.Layouter, m *model.Model, kind Kind, display Display, options Options) ([]byte, error) {
	scene, err := Draw(ctx, layouter, m, kind, display, options)
	if err != nil {
		return nil, err
	}
	return svg.Encode(scene), nil
}

// Draw returns the picture of a model, to be written in any format.
func Draw(ctx context.Context, layouter graph.Layouter, m *model.Model, kind Kind, display Display, options Options) (*scene.Scene, error) {
	return Build(m, kind, display).Draw(ctx, layouter, options)
}

// Draw lays the drawing out and returns its picture.
func (d *Drawing) Draw(ctx context.Context, layouter graph.Layouter, options Options) (*scene.Scene, error) {
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

func (d *Drawing) addBox(box graph.Box, f figure) {
	d.graph.Boxes = append(d.graph.Boxes, box)
	d.figures[box.ID] = f
}

func (d *Drawing) addEdge(edge graph.Edge, c connector) {
	if c.pill != nil {
		edge.LabelWidth, edge.LabelHeight = c.pill.width, c.pill.height
	}
	d.graph.Edges = append(d.graph.Edges, edge)
	d.connectors[edge.ID] = c
}

// plural formats a count: "1 table", "3 tables".
func plural(count int, one, many string) string {
	if count == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", count, many)
}
