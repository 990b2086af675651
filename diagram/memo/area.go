package memo

import (
	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

var areaFont = typeface.Font{Bold: true, Size: 13}

// TitleHeight is the height of the strip of an area's title, by which it is dragged.
const TitleHeight = 30.0

const areaPadding = 12.0

// Area is an area with its title.
type Area struct {
	ID            model.ID
	Width, Height float64
	color         model.Color
	name          string
	title         figure.Title
}

// NewArea returns the figure of an area.
func NewArea(id model.ID, a *model.Area) *Area {
	width, height := a.Size()
	name := typeface.Clean(a.Name)
	return &Area{ID: id, Width: width, Height: height, color: a.Color.Shown(), name: name, title: figure.Titled(name, "area")}
}

// Paint draws the area. Its title alone receives the pointer: within it the canvas is free.
func (a *Area) Paint(p *figure.Painter, at geom.Rect) *scene.Element {
	strip := geom.NewRect(at.X, at.Y, at.Width, TitleHeight)
	name := typeface.Shorten(a.name, areaFont, at.Width-2*areaPadding)
	return p.Element(a.ID, "area", a.title.Text(),
		&scene.Rectangle{Class: "area-shape " + string(a.color), Rect: at, Round: round},
		&scene.Rectangle{Class: "row", Rect: strip},
		&scene.Text{Class: "area-text", At: geom.Pt(at.X+areaPadding, at.Y+20), Font: areaFont, Content: name})
}

// Description returns the area in words.
func (a *Area) Description() figure.Description { return a.title.Description(a.ID) }
