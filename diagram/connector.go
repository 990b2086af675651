package diagram

import (
	"slices"
	"strings"

	"widerow/diagram/chen"
	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/linework"
	"widerow/diagram/scene"
	"widerow/model"
)

// connector is the drawing along an edge.
type connector struct {
	id     model.ID // the element of a line without a pill
	title  figure.Title
	pill   *linework.Pill
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
	end *chen.Participation
}

func (p *picture) paintLines() {
	for _, edge := range p.drawing.graph.Edges {
		route, ok := p.Layout.Edges[edge.ID]
		if !ok || len(route.Points) < 2 {
			continue
		}
		points := make([]geom.Point, len(route.Points))
		for i, at := range route.Points {
			points[i] = p.Point(at)
		}
		p.intoTriangle(edge.From, &points[0])
		p.intoTriangle(edge.To, &points[len(points)-1])
		c := p.drawing.connectors[edge.ID]
		line := p.paintLine(c, points, route)
		if p.Compared() && c.id == "" {
			line.Class = strings.TrimSuffix(line.Class+" "+figure.ClassOf(p.lineDifference(c, edge)), " ")
		}
		line.Class, _ = p.Picked(model.ID(edge.ID), line.Class, "")
		line.Hooks = p.drawing.hooksOf(edge)
		p.Add(line)
		p.addTrunk(edge, route.Bus, points)
	}
	p.paintTrunks()
}

// intoTriangle moves the end of a line from the box of a hierarchy's triangle to
// the middle of the triangle, which is painted over it.
func (p *picture) intoTriangle(box string, end *geom.Point) {
	if _, ok := p.drawing.figures[box].(*chen.Isa); ok {
		*end = p.Rect(p.Layout.Boxes[box]).Centre()
	}
}

func (p *picture) paintLine(c connector, points []geom.Point, route graph.Route) *scene.Element {
	class, bus := "line", route.Bus
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
		if !p.Options.Standalone {
			items = append(items, linework.PaintShared(linework.SharedPart(points, bus), bus)...)
		}
		points, curved = linework.OwnPart(points, bus)
	}
	if c.tip && (!bus.In() || bus.Out) {
		var tip *scene.Path
		points, tip = linework.Pointed(points)
		items = append(items, tip)
	}
	path.Steps = linework.PaintOwn(points, bus, curved)
	if c.start {
		items = append(items, &scene.Ellipse{Class: "start", Centre: points[0], RadiusX: linework.StartRadius, RadiusY: linework.StartRadius})
	}
	if c.id != "" {
		return p.Element(c.id, "edge", c.title.Text(), items...)
	}
	if route.Shared && c.pill != nil {
		return p.paintShared(c, items)
	}
	if fault, all := p.allFaulty(c); all {
		return &scene.Element{Class: "edge fault", Title: figure.Sentence(c.title.Text(), fault), Items: items}
	}
	return &scene.Element{Class: "edge", Title: c.title.Text(), Items: items, Chosen: p.onPath(c)}
}

// paintShared returns a line whose label is on another one. The line itself is the link to its arrow.
func (p *picture) paintShared(c connector, items []scene.Item) *scene.Element {
	label := c.pill.Labels[0]
	class, words := p.Faulty("edge", label.ID, label.Title.Text())
	return p.Element(label.ID, class, words, items...)
}

// onPath reports whether an arrow of the line is on the path of the picture.
func (p *picture) onPath(c connector) bool {
	return c.pill != nil && slices.ContainsFunc(c.pill.Labels, func(l linework.Label) bool { return p.Options.Path[l.ID] })
}

// explainArrows notes the symbols of lines and labels for the legend.
func (p *picture) explainArrows() {
	tables := p.drawing.kind == KindLogical || p.drawing.kind == KindPhysical
	for _, edge := range p.drawing.graph.Edges {
		c := p.drawing.connectors[edge.ID]
		switch {
		case c.total && c.hierarchy:
			p.Explain(figure.SymbolTotalHierarchy)
		case c.total:
			p.Explain(figure.SymbolTotal)
		case c.uses:
			p.Explain(figure.SymbolUses)
		case c.start:
			p.Explain(figure.SymbolEntryPoint)
		case tables && c.tip && !c.dashed && edge.From == "":
			p.Explain(figure.SymbolEntry)
		case tables && c.tip && !c.dashed && !c.lookup:
			p.Explain(figure.SymbolFlow)
		}
		if c.pill != nil {
			for _, l := range c.pill.Labels {
				p.Explain(l.Symbol(tables))
			}
			if c.byHand {
				p.Explain(figure.SymbolByHand)
			}
			if linework.AnyFaulty(p.Painter, c.pill) {
				p.Explain(figure.SymbolFault)
			} else if linework.AnyAdvised(p.Painter, c.pill) {
				p.Explain(figure.SymbolAdvised)
			}
		}
	}
}

// paintLabels must be called last, so that no line crosses a label.
func (p *picture) paintLabels() {
	for i, edge := range p.drawing.graph.Edges {
		route, ok := p.Layout.Edges[edge.ID]
		if !ok || len(route.Points) < 2 {
			continue
		}
		for _, label := range p.labelsOf(i, route) {
			label.Hooks = p.drawing.hooksOf(edge)
			p.Add(label)
		}
	}
}

// labelsOf returns the labels of the edge with an index.
func (p *picture) labelsOf(number int, route graph.Route) []*scene.Element {
	var labels []*scene.Element
	c := p.drawing.connectors[p.drawing.graph.Edges[number].ID]
	if c.pill != nil && !route.Shared {
		labels = append(labels, c.pill.Paint(p.Painter, p.Point(route.Label)))
	}
	if c.end != nil {
		labels = append(labels, c.end.Paint(p.Painter, p.arranged.Ends[number]))
	}
	return labels
}

// allFaulty reports whether no query on a line is served, and returns the reason.
func (p *picture) allFaulty(c connector) (fault string, all bool) {
	if c.pill == nil {
		return "", false
	}
	for _, l := range c.pill.Labels {
		if p.Options.Faults[l.ID] == "" {
			return "", false
		}
		fault = figure.Sentence(fault, p.Options.Faults[l.ID])
	}
	return fault, true
}

// lineDifference returns the sign that all labels of a line share. A line with
// different signs has changed.
func (p *picture) lineDifference(c connector, edge graph.Edge) figure.Difference {
	if c.pill == nil { // the line of a participant, a hierarchy or a view
		if difference := p.DifferenceOf(model.ID(edge.ID)); difference.Sign != "" {
			return difference
		}
		for _, end := range [2]string{edge.From, edge.To} {
			if sign := p.DifferenceOf(model.ID(end)).Sign; sign == figure.SignAdded || sign == figure.SignRemoved {
				return figure.Difference{Sign: sign}
			}
		}
		return figure.Difference{}
	}
	common := figure.Difference{}
	for i, l := range c.pill.Labels {
		this := p.DifferenceOf(l.ID, l.Access)
		switch {
		case i == 0:
			common = this
		case this.Sign != common.Sign:
			return figure.Difference{Sign: figure.SignChanged}
		}
	}
	return common
}
