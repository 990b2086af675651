package diagram

func (p *picture) paintContainers() {
	for _, group := range p.drawing.graph.Groups {
		c, frames := p.drawing.containers[group.ID], p.layout.Groups[group.ID]
		for _, frame := range frames {
			e := p.element(c.id, "keyspace", c.title.text(), c.items(p.rect(frame), len(frames) == 1 || frame.Width >= group.Width)...)
			e.Items = append(e.Items, p.numbered(corner(p.rect(frame)), c.id)...)
			p.add(e)
		}
	}
}
