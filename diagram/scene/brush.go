package scene

import "widerow/diagram/geom"

// brush draws a scene on a canvas, item by item, with the looks of the style
// sheet. It serves the formats that no browser styles.
type brush struct {
	canvas Canvas
	styler *Styler
	parent *Styled
}

// Canvas is the drawing surface of formats other than SVG. Colours are #rrggbb or a hatch, lengths
// px of the scene.
type Canvas interface {
	Fill(steps []geom.Step, color string)
	Stroke(steps []geom.Step, color string, width float64, dash []float64)
	Text(t *Text, color string)
	// Enter begins an element and Leave ends it.
	Enter(e *Element)
	Leave(e *Element)
}

// DrawOn draws the whole scene, its background first.
func (s *Scene) DrawOn(c Canvas) {
	b := &brush{canvas: c, styler: NewStyler(s.Theme)}
	b.parent = b.styler.Root(s)
	(&Rectangle{Class: "paper", Rect: geom.Rect{Width: s.Width, Height: s.Height}}).draw(b)
	for _, item := range s.Items {
		item.draw(b)
	}
}

func (b *brush) shape(tag, class string, steps []geom.Step) {
	look := b.styler.In(b.parent, tag, class).Look
	if look.Fill != None {
		b.canvas.Fill(steps, look.Fill)
	}
	if look.Stroke != None {
		b.canvas.Stroke(steps, look.Stroke, look.Width, look.Dash)
	}
}

func (e *Element) draw(b *brush) {
	tag := "g"
	if e.Href != "" {
		tag = "a"
	}
	outer := b.parent
	b.parent = b.styler.In(outer, tag, e.Class)
	b.canvas.Enter(e)
	for _, item := range e.Items {
		item.draw(b)
	}
	b.canvas.Leave(e)
	b.parent = outer
}

func (r *Rectangle) draw(b *brush) { b.shape("rect", r.Class, r.Outline()) }

func (e *Ellipse) draw(b *brush) {
	tag := "ellipse"
	if e.RadiusX == e.RadiusY {
		tag = "circle"
	}
	b.shape(tag, e.Class, e.Outline())
}

// Outline returns the steps of the path.
func (p *Path) Outline() []geom.Step { return p.Steps }

func (p *Path) draw(b *brush) { b.shape("path", p.Class, p.Steps) }

func (t *Text) draw(b *brush) {
	b.canvas.Text(t, b.styler.In(b.parent, "text", t.Class).Look.Fill)
}

// Outline returns the border of the rectangle.
func (r *Rectangle) Outline() []geom.Step {
	left, top, right, bottom := r.X, r.Y, r.X+r.Width, r.Y+r.Height
	round := min(r.Round, r.Width/2, r.Height/2)
	if round <= 0 {
		return r.Rect.Steps()
	}
	return []geom.Step{
		geom.Move(left+round, top), geom.Line(right-round, top),
		geom.Arc(geom.Pt(right-round, top), geom.Pt(right, top), geom.Pt(right, top+round)), geom.Line(right, bottom-round),
		geom.Arc(geom.Pt(right, bottom-round), geom.Pt(right, bottom), geom.Pt(right-round, bottom)), geom.Line(left+round, bottom),
		geom.Arc(geom.Pt(left+round, bottom), geom.Pt(left, bottom), geom.Pt(left, bottom-round)), geom.Line(left, top+round),
		geom.Arc(geom.Pt(left, top+round), geom.Pt(left, top), geom.Pt(left+round, top)), geom.ClosePath(),
	}
}

// Outline returns the border of the ellipse.
func (e *Ellipse) Outline() []geom.Step {
	c := e.Centre
	left, right, top, bottom := c.X-e.RadiusX, c.X+e.RadiusX, c.Y-e.RadiusY, c.Y+e.RadiusY
	east, south, west, north := geom.Pt(right, c.Y), geom.Pt(c.X, bottom), geom.Pt(left, c.Y), geom.Pt(c.X, top)
	return []geom.Step{
		geom.Move(right, c.Y), geom.Arc(east, geom.Pt(right, bottom), south), geom.Arc(south, geom.Pt(left, bottom), west),
		geom.Arc(west, geom.Pt(left, top), north), geom.Arc(north, geom.Pt(right, top), east), geom.ClosePath(),
	}
}
