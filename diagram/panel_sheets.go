package diagram

import (
	"math"

	"widerow/diagram/geom"
	"widerow/diagram/scene"
)

// Without returns the picture without its legend and its key.
func (p *picture) Without() *scene.Scene {
	d := *p.drawing
	d.display.Legend, d.display.Key = false, false
	return d.Scene(p.layout, p.options)
}

// Sheets arranges the key and the legend on sheets of a size in px without
// splitting an entry.
func (p *picture) Sheets(width, height float64) []*scene.Scene {
	const edge = 1 // for the line of a frame
	var sheets []*scene.Scene
	top := math.Inf(1)
	for _, panel := range p.panelsWithin(width-2*edge, height-2*edge) {
		if top+panel.height > height-edge {
			sheets = append(sheets, &scene.Scene{Kind: p.scene.Kind, Theme: p.scene.Theme, Width: width})
			top = edge
		}
		sheet := sheets[len(sheets)-1]
		sheet.Items = append(sheet.Items, panel.paint(geom.Pt(edge, top)))
		sheet.Height = top + panel.height + edge
		top += panel.height + panelGap
	}
	return sheets
}

// panelsWithin returns the key and the legend in parts that fit the height of a
// sheet.
func (p *picture) panelsWithin(width, height float64) []panel {
	var list []panel
	if p.drawing.display.Key && len(p.drawing.key) > 0 {
		rest := newKeyTable(p.drawing.key, width)
		for _, count := range sheetfuls(rest.heights(), rest.columns, height) {
			part := rest
			part.entries, rest.entries = rest.entries[:count], rest.entries[count:]
			list = append(list, part.panel())
		}
	}
	if entries := legendOf(p.painter); p.drawing.display.Legend && len(entries) > 0 {
		for _, count := range sheetfuls(legendHeights(entries), legendColumnsIn(width), height) {
			list = append(list, legendPanel(entries[:count], width))
			entries = entries[count:]
		}
	}
	return list
}
