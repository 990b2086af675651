package chebotko

import (
	"math"
	"strings"

	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
)

// typePill is the rounded field of a column's type, broken into lines. A snowflake
// precedes each frozen part.
type typePill struct {
	Lines   []string
	symbols []figure.Symbol // to explain in the legend
	Width   float64         // 0 without a type
}

func NewPill(text string) typePill {
	p := typePill{Lines: typeface.Wrap(text, typeFont, maxType, typeLines)}
	if len(p.Lines) > 0 {
		p.Width = math.Ceil(typeface.Widest(p.Lines, typeFont)) + 2*pillInset
	}
	if strings.Contains(text, typeface.Flake) {
		p.symbols = append(p.symbols, figure.SymbolFrozen)
	}
	return p
}

func (p typePill) height() float64 { return PillHeight + typeLine*float64(len(p.Lines)-1) }

// Paint draws the pill; at is its top right corner.
func (p typePill) Paint(changed bool, at geom.Point) []scene.Item {
	class := "pill"
	if changed {
		class += " changed"
	}
	place := geom.NewRect(at.X-p.Width, at.Y, p.Width, p.height())
	items := []scene.Item{&scene.Rectangle{Class: class, Rect: place, Round: PillHeight / 2.0}}
	for i, content := range p.Lines {
		base := at.Y + 11 + typeLine*float64(i)
		items = append(items, paintType(content, geom.Pt(place.X+place.Width/2, base))...)
	}
	return items
}

// paintType centres one line of a type at a point of its base line, and draws a
// snowflake for each flake character.
func paintType(content string, at geom.Point) []scene.Item {
	if !strings.Contains(content, typeface.Flake) {
		return []scene.Item{&scene.Text{Class: "type", At: at, Anchor: scene.AnchorMiddle, Font: typeFont, Content: content}}
	}
	pieces := strings.Split(content, typeface.Flake)
	var items []scene.Item
	full, _ := typeface.Measure(content, typeFont)
	room, _ := typeface.Measure(typeface.Flake, typeFont)
	x := at.X - full/2
	for i, piece := range pieces {
		if i > 0 {
			items = append(items, snowflake(geom.Pt(x+flakeWidth/2, at.Y-3.5)))
			x += room
		}
		if piece == "" {
			continue
		}
		width, _ := typeface.Measure(piece, typeFont)
		items = append(items, &scene.Text{Class: "type", At: geom.Pt(x, at.Y), Font: typeFont, Content: piece})
		x += width
	}
	return items
}
