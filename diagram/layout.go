package diagram

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math"
)

// Engine is the Layouter of the app: dot in child processes ranks and orders
// the boxes, and our own code places them and routes the edges. For a large
// graph that happens in a child process too, so that no request waits for the
// processor or the memory that another's diagram takes.
type Engine struct {
	workers workers
	cache   *layoutCache
	logger  *slog.Logger
}

// largeGraph is how many boxes and edges make a large graph: placing and
// routing as many takes some 0.1 s.
const largeGraph = 500

func (g *Graph) large() bool { return len(g.Boxes)+len(g.Edges) > largeGraph }

// plainer lays out DOT texts in Graphviz's plain format.
type plainer interface {
	plain(ctx context.Context, texts []string) ([]string, error)
}

// workers are the child processes; Pool has them.
type workers interface {
	plainer
	// layout does the whole layout of a graph, makeshift does it without dot.
	layout(ctx context.Context, graph *Graph) (*Layout, error)
	makeshift(ctx context.Context, graph *Graph) (*Layout, error)
}

// NewEngine gives an engine that runs dot in the pool and remembers the last
// layouts. The pool stays the caller's to close. logger may be nil.
func NewEngine(pool *Pool, logger *slog.Logger) *Engine {
	return newEngine(pool, logger)
}

func newEngine(workers workers, logger *slog.Logger) *Engine {
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	return &Engine{workers: workers, cache: newLayoutCache(cachedLayouts), logger: logger}
}

// Layout lays a graph out, or gives the layout made before for an equal one.
func (e *Engine) Layout(ctx context.Context, graph *Graph) (*Layout, error) {
	return e.cache.layout(ctx, graph, e.compute)
}

// compute makes a layout; lasting is false when it is a makeshift that is
// worth another try later.
func (e *Engine) compute(ctx context.Context, graph *Graph) (layout *Layout, lasting bool, err error) {
	v, err := newView(graph)
	if err != nil {
		return nil, false, err
	}
	if graph.large() {
		layout, err = e.workers.layout(ctx, graph)
	} else {
		layout, err = v.laidOut(ctx, e.workers)
	}
	switch {
	case err == nil:
		return layout, true, nil
	case ctx.Err() != nil:
		return nil, false, ctx.Err()
	}
	e.logger.Warn("a makeshift instead of a layout", "cause", err, "boxes", len(graph.Boxes), "edges", len(graph.Edges))
	layout = e.makeDo(ctx, v, err)
	layout.Notice = v.notice(err)
	return layout, false, nil
}

// makeDo lays out without dot. If no worker does that for a large graph, its
// edges are straight, so that it costs the server little.
func (e *Engine) makeDo(ctx context.Context, v *view, cause error) *Layout {
	if v.graph.large() && !errors.Is(cause, errBusy) {
		if layout, err := e.workers.makeshift(ctx, v.graph); err == nil {
			return layout
		}
	}
	v.straight = v.graph.large()
	return v.makeDo()
}

// laidOut places all boxes, in the order that dot gives them, and routes the
// edges. A graph whose boxes have places keeps those: then dot is asked only
// for what is to be laid out anew.
func (v *view) laidOut(ctx context.Context, dot plainer) (*Layout, error) {
	if v.anchored() {
		parts := v.fresh()
		if err := v.rank(ctx, dot, parts); err != nil {
			return nil, err
		}
		return v.keep(parts), nil
	}
	parts := v.components()
	if err := v.rank(ctx, dot, parts); err != nil {
		return nil, err
	}
	picture, vertical := v.compose(parts)
	return v.finish(picture, vertical), nil
}

// makeDo lays out without dot: in a grid, or boxes without a place one by one
// near their neighbours.
func (v *view) makeDo() *Layout {
	if v.anchored() {
		return v.keep(v.alone())
	}
	return v.grid()
}

// notice says to the reader why a picture without dot is plainer than usual; ""
// if it hardly is.
func (v *view) notice(cause error) string {
	reason := "the layout engine failed"
	if errors.Is(cause, errLate) {
		reason = "the layout engine took too long"
	}
	switch {
	case v.graph.Tidy || !v.anchored():
		return "Shown as a plain grid: " + reason + "."
	case v.straight:
		return "Shown with straight lines: " + reason + "."
	}
	return ""
}

// rank has dot put the boxes of each component in ranks, and the groups that
// edges join. A component of one box has nothing to rank, one that is set in cells
// no ranks.
func (v *view) rank(ctx context.Context, dot plainer, parts []*component) error {
	var texts []string
	var ranked []*component
	var graphs []*dotGraph
	add := func(part *component, in *view) {
		g := part.dot(in)
		ranked, graphs, texts = append(ranked, part), append(graphs, g), append(texts, g.text())
	}
	for _, part := range parts {
		if len(part.boxes) >= 2 && !v.inCells(part) {
			add(part, v)
		}
	}
	groups := v.newGroupGraph()
	for _, part := range groups.parts {
		add(part, groups.view)
	}
	if len(texts) == 0 {
		return nil
	}
	plain, err := dot.plain(ctx, texts)
	if err != nil {
		return err
	}
	if len(plain) != len(texts) {
		return fmt.Errorf("%w: %d answers to %d graphs", errPlain, len(plain), len(texts))
	}
	for i, part := range ranked {
		ranks, err := graphs[i].ranks(plain[i])
		if err != nil {
			return err
		}
		for r := range ranks {
			for k, node := range ranks[r] {
				ranks[r][k] = part.boxes[node]
			}
		}
		part.ranks = ranks
	}
	v.groups = groups
	return nil
}

// finish routes the edges and moves the whole to 0,0.
func (v *view) finish(picture *block, vertical bool) *Layout {
	boxes, groups := rects(picture.boxes, len(v.graph.Boxes)), wholePlaces(picture.groups)
	v.levelFrames(boxes, groups, vertical)
	v.alignGroups(boxes, groups, vertical)
	routes := route(v, boxes, groups, vertical && v.graph.Kind != KindER) // whose edges lead nowhere
	frame := v.frame(boxes, groups, routes)
	layout := &Layout{Width: frame.Width, Height: frame.Height,
		Boxes: map[string]Rect{}, Groups: map[string][]Rect{}, Edges: map[string]Route{}}
	if v.kept {
		layout.Origin = Point{frame.X, frame.Y}
	}
	for i, box := range boxes {
		layout.Boxes[v.graph.Boxes[i].ID] = Rect{box.X - frame.X, box.Y - frame.Y, box.Width, box.Height}
	}
	for _, group := range groups {
		id, rect := v.graph.Groups[group.index].ID, group.rect
		layout.Groups[id] = append(layout.Groups[id], Rect{rect.X - frame.X, rect.Y - frame.Y, rect.Width, rect.Height})
	}
	for i, r := range routes {
		for k, p := range r.Points {
			r.Points[k] = Point{p.X - frame.X, p.Y - frame.Y}
		}
		if e := &v.graph.Edges[i]; e.LabelWidth > 0 && e.LabelHeight > 0 {
			r.Label = Point{r.Label.X - frame.X, r.Label.Y - frame.Y}
		} else {
			r.Label = Point{}
		}
		layout.Edges[v.graph.Edges[i].ID] = r
	}
	return layout
}

// frame is the rectangle round all that is drawn, with some air.
func (v *view) frame(boxes []Rect, groups []boxPlace, routes []Route) Rect {
	low, high := Point{math.Inf(1), math.Inf(1)}, Point{math.Inf(-1), math.Inf(-1)}
	include := func(r Rect) {
		low = Point{min(low.X, r.X), min(low.Y, r.Y)}
		high = Point{max(high.X, r.X+r.Width), max(high.Y, r.Y+r.Height)}
	}
	for i, box := range boxes {
		m := v.graph.Boxes[i].Margin
		include(Rect{box.X - m.Left, box.Y - m.Top, box.Width + m.Left + m.Right, box.Height + m.Top + m.Bottom})
	}
	for _, group := range groups {
		include(group.rect)
	}
	for i, r := range routes {
		for _, p := range r.Points {
			include(Rect{X: p.X, Y: p.Y})
		}
		if e := &v.graph.Edges[i]; e.LabelWidth > 0 && e.LabelHeight > 0 {
			include(pill(e, r.Label))
		}
	}
	if low.X > high.X {
		return Rect{Width: 2 * picturePad, Height: 2 * picturePad}
	}
	x, y := math.Floor(low.X)-picturePad, math.Floor(low.Y)-picturePad
	return Rect{x, y, math.Ceil(high.X) + picturePad - x, math.Ceil(high.Y) + picturePad - y}
}
