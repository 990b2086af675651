package diagram

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"widerow/diagram/engine/enginetest"

	"widerow/diagram/chebotko"
	"widerow/diagram/engine"
	"widerow/diagram/figure"
	"widerow/diagram/graph"
	"widerow/diagram/graph/graphtest"
	"widerow/diagram/layout"
	"widerow/diagram/scene/svg"
	"widerow/diagram/typeface"
	"widerow/model"
)

var (
	drawingCount = flag.Int("drawings", 16, "how many random models to draw")
	drawingSeed  = flag.Uint64("drawing-seed", 1, "seed of the first of these models")
)

// sizesOfModels are the numbers of tables of random models, used in turn.
var sizesOfModels = []int{3, 1, 9, 14, 2, 30, 6, 60, 5, 18, 1, 4, 11, 7, 22, 200}

// TestRandomDrawings draws random models with hostile names in all kinds, in a page
// and standalone, as a whole and with random displays. Each element occurs once in
// the picture, with its whole name; the picture is valid XML; boxes, labels and
// texts do not overlap and are inside their cells; and two engines, each with its
// own workers, give the same bytes.
func TestRandomDrawings(t *testing.T) {
	first, second := engine.New(enginetest.Pool(t, nil), nil), engine.New(enginetest.Pool(t, nil), nil)
	for i := range *drawingCount {
		seed, tables := *drawingSeed+uint64(i), sizesOfModels[i%len(sizesOfModels)]
		m := randomModel(seed, tables)
		maker := &modelMaker{Rand: rand.New(rand.NewPCG(seed, 12)), tables: tables}
		for _, kind := range kinds {
			display := maker.display()
			for _, standalone := range []bool{false, true} {
				options := maker.options(standalone)
				t.Run(fmt.Sprintf("seed=%d,%s,alone=%v", seed, kind, standalone), func(t *testing.T) {
					d := &randomDrawing{T: t, model: m, display: display, options: options, Drawing: Build(m, kind, display)}
					d.check(first, second)
				})
			}
		}
	}
}

type randomDrawing struct {
	*testing.T
	*Drawing
	model   *model.Model
	display Display
	options figure.Options
	layout  *graph.Layout
	root    *svgNode
}

func (d *randomDrawing) check(engine, other graph.Layouter) {
	if d.Empty() {
		return
	}
	var err error
	if d.layout, err = d.Layout(context.Background(), engine); err != nil {
		d.Fatal(err)
	}
	svg := svg.Encode(d.Scene(d.layout, d.options))
	checkSVG(d, svg, d.options.Standalone)
	if again, err := Render(context.Background(), other, d.model.Clone(), d.kind, d.display, d.options); err != nil || !bytes.Equal(svg, again) {
		d.Errorf("another engine draws other bytes (%v)", err)
	}
	d.root = readSVG(d.T, svg)
	d.checkNames()
	checkTexts(d.T, d.root)
	checkLabels(d.T, d.root)
	if !d.options.Standalone {
		d.checkHooks()
		d.checkPlaces()
		d.checkRoutes()
	}
	d.checkAttributes()
}

// checkNames: the picture has each element that the display selects once, with its
// full name.
func (d *randomDrawing) checkNames() {
	nodes := map[string]*svgNode{}
	d.root.all(func(n *svgNode) {
		if id, found := strings.CutPrefix(n.attributes["id"], "d-"); found {
			nodes[id] = n
		}
	})
	names := namesOf(d.model, d.kind, d.display)
	for _, id := range slices.Sorted(maps.Keys(names)) {
		if nodes[id] == nil && !d.mayLack(id, names[id]) {
			d.Errorf("element %s, %.40q, is not in the picture", id, names[id])
		}
	}
	description := letterOf(d.root.children[1].text)
	for id, node := range nodes {
		name, known := names[id]
		if !known {
			d.Errorf("the picture has %s, which is none of the diagram", id)
		}
		if name != "" && !node.names(name) {
			d.Errorf("element %s has no title with its name %q", id, name)
		}
		if shown := node.shown(); !strings.Contains(shown, letterOf(name)) && node.is("table", "type-box", "column", "task", "entity", "relationship", "attribute") {
			d.Errorf("element %s shows %q, its name is %q", id, shown, name)
		}
		if d.options.Standalone && !strings.Contains(description, letterOf(name)) {
			d.Errorf("the description says nothing of %s, %q", id, name)
		}
	}
	if !strings.HasPrefix(letterOf(d.root.children[0].text), letterOf(typeface.Clean(d.model.Name))) {
		d.Errorf("the title is %q, the model's name %q", d.root.children[0].text, d.model.Name)
	}
}

func (d *randomDrawing) checkPlaces() {
	graphtest.CheckPlaces(d.T, d.widened(), d.layout, layout.LeastBoxGap)
}

// widened returns the graph with tables as wide as those of their column.
func (d *randomDrawing) widened() *graph.Graph {
	g := *d.Graph()
	g.Boxes = slices.Clone(g.Boxes)
	for i := range g.Boxes {
		if _, table := d.figures[g.Boxes[i].ID].(*chebotko.Table); table {
			g.Boxes[i].Width = max(g.Boxes[i].Width, d.layout.Boxes[g.Boxes[i].ID].Width)
		}
	}
	return &g
}

func (d *randomDrawing) checkRoutes() {
	for _, edge := range d.graph.Edges {
		graphtest.CheckRoute(d.T, d.widened(), d.layout, edge)
	}
}

// mayLack reports whether an element may be left out: one without a box that the
// display hides, or one of two unlabelled arrows between the same relations.
func (d *randomDrawing) mayLack(id, name string) bool {
	if name == "" && d.kind == KindPhysical {
		return true
	}
	return (!d.display.Plain() || d.display.NoUpdates) && !slices.ContainsFunc(d.graph.Boxes, func(b graph.Box) bool { return b.ID == id })
}

// names reports whether one of the element's titles begins with the name.
func (n *svgNode) names(name string) bool {
	found := false
	n.all(func(child *svgNode) {
		found = found || child.tag == "title" && strings.HasPrefix(letterOf(child.text)+"·", letterOf(name)+"·")
	})
	return found
}

// shown returns the name that an element shows, with its lines joined.
func (n *svgNode) shown() string {
	var words strings.Builder
	for _, text := range n.having("name", "column-name", "step-text", "entity-text", "relationship-text", "attribute-text") {
		if text.tag == "text" && (text.around("column") == nil || n.is("column")) {
			words.WriteString(text.text)
		}
	}
	return letterOf(words.String())
}

// namesOf returns the names of the elements of a whole diagram, by ID.
func namesOf(m *model.Model, kind Kind, display Display) map[string]string {
	n := namesByID{}
	switch kind {
	case KindER:
		n.addConcepts(m)
	case KindWorkflow:
		for id, step := range m.Workflow.Steps {
			n.add(id, step.Name)
		}
		for id, t := range m.Workflow.Transitions {
			n.addArrow(m, id, t.Access)
		}
	case KindLogical:
		for id, table := range m.Logical.Tables {
			n.add(id, table.Name)
			for id, column := range table.Columns {
				if display.Columns == figure.ColumnsAll || display.Columns == figure.ColumnsKeys && column.Role.InKey() {
					n.add(id, column.Name)
				}
			}
		}
		for id, arrow := range m.Logical.Arrows {
			n.addArrow(m, id, arrow.Access)
		}
	case KindPhysical:
		n.addPhysical(m, display)
	}
	if kind == KindLogical || kind == KindPhysical {
		n.addGroups(m, display)
	}
	return n
}

// namesByID returns the names of elements in titles, by id.
type namesByID map[string]string

func (n namesByID) add(id model.ID, name string) { n[string(id)] = typeface.Clean(name) }

// addArrow adds an arrow. Without a query or an update it has no name.
func (n namesByID) addArrow(m *model.Model, id, access model.ID) {
	label, _ := accessLabel(m, access)
	n[string(id)] = label
}

func (n namesByID) addConcepts(m *model.Model) {
	attributes := func(list map[model.ID]*model.Attribute) {
		for id, attribute := range list {
			n.add(id, attribute.Name)
		}
	}
	for id, entity := range m.Concepts.Entities {
		n.add(id, entity.Name)
		attributes(entity.Attributes)
	}
	for id, relationship := range m.Concepts.Relationships {
		n.add(id, relationship.Name)
		attributes(relationship.Attributes)
		for id, participant := range relationship.Participants {
			n.add(id, m.Concepts.Entities[participant.Entity].Name)
		}
	}
	for id, hierarchy := range m.Concepts.Hierarchies {
		n[string(id)] = "kinds of " + typeface.Clean(m.Concepts.Entities[hierarchy.Supertype].Name)
		for id, subtype := range hierarchy.Subtypes {
			n.add(id, m.Concepts.Entities[subtype.Entity].Name)
		}
	}
}

func (n namesByID) addPhysical(m *model.Model, display Display) {
	realized := model.IDSet{}
	for id, relation := range m.Physical.Relations {
		n.add(id, relation.Name)
		maps.Copy(realized, relation.Realizes)
		n[string(relation.Keyspace)] = typeface.Clean(m.Physical.Keyspaces[relation.Keyspace].Name) + " keyspace"
		for id, column := range relation.Columns {
			if display.Columns == figure.ColumnsAll || display.Columns == figure.ColumnsKeys && column.Role.InKey() {
				n.add(id, column.Name)
			}
		}
	}
	for id, userType := range m.Physical.Types {
		n.add(id, userType.Name)
		n[string(userType.Keyspace)] = typeface.Clean(m.Physical.Keyspaces[userType.Keyspace].Name) + " keyspace"
		for id, field := range userType.Fields {
			if display.Columns == figure.ColumnsAll {
				n.add(id, field.Name)
			}
		}
	}
	for id, arrow := range m.Logical.Arrows {
		if realized[arrow.To] {
			n.addArrow(m, id, arrow.Access)
		}
	}
}

// addGroups adds the containers that the display may draw around tables.
func (n namesByID) addGroups(m *model.Model, display Display) {
	if display.Group == GroupKeyspace {
		for id, keyspace := range m.Physical.Keyspaces {
			n[string(id)] = typeface.Clean(keyspace.Name) + " keyspace"
		}
	}
	if display.Group == GroupStep {
		for id, step := range m.Workflow.Steps {
			n.add(id, step.Name)
		}
	}
}

// checkHooks: the scripts of a page find each box, at its place.
func (d *randomDrawing) checkHooks() {
	found := map[string]string{}
	d.root.all(func(n *svgNode) {
		if box := n.attributes["data-box"]; box != "" {
			if found[box] != "" {
				d.Errorf("box %s occurs twice", box)
			}
			found[box] = n.attributes["data-at"]
		}
	})
	for _, box := range d.graph.Boxes {
		at := inDocument(d.layout, box.ID)
		if want := fmt.Sprintf("%g %g %g %g", at.X, at.Y, at.Width, at.Height); found[box.ID] != want {
			d.Errorf("box %s is at %q, want %q", box.ID, found[box.ID], want)
		}
		delete(found, box.ID)
	}
	for box := range found {
		d.Errorf("box %s is none of the graph", box)
	}
}

func (d *randomDrawing) checkAttributes() {
	if d.kind != KindER {
		return
	}
	arrangementOf(d.T, d.Drawing, d.layout).checkOverlaps(d.T, "random")
	d.checkApart()
}
