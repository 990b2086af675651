package diagram

// brush draws a scene on a canvas, item by item, with the looks of the style
// sheet. It is for pictures that no browser styles.
type brush struct {
	canvas canvas
	styler *styler
	parent *styled
}

// canvas is what pictures other than SVG are drawn on. Colours are #rrggbb
// or a hatch.
type canvas interface {
	fill(steps []Step, color string)
	stroke(steps []Step, color string, width float64, dash []float64)
	text(t *Text, color string)
	// enter begins an element and leave ends it.
	enter(e *Element)
	leave(e *Element)
}

// drawOn draws the whole scene, its paper first.
func (s *Scene) drawOn(c canvas) {
	b := &brush{canvas: c, styler: newStyler(s.Theme)}
	b.parent = b.styler.root(s)
	(&Rectangle{Class: "paper", Rect: Rect{Width: s.Width, Height: s.Height}}).draw(b)
	for _, item := range s.Items {
		item.draw(b)
	}
}

func (b *brush) shape(tag, class string, steps []Step) {
	look := b.styler.in(b.parent, tag, class).look
	if look.fill != none {
		b.canvas.fill(steps, look.fill)
	}
	if look.stroke != none {
		b.canvas.stroke(steps, look.stroke, look.width, look.dash)
	}
}

func (e *Element) draw(b *brush) {
	tag := "g"
	if e.Href != "" {
		tag = "a"
	}
	outer := b.parent
	b.parent = b.styler.in(outer, tag, e.Class)
	b.canvas.enter(e)
	for _, item := range e.Items {
		item.draw(b)
	}
	b.canvas.leave(e)
	b.parent = outer
}

func (r *Rectangle) draw(b *brush) { b.shape("rect", r.Class, r.steps()) }

func (e *Ellipse) draw(b *brush) {
	tag := "ellipse"
	if e.RadiusX == e.RadiusY {
		tag = "circle"
	}
	b.shape(tag, e.Class, e.steps())
}

func (p *Path) draw(b *brush) { b.shape("path", p.Class, p.Steps) }

func (t *Text) draw(b *brush) {
	b.canvas.text(t, b.styler.in(b.parent, "text", t.Class).look.fill)
}

func (r *Rectangle) steps() []Step {
	left, top, right, bottom := r.X, r.Y, r.X+r.Width, r.Y+r.Height
	round := min(r.Round, r.Width/2, r.Height/2)
	if round <= 0 {
		return r.Rect.steps()
	}
	return []Step{
		move(left+round, top), line(right-round, top),
		arc(Point{right - round, top}, Point{right, top}, Point{right, top + round}), line(right, bottom-round),
		arc(Point{right, bottom - round}, Point{right, bottom}, Point{right - round, bottom}), line(left+round, bottom),
		arc(Point{left + round, bottom}, Point{left, bottom}, Point{left, bottom - round}), line(left, top+round),
		arc(Point{left, top + round}, Point{left, top}, Point{left + round, top}), closed(),
	}
}

func (e *Ellipse) steps() []Step {
	c := e.Centre
	left, right, top, bottom := c.X-e.RadiusX, c.X+e.RadiusX, c.Y-e.RadiusY, c.Y+e.RadiusY
	east, south, west, north := Point{right, c.Y}, Point{c.X, bottom}, Point{left, c.Y}, Point{c.X, top}
	return []Step{
		move(right, c.Y), arc(east, Point{right, bottom}, south), arc(south, Point{left, bottom}, west),
		arc(west, Point{left, top}, north), arc(north, Point{right, top}, east), closed(),
	}
}
