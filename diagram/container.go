package diagram

import "widerow/diagram/figure"

func (p *picture) paintContainers() {
	for _, group := range p.drawing.graph.Groups {
		c, frames := p.drawing.containers[group.ID], p.Layout.Groups[group.ID]
		for _, frame := range frames {
			e := p.Element(c.ID, "keyspace", c.Title.Text(), c.Items(p.Rect(frame), len(frames) == 1 || frame.Width >= group.Width)...)
			e.Items = append(e.Items, p.Numbered(figure.Corner(p.Rect(frame)), c.ID)...)
			p.Add(e)
		}
	}
}
