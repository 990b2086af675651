package handlers_test

import (
	"strings"

	"widerow/cql/compare"
	"widerow/diagram"
	"widerow/diagram/differences"
	"widerow/diagram/figure"
	"widerow/diagram/layout/layouttest"
	"widerow/diagram/scene"
	"widerow/handlers/overlay"
	"widerow/model"
)

// checkCompared checks the picture of an edit's changes: every change whose element
// the diagram draws is marked in it, and no unchanged box has another place than in
// the picture after.
func (e *editor) checkCompared(kind diagram.Kind, before, after *model.Model) {
	e.t.Helper()
	changes := compare.Models(before, after, true)
	c := differences.Compare(before, after, kind, diagram.Display{}, overlay.Differences(changes))
	if err := c.Place(e.t.Context(), layouttest.Grid{}); err != nil {
		e.t.Fatal(err)
	}
	both, is := c.Drawing(differences.ViewChanges), e.layout(after, kind)
	placed, err := layouttest.Grid{}.Layout(e.t.Context(), both.Graph())
	if err != nil {
		e.t.Fatal(err)
	}
	for _, box := range both.Graph().Boxes {
		at, was := placed.Boxes[box.ID], is.Boxes[box.ID]
		if _, differs := c.Differences()[model.ID(box.ID)]; differs || was.Width == 0 {
			continue
		}
		if dx, dy := at.X+placed.Origin.X-was.X-is.Origin.X, at.Y+placed.Origin.Y-was.Y-is.Origin.Y; dx != 0 || dy != 0 {
			e.t.Errorf("%s of the %s diagram has not changed, but moved by %g, %g px", box.ID, kind, dx, dy)
		}
		if at.Width != was.Width || at.Height != was.Height {
			e.t.Errorf("%s of the %s diagram has not changed, but is %gx%g px instead of %gx%g", box.ID, kind, at.Width, at.Height, was.Width, was.Height)
		}
	}
	marked := map[model.ID]bool{}
	noteMarked(both.Scene(placed, figure.Options{}).Items, marked)
	for _, change := range changes {
		if c.Anchors(differences.ViewChanges)[change.ID] != "" && !marked[change.ID] && !marked[arrowOf(before, after, change.ID)] {
			e.t.Errorf("%s is not marked in the %s diagram: %s", change.ID, kind, change.Words)
		}
	}
}

// noteMarked collects the elements with a sign.
func noteMarked(items []scene.Item, marked map[model.ID]bool) {
	for _, item := range items {
		if element, ok := item.(*scene.Element); ok {
			if strings.Contains(element.Class, "diff-") {
				marked[model.ID(element.ID)] = true
			}
			noteMarked(element.Items, marked)
		}
	}
}

// arrowOf returns an arrow or a transition of a query or an update.
func arrowOf(before, after *model.Model, access model.ID) model.ID {
	for _, m := range []*model.Model{after, before} {
		for id, arrow := range m.Logical.Arrows {
			if arrow.Access == access {
				return id
			}
		}
	}
	return ""
}
