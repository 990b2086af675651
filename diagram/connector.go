package diagram

import (
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

func (p *picture) paintLines() {
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
func (p *picture) intoTriangle(box string, end *geom.Point) {
	if _, ok := p.drawing.figures[box].(*isaFigure); ok {
		*end = p.rect(p.layout.Boxes[box]).Centre()
	}
}

func (p *picture) paintLine(c connector, points []geom.Point, bus graph.Bus) *scene.Element {
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
func (p *picture) explainArrows() {
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
			if anyFaulty(p.painter, c.pill) {
				p.explain(symbolFault)
			}
		}
	}
}

// paintLabels must be called last, so that no line crosses a label.
func (p *picture) paintLabels() {
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
func (p *picture) labelsOf(number int, at geom.Point) []*scene.Element {
	var labels []*scene.Element
	c := p.drawing.connectors[p.drawing.graph.Edges[number].ID]
	if c.pill != nil {
		labels = append(labels, c.pill.paint(p.painter, at))
	}
	if c.end != nil {
		labels = append(labels, c.end.paint(p.painter, p.arranged.Ends[number]))
	}
	return labels
}

// allFaulty reports whether no query on a line is served, and returns the reason.
func (p *picture) allFaulty(c connector) (fault string, all bool) {
	if c.pill == nil {
		return "", false
	}
	for _, l := range c.pill.labels {
		if p.options.Faults[l.id] == "" {
			return "", false
		}
		fault = sentence(fault, p.options.Faults[l.id])
	}
	return fault, true
}

// lineDifference returns the sign that all labels of a line share. A line with
// different signs has changed.
func (p *picture) lineDifference(c connector, edge graph.Edge) Difference {
	if c.pill == nil { // the line of a participant, a hierarchy or a view
		if difference := p.differenceOf(model.ID(edge.ID)); difference.Sign != "" {
			return difference
		}
		for _, end := range [2]string{edge.From, edge.To} {
			if sign := p.differenceOf(model.ID(end)).Sign; sign == SignAdded || sign == SignRemoved {
				return Difference{Sign: sign}
			}
		}
		return Difference{}
	}
	common := Difference{}
	for i, l := range c.pill.labels {
		this := p.differenceOf(l.id, l.access)
		switch {
		case i == 0:
			common = this
		case this.Sign != common.Sign:
			return Difference{Sign: SignChanged}
		}
	}
	return common
}
