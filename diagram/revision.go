package diagram

// caption returns the line below a standalone picture.
func (p *picture) caption() string {
	return sentence(p.drawing.title, p.options.Revision.number(), p.options.Revision.date())
}
