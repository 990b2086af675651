package handlers_test

import (
	"bytes"
	"flag"
	"fmt"
	"math"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"widerow/diagram"
	"widerow/diagram/figure"
	"widerow/diagram/graph"
	"widerow/diagram/layout/layouttest"
	"widerow/handlers"
	"widerow/model"
	"widerow/model/diff"
	"widerow/model/example"
	"widerow/store"
)

var (
	editModels = flag.Int("edit-models", 6, "how many models to edit at random")
	editSteps  = flag.Int("edit-steps", 20, "how many edits of each")
	editSeed   = flag.Uint64("edit-seed", 1, "seed of the first of these models")
)

// TestRandomEditsKeepPlaces edits models as the page's forms do, undoes and redoes, and
// checks each diagram after each step: pins keep their places, boxes do not overlap,
// unrelated boxes hardly move, an undo restores the picture to the byte, and equal
// documents give equal bytes.
func TestRandomEditsKeepPlaces(t *testing.T) {
	models := *editModels
	if testing.Short() {
		models = 1
	}
	for i := range models {
		seed := *editSeed + uint64(i)
		t.Run(fmt.Sprintf("seed=%d", seed), func(t *testing.T) {
			e := newEditor(t, example.All()[seed%uint64(len(example.All()))].Slug, seed)
			for step := range *editSteps {
				if e.step(); t.Failed() {
					t.Fatalf("step %d: %s", step, e.did)
				}
			}
			if e.refused*3 > *editSteps {
				t.Errorf("%d of %d edits were refused", e.refused, *editSteps)
			}
		})
	}
}

// editor is a visitor who edits a model at random.
type editor struct {
	*site
	*rand.Rand
	path       string
	kind       diagram.Kind // that the step is about
	did        string       // the step in words
	free       bool         // the step may move all that is not pinned
	concerned  map[model.ID]bool
	refused    int
	undo, redo []moment
	layouts    map[diagram.Kind]*graph.Layout // after the last step
}

// moment is the model before a step.
type moment struct {
	revision uint64
	model    *model.Model
}

// newEditor returns an editor of an example with additional tables of a random
// schema.
func newEditor(t *testing.T, slug string, seed uint64) *editor {
	site := newSiteWith(t, handlers.Config{
		Store: store.NewMemory(store.Options{Apply: diff.Apply}), BasePath: "/", IDs: model.SeededIDs(fmt.Append(nil, seed)),
	})
	e := &editor{site: site, Rand: rand.New(rand.NewPCG(seed, 31)), layouts: map[diagram.Kind]*graph.Layout{}}
	e.path = e.open(slug)
	e.want(http.StatusSeeOther, e.importMore())
	e.undo = nil
	return e
}

func (e *editor) step() {
	e.t.Helper()
	before, was := e.model(e.path)
	then := moment{was.Number, before}
	e.kind = pictured[e.IntN(len(pictured))]
	if e.IntN(2) == 0 {
		e.kind = diagram.KindPhysical
	}
	e.did, e.free, e.concerned = "", false, map[model.ID]bool{}
	undone := e.IntN(5) == 0 && e.goBack(then)
	if !undone {
		answer := e.edit(before)
		if answer.StatusCode != http.StatusSeeOther {
			e.refused++
			if answer.StatusCode >= http.StatusInternalServerError {
				e.t.Errorf("%s: status %d", e.did, answer.StatusCode)
			}
		}
	}
	after, is := e.model(e.path)
	if !undone && is.Number != was.Number {
		e.undo, e.redo = append(e.undo, then), nil
	}
	for _, kind := range pictured {
		e.check(kind, before, after, undone)
		e.checkCompared(kind, before, after)
	}
	if len(e.undo) > 3 { // the changes of several edits
		e.checkCompared(e.kind, e.undo[len(e.undo)-4].model, after)
	}
	e.checkSame(after)
}

// goBack undoes or redoes, if there is something to.
func (e *editor) goBack(now moment) bool {
	from, to, way := &e.undo, &e.redo, "/undo"
	if len(e.redo) > 0 && e.IntN(2) == 0 {
		from, to, way = to, from, "/redo"
	}
	if len(*from) == 0 {
		return false
	}
	last := len(*from) - 1
	then := (*from)[last]
	*from, *to = (*from)[:last], append(*to, now)
	e.did, e.free = fmt.Sprintf("%s to r%d", way[1:], then.revision), true
	e.want(http.StatusSeeOther, e.post(e.path+way, form("tab", "physical")))
	after, _ := e.model(e.path)
	for _, kind := range pictured {
		if !bytes.Equal(e.picture(after, kind), e.picture(then.model, kind)) {
			e.t.Errorf("the %s diagram is not what it was", kind)
		}
	}
	return true
}

// edit makes one random edit on the boxes of the diagram.
func (e *editor) edit(m *model.Model) answer {
	boxes := boxesOf(m, e.kind)
	if len(boxes) == 0 {
		return e.add(m)
	}
	id := boxes[e.IntN(len(boxes))]
	e.concerned[id] = true
	element, _ := m.Element(id)
	switch e.IntN(12) {
	case 0, 1, 2:
		return e.move(m, id, boxes)
	case 3:
		e.did = "nudge " + string(id)
		return e.post(e.path+"/layout", moving(string(e.kind), "right", string(id), "", ""))
	case 4:
		e.did = "rename " + string(id)
		return e.post(e.path+"/edit", set(id, "name", m.Title(id), e.longName(m.Title(id))))
	case 5, 6:
		part := map[model.Kind]model.Kind{model.EntityKind: model.AttributeKind, model.TableKind: model.ColumnKind,
			model.RelationElement: model.RelationColumnKind, model.UserTypeKind: model.TypeFieldKind, model.RelationshipKind: model.AttributeKind}[element.Kind]
		e.did = fmt.Sprintf("add %s to %s", part, id)
		return e.post(e.path+"/edit", form("do", fmt.Sprintf("add:%s:%s", part, id), fmt.Sprintf("new.%s.name", part), e.longName("part"),
			fmt.Sprintf("new.%s.type", part), "text"))
	case 7:
		e.did = "remove " + string(id)
		return e.post(e.path+"/edit", form("do", "remove:"+string(id)))
	case 8:
		return e.add(m)
	case 9:
		return e.importMore()
	case 10:
		e.did, e.free = "tidy", true
		return e.post(e.path+"/layout", moving(string(e.kind), "tidy"))
	}
	e.did = "release " + string(id)
	return e.post(e.path+"/layout", moving(string(e.kind), []string{"release", "release-all"}[e.IntN(2)], string(id), "", ""))
}

// move moves a few boxes near another one.
func (e *editor) move(m *model.Model, id model.ID, boxes []model.ID) answer {
	near := m.Layout[string(e.kind)][boxes[e.IntN(len(boxes))]]
	if near == nil {
		near = &model.Position{}
	}
	var values []string
	for range 1 + e.IntN(3) {
		e.concerned[id] = true
		values = append(values, string(id), fmt.Sprint(near.X+float64(e.IntN(800)-400)), fmt.Sprint(near.Y+float64(e.IntN(800)-400)))
		id = boxes[e.IntN(len(boxes))]
		if e.concerned[id] {
			break
		}
	}
	e.did = fmt.Sprintf("move %v", values)
	return e.post(e.path+"/layout", moving(string(e.kind), "move", values...))
}

func (e *editor) add(m *model.Model) answer {
	kind, parent := map[diagram.Kind]model.Kind{diagram.KindER: model.EntityKind, diagram.KindWorkflow: model.StepKind,
		diagram.KindLogical: model.TableKind, diagram.KindPhysical: model.RelationElement}[e.kind], model.ID("")
	if e.kind == diagram.KindPhysical {
		keyspaces := model.Sorted(m.Physical.Keyspaces)
		parent = keyspaces[e.IntN(len(keyspaces))].ID
	}
	e.did = "add a " + string(kind)
	return e.post(e.path+"/edit", form("do", fmt.Sprintf("add:%s:%s", kind, parent), fmt.Sprintf("new.%s.name", kind), e.longName("added")))
}

func (e *editor) longName(name string) string {
	tails := []string{"_of_the_reservation_by_confirmation", "_a", "酒店客房", " Größe und Ж", "_" + strings.Repeat("w", 30), "\u202eevil", "😀"}
	return fmt.Sprintf("%s%s%d", name, tails[e.IntN(len(tails))], e.IntN(1000))
}

// importMore imports a schema into the model: tables of two keyspaces, larger
// versions if they exist already.
func (e *editor) importMore() answer {
	var script strings.Builder
	for k := range 2 {
		fmt.Fprintf(&script, "CREATE KEYSPACE more%d WITH replication = {'class': 'SimpleStrategy', 'replication_factor': 1};\n", k)
		for i := range 1 + e.IntN(7) {
			fmt.Fprintf(&script, "CREATE TABLE more%d.table%d (id int PRIMARY KEY", k, i)
			for c := range e.IntN(10) {
				fmt.Fprintf(&script, ", column%d frozen<list<text>>", c)
			}
			script.WriteString(");\n")
		}
	}
	e.did, e.kind = "import", diagram.KindPhysical
	preview := e.post("/import", form("into", strings.TrimPrefix(e.path, "/m/"), "text", script.String()))
	return e.post("/import/create", confirmedImport(preview))
}

func (e *editor) check(kind diagram.Kind, before, after *model.Model, undone bool) {
	e.t.Helper()
	layout := e.layout(after, kind)
	boxes := boxesOf(after, kind)
	for i, id := range boxes {
		at := layout.Boxes[string(id)]
		if at.Width == 0 {
			e.t.Errorf("%s of the %s diagram is not drawn", id, kind)
		}
		for _, other := range boxes[:i] {
			if o := layout.Boxes[string(other)]; at.X < o.X+o.Width && o.X < at.X+at.Width && at.Y < o.Y+o.Height && o.Y < at.Y+at.Height {
				e.t.Errorf("%s lies on %s in the %s diagram: %+v, %+v", id, other, kind, at, o)
			}
		}
	}
	e.checkPins(kind, before, after)
	if !e.free && !undone {
		e.checkOthers(kind, before, after, layout)
	}
	e.layouts[kind] = layout
}

// checkSame draws the diagram of the step from two copies of one document.
func (e *editor) checkSame(m *model.Model) {
	e.t.Helper()
	again, err := model.Decode(m.Encode())
	if err != nil {
		e.t.Fatal(err)
	}
	if !bytes.Equal(e.picture(m, e.kind), e.picture(again, e.kind)) {
		e.t.Errorf("the same document gives another %s diagram", e.kind)
	}
}

// checkPins: a pin is removed or moved only by a step that says so; Tidy straightens it by at most 24 px.
func (e *editor) checkPins(kind diagram.Kind, before, after *model.Model) {
	e.t.Helper()
	if strings.HasPrefix(e.did, "release") || strings.HasPrefix(e.did, "undo") || strings.HasPrefix(e.did, "redo") {
		return
	}
	for id, was := range before.Layout[string(kind)] {
		is := after.Layout[string(kind)][id]
		straightened := e.did == "tidy" && is != nil && is.Pinned && max(math.Abs(is.X-was.X), math.Abs(is.Y-was.Y)) <= 24
		if was.Pinned && !e.concerned[id] && !straightened && (is == nil || *is != *was) && slices.Contains(boxesOf(after, kind), id) {
			e.t.Errorf("the pin of %s in the %s diagram went from %+v to %+v", id, kind, was, is)
		}
	}
}

// checkOthers: unrelated boxes move no further than past the elements that grew or
// moved.
func (e *editor) checkOthers(kind diagram.Kind, before, after *model.Model, layout *graph.Layout) {
	e.t.Helper()
	was := e.layouts[kind] // of the step before
	if was == nil {
		was = e.layout(before, kind)
	}
	const turn = 500 // what gives way keeps a frame's width off, and entry arrows may change sides
	room, moved := 0.0, 0.0
	for id, at := range layout.Boxes {
		old, known := was.Boxes[id]
		dx, dy := at.X+layout.Origin.X-old.X-was.Origin.X, at.Y+layout.Origin.Y-old.Y-was.Origin.Y
		switch {
		case !known || e.concerned[model.ID(id)] && (dx != 0 || dy != 0):
			room += at.Width + at.Height + 200
		case old.Width < at.Width || old.Height < at.Height:
			room += math.Abs(at.Width-old.Width) + math.Abs(at.Height-old.Height) + 100
		}
		if known && !e.concerned[model.ID(id)] {
			moved = max(moved, math.Abs(dx)+math.Abs(dy))
		}
	}
	if room += turn; moved > room {
		e.t.Errorf("a box of the %s diagram moved by %g px, want at most %g", kind, moved, room)
	}
}

func (e *editor) layout(m *model.Model, kind diagram.Kind) *graph.Layout {
	e.t.Helper()
	layout, err := layouttest.Grid{}.Layout(e.t.Context(), diagram.Build(m, kind, diagram.Display{}).Graph())
	if err != nil {
		e.t.Fatal(err)
	}
	return layout
}

func (e *editor) picture(m *model.Model, kind diagram.Kind) []byte {
	e.t.Helper()
	svg, err := diagram.Render(e.t.Context(), layouttest.Grid{}, m, kind, diagram.Display{}, figure.Options{})
	if err != nil {
		e.t.Fatal(err)
	}
	return svg
}

// boxesOf are the elements that have a place in a diagram, in reading order.
func boxesOf(m *model.Model, kind diagram.Kind) []model.ID {
	var boxes []model.ID
	for element := range m.Elements() {
		if model.HasPosition(string(kind), element.Kind) {
			boxes = append(boxes, element.ID)
		}
	}
	return boxes
}
