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

// graphviz lays out the graph with the places and curves of dot alone. If the
// direction is free, it chooses the one whose picture can be shown larger.
func (v *View) graphviz(ctx context.Context, with Dot) (*graph.Layout, error) {
	directions := []bool{false, true}
	if v.Graph.Direction != graph.DirectionAuto {
		directions = []bool{v.Graph.Direction == graph.TopDown}
	}
	pictures, texts := make([]*dotPicture, len(directions)), make([]string, len(directions))
	for i, vertical := range directions {
		pictures[i] = v.newDotPicture(vertical)
		texts[i] = pictures[i].Text()
	}
	plain, err := with.Plain(ctx, texts)
	if err != nil {
		return nil, err
	}
	if len(plain) != len(texts) {
		return nil, fmt.Errorf("%w: %d answers to %d graphs", dot.ErrAnswer, len(plain), len(texts))
	}
	var best *graph.Layout
	for i, picture := range pictures {
		drawn, err := picture.Read(plain[i])
		if err != nil {
			return nil, err
		}
		if made := picture.layout(drawn); best == nil || v.fit(made.Width, made.Height) < v.fit(best.Width, best.Height) {
			best = made
		}
	}
	return best, nil
}

// dotPicture is a graph as passed to dot. The label of an edge is a box along the
// edge, and so is the start of an entry, so that dot keeps space for them.
type dotPicture struct {
	dot.Picture
	view  *View
	edges []dotEdge // by the index of the graph's edge
}

// dotEdge is an edge of the graph: its one or two lines, and its label.
type dotEdge struct {
	lines []int
	label int // a box of the picture, -1 for none
}

// entryStart is the side of the box where an entry starts, in px.
const entryStart = 2

func (v *View) newDotPicture(vertical bool) *dotPicture {
	p := &dotPicture{view: v, Picture: dot.Picture{TopDown: vertical, Compact: v.Graph.Compact}}
	for i := range v.Graph.Boxes {
		box := &v.Graph.Boxes[i]
		added := p.add(v.GroupOf(i), box.Width+box.Margin.Left+box.Margin.Right, box.Height+box.Margin.Top+box.Margin.Bottom)
		if len(box.Rows) > 0 {
			p.Boxes[added].Title = box.Rows[0].Top
		}
	}
	for _, group := range v.Graph.Groups {
		p.Clusters = append(p.Clusters, dot.Cluster{Width: group.Width, Header: group.Header, Padding: group.Padding})
	}
	for i := range v.Graph.Edges {
		p.addEdge(i)
	}
	p.chain()
	return p
}

func (p *dotPicture) add(group int, width, height float64) int {
	p.Boxes = append(p.Boxes, dot.Box{Width: width, Height: height, Cluster: group})
	return len(p.Boxes) - 1
}

func (p *dotPicture) addEdge(index int) {
	edge := &p.view.Graph.Edges[index]
	from, to := p.view.Ends(index)
	group := p.view.GroupOf(to)
	if from < 0 {
		from = p.add(group, entryStart, entryStart)
	} else if p.view.GroupOf(from) != group {
		group = -1
	}
	line := dot.Line{Weight: edge.Weight, Beside: edge.Beside}
	made := dotEdge{label: -1}
	join := func(from, to int) {
		line.From, line.To = from, to
		p.Lines = append(p.Lines, line)
		made.lines = append(made.lines, len(p.Lines)-1)
	}
	if edge.LabelWidth > 0 && edge.LabelHeight > 0 {
		made.label = p.add(group, edge.LabelWidth, edge.LabelHeight)
		join(from, made.label)
		from = made.label
	}
	join(from, to)
	p.edges = append(p.edges, made)
}

// chain connects the boxes without edges by hidden lines, group by group, in chains
// of equal length. Otherwise dot would put them all into one rank.
func (p *dotPicture) chain() {
	joined := make([]bool, len(p.Boxes))
	for _, line := range p.Lines {
		joined[line.From], joined[line.To] = true, true
	}
	alone := map[int][]int{}
	for i, box := range p.Boxes {
		if !joined[i] {
			alone[box.Cluster] = append(alone[box.Cluster], i)
		}
	}
	for group := -1; group < len(p.Clusters); group++ {
		boxes := alone[group]
		chains := int(math.Ceil(math.Sqrt(float64(len(boxes)))))
		for k := chains; k < len(boxes); k++ {
			p.Lines = append(p.Lines, dot.Line{From: boxes[k-chains], To: boxes[k], Hidden: true})
		}
	}
}

// layout turns dot's answer into a layout. The edges of an ER diagram are straight,
// since dot knows its boxes only together with the attributes around them.
func (p *dotPicture) layout(d *dot.Drawn) *graph.Layout {
	v := p.view
	boxes := make([]geom.Rect, len(v.Graph.Boxes))
	for i := range boxes {
		box, at := &v.Graph.Boxes[i], d.Boxes[i]
		boxes[i] = geom.NewRect(math.Round(at.X+box.Margin.Left), math.Round(at.Y+box.Margin.Top), box.Width, box.Height)
	}
	groups := p.frames(d)
	if v.Graph.Kind == graph.KindER {
		return v.placed(boxes, groups, route.Edges(v.Index, boxes, groups, false, v.Straight))
	}
	routes := make([]graph.Route, len(p.edges))
	for i, edge := range p.edges {
		for _, line := range edge.lines {
			routes[i].Points = append(routes[i].Points, flatten(d.Curves[line])...)
		}
		if edge.label >= 0 {
			routes[i].Label = d.Boxes[edge.label].Centre()
		}
	}
	return v.placed(boxes, groups, routes)
}

// frames returns the frame of each group around its boxes. dot keeps at least that
// much space free.
func (p *dotPicture) frames(d *dot.Drawn) []graph.Place {
	inside := make([][]geom.Rect, len(p.Clusters))
	for i, box := range p.Boxes {
		if box.Cluster >= 0 {
			inside[box.Cluster] = append(inside[box.Cluster], d.Boxes[i])
		}
	}
	var frames []graph.Place
	for i, rects := range inside {
		if len(rects) > 0 {
			frames = append(frames, graph.Place{Index: i, Rect: around(p.Clusters[i], rects)})
		}
	}
	return frames
}

// flatten turns Bézier curves into a polyline that looks the same.
func flatten(controls []geom.Point) []geom.Point {
	const step = 12 // px of a curve for each line
	points := []geom.Point{controls[0]}
	for i := 0; i+3 < len(controls); i += 3 {
		a, b, c, d := controls[i], controls[i+1], controls[i+2], controls[i+3]
		pieces := 1
		if bend := geom.Distance(a, b) + geom.Distance(b, c) + geom.Distance(c, d); bend > 1.001*geom.Distance(a, d) {
			pieces = max(2, int(math.Ceil(bend/step)))
		}
		for k := 1; k <= pieces; k++ {
			t := float64(k) / float64(pieces)
			s := 1 - t
			at := func(a, b, c, d float64) float64 { return s*s*s*a + 3*s*s*t*b + 3*s*t*t*c + t*t*t*d }
			points = append(points, geom.Pt(at(a.X, b.X, c.X, d.X), at(a.Y, b.Y, c.Y, d.Y)))
		}
	}
	return points
}

// around returns the frame of a cluster, wide enough for its title.
func around(c dot.Cluster, inside []geom.Rect) geom.Rect {
	r := geom.Union(inside)
	x, y := math.Round(r.X-c.Padding), math.Round(r.Y-c.Padding-c.Header)
	width, height := math.Round(r.X+r.Width+c.Padding)-x, math.Round(r.Y+r.Height+c.Padding)-y
	if least := math.Ceil(c.Width); width < least {
		x, width = x-math.Round((least-width)/2), least
	}
	return geom.NewRect(x, y, width, height)
}
