package pages

import (
	"widerow/diagram/geom"
	"widerow/diagram/pdf"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
)

// Book is a PDF of several parts, one after another.
type Book struct {
	Title, Subject string // properties of the document
	Parts          []Part
}

// Part is a diagram on its pages, or a page of text with pictures.
type Part struct {
	Plan Plan
	// Placed are pictures over the diagram, on each of its pages.
	Placed []Placed
	// Title is a bookmark around those of the diagram; "" for none.
	Title string
}

// Placed is a picture in a rectangle of a page, in px of the page's scene. It
// keeps its proportions: the width of the rectangle counts.
type Placed struct {
	Scene *scene.Scene
	At    geom.Rect
}

func (p Placed) scale() float64 { return p.At.Width / p.Scene.Width }

// SheetSize returns the size of a scene that fills a sheet of paper within its
// margins, in px.
func SheetSize(paper Paper) (width, height float64) {
	size := sheets[paper]
	return (size[0] - 2*paperMargin) / pointsPerPixel, (size[1] - 2*paperMargin) / pointsPerPixel
}

// PlanSheet returns the plan of a scene of SheetSize on one upright sheet.
func PlanSheet(s *scene.Scene, paper Paper) Plan {
	size := sheets[paper]
	return Plan{Picture: s, sheetPlan: sheetPlan{width: size[0], height: size[1], Scale: pointsPerPixel,
		Across: []strip{{0, s.Width * pointsPerPixel}}, down: []strip{{0, s.Height * pointsPerPixel}}, tiled: true}}
}

// Encode returns the PDF.
func (b Book) Encode() []byte {
	c := &canvas{document: &pdf.Document{}, fonts: map[*typeface.Face]*font{}, patterns: map[string]pdf.Ref{}}
	return c.finish(b)
}
