package model

import (
	"maps"
	"math"
	"reflect"
	"slices"
)

// drawnKinds lists the kinds of elements that have a position, by diagram.
var drawnKinds = map[string][]Kind{
	"er":       {EntityKind, RelationshipKind, HierarchyKind},
	"workflow": {StepKind},
	"logical":  {TableKind},
	"physical": {RelationElement, UserTypeKind},
}

// MaxCoordinate limits the coordinates of a position, in px.
const MaxCoordinate = 1_000_000

// HasPosition reports whether elements of a kind have a position on a diagram.
func HasPosition(diagram string, kind Kind) bool { return slices.Contains(drawnKinds[diagram], kind) }

// IsPlacement reports whether a path of the document leads to where elements are
// drawn, which changes nothing else of a design.
func IsPlacement(path []string) bool {
	isFrame := len(path) > 2 && (path[0] == "notes" || path[0] == "areas") && path[2] == "frame"
	return len(path) > 0 && (path[0] == "layout" || path[0] == "tidied") || isFrame
}

// Valid reports whether an element can be drawn at the position.
func (p *Position) Valid() bool {
	return p != nil && math.Abs(p.X) <= MaxCoordinate && math.Abs(p.Y) <= MaxCoordinate && math.Abs(p.Width) <= MaxCoordinate // false for NaN
}

// SetPositions saves positions of a diagram and deletes those of elements that no
// longer exist. An automatic position does not replace a pinned one. It changes m,
// which must not be shared.
func SetPositions(m *Model, diagram string, at map[ID]Position) {
	for id, position := range at {
		old := m.Layout[diagram][id]
		if old != nil && old.Pinned && !position.Pinned || !position.Valid() || !m.Parts().isDrawn(diagram, id) {
			continue
		}
		if old != nil && position.Width == 0 {
			position.Width = old.Width
		}
		m.Parts().setPosition(diagram, id, Position{X: math.Round(position.X), Y: math.Round(position.Y), Width: position.Width, Pinned: position.Pinned})
	}
	maps.DeleteFunc(m.Layout[diagram], func(id ID, _ *Position) bool { return !m.Parts().isDrawn(diagram, id) })
}

// WithPositions returns m with these positions of a diagram saved as
// [SetPositions] does. Both share all but the layout.
func (m *Model) WithPositions(diagram string, at map[ID]Position) *Model {
	placed := *m
	placed.Layout = cloneValue(reflect.ValueOf(m.Layout)).Interface().(Layout)
	SetPositions(&placed, diagram, at)
	return Next(m, &placed)
}

// isDrawn reports whether the document has the element and the diagram a place for it.
func (m Parts) isDrawn(diagram string, id ID) bool {
	element, found := m.Element(id)
	return found && HasPosition(diagram, element.Kind)
}

// Pin moves an element on a diagram to a position that Tidy keeps.
func (m Parts) Pin(diagram string, id ID, x, y float64) {
	if element, found := m.Find(id); found && element.PlaceFrame(x, y) {
		return
	}
	m.setPosition(diagram, id, m.Layout[diagram][id].At(x, y))
}

func (m Parts) setPosition(diagram string, id ID, position Position) {
	if m.Layout == nil {
		m.Layout = Layout{}
	}
	if m.Layout[diagram] == nil {
		m.Layout[diagram] = map[ID]*Position{}
	}
	m.Layout[diagram][id] = &position
}
