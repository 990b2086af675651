package edit

import (
	"fmt"
	"maps"
	"slices"

	"widerow/model"
)

// diagramWords holds the names of the diagrams in descriptions.
var diagramWords = map[string]string{"er": "ER", "workflow": "workflow", "logical": "logical", "physical": "physical"}

// Pin moves elements on a diagram and pins them. If two users move the same
// element, the last move wins, since a move is easily repeated.
type Pin struct {
	Diagram string
	At      map[model.ID]model.Position
}

// Name returns "PinElements".
func (Pin) Name(*model.Model) string { return "PinElements" }

func (c Pin) apply(m *model.Model, _ model.IDs) error {
	for _, id := range model.SortedKeys(c.At) {
		if err := newDraft(m).needDrawn(c.Diagram, id); err != nil {
			return err
		}
		at := c.At[id]
		if !at.Valid() {
			return invalid(id, "", "A position must be at most %d pixels from the origin", model.MaxCoordinate)
		}
		m.Parts().Pin(c.Diagram, id, at.X, at.Y)
	}
	return nil
}

func (c Pin) words(before, after *model.Model) string {
	return movedWords("moved", c.Diagram, before, after, model.SortedKeys(c.At))
}

// Release unpins elements, or all elements if Elements is empty. They keep their
// positions until the diagram is tidied.
type Release struct {
	Diagram  string
	Elements []model.ID
}

// Name returns "ReleaseElements".
func (Release) Name(*model.Model) string { return "ReleaseElements" }

func (c Release) apply(m *model.Model, _ model.IDs) error {
	for _, id := range c.Elements {
		if err := newDraft(m).needDrawn(c.Diagram, id); err != nil {
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

func (c Release) words(before, after *model.Model) string {
	elements := c.Elements
	if len(elements) == 0 {
		elements = model.SortedKeys(before.Layout[c.Diagram])
	}
	return movedWords("released", c.Diagram, before, after, elements)
}

// Tidy replaces the automatic positions of a diagram. Pinned elements keep their
// positions, and so do elements that are not in At because they were added in
// the meantime.
type Tidy struct {
	Diagram string
	At      map[model.ID]model.Position
	Cost    float64 // of the diagram then, for Model.Tidied
}

// Name returns "TidyDiagram".
func (Tidy) Name(*model.Model) string { return "TidyDiagram" }

func (c Tidy) apply(m *model.Model, _ model.IDs) error {
	if diagramWords[c.Diagram] == "" {
		return invalid("", "diagram", "There is no such diagram")
	}
	before := maps.Clone(m.Layout[c.Diagram])
	model.SetPositions(m, c.Diagram, c.At)
	if c.Cost > 0 && !samePositions(before, m.Layout[c.Diagram]) {
		if m.Tidied == nil {
			m.Tidied = map[string]float64{}
		}
		m.Tidied[c.Diagram] = c.Cost
	}
	return nil
}

func (c Tidy) words(before, after *model.Model) string {
	if samePositions(before.Layout[c.Diagram], after.Layout[c.Diagram]) {
		return ""
	}
	return "tidied the " + diagramWords[c.Diagram] + " diagram"
}

// needDrawn returns an error if the element has no position on the diagram.
func (m draft) needDrawn(diagram string, id model.ID) error {
	element, found := m.Element(id)
	switch {
	case diagramWords[diagram] == "":
		return invalid(id, "diagram", "There is no such diagram")
	case !found:
		return &GoneError{id}
	case !element.IsOn(diagram):
		return invalid(id, "", "%s has no position on the %s diagram", article(element.Kind.Words()), diagramWords[diagram])
	}
	return nil
}

func samePositions(a, b map[model.ID]*model.Position) bool {
	return maps.EqualFunc(a, b, func(a, b *model.Position) bool { return *a == *b })
}

// movedWords describes a change of positions: it names the first element that
// changed and counts the others.
func movedWords(verb, diagram string, before, after *model.Model, elements []model.ID) string {
	var changed []model.ID
	for _, id := range elements {
		if movedFrame(before, after, id) {
			changed = append(changed, id)
			continue
		}
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

// movedFrame reports whether a note or an area has another place than before.
func movedFrame(before, after *model.Model, id model.ID) bool {
	old, _ := before.Element(id)
	element, _ := after.Element(id)
	was, _ := old.PlacedFrame()
	is, placed := element.PlacedFrame()
	return placed && was != is
}
