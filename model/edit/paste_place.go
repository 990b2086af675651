package edit

import "widerow/model"

// place puts the copies where the user wants them: those in At, and those that are copied
// with them at the same distance from the first one as in their own document. All other
// copies are placed by the next layout.
func (a *paste) place(copies []model.Element) {
	if a.Diagram == "" || len(a.At) == 0 {
		return
	}
	layout := a.From.Layout[a.Diagram]
	first, known := a.At[a.Elements[0]]
	from := ownPlace(a.From, layout, a.Elements[0])
	for _, element := range copies {
		to := a.renamed[element.ID]
		if !element.IsOn(a.Diagram) {
			continue
		}
		at, wanted := a.At[element.ID]
		if own := ownPlace(a.From, layout, element.ID); !wanted && known && own != nil && from != nil {
			at, wanted = model.Position{X: first.X + own.X - from.X, Y: first.Y + own.Y - from.Y}, true
		}
		if wanted && at.Valid() {
			a.m.Parts().Pin(a.Diagram, to, at.X, at.Y)
		}
	}
}

// ownPlace returns the place of an element in its own document, nil if it has none.
func ownPlace(m *model.Model, layout map[model.ID]*model.Position, id model.ID) *model.Position {
	element, _ := m.Element(id)
	if frame, placed := element.PlacedFrame(); placed {
		return &model.Position{X: frame.X, Y: frame.Y}
	}
	return layout[id]
}
