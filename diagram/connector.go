package diagram

import (
	"math"
	"strings"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/scene"
	"widerow/model"
)

// connector is what is drawn along an edge.
type connector struct {
	id     model.ID // the element of a line without a pill
	title  title
	pill   *labelPill
	tip    bool // an arrow head at the end
	start  bool // a dot at the start, an entry point of the workflow
	dashed bool
	lookup bool // each label is a lookup
	byHand bool // each label is an arrow that does not follow the workflow
	uses   bool // a column or field uses a type
	total  bool // total participation, or a total hierarchy
	// hierarchy is a line to the triangle of a hierarchy.
	hierarchy bool
	// end is the cardinality of a relationship's participant.
	end *participation
}

// Sizes of a line in px.
const (
	cornerRadius = 14
	tipLength    = 10
	tipHalf      = 4.5
	tipGap       = 2 // between the arrow's point and the box
	startRadius  = 4
)

func (p *painter) paintLines() {
	for _, edge := range p.drawing.graph.Edges {
		route, ok := p.layout.Edges[edge.ID]
		if !ok || len(route.Points) < 2 {
			continue
		}
		points := make([]geom.Point, len(route.Points))
		for i, at := range route.Points {
			points[i] = p.point(at)
		}
		p.intoTriangle(edge.From, &points[0])
		p.intoTriangle(edge.To, &points[len(points)-1])
		c := p.drawing.connectors[edge.ID]
		line := p.paintLine(c, points, route.Bus)
		if p.compared() && c.id == "" {
			line.Class = strings.TrimSuffix(line.Class+" "+classOf(p.lineDifference(c, edge)), " ")
		}
		line.Class, _ = p.picked(model.ID(edge.ID), line.Class, "")
		line.Hooks = p.drawing.hooksOf(edge)
		p.add(line)
		p.addTrunk(edge, route.Bus, points)
	}
	p.paintTrunks()
}

// intoTriangle moves the end of a line from the box of a hierarchy's triangle to
// the middle of the triangle, which is painted over it.
func (p *painter) intoTriangle(box string, end *geom.Point) {
	if _, ok := p.drawing.figures[box].(*isaFigure); ok {
		*end = p.rect(p.layout.Boxes[box]).Centre()
	}
}

func (p *painter) paintLine(c connector, points []geom.Point, bus graph.Bus) *scene.Element {
	class := "line"
	if c.dashed {
		class += " dashed"
	}
	if c.byHand {
		class += " by-hand"
	}
	if c.uses {
		class += " uses"
	}
	if c.total {
		class += " total"
	}
	path := &scene.Path{Class: class}
	items := append(make([]scene.Item, 0, 3), path)
	curved := false
	if bus.In() {
		if !p.options.Standalone {
			items = append(items, paintShared(sharedPart(points, bus), bus)...)
		}
		points, curved = ownPart(points, bus)
	}
	if c.tip && (!bus.In() || bus.Out) {
		var tip *scene.Path
		points, tip = pointed(points)
		items = append(items, tip)
	}
	path.Steps = paintOwn(points, bus, curved)
	if c.start {
		items = append(items, &scene.Ellipse{Class: "start", Centre: points[0], RadiusX: startRadius, RadiusY: startRadius})
	}
	if c.id != "" {
		return p.element(c.id, "edge", c.title.text(), items...)
	}
	if fault, all := p.allFaulty(c); all {
		return &scene.Element{Class: "edge fault", Title: sentence(c.title.text(), fault), Items: items}
	}
	return &scene.Element{Class: "edge", Title: c.title.text(), Items: items}
}

// explainArrows notes the symbols of lines and labels for the legend.
func (p *painter) explainArrows() {
	tables := p.drawing.kind == KindLogical || p.drawing.kind == KindPhysical
	for _, edge := range p.drawing.graph.Edges {
		c := p.drawing.connectors[edge.ID]
		switch {
		case c.total && c.hierarchy:
			p.explain(symbolTotalHierarchy)
		case c.total:
			p.explain(symbolTotal)
		case c.uses:
			p.explain(symbolUses)
		case c.start:
			p.explain(symbolEntryPoint)
		case tables && c.tip && !c.dashed && edge.From == "":
			p.explain(symbolEntry)
		case tables && c.tip && !c.dashed && !c.lookup:
			p.explain(symbolFlow)
		}
		if c.pill != nil {
			for _, l := range c.pill.labels {
				p.explain(l.symbol(tables))
			}
			if c.byHand {
				p.explain(symbolByHand)
			}
			if p.anyFaulty(c.pill) {
				p.explain(symbolFault)
			}
		}
	}
}

// pointed returns a line shortened for the arrow head at its end, and the head.
func pointed(points []geom.Point) ([]geom.Point, *scene.Path) {
	last := len(points) - 1
	from, to := points[last-1], points[last]
	length := math.Hypot(to.X-from.X, to.Y-from.Y)
	if length == 0 {
		length = 1
	}
	dx, dy := (to.X-from.X)/length, (to.Y-from.Y)/length
	to = geom.Pt(to.X-tipGap*dx, to.Y-tipGap*dy)
	base := geom.Pt(to.X-tipLength*dx, to.Y-tipLength*dy)
	short := append(points[:last:last], geom.Pt(to.X-(tipLength-1)*dx, to.Y-(tipLength-1)*dy))
	return short, &scene.Path{Class: "tip", Steps: geom.Polygon(
		geom.Pt(base.X-tipHalf*dy, base.Y+tipHalf*dx), to, geom.Pt(base.X+tipHalf*dy, base.Y-tipHalf*dx))}
}

// rounded returns a polyline with rounded corners.
func rounded(points []geom.Point) []geom.Step {
	steps := append(make([]geom.Step, 0, 2*len(points)), geom.Move(points[0].X, points[0].Y))
	for i := 1; i < len(points)-1; i++ {
		before, corner, after := points[i-1], points[i], points[i+1]
		radius := min(cornerRadius, geom.Distance(before, corner)/2, geom.Distance(corner, after)/2)
		in, out := geom.Towards(corner, before, radius), geom.Towards(corner, after, radius)
		steps = append(steps, geom.Line(in.X, in.Y), geom.Curve(corner.X, corner.Y, out.X, out.Y))
	}
	end := points[len(points)-1]
	return append(steps, geom.Line(end.X, end.Y))
}

// paintLabels must be called last, so that no line crosses a label.
func (p *painter) paintLabels() {
	for i, edge := range p.drawing.graph.Edges {
		route, ok := p.layout.Edges[edge.ID]
		if !ok || len(route.Points) < 2 {
			continue
		}
		for _, label := range p.labelsOf(i, p.point(route.Label)) {
			label.Hooks = p.drawing.hooksOf(edge)
			p.add(label)
		}
	}
}

// labelsOf returns the labels of the edge with an index.
func (p *painter) labelsOf(number int, at geom.Point) []*scene.Element {
	var labels []*scene.Element
	c := p.drawing.connectors[p.drawing.graph.Edges[number].ID]
	if c.pill != nil {
		labels = append(labels, c.pill.paint(p, at))
	}
	if c.end != nil {
		labels = append(labels, c.end.paint(p, p.arranged.Ends[number]))
	}
	return labels
}

func (l label) symbol(tables bool) symbol {
	switch {
	case l.lookup:
		return symbolLookup
	case l.update && tables:
		return symbolUpdate
	case l.update:
		return symbolTaskUpdate
	case tables:
		return symbolQuery
	}
	return symbolTaskQuery
}
