package pages

import (
	"fmt"
	"slices"
	"strings"

	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
)

// leftOut is a box that a page would cut. Another page shows it whole.
type leftOut struct {
	box         *scene.Element
	seen        geom.Rect // the part of it that is on this page, in px
	column, row int       // of the other page
}

// leftOut returns the boxes and attributes that a page leaves out, because it would
// cut them and another page shows them whole.
func (p Plan) leftOut(column, row int) []leftOut {
	view := p.shown(column, row)
	var list []leftOut
	for _, item := range p.Picture.Items {
		e, is := item.(*scene.Element)
		if !is || !standsAlone(e) {
			continue
		}
		at := FirstShape(e).Grown(outlineWidth)
		if !at.Overlaps(view) || view.Grown(rounding).Contains(at) {
			continue
		}
		if column, row, whole := p.whole(at); whole {
			list = append(list, leftOut{e, common(at, view), column, row})
		}
	}
	return list
}

// standsAlone reports whether an element is a box or an attribute.
func standsAlone(e *scene.Element) bool {
	return worthOf(e) == worthOfBox || strings.HasPrefix(e.Class, "attribute")
}

// whole returns the first page that shows a part of the diagram whole.
func (p sheetPlan) whole(part geom.Rect) (column, row int, found bool) {
	column = wholeOn(p.Across, part.X*p.Scale, (part.X+part.Width)*p.Scale)
	row = wholeOn(p.down, part.Y*p.Scale, (part.Y+part.Height)*p.Scale)
	return column, row, column >= 0 && row >= 0
}

// common returns the intersection of two rectangles that overlap.
func common(a, b geom.Rect) geom.Rect {
	x, y := max(a.X, b.X), max(a.Y, b.Y)
	return geom.NewRect(x, y, min(a.X+a.Width, b.X+b.Width)-x, min(a.Y+a.Height, b.Y+b.Height)-y)
}

// showingMost draws the form of the diagram with its top left corner at a place of the
// page, but for boxes that the page leaves out. They have a dashed outline, with name
// and page where there is room.
func (c *canvas) showingMost(x, y float64, without []leftOut) []byte {
	const grey, dash, everything = "#808080", 4, 1e6
	c.out, c.colors, c.scale = nil, map[string]string{}, c.plan.Scale
	c.put("q %.4f 0 0 %.4f %.4f %.4f cm q\n", c.plan.Scale, -c.plan.Scale, x, y)
	if len(without) > 0 {
		c.path(geom.NewRect(-everything/2, -everything/2, everything, everything).Steps())
		for _, left := range without {
			c.path(outlineOf(left.box))
		}
		c.put("W* n\n")
	}
	c.put("/X0 Do Q\n")
	paper := c.paper()
	for _, left := range without {
		c.Stroke(outlineOf(left.box), paper, 2*outlineWidth, nil)
		c.Fill(outlineOf(left.box), paper)
		c.Stroke(outlineOf(left.box), grey, 0.5/c.plan.Scale, []float64{dash, dash})
		c.note(left, grey)
	}
	c.put("Q\n")
	return c.out
}

// paper returns the colour behind the diagram.
func (c *canvas) paper() string {
	styler := scene.NewStyler(c.plan.Picture.Theme)
	return styler.In(styler.Root(c.plan.Picture), "rect", "paper").Look.Fill
}

// note writes the name of a box that is left out, and the page that shows it, into the
// part of the box on this page.
func (c *canvas) note(left leftOut, color string) {
	const size, leading = 6.0, 1.3 // points, of the size
	font := typeface.Font{Size: size / c.plan.Scale}
	place := fmt.Sprintf("row %d, column %d", left.row+1, left.column+1)
	lines, room := []string{left.box.Name, place}, left.seen.Width-2*font.Size
	lines = slices.DeleteFunc(lines, func(line string) bool { return line == "" })
	if width, _ := typeface.Measure(place, font); width > room || left.seen.Height < (float64(len(lines))*leading+1)*font.Size {
		return
	}
	for i, line := range lines {
		at := geom.Pt(left.seen.X+font.Size, left.seen.Y+(float64(i)*leading+1.6)*font.Size)
		c.Text(&scene.Text{At: at, Font: font, Content: typeface.Shorten(line, font, room)}, color)
	}
}
