package diagram

import (
	"math"

	"widerow/diagram/geom"
	"widerow/diagram/layout"
	"widerow/diagram/legend"
)

// paintPanels adds the panels of the display: the key, then legend and title block,
// side by side where that makes the picture lower.
func (p *picture) paintPanels() {
	display := p.drawing.display
	outer := p.outerSides()
	room := math.Ceil(max(legend.LeastPanel, outer.Width))
	if display.Key && len(p.drawing.key) > 0 {
		p.addPanels(outer.X, room, legend.NewKeyTable(p.drawing.key, room).Panel())
	}
	var block []legend.Panel
	beside := room
	if display.TitleBlock {
		block = append(block, legend.NewTitleBlock(p.drawing.name, p.drawing.what, p.Options.Revision))
		beside -= legend.TitleWidth + legend.PanelGap
	}
	entries := legend.Of(p.Painter)
	if !display.Legend || len(entries) == 0 {
		if !display.Key {
			room = math.Ceil(max(legend.TitleWidth, outer.Width))
		}
		p.addPanels(outer.X, room, block...)
		return
	}
	narrow, wide := legend.NewPanel(entries, beside), legend.NewPanel(entries, room)
	if display.TitleBlock && narrow.Height > wide.Height+legend.PanelGap+block[0].Height {
		p.addPanels(outer.X, room, wide)
		p.addPanels(outer.X, room, block...)
		return
	}
	p.addPanels(outer.X, room, append([]legend.Panel{narrow}, block...)...)
}

// outerSides returns the left side and the width of the containers and boxes in the
// scene, or of everything if there are no containers.
func (p *picture) outerSides() geom.Rect {
	pad := float64(margin + layout.PicturePad)
	if p.drawing.kind == KindER { // its bounds have no padding
		pad = margin
	}
	if len(p.Layout.Groups) == 0 {
		return geom.Rect{X: pad, Width: p.Scene.Width - 2*pad}
	}
	left, right := math.Inf(1), math.Inf(-1)
	include := func(at geom.Rect) { left, right = min(left, at.X), max(right, at.X+at.Width) }
	for _, frames := range p.Layout.Groups {
		for _, at := range frames {
			include(at)
		}
	}
	for _, at := range p.Layout.Boxes {
		include(at)
	}
	return geom.Rect{X: left + margin, Width: right - left}
}

// addPanels places panels side by side below the picture, the first one flush left
// and the last one flush right.
func (p *picture) addPanels(left, room float64, panels ...legend.Panel) {
	if len(panels) == 0 {
		return
	}
	p.Scene.Width = max(p.Scene.Width, room+2*left)
	x, top, height := left, p.Scene.Height-margin+legend.PanelGap, 0.0
	for i, panel := range panels {
		if i == len(panels)-1 {
			x = left + room - panel.Width
		}
		p.Add(panel.Paint(geom.Pt(p.Scene.Corner.X+x, p.Scene.Corner.Y+top)))
		x += panel.Width + legend.PanelGap
		height = max(height, panel.Height)
	}
	p.Scene.Height = math.Ceil(top + height + margin)
}
