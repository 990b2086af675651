package diagram

import (
	"math"

	"widerow/diagram/geom"
	"widerow/diagram/layout"
)

// paintPanels adds the panels of the display: the key, then legend and title block,
// side by side where that makes the picture lower.
func (p *picture) paintPanels() {
	display := p.drawing.display
	outer := p.outerSides()
	room := math.Ceil(max(leastPanel, outer.Width))
	if display.Key && len(p.drawing.key) > 0 {
		p.addPanels(outer.X, room, newKeyTable(p.drawing.key, room).panel())
	}
	var block []panel
	beside := room
	if display.TitleBlock {
		block = append(block, titleBlock(p.drawing.name, p.drawing.what, p.options.Revision))
		beside -= titleWidth + panelGap
	}
	entries := legendOf(p.painter)
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
func (p *picture) outerSides() geom.Rect {
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
func (p *picture) addPanels(left, room float64, panels ...panel) {
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
