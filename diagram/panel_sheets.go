package diagram

import (
	"math"

	"widerow/diagram/geom"
	"widerow/diagram/legend"
	"widerow/diagram/scene"
)

// Without returns the picture without its legend and its key.
func (p *picture) Without() *scene.Scene {
	d := *p.drawing
	d.display.Legend, d.display.Key = false, false
	return d.Scene(p.Layout, p.Options)
}

// Sheets arranges the key and the legend on sheets of a size in px without
// splitting an entry.
func (p *picture) Sheets(width, height float64) []*scene.Scene {
	const edge = 1 // for the line of a frame
	var sheets []*scene.Scene
	top := math.Inf(1)
	for _, panel := range p.panelsWithin(width-2*edge, height-2*edge) {
		if top+panel.Height > height-edge {
			sheets = append(sheets, &scene.Scene{Kind: p.Scene.Kind, Theme: p.Scene.Theme, Width: width})
			top = edge
		}
		sheet := sheets[len(sheets)-1]
		sheet.Items = append(sheet.Items, panel.Paint(geom.Pt(edge, top)))
		sheet.Height = top + panel.Height + edge
		top += panel.Height + legend.PanelGap
	}
	return sheets
}

// panelsWithin returns the key and the legend in parts that fit the height of a
// sheet.
func (p *picture) panelsWithin(width, height float64) []legend.Panel {
	var list []legend.Panel
	if p.drawing.display.Key && len(p.drawing.key) > 0 {
		rest := legend.NewKeyTable(p.drawing.key, width)
		for _, count := range legend.Sheetfuls(rest.Heights(), rest.Columns, height) {
			part := rest
			part.Entries, rest.Entries = rest.Entries[:count], rest.Entries[count:]
			list = append(list, part.Panel())
		}
	}
	if entries := legend.Of(p.Painter); p.drawing.display.Legend && len(entries) > 0 {
		for _, count := range legend.Sheetfuls(legend.Heights(entries), legend.ColumnsIn(width), height) {
			list = append(list, legend.NewPanel(entries[:count], width))
			entries = entries[count:]
		}
	}
	return list
}
