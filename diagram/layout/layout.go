package layout

import (
	"context"
	"fmt"
	"math"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/layout/dot"
	"widerow/diagram/layout/route"
)

// PicturePad is the space around the whole diagram, in px.
const PicturePad = 16

// Dot lays out graphs in the DOT language and returns Graphviz's plain format.
type Dot interface {
	Plain(ctx context.Context, texts []string) ([]string, error)
}

// Layout places all boxes in the order that dot gives them and routes the
// edges. Boxes that already have places keep them, and dot is used only for
// those that are laid out anew.
func (v *View) Layout(ctx context.Context, dot Dot) (*graph.Layout, error) {
	if v.Graph.Method == graph.MethodGraphviz {
		return v.graphviz(ctx, dot)
	}
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

// Makeshift lays out the graph without dot: in a grid, or, if some boxes have
// places, with each other box near its neighbours.
func (v *View) Makeshift() *graph.Layout {
	if v.anchored() {
		return v.keep(v.alone())
	}
	return v.grid()
}

// Notice explains to the user why a layout without dot is simpler than usual.
// It is "" if the difference is small. late means that the engine took too long
// rather than failed.
func (v *View) Notice(late bool) string {
	reason := "the layout engine failed"
	if late {
		reason = "the layout engine took too long"
	}
	switch {
	case v.Graph.Tidy || !v.anchored():
		return "Shown as a plain grid: " + reason + "."
	case v.Straight:
		return "Shown with straight lines: " + reason + "."
	}
	return ""
}

// rank assigns ranks with dot to the boxes of each component and to connected
// groups. A component of one box, or one placed in cells, needs none.
func (v *View) rank(ctx context.Context, with Dot, parts []*component) error {
	var texts []string
	var ranked []*component
	var graphs []*dot.Graph
	add := func(part *component, in *View) {
		g := part.dot(in)
		ranked, graphs, texts = append(ranked, part), append(graphs, g), append(texts, g.Text())
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
	plain, err := with.Plain(ctx, texts)
	if err != nil {
		return err
	}
	if len(plain) != len(texts) {
		return fmt.Errorf("%w: %d answers to %d graphs", dot.ErrAnswer, len(plain), len(texts))
	}
	for i, part := range ranked {
		ranks, err := graphs[i].Ranks(plain[i])
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

// finish routes the edges.
func (v *View) finish(picture *block, vertical bool) *graph.Layout {
	boxes, groups := rects(picture.boxes, len(v.Graph.Boxes)), wholePlaces(picture.groups)
	v.levelFrames(boxes, groups, vertical)
	v.alignGroups(boxes, groups, vertical)
	return v.placed(boxes, groups, route.Edges(v.Index, boxes, groups, vertical && v.Graph.Kind != graph.KindER, v.Straight)) // whose edges lead nowhere
}

// placed moves the diagram to 0,0.
func (v *View) placed(boxes []geom.Rect, groups []graph.Place, routes []graph.Route) *graph.Layout {
	frame := v.frame(boxes, groups, routes)
	layout := &graph.Layout{Width: frame.Width, Height: frame.Height,
		Boxes: map[string]geom.Rect{}, Groups: map[string][]geom.Rect{}, Edges: map[string]graph.Route{}}
	if v.kept {
		layout.Origin = geom.Pt(frame.X, frame.Y)
	}
	for i, box := range boxes {
		layout.Boxes[v.Graph.Boxes[i].ID] = geom.NewRect(box.X-frame.X, box.Y-frame.Y, box.Width, box.Height)
	}
	for _, group := range groups {
		id, rect := v.Graph.Groups[group.Index].ID, group.Rect
		layout.Groups[id] = append(layout.Groups[id], geom.NewRect(rect.X-frame.X, rect.Y-frame.Y, rect.Width, rect.Height))
	}
	for i, r := range routes {
		for k, p := range r.Points {
			r.Points[k] = geom.Pt(p.X-frame.X, p.Y-frame.Y)
		}
		if e := &v.Graph.Edges[i]; e.LabelWidth > 0 && e.LabelHeight > 0 {
			r.Label = geom.Pt(r.Label.X-frame.X, r.Label.Y-frame.Y)
		} else {
			r.Label = geom.Point{}
		}
		layout.Edges[v.Graph.Edges[i].ID] = r
	}
	return layout
}

// frame returns the bounds of everything drawn, plus PicturePad.
func (v *View) frame(boxes []geom.Rect, groups []graph.Place, routes []graph.Route) geom.Rect {
	low, high := geom.Pt(math.Inf(1), math.Inf(1)), geom.Pt(math.Inf(-1), math.Inf(-1))
	include := func(r geom.Rect) {
		low = geom.Pt(min(low.X, r.X), min(low.Y, r.Y))
		high = geom.Pt(max(high.X, r.X+r.Width), max(high.Y, r.Y+r.Height))
	}
	for i, box := range boxes {
		m := v.Graph.Boxes[i].Margin
		include(geom.NewRect(box.X-m.Left, box.Y-m.Top, box.Width+m.Left+m.Right, box.Height+m.Top+m.Bottom))
	}
	for _, group := range groups {
		include(group.Rect)
	}
	for i, r := range routes {
		for _, p := range r.Points {
			include(geom.Rect{X: p.X, Y: p.Y})
		}
		if e := &v.Graph.Edges[i]; e.LabelWidth > 0 && e.LabelHeight > 0 {
			include(graph.LabelPill(e, r.Label))
		}
	}
	if low.X > high.X {
		return geom.Rect{Width: 2 * PicturePad, Height: 2 * PicturePad}
	}
	x, y := math.Floor(low.X)-PicturePad, math.Floor(low.Y)-PicturePad
	return geom.NewRect(x, y, math.Ceil(high.X)+PicturePad-x, math.Ceil(high.Y)+PicturePad-y)
}
