package model

import (
	"fmt"
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

// diagramWords holds the names of the diagrams in descriptions.
var diagramWords = map[string]string{"er": "ER", "workflow": "workflow", "logical": "logical", "physical": "physical"}

// maxCoordinate limits the coordinates of a position, in px.
const maxCoordinate = 1_000_000

// HasPosition reports whether elements of a kind have a position on a diagram.
func HasPosition(diagram string, kind Kind) bool { return slices.Contains(drawnKinds[diagram], kind) }

// IsPlacement reports whether a path of the document leads to where elements are
// drawn, which changes nothing else of a design.
func IsPlacement(path []string) bool {
	return len(path) > 0 && (path[0] == "layout" || path[0] == "tidied")
}

// Valid reports whether an element can be drawn at the position.
func (p *Position) Valid() bool {
	return p != nil && math.Abs(p.X) <= maxCoordinate && math.Abs(p.Y) <= maxCoordinate && math.Abs(p.Width) <= maxCoordinate // false for NaN
}

// Pin moves elements on a diagram and pins them. If two users move the same
// element, the last move wins, since a move is easily repeated.
type Pin struct {
	Diagram string
	At      map[ID]Position
}

// Name returns "PinElements".
func (Pin) Name(*Model) string { return "PinElements" }

func (c Pin) apply(m *Model, _ IDs) error {
	for _, id := range sortedKeys(c.At) {
		if err := m.draft().needDrawn(c.Diagram, id); err != nil {
			return err
		}
		at := c.At[id]
		if !at.Valid() {
			return invalid(id, "", "A position must be at most %d pixels from the origin", maxCoordinate)
		}
		m.places().setPosition(c.Diagram, id, m.Layout[c.Diagram][id].At(at.X, at.Y))
	}
	return nil
}

func (c Pin) words(before, after *Model) string {
	return movedWords("moved", c.Diagram, before, after, sortedKeys(c.At))
}

// Release unpins elements, or all elements if Elements is empty. They keep their
// positions until the diagram is tidied.
type Release struct {
	Diagram  string
	Elements []ID
}

// Name returns "ReleaseElements".
func (Release) Name(*Model) string { return "ReleaseElements" }

func (c Release) apply(m *Model, _ IDs) error {
	for _, id := range c.Elements {
		if err := m.draft().needDrawn(c.Diagram, id); err != nil {
			return err
		}
	}
	for id, position := range m.Layout[c.Diagram] {
		if len(c.Elements) == 0 || slices.Contains(c.Elements, id) {
			position.Pinned = false
		}
	}
	return nil
}

func (c Release) words(before, after *Model) string {
	elements := c.Elements
	if len(elements) == 0 {
		elements = sortedKeys(before.Layout[c.Diagram])
	}
	return movedWords("released", c.Diagram, before, after, elements)
}

// Tidy replaces the automatic positions of a diagram. Pinned elements keep their
// positions, and so do elements that are not in At because they were added in
// the meantime.
type Tidy struct {
	Diagram string
	At      map[ID]Position
	Cost    float64 // of the diagram then, for Model.Tidied
}

// Name returns "TidyDiagram".
func (Tidy) Name(*Model) string { return "TidyDiagram" }

func (c Tidy) apply(m *Model, _ IDs) error {
	if diagramWords[c.Diagram] == "" {
		return invalid("", "diagram", "There is no such diagram")
	}
	before := maps.Clone(m.Layout[c.Diagram])
	SetPositions(m, c.Diagram, c.At)
	if c.Cost > 0 && !samePositions(before, m.Layout[c.Diagram]) {
		if m.Tidied == nil {
			m.Tidied = map[string]float64{}
		}
		m.Tidied[c.Diagram] = c.Cost
	}
	return nil
}

func (c Tidy) words(before, after *Model) string {
	if samePositions(before.Layout[c.Diagram], after.Layout[c.Diagram]) {
		return ""
	}
	return "tidied the " + diagramWords[c.Diagram] + " diagram"
}

// SetPositions saves positions of a diagram and deletes those of elements that no
// longer exist. An automatic position does not replace a pinned one. It changes m,
// which must not be shared.
func SetPositions(m *Model, diagram string, at map[ID]Position) {
	for id, position := range at {
		old := m.Layout[diagram][id]
		if old != nil && old.Pinned && !position.Pinned || !position.Valid() || !m.places().isDrawn(diagram, id) {
			continue
		}
		if old != nil && position.Width == 0 {
			position.Width = old.Width
		}
		m.places().setPosition(diagram, id, Position{X: math.Round(position.X), Y: math.Round(position.Y), Width: position.Width, Pinned: position.Pinned})
	}
	maps.DeleteFunc(m.Layout[diagram], func(id ID, _ *Position) bool { return !m.places().isDrawn(diagram, id) })
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
func (m places) isDrawn(diagram string, id ID) bool {
	element, found := m.Element(id)
	return found && HasPosition(diagram, element.Kind)
}

func (m places) setPosition(diagram string, id ID, position Position) {
	if m.Layout == nil {
		m.Layout = Layout{}
	}
	if m.Layout[diagram] == nil {
		m.Layout[diagram] = map[ID]*Position{}
	}
	m.Layout[diagram][id] = &position
}

// needDrawn returns an error if the element has no position on the diagram.
func (m draft) needDrawn(diagram string, id ID) error {
	element, found := m.Element(id)
	switch {
	case diagramWords[diagram] == "":
		return invalid(id, "diagram", "There is no such diagram")
	case !found:
		return &GoneError{id}
	case !HasPosition(diagram, element.Kind):
		return invalid(id, "", "%s has no position on the %s diagram", article(element.Kind.Words()), diagramWords[diagram])
	}
	return nil
}

func samePositions(a, b map[ID]*Position) bool {
	return maps.EqualFunc(a, b, func(a, b *Position) bool { return *a == *b })
}

// movedWords describes a change of positions: it names the first element that
// changed and counts the others.
func movedWords(verb, diagram string, before, after *Model, elements []ID) string {
	var changed []ID
	for _, id := range elements {
		was, is := before.Layout[diagram][id], after.Layout[diagram][id]
		if is != nil && (was == nil || *was != *is) {
			changed = append(changed, id)
		}
	}
	if len(changed) == 0 {
		return ""
	}
	element, _ := after.Element(changed[0])
	what := element.Kind.Words() + " " + after.ShortTitle(changed[0])
	if len(changed) > 1 {
		what += fmt.Sprintf(" and %d more", len(changed)-1)
	}
	return fmt.Sprintf("%s %s in the %s diagram", verb, what, diagramWords[diagram])
}
