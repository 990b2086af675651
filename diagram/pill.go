package diagram

import (
	"math"
	"strings"

	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
)

// typePill is the rounded field of a column's type, broken into lines. A snowflake
// precedes each frozen part.
type typePill struct {
	lines   []string
	symbols []symbol // to explain in the legend
	width   float64  // 0 without a type
}

func newPill(text string) typePill {
	p := typePill{lines: typeface.Wrap(text, typeFont, maxType, typeLines)}
	if len(p.lines) > 0 {
		p.width = math.Ceil(typeface.Widest(p.lines, typeFont)) + 2*pillInset
	}
	if strings.Contains(text, typeface.Flake) {
		p.symbols = append(p.symbols, symbolFrozen)
	}
	return p
}

func (p typePill) height() float64 { return pillHeight + typeLine*float64(len(p.lines)-1) }

// paint draws the pill; at is its top right corner.
func (p typePill) paint(changed bool, at geom.Point) []scene.Item {
	class := "pill"
	if changed {
		class += " changed"
	}
	place := geom.NewRect(at.X-p.width, at.Y, p.width, p.height())
	items := []scene.Item{&scene.Rectangle{Class: class, Rect: place, Round: pillHeight / 2.0}}
	for i, content := range p.lines {
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
