package diagram

import (
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
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

// paintOwn returns the part of an edge in a bus that is its own, with the curve into the
// trunk. points are those of ownPart.
func paintOwn(points []geom.Point, bus graph.Bus, curved bool) []geom.Step {
	steps := rounded(points)
	switch {
	case !curved:
		return steps
	case bus.Out:
		return append([]geom.Step{geom.Move(steps[1].Points[0].X, steps[1].Points[0].Y)}, steps[2:]...)
	}
	return steps[:len(steps)-1]
}

// ownPart returns the part of an edge in a bus that is its own, in the edge's direction.
// If the trunk turns there, it includes a piece of the trunk, so that rounded makes a curve.
func ownPart(points []geom.Point, bus graph.Bus) (own []geom.Point, curved bool) {
	own = inOrder(points, bus, func(inward []geom.Point) []geom.Point {
		own := curvedOn(inward, 0, bus.Own)
		curved = len(own) > bus.Own+1
		return own
	})
	return own, curved
}

// sharedPart returns the rest of the edge, up to the box of the bus.
func sharedPart(points []geom.Point, bus graph.Bus) []geom.Point {
	return inOrder(points, bus, func(inward []geom.Point) []geom.Point { return slices.Clone(inward[bus.Own:]) })
}

// paintShared draws the rest of an edge and its arrow head, hidden until the edge is
// highlighted.
func paintShared(points []geom.Point, bus graph.Bus) []scene.Item {
	if bus.Out {
		return []scene.Item{&scene.Path{Class: "line shared", Steps: rounded(points)}}
	}
	short, tip := pointed(points)
	tip.Class += " shared"
	return []scene.Item{&scene.Path{Class: "line shared", Steps: rounded(short)}, tip}
}

// inOrder takes a part of points that lead to the box of a bus. The given points and the
// returned ones are in the direction of the edge.
func inOrder(points []geom.Point, bus graph.Bus, part func(inward []geom.Point) []geom.Point) []geom.Point {
	inward := slices.Clone(points)
	if bus.Out {
		slices.Reverse(inward)
	}
	out := part(inward)
	if bus.Out {
		slices.Reverse(out)
	}
	return out
}

// curvedOn returns the points from first to last, and a short piece of the next line if
// there is a corner at last.
func curvedOn(points []geom.Point, first, last int) []geom.Point {
	out := slices.Clone(points[first : last+1])
	if last+1 == len(points) {
		return out
	}
	before, at, next := points[last-1], points[last], points[last+1]
	if before.X == at.X && at.X == next.X || before.Y == at.Y && at.Y == next.Y {
		return out
	}
	return append(out, geom.Towards(at, next, min(2*cornerRadius, geom.Distance(at, next))))
}

// addTrunk adds the part of a bus's trunk that is drawn with an edge.
func (p *painter) addTrunk(edge graph.Edge, bus graph.Bus, points []geom.Point) {
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
	line := inOrder(points, bus, func(inward []geom.Point) []geom.Point { return curvedOn(inward, bus.Own, bus.Drawn) })
	if !bus.Out && bus.Drawn == len(points)-1 {
		short, tip := pointed(line)
		line = short
		t.items = append(t.items, tip)
	}
	t.items = append(t.items, &scene.Path{Class: "line", Steps: rounded(line)})
}

// paintTrunks draws the trunks. On a page a trunk moves with its box.
func (p *painter) paintTrunks() {
	for _, t := range p.trunks {
		words := plural(t.edges, "arrow", "arrows") + " to "
		if t.out {
			words = plural(t.edges, "arrow", "arrows") + " from "
		}
		e := &scene.Element{Class: "bus", Title: words + p.drawing.nameOf(t.box), Items: t.items, Hooks: &scene.Hooks{Owner: t.box}}
		if p.compared() {
			e.Class += " calm"
		}
		p.add(e)
	}
}
