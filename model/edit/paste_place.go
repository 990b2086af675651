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
	from := layout[a.Elements[0]]
	for _, element := range copies {
		to := a.renamed[element.ID]
		if !model.HasPosition(a.Diagram, element.Kind) {
			continue
		}
		at, wanted := a.At[element.ID]
		if own := layout[element.ID]; !wanted && known && own != nil && from != nil {
			at, wanted = model.Position{X: first.X + own.X - from.X, Y: first.Y + own.Y - from.Y}, true
		}
		if wanted && at.Valid() {
			a.m.Parts().Pin(a.Diagram, to, at.X, at.Y)
		}
	}
}
