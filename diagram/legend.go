package diagram

import (
	"math"

	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
)

// Sizes of a legend in px.
const (
	legendSample  = 56 // width of the samples
	legendGap     = 10
	legendText    = 180
	legendWidth   = legendSample + legendGap + legendText
	legendBetween = 20 // columns
	legendColumns = 5
	legendRow     = 26
	legendBase    = 17 // base line of one line of words in its row
)

// legendEntry is a symbol with the words that explain it.
type legendEntry struct {
	sample func(in geom.Rect) []scene.Item
	lines  []string
}

func (e legendEntry) height() float64 {
	return legendRow + panelLine*float64(len(e.lines)-1)
}

// legendOf explains the symbols that have been drawn, in order.
func legendOf(p *painter) []legendEntry {
	var entries []legendEntry
	for s, occurs := range p.symbols {
		if occurs {
			e := explanationOf(symbol(s), p.theme)
			entries = append(entries, legendEntry{e.sample, typeface.Wrap(e.words, panelFont, legendText, 3)})
		}
	}
	return entries
}

func legendHeights(entries []legendEntry) []float64 {
	heights := make([]float64, len(entries))
	for i, entry := range entries {
		heights[i] = entry.height()
	}
	return heights
}

func legendColumnsIn(room float64) int {
	most := int((room - 2*panelInset + legendBetween) / (legendWidth + legendBetween))
	return max(1, min(legendColumns, most))
}

// legendPanel arranges entries in as many columns as fit.
func legendPanel(entries []legendEntry, room float64) panel {
	heights := legendHeights(entries)
	columns := geom.ColumnsOf(heights, legendColumnsIn(room))
	at := geom.Rect{Width: room, Height: panelHead + tallestColumn(heights, columns) + panelInset/2}
	return panel{at.Width, at.Height, func(corner geom.Point) *scene.Element {
		at.X, at.Y = corner.X, corner.Y
		return &scene.Element{Class: "legend", Items: append(paintFrame("Legend", at), paintEntries(entries, columns, at)...)}
	}}
}

// paintEntries spreads the columns over the width of the panel.
func paintEntries(entries []legendEntry, columns []int, in geom.Rect) []scene.Item {
	var items []scene.Item
	x, step := in.X+panelInset, math.Floor((in.Width-2*panelInset+legendBetween)/float64(len(columns)))
	for _, count := range columns {
		top := in.Y + panelHead
		for _, entry := range entries[:count] {
			sample := entry.sample(geom.NewRect(x, top, legendSample, legendRow))
			items = append(items, &scene.Element{Class: "sample", Items: sample})
			items = append(items, paintLines(entry.lines, "panel-text", panelFont, geom.Pt(x+legendSample+legendGap, top+legendBase))...)
			top += entry.height()
		}
		entries = entries[count:]
		x += step
	}
	return items
}
