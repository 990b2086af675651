package diagram

import (
	"widerow/diagram/chen"
	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/layout"
	"widerow/diagram/radial"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

// margin is the free border of a picture, in px.
const margin = 24

// picture turns a drawing and its layout into a scene.
type picture struct {
	*figure.Painter
	drawing *Drawing
	trunks  trunkList
	marks   map[string][]scene.Bookmark // by group
	// Only in an ER diagram: the attributes by number, and their places.
	attributes chen.AttributeList
	arranged   radial.Layout
}

// Scene returns the picture of the drawing. layout must be one of d.Graph().
func (d *Drawing) Scene(layout *graph.Layout, options figure.Options) *scene.Scene {
	p := &picture{drawing: d, marks: map[string][]scene.Bookmark{}, Painter: &figure.Painter{
		Layout: layout, Options: options, Theme: d.display.Theme, Badged: d.display.badged(options), Differences: d.differences,
		Scene: &scene.Scene{
			Kind: string(d.kind), Theme: d.display.Theme, Title: d.title, Description: d.describe(options), Notice: layout.Notice,
			Standalone: options.Standalone, Outlines: d.display.Outlines, Linked: options.Href != nil,
		},
	}}
	if p.Compared() && options.Standalone && d.display.Theme == scene.ThemeAuto {
		p.Scene.Theme = scene.ThemeLight // standalone pictures have no comparison rules for dark mode
	}
	if d.Empty() {
		p.paintEmpty()
		return p.Scene
	}
	bounds := geom.Rect{Width: layout.Width, Height: layout.Height}
	if d.kind == KindER {
		around, attributes := d.radialGraph(layout)
		p.arranged, p.attributes = *arranged(around), attributes
		bounds = p.arranged.Bounds
	}
	notes, areas, bounds := d.placeMemos(layout, bounds)
	corner := geom.Pt(bounds.X-margin, bounds.Y-margin)
	p.Origin = geom.Pt(-corner.X, -corner.Y)
	if !options.Standalone { // a page uses document coordinates, in which boxes are dragged
		p.Origin = layout.Origin
		p.Scene.Corner = geom.Pt(corner.X+layout.Origin.X, corner.Y+layout.Origin.Y)
	}
	p.Scene.Width, p.Scene.Height = bounds.Width+2*margin, bounds.Height+2*margin
	p.paintContainers()
	p.paintAreas(areas)
	p.paintLines()
	p.paintSpokes()
	p.paintBoxes()
	p.paintAttributes()
	p.paintLabels()
	p.paintNotes(notes)
	p.explainArrows()
	p.paintPanels()
	p.paintFoot()
	if d.display.Legend || d.display.Key {
		p.Scene.Panels = p
	}
	p.Scene.Bookmarks = p.bookmarks()
	return p.Scene
}

var (
	emptyFont   = typeface.Font{Size: 14}
	captionFont = typeface.Font{Size: 11}
)

func (p *picture) paintEmpty() {
	width, _ := typeface.Measure(p.drawing.empty, emptyFont)
	p.Scene.Width, p.Scene.Height = max(320, width+4*margin), 120
	p.Scene.Description = p.drawing.empty
	p.Add(&scene.Text{Class: "note", At: geom.Pt(p.Scene.Width/2, 64), Anchor: scene.AnchorMiddle, Font: emptyFont, Content: p.drawing.empty})
	p.paintFoot()
}

// paintFoot writes the caption, and the notice of the layout, below a standalone
// picture. A page shows both elsewhere.
func (p *picture) paintFoot() {
	if !p.Options.Standalone {
		return
	}
	caption := p.caption()
	if p.drawing.display.TitleBlock && !p.drawing.Empty() {
		caption = "" // the title block has the same text
	}
	signs := ""
	if p.Compared() && !p.drawing.Empty() {
		signs = "+ added, − removed, ~ changed, ↑↓ moved. Numbers are those of the list of changes."
	}
	for _, content := range []string{p.Layout.Notice, signs, caption} {
		if content == "" {
			continue
		}
		content = typeface.Shorten(typeface.Clean(content), captionFont, max(300, p.Scene.Width-2*margin))
		width, _ := typeface.Measure(content, captionFont)
		p.Scene.Width = max(p.Scene.Width, width+2*margin)
		p.Add(&scene.Text{Class: "note", At: geom.Pt(margin, p.Scene.Height-4), Font: captionFont, Content: content})
		p.Scene.Height += 16
	}
}

// paintBoxes draws the boxes in the order of the graph, which is the reading order.
func (p *picture) paintBoxes() {
	rooms := p.rooms()
	for i := range p.drawing.graph.Boxes {
		id := p.drawing.graph.Boxes[i].ID
		at, ok := p.Layout.Boxes[id]
		if !ok {
			continue
		}
		at = p.Rect(at)
		e := p.paintBox(p.drawing.figures[id], id, at)
		if rooms != nil {
			e.Hooks.Room, e.Hooks.Framed, e.Hooks.Group = rooms[i].Own, rooms[i].Framed, p.drawing.graph.Boxes[i].Group
		}
		e.Items = append(e.Items, p.Numbered(figure.Corner(at), model.ID(id))...)
		if e.Name != "" {
			p.mark(p.drawing.graph.Boxes[i].Group, e.Name, at)
		}
		p.Add(e)
	}
}

// rooms returns what each box keeps free, relative to its corner, if the boxes can be
// moved on the page.
func (p *picture) rooms() []layout.Room {
	if p.Options.Standalone || p.Options.Href == nil || !p.drawing.Plain() {
		return nil
	}
	rooms, err := layout.Rooms(&p.drawing.graph, p.Layout.Boxes)
	if err != nil {
		return nil // the server keeps what is dropped off the others
	}
	for i := range rooms {
		at := p.Layout.Boxes[p.drawing.graph.Boxes[i].ID]
		for n := range rooms[i].Own {
			rooms[i].Own[n].X, rooms[i].Own[n].Y = rooms[i].Own[n].X-at.X, rooms[i].Own[n].Y-at.Y
		}
		rooms[i].Framed.X, rooms[i].Framed.Y = rooms[i].Framed.X-at.X, rooms[i].Framed.Y-at.Y
	}
	return rooms
}

func (p *picture) paintBox(f figure.Figure, id string, at geom.Rect) *scene.Element {
	e := f.Paint(p.Painter, at)
	e.Hooks = &scene.Hooks{Box: id, At: &at}
	return e
}
