package diagram

import (
	"math"

	"widerow/diagram/geom"
	"widerow/diagram/layout"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
)

// panel is a box below the picture, such as the legend.
type panel struct {
	width, height float64
	paint         func(at geom.Point) *scene.Element
}

var (
	panelTitleFont = typeface.Font{Bold: true, Size: 12}
	panelFont      = typeface.Font{Size: 11}
	panelNoteFont  = typeface.Font{Size: 10}
)

// Sizes of panels in px.
const (
	panelGap   = 24 // above a panel, and between two
	panelInset = 16
	panelHead  = 34 // with the title
	panelLine  = 14
	panelRound = 8
	leastPanel = 640 // least width over which panels spread
)

// paintPanels adds the panels of the display: the key, then legend and title block,
// side by side where that makes the picture lower.
func (p *painter) paintPanels() {
	display := p.drawing.display
	outer := p.outerSides()
	room := math.Ceil(max(leastPanel, outer.Width))
	if display.Key && len(p.drawing.key) > 0 {
		p.addPanels(outer.X, room, newKeyTable(p.drawing.key, room).panel())
	}
	var block []panel
	beside := room
	if display.TitleBlock {
		block = append(block, p.titleBlock())
		beside -= titleWidth + panelGap
	}
	entries := p.legend()
	if !display.Legend || len(entries) == 0 {
		if !display.Key {
			room = math.Ceil(max(titleWidth, outer.Width))
		}
		p.addPanels(outer.X, room, block...)
		return
	}
	narrow, wide := legendPanel(entries, beside), legendPanel(entries, room)
	if display.TitleBlock && narrow.height > wide.height+panelGap+block[0].height {
		p.addPanels(outer.X, room, wide)
		p.addPanels(outer.X, room, block...)
		return
	}
	p.addPanels(outer.X, room, append([]panel{narrow}, block...)...)
}

// outerSides returns the left side and the width of the containers and boxes in the
// scene, or of everything if there are no containers.
func (p *painter) outerSides() geom.Rect {
	pad := float64(margin + layout.PicturePad)
	if p.drawing.kind == KindER { // its bounds have no padding
		pad = margin
	}
	if len(p.layout.Groups) == 0 {
		return geom.Rect{X: pad, Width: p.scene.Width - 2*pad}
	}
	left, right := math.Inf(1), math.Inf(-1)
	include := func(at geom.Rect) { left, right = min(left, at.X), max(right, at.X+at.Width) }
	for _, frames := range p.layout.Groups {
		for _, at := range frames {
			include(at)
		}
	}
	for _, at := range p.layout.Boxes {
		include(at)
	}
	return geom.Rect{X: left + margin, Width: right - left}
}

// addPanels places panels side by side below the picture, the first one flush left
// and the last one flush right.
func (p *painter) addPanels(left, room float64, panels ...panel) {
	if len(panels) == 0 {
		return
	}
	p.scene.Width = max(p.scene.Width, room+2*left)
	x, top, height := left, p.scene.Height-margin+panelGap, 0.0
	for i, panel := range panels {
		if i == len(panels)-1 {
			x = left + room - panel.width
		}
		p.add(panel.paint(geom.Pt(p.scene.Corner.X+x, p.scene.Corner.Y+top)))
		x += panel.width + panelGap
		height = max(height, panel.height)
	}
	p.scene.Height = math.Ceil(top + height + margin)
}

// paintFrame draws a panel's border and its title.
func paintFrame(title string, at geom.Rect) []scene.Item {
	return []scene.Item{
		&scene.Rectangle{Class: "panel", Rect: at, Round: panelRound},
		&scene.Text{Class: "panel-title", At: geom.Pt(at.X+panelInset, at.Y+21), Font: panelTitleFont, Content: title},
	}
}

// paintLines draws lines of text, the first one at a base line.
func paintLines(lines []string, class string, font typeface.Font, at geom.Point) []scene.Item {
	items := make([]scene.Item, len(lines))
	for i, content := range lines {
		items[i] = &scene.Text{Class: class, At: geom.Pt(at.X, at.Y+panelLine*float64(i)), Font: font, Content: content}
	}
	return items
}

// tallestColumn returns the height of the tallest column.
func tallestColumn(heights []float64, columns []int) float64 {
	tall := 0.0
	for _, count := range columns {
		height := 0.0
		for _, one := range heights[:count] {
			height += one
		}
		tall, heights = max(tall, height), heights[count:]
	}
	return tall
}
