package diagram

import "widerow/diagram/figure"

// caption returns the line below a standalone picture.
func (p *picture) caption() string {
	return figure.Sentence(p.drawing.title, p.Options.Revision.NumberText(), p.Options.Revision.DateText())
}
