package diagram

import (
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

// painter turns a drawing and its layout into a scene.
type painter struct {
	drawing *Drawing
	layout  *graph.Layout
	options Options
	origin  geom.Point // of the layout, in the coordinates of the scene
	seen    map[model.ID]bool
	symbols [symbolCount]bool // those drawn so far
	trunks  trunkList
	marks   map[string][]scene.Bookmark // by group
	scene   *scene.Scene
	// Only in an ER diagram: the attributes by number, and their places.
	attributes attributeList
	arranged   radial.Layout
}

// Scene returns the picture of the drawing. layout must be one of d.Graph().
func (d *Drawing) Scene(layout *graph.Layout, options Options) *scene.Scene {
	p := &painter{
		drawing: d, layout: layout, options: options, seen: make(map[model.ID]bool, 8*len(d.figures)), marks: map[string][]scene.Bookmark{},
		scene: &scene.Scene{
			Kind: string(d.kind), Theme: d.display.Theme, Title: d.title, Description: d.describe(options), Notice: layout.Notice,
			Standalone: options.Standalone, Outlines: d.display.Outlines, Linked: options.Href != nil,
		},
	}
	if p.compared() && options.Standalone && d.display.Theme == scene.ThemeAuto {
		p.scene.Theme = scene.ThemeLight // standalone pictures have no comparison rules for dark mode
	}
	if d.Empty() {
		p.paintEmpty()
		return p.scene
	}
	bounds := geom.Rect{Width: layout.Width, Height: layout.Height}
	if d.kind == KindER {
		around, attributes := d.radialGraph(layout)
		p.arranged, p.attributes = *arranged(around), attributes
		bounds = p.arranged.Bounds
	}
	corner := geom.Pt(bounds.X-margin, bounds.Y-margin)
	p.origin = geom.Pt(-corner.X, -corner.Y)
	if !options.Standalone { // a page uses document coordinates, in which boxes are dragged
		p.origin = layout.Origin
		p.scene.Corner = geom.Pt(corner.X+layout.Origin.X, corner.Y+layout.Origin.Y)
	}
	p.scene.Width, p.scene.Height = bounds.Width+2*margin, bounds.Height+2*margin
	p.paintContainers()
	p.paintLines()
	p.paintSpokes()
	p.paintBoxes()
	p.paintAttributes()
	p.paintLabels()
	p.explainArrows()
	p.paintPanels()
	p.paintFoot()
	if d.display.Legend || d.display.Key {
		p.scene.Panels = p
	}
	p.scene.Bookmarks = p.bookmarks()
	return p.scene
}

var (
	emptyFont   = typeface.Font{Size: 14}
	captionFont = typeface.Font{Size: 11}
)

func (p *painter) paintEmpty() {
	width, _ := typeface.Measure(p.drawing.empty, emptyFont)
	p.scene.Width, p.scene.Height = max(320, width+4*margin), 120
	p.scene.Description = p.drawing.empty
	p.add(&scene.Text{Class: "note", At: geom.Pt(p.scene.Width/2, 64), Anchor: scene.AnchorMiddle, Font: emptyFont, Content: p.drawing.empty})
	p.paintFoot()
}

// paintFoot writes the caption, and the notice of the layout, below a standalone
// picture. A page shows both elsewhere.
func (p *painter) paintFoot() {
	if !p.options.Standalone {
		return
	}
	caption := p.caption()
	if p.drawing.display.TitleBlock && !p.drawing.Empty() {
		caption = "" // the title block has the same text
	}
	signs := ""
	if p.compared() && !p.drawing.Empty() {
		signs = "+ added, − removed, ~ changed, ↑↓ moved. Numbers are those of the list of changes."
	}
	for _, content := range []string{p.layout.Notice, signs, caption} {
		if content == "" {
			continue
		}
		content = typeface.Shorten(typeface.Clean(content), captionFont, max(300, p.scene.Width-2*margin))
		width, _ := typeface.Measure(content, captionFont)
		p.scene.Width = max(p.scene.Width, width+2*margin)
		p.add(&scene.Text{Class: "note", At: geom.Pt(margin, p.scene.Height-4), Font: captionFont, Content: content})
		p.scene.Height += 16
	}
}

// explain marks symbols as drawn, for the legend.
func (p *painter) explain(symbols ...symbol) {
	for _, s := range symbols {
		p.symbols[s] = true
	}
}

func (p *painter) add(items ...scene.Item) { p.scene.Items = append(p.scene.Items, items...) }

// element returns the part of the picture that shows an element of the model. Only
// the first part of an element has its ID; all link to its address.
func (p *painter) element(id model.ID, class, title string, items ...scene.Item) *scene.Element {
	e := p.link(id, class, title, items...)
	if !p.seen[id] {
		e.ID = string(id)
		p.seen[id] = true
	}
	return e
}

// link returns a part without an id that links to an element's address.
func (p *painter) link(id model.ID, class, title string, items ...scene.Item) *scene.Element {
	e := &scene.Element{Class: class, Title: title, Items: items, Chosen: id != "" && id == p.options.Selected}
	if p.options.Href != nil && id != "" {
		e.Href = p.options.Href(id)
	}
	p.differs(e, id)
	return e
}

// group returns an element without a link. Its parts have links.
func (p *painter) group(id model.ID, class string, items ...scene.Item) *scene.Element {
	e := p.element(id, class, "", items...)
	e.Href = ""
	return e
}

func (p *painter) rect(r geom.Rect) geom.Rect {
	r.X += p.origin.X
	r.Y += p.origin.Y
	return r
}

func (p *painter) point(at geom.Point) geom.Point { return geom.Pt(at.X+p.origin.X, at.Y+p.origin.Y) }

// paintBoxes draws the boxes in the order of the graph, which is the reading order.
func (p *painter) paintBoxes() {
	rooms := p.rooms()
	for i := range p.drawing.graph.Boxes {
		id := p.drawing.graph.Boxes[i].ID
		at, ok := p.layout.Boxes[id]
		if !ok {
			continue
		}
		at = p.rect(at)
		e := p.paintBox(p.drawing.figures[id], id, at)
		if rooms != nil {
			e.Hooks.Room, e.Hooks.Framed, e.Hooks.Group = rooms[i].Own, rooms[i].Framed, p.drawing.graph.Boxes[i].Group
		}
		e.Items = append(e.Items, p.numbered(corner(at), model.ID(id))...)
		if e.Name != "" {
			p.mark(p.drawing.graph.Boxes[i].Group, e.Name, at)
		}
		p.add(e)
	}
}

// rooms returns what each box keeps free, relative to its corner, if the boxes can be
// moved on the page.
func (p *painter) rooms() []layout.Room {
	if p.options.Standalone || p.options.Href == nil || !p.drawing.Plain() {
		return nil
	}
	rooms, err := layout.Rooms(&p.drawing.graph, p.layout.Boxes)
	if err != nil {
		return nil // the server keeps what is dropped off the others
	}
	for i := range rooms {
		at := p.layout.Boxes[p.drawing.graph.Boxes[i].ID]
		for n := range rooms[i].Own {
			rooms[i].Own[n].X, rooms[i].Own[n].Y = rooms[i].Own[n].X-at.X, rooms[i].Own[n].Y-at.Y
		}
		rooms[i].Framed.X, rooms[i].Framed.Y = rooms[i].Framed.X-at.X, rooms[i].Framed.Y-at.Y
	}
	return rooms
}

func (p *painter) paintBox(f figure, id string, at geom.Rect) *scene.Element {
	e := f.paint(p, at)
	e.Hooks = &scene.Hooks{Box: id, At: &at}
	return e
}
