package pages

import (
	"fmt"
	"strconv"

	"widerow/diagram/geom"
	"widerow/diagram/pdf"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
)

// Paper is the paper size of a PDF.
type Paper string

// The paper sizes. PaperFit is one page of the size of the diagram.
const (
	PaperFit    Paper = ""
	PaperA4     Paper = "a4"
	PaperLetter Paper = "letter"
)

// Encode returns the scene as a PDF with vector lines and text: one page of the
// size of the diagram, or as many sheets as it takes, with marks where they
// overlap, followed by its key and its legend. Tables and other boxes are
// bookmarks.
func Encode(s *scene.Scene, paper Paper) ([]byte, error) {
	plan, err := PlanPages(s, paper)
	if err != nil {
		return nil, err
	}
	return Book{Title: s.Title, Subject: s.Description, Parts: []Part{{Plan: plan}}}.Encode(), nil
}

// canvas writes content streams. Its coordinates are px of a scene, with y
// downwards.
type canvas struct {
	document *pdf.Document
	out      []byte
	fonts    map[*typeface.Face]*font
	order    []*font // in order of first use
	patterns map[string]pdf.Ref
	colors   map[string]string // the current colour by operator
	plan     Plan
	scale    float64 // points per px of the current scene
}

// drawn returns the content stream of a scene.
func (c *canvas) drawn(s *scene.Scene, scale float64) []byte {
	c.out, c.colors, c.scale = nil, map[string]string{}, scale
	s.DrawOn(c)
	return c.out
}

func (c *canvas) put(format string, values ...any) { c.out = fmt.Appendf(c.out, format, values...) }

// numbers writes operands with at most two decimals.
func (c *canvas) numbers(values ...float64) {
	for _, value := range values {
		c.out = append(scene.AppendNumber(c.out, value), ' ')
	}
}

func (c *canvas) path(steps []geom.Step) {
	var at geom.Point
	for _, step := range steps {
		p := step.Points
		switch step.Command {
		case geom.MoveTo:
			c.numbers(p[0].X, p[0].Y)
			c.put("m\n")
		case geom.LineTo:
			c.numbers(p[0].X, p[0].Y)
			c.put("l\n")
		case geom.CurveTo: // PDF has only cubic curves
			c.numbers(at.X+(p[0].X-at.X)*2/3, at.Y+(p[0].Y-at.Y)*2/3, p[1].X+(p[0].X-p[1].X)*2/3, p[1].Y+(p[0].Y-p[1].Y)*2/3, p[1].X, p[1].Y)
			c.put("c\n")
		case geom.CubicTo:
			c.numbers(p[0].X, p[0].Y, p[1].X, p[1].Y, p[2].X, p[2].Y)
			c.put("c\n")
		case geom.Close:
			c.put("h\n")
		}
		if count := step.Command.PointCount(); count > 0 {
			at = p[count-1]
		}
	}
}

func (c *canvas) Fill(steps []geom.Step, color string) {
	c.color(color, "rg")
	c.path(steps)
	c.put("f\n")
}

func (c *canvas) Stroke(steps []geom.Step, color string, width float64, dash []float64) {
	c.color(color, "RG")
	c.numbers(width)
	c.put("w [")
	c.numbers(dash...)
	c.put("] 0 d\n")
	c.path(steps)
	c.put("S\n")
}

// color sets the colour of areas (rg) or lines (RG) if it has changed.
func (c *canvas) color(color, operator string) {
	if c.colors[operator] == color {
		return
	}
	c.colors[operator] = color
	if h, ok := scene.Hatches[color]; ok {
		c.put("/Pattern cs /%s scn\n", c.pattern(color, h))
		return
	}
	r, g, b := scene.Channels(color)
	for _, value := range []uint8{r, g, b} {
		c.out = append(strconv.AppendFloat(c.out, float64(value)/255, 'g', 3, 64), ' ')
	}
	c.put("%s\n", operator)
}

func (c *canvas) pattern(color string, h scene.Hatch) string {
	name := fmt.Sprintf("P%gx%gx%.0f", h.Period, c.scale, c.plan.height)
	if _, ok := c.patterns[name]; ok {
		return name
	}
	tile := &canvas{}
	p := h.Period
	tile.put("1 1 1 rg 0 0 %g %g re f 0 0 0 RG %g w ", p, p, h.Width)
	for _, line := range h.Lines() {
		tile.path(geom.Polyline(line[0], line[1]))
	}
	tile.put("S")
	c.patterns[name] = c.document.Stream(
		fmt.Sprintf("/Type/Pattern/PatternType 1/PaintType 1/TilingType 1/BBox[0 0 %g %g]/XStep %g/YStep "+
			"%g/Resources<<>>/Matrix[%g 0 0 %g 0 %g]",
			p, p, p, p, c.scale, -c.scale, c.plan.height), tile.out)
	return name
}

func (c *canvas) Enter(*scene.Element) {}
func (c *canvas) Leave(*scene.Element) {}
