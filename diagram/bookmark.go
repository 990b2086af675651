package diagram

import "widerow/diagram/geom"

// mark notes a bookmark to a box.
func (p *painter) mark(group, name string, at geom.Rect) {
	p.marks[group] = append(p.marks[group], bookmark{name: name, at: at})
}

// bookmarks are in the reading order: group by group, then what is in none.
func (p *painter) bookmarks() []bookmark {
	var list []bookmark
	for _, group := range p.drawing.graph.Groups {
		if inner := p.marks[group.ID]; len(inner) > 0 {
			list = append(list, bookmark{p.drawing.containers[group.ID].title.name, p.rect(p.layout.Groups[group.ID][0]), inner})
		}
	}
	return append(list, p.marks[""]...)
}
