package diagram

import (
	"strings"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

// collapsedFigure is a keyspace drawn as one box.
type collapsedFigure struct {
	container
	holds string // "12 tables, 2 user-defined types"
}

// Sizes of a collapsed keyspace in px.
const (
	leastCollapsed  = 200
	collapsedHeight = 68
	collapsedRound  = 14
)

// addCollapsed adds a box for each collapsed keyspace that has contents to draw.
func (d *Drawing) addCollapsed(m *model.Model, p *plan) {
	for _, item := range model.Sorted(m.Physical.Keyspaces) {
		if holds := collapsedContent(m, p, item.ID); holds != "" {
			f := &collapsedFigure{keyspaceContainer(item.ID, item.Value), holds}
			f.title.add(holds)
			d.addBox(graph.Box{ID: string(item.ID), Width: f.width(), Height: collapsedHeight}, f)
		}
	}
}

// collapsedContent counts in words the contents of a collapsed keyspace.
func collapsedContent(m *model.Model, p *plan, keyspace model.ID) string {
	tables, views, types := 0, 0, 0
	for box, inside := range p.collapsed {
		relation := m.Physical.Relations[model.ID(box)]
		switch {
		case inside != keyspace:
		case relation == nil:
			types++
		case relation.Kind == model.MaterializedView:
			views++
		default:
			tables++
		}
	}
	var parts []string
	for _, part := range []struct {
		count     int
		one, many string
	}{{tables, "table", "tables"}, {views, "view", "views"}, {types, "type", "types"}} {
		if part.count > 0 {
			parts = append(parts, plural(part.count, part.one, part.many))
		}
	}
	return strings.Join(parts, " · ")
}

func (f *collapsedFigure) width() float64 {
	caption, _ := typeface.Measure(f.caption, containerFont)
	holds, _ := typeface.Measure(f.holds, containerNoteFont)
	return even(max(leastCollapsed, max(caption, holds)+2*containerInset))
}

func (f *collapsedFigure) paint(p *painter, at geom.Rect) *scene.Element {
	back := at
	back.X, back.Y = at.X+4, at.Y+4 // a second outline behind marks the contents
	e := p.element(f.id, "keyspace collapsed", f.title.text(),
		&scene.Rectangle{Class: "container", Rect: back, Round: collapsedRound},
		&scene.Rectangle{Class: "container", Rect: at, Round: collapsedRound},
		&scene.Text{Class: "caption", At: geom.Pt(at.X+containerInset, at.Y+29), Font: containerFont, Content: f.caption},
		&scene.Text{Class: "note", At: geom.Pt(at.X+containerInset, at.Y+48), Font: containerNoteFont, Content: f.holds})
	e.Name = f.title.name
	return e
}
