package diagram

import (
	"widerow/diagram/geom"
	"widerow/diagram/scene"
)

// mark adds a bookmark to a box.
func (p *picture) mark(group, name string, at geom.Rect) {
	p.marks[group] = append(p.marks[group], scene.Bookmark{Name: name, At: at})
}

// bookmarks returns the bookmarks in reading order: group by group, then the boxes
// without a group.
func (p *picture) bookmarks() []scene.Bookmark {
	var list []scene.Bookmark
	for _, group := range p.drawing.graph.Groups {
		if inner := p.marks[group.ID]; len(inner) > 0 {
			list = append(list, scene.Bookmark{Name: p.drawing.containers[group.ID].Title.Name, At: p.Rect(p.Layout.Groups[group.ID][0]), Inner: inner})
		}
	}
	return append(list, p.marks[""]...)
}
