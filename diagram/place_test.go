package diagram

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"widerow/diagram/engine/enginetest"

	"github.com/google/go-cmp/cmp"

	"widerow/diagram/engine"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
	"widerow/diagram/layout"
)

var editSeeds = flag.Uint64("editseeds", 12, "how many random sequences of edits to lay out")

// edited is a graph that is edited repeatedly. It keeps all places from one edit to
// the next, as documents do.
type edited struct {
	t      *testing.T
	random *rand.Rand
	engine graph.Layouter
	graph  *graph.Graph
	next   int
	before *graph.Graph // the last edit
	what   string       // the last edit in words
}

func newEdited(t *testing.T, seed uint64, engine graph.Layouter) *edited {
	random := rand.New(rand.NewPCG(seed, 3))
	tables := 3 + random.IntN(40)
	if seed%10 == 9 {
		tables = 150
	}
	e := &edited{t: t, random: random, engine: engine, graph: graphtest.Random(seed, tables, tables*4/3, int(seed%4))}
	if seed%5 == 4 {
		e.graph = graphtest.RandomConcepts(seed, 3+random.IntN(12))
	}
	return e
}

// layOut lays out the graph and stores the places in it.
func (e *edited) layOut() *graph.Layout {
	e.t.Helper()
	layout, err := e.engine.Layout(context.Background(), e.graph)
	if err != nil {
		e.t.Fatal(err)
	}
	for i := range e.graph.Boxes {
		box := &e.graph.Boxes[i]
		box.Growth = 0 // it now has the space
		if rect := layout.Boxes[box.ID]; !box.Pinned {
			box.At = &geom.Point{X: rect.X + layout.Origin.X, Y: rect.Y + layout.Origin.Y}
		}
	}
	return layout
}

// edit makes a random change.
func (e *edited) edit() {
	e.before = copyOf(e.graph)
	g, box := e.graph, &e.graph.Boxes[e.random.IntN(len(e.graph.Boxes))]
	switch e.random.IntN(8) {
	case 0, 1:
		wider, higher := float64(e.random.IntN(60)), float64(23*e.random.IntN(6))
		box.Width, box.Height, box.Growth = box.Width+wider, box.Height+higher, wider+higher
		e.what = "grow " + box.ID
	case 2:
		box.Width, box.Height = max(100, box.Width-20), max(60, box.Height-23)
		box.Rows = slices.DeleteFunc(slices.Clone(box.Rows), func(r graph.Row) bool { return r.Top+r.Height > box.Height })
		e.what = "shrink " + box.ID
	case 3, 4:
		e.add(box)
	case 5:
		if len(g.Boxes) > 2 {
			e.what = "remove " + box.ID
			id := box.ID
			g.Edges = slices.DeleteFunc(g.Edges, func(edge graph.Edge) bool { return edge.From == id || edge.To == id })
			g.Boxes = slices.DeleteFunc(g.Boxes, func(b graph.Box) bool { return b.ID == id })
		}
	case 6:
		other := g.Boxes[e.random.IntN(len(g.Boxes))]
		at := geom.Pt(other.At.X+float64(e.random.IntN(500)-250), other.At.Y+float64(e.random.IntN(500)-250))
		e.what = fmt.Sprintf("drop %s at %v", box.ID, at)
		at = layout.DroppedPlaces(g, map[string]geom.Point{box.ID: at}, geom.Point{})[box.ID]
		box.At, box.Pinned = &at, true
	case 7:
		box.Pinned = false
		e.what = "release " + box.ID
	}
}

// add adds a box, connected to another one or not, sometimes in a new group.
func (e *edited) add(near *graph.Box) {
	e.next++
	id := fmt.Sprintf("new%d", e.next)
	added := graphtest.Table(id, near.Group, float64(180+e.random.IntN(140)), 2+e.random.IntN(9))
	if e.graph.Kind == graph.KindER {
		added = graph.Box{ID: id, Width: 112, Height: 40, Margin: geom.Margin{Top: 50, Right: 60, Bottom: 50, Left: 60}}
	}
	if e.random.IntN(6) == 0 && e.graph.Kind != graph.KindER {
		added.Group = "group of " + id
		e.graph.Groups = append(e.graph.Groups, graph.Group{ID: added.Group, Header: 40, Padding: 28, Width: 240})
	}
	added.Foot = e.random.IntN(8) == 0
	e.what = "add " + id
	if e.random.IntN(4) > 0 && !added.Foot {
		edge := graphtest.Edge("to "+id, near.ID, id)
		if e.graph.Kind == graph.KindER {
			edge.Routing = graph.RouteStraight
		}
		e.graph.Edges = append(e.graph.Edges, edge)
		e.what += " after " + near.ID
	}
	e.graph.Boxes = append(e.graph.Boxes, added)
}

func copyOf(g *graph.Graph) *graph.Graph {
	copied := *g
	copied.Boxes, copied.Edges, copied.Groups = slices.Clone(g.Boxes), slices.Clone(g.Edges), slices.Clone(g.Groups)
	return &copied
}

// TestRandomEdits edits random diagrams and checks after each edit that pins keep
// their places, no two boxes overlap, nothing moved that did not have to make room,
// no edge runs through a box, and the same graph gives the same bytes.
func TestRandomEdits(t *testing.T) {
	engine := engine.New(enginetest.Pool(t, nil), nil)
	for seed := range fewer(*editSeeds, 2) {
		t.Run(fmt.Sprintf("seed%d", seed), func(t *testing.T) {
			e := newEdited(t, seed, engine)
			e.layOut()
			for step := range 25 {
				e.edit()
				pinned := pinsOf(e.graph)
				made := e.layOut()
				graphtest.CheckPlaces(t, e.graph, made, layout.LeastBoxGap)
				for _, edge := range e.graph.Edges {
					graphtest.CheckRoute(t, e.graph, made, edge)
				}
				e.checkPins(made, pinned)
				e.checkUnmoved(made)
				e.checkSame(made)
				if t.Failed() {
					drawLayout(t, fmt.Sprintf("edit%d-%d", seed, step), e.graph, made)
					t.Fatalf("step %d: %s", step, e.what)
				}
			}
		})
	}
}

func pinsOf(g *graph.Graph) map[string]geom.Point {
	pins := map[string]geom.Point{}
	for _, box := range g.Boxes {
		if box.Pinned {
			pins[box.ID] = *box.At
		}
	}
	return pins
}

// checkPins allows a pinned box to be drawn elsewhere if another pinned one has
// grown over it.
func (e *edited) checkPins(layout *graph.Layout, pinned map[string]geom.Point) {
	e.t.Helper()
	for id, at := range pinned {
		if got := inDocument(layout, id); got.X == at.X && got.Y == at.Y {
			continue
		}
		own := geom.NewRect(at.X, at.Y, layout.Boxes[id].Width, layout.Boxes[id].Height)
		forced := false
		for other := range pinned {
			forced = forced || other != id && e.keptArea(layout, other, inDocument(layout, other)).Overlaps(e.keptArea(layout, id, own))
		}
		if !forced {
			e.t.Errorf("pinned box %s is drawn at %+v, pinned at %+v", id, inDocument(layout, id), at)
		}
	}
}

func inDocument(layout *graph.Layout, id string) geom.Rect {
	rect := layout.Boxes[id]
	rect.X, rect.Y = rect.X+layout.Origin.X, rect.Y+layout.Origin.Y
	return rect
}

// keptArea returns the area that a box keeps free, with entry arrows on either
// side.
func (e *edited) keptArea(made *graph.Layout, id string, at geom.Rect) geom.Rect {
	entries := 0.0
	for i := range e.graph.Edges {
		if edge := &e.graph.Edges[i]; edge.From == "" && edge.To == id {
			entries = max(entries, graph.EntryLength(edge, false))
		}
	}
	at.X, at.Width = at.X-entries, at.Width+entries
	at.Y, at.Height = at.Y-entries, at.Height+entries
	return at.Grown(layout.LeastBoxGap/2 + 1)
}

// checkUnmoved: a box leaves its place only if something new, grown or moved now
// covers the place, or its whole group had to move.
func (e *edited) checkUnmoved(layout *graph.Layout) {
	e.t.Helper()
	changed := map[string]bool{}
	old := map[string]graph.Box{}
	for _, box := range e.before.Boxes {
		old[box.ID] = box
	}
	for _, box := range e.graph.Boxes {
		was, known := old[box.ID]
		rect := inDocument(layout, box.ID)
		changed[box.ID] = !known || was.Width < box.Width || was.Height < box.Height || *was.At != (geom.Pt(rect.X, rect.Y))
	}
	for _, box := range e.graph.Boxes {
		was, known := old[box.ID]
		rect := inDocument(layout, box.ID)
		if !known || box.Pinned || *was.At == (geom.Pt(rect.X, rect.Y)) {
			continue
		}
		place := geom.NewRect(was.At.X, was.At.Y, rect.Width, rect.Height)
		if !e.wentAlong(layout, box, old, rect.X-was.At.X, rect.Y-was.At.Y) && !e.inTheWay(layout, box, place, changed) {
			e.t.Errorf("box %s moved from %v to %v for no reason", box.ID, *was.At, geom.Pt(rect.X, rect.Y))
		}
	}
}

// wentAlong reports whether the whole group moved by the same distance.
func (e *edited) wentAlong(layout *graph.Layout, box graph.Box, old map[string]graph.Box, dx, dy float64) bool {
	for _, other := range e.graph.Boxes {
		was, known := old[other.ID]
		rect := inDocument(layout, other.ID)
		if box.Group == "" || other.Group == box.Group && known && (rect.X-was.At.X != dx || rect.Y-was.At.Y != dy) {
			return false
		}
	}
	return true
}

func (e *edited) inTheWay(layout *graph.Layout, box graph.Box, place geom.Rect, changed map[string]bool) bool {
	for _, other := range e.graph.Boxes {
		if other.ID == box.ID || !changed[other.ID] && !other.Pinned {
			continue
		}
		if e.keptArea(layout, other.ID, inDocument(layout, other.ID)).Grown(120).Overlaps(e.keptArea(layout, box.ID, place)) {
			return true
		}
		if box.Group != other.Group && (box.Group != "" || other.Group != "") {
			return true // groups move as a whole
		}
	}
	return false
}

// checkSame: a layout from kept places is stable, and another engine draws it in
// the same way.
func (e *edited) checkSame(layout *graph.Layout) {
	e.t.Helper()
	again, err := (inProcess{}).Layout(context.Background(), e.graph)
	if err != nil {
		e.t.Fatal(err)
	}
	if diff := cmp.Diff(jsonOf(e.t, layout), jsonOf(e.t, again)); diff != "" {
		e.t.Errorf("laid out from its own places it differs: %s", diff)
	}
}

func jsonOf(t *testing.T, value any) string {
	t.Helper()
	text, err := json.MarshalIndent(value, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// A layout whose places are kept looks the same.
func TestFirstLayoutIsKept(t *testing.T) {
	engine := engine.New(enginetest.Pool(t, nil), nil)
	graphs := graphtest.All()
	for seed := range uint64(120) {
		tables := 4 + int(seed*9)%60
		graphs[fmt.Sprint("seed", seed)] = graphtest.Random(seed, tables, tables*4/3, int(seed)%4)
	}
	for seed, tables := range sizesOfModels[:15] {
		for _, kind := range kinds {
			graphs[fmt.Sprint("model", seed, kind)] = Build(randomModel(uint64(seed), tables), kind, Display{}).Graph()
		}
	}
	for name, graph := range graphs {
		first, err := engine.Layout(context.Background(), graph)
		if err != nil {
			t.Fatal(err)
		}
		kept := copyOf(graph)
		for i := range kept.Boxes {
			rect := first.Boxes[kept.Boxes[i].ID]
			kept.Boxes[i].At, kept.Boxes[i].Width = &geom.Point{X: rect.X, Y: rect.Y}, rect.Width
		}
		second, err := engine.Layout(context.Background(), kept)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(jsonOf(t, first), jsonOf(t, second)); diff != "" {
			t.Errorf("%s differs: %s", name, diff)
		}
	}
}
