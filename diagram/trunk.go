package diagram

import (
	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/linework"
	"widerow/diagram/scene"
)

// trunk is the part of a bus that its edges share: several lines that meet on the way
// to one arrow head, or from one box.
type trunk struct {
	box   string
	out   bool
	edges int
	items []scene.Item
}

// trunkList has the trunks of a picture in the order of their first edges.
type trunkList []*trunk

func (l *trunkList) of(box string, out bool) *trunk {
	for _, t := range *l {
		if t.box == box && t.out == out {
			return t
		}
	}
	t := &trunk{box: box, out: out}
	*l = append(*l, t)
	return t
}

// addTrunk adds the part of a bus's trunk that is drawn with an edge.
func (p *picture) addTrunk(edge graph.Edge, bus graph.Bus, points []geom.Point) {
	if !bus.In() {
		return
	}
	box := edge.To
	if bus.Out {
		box = edge.From
	}
	t := p.trunks.of(box, bus.Out)
	t.edges++
	if bus.Drawn <= bus.Own {
		return
	}
	line := linework.InOrder(points, bus, func(inward []geom.Point) []geom.Point { return linework.CurvedOn(inward, bus.Own, bus.Drawn) })
	if !bus.Out && bus.Drawn == len(points)-1 {
		short, tip := linework.Pointed(line)
		line = short
		t.items = append(t.items, tip)
	}
	t.items = append(t.items, &scene.Path{Class: "line", Steps: linework.Rounded(line)})
}

// paintTrunks draws the trunks. On a page a trunk moves with its box.
func (p *picture) paintTrunks() {
	for _, t := range p.trunks {
		words := figure.Plural(t.edges, "arrow", "arrows") + " to "
		if t.out {
			words = figure.Plural(t.edges, "arrow", "arrows") + " from "
		}
		e := &scene.Element{Class: "bus", Title: words + p.drawing.nameOf(t.box), Items: t.items, Hooks: &scene.Hooks{Owner: t.box}}
		if p.Compared() {
			e.Class += " calm"
		}
		p.Add(e)
	}
}
