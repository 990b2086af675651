package canvas

import (
	"widerow/diagram"
	"widerow/handlers/feature"
	"widerow/model"
	webcanvas "widerow/web/canvas"
)

// placing returns the form that moves the selected element.
func placing(b *feature.Context, element model.Element) *webcanvas.Placing {
	kind := string(feature.DiagramOf(b.View.Tab))
	if b.Readonly() || !feature.HasDiagram(b.View.Tab) || !element.IsOn(kind) {
		return nil
	}
	if b.Drawn().Drawing == nil || !b.Drawn().Drawing.Plain() {
		return nil // the picture shows other places than the document's
	}
	position := b.Model.Layout[kind][element.ID]
	return &webcanvas.Placing{Diagram: kind, Element: element.ID, Title: b.Label(element),
		Pinned: position != nil && position.Pinned, Memo: b.Model.DiagramOf(element.ID) != ""}
}

// pins counts the boxes of a diagram that tidying keeps in place.
func pins(m *model.Model, kind diagram.Kind) int {
	count := 0
	for _, position := range m.Layout[string(kind)] {
		if position.Pinned {
			count++
		}
	}
	return count
}
