// Package legend has the panels below a picture: the legend, which explains the symbols
// that are drawn, the key of queries and updates, and the title block.
package legend

import (
	"math"

	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
)

// Sizes of a legend in px.
const (
	LegendSample  = 56 // width of the samples
	legendGap     = 10
	LegendText    = 180
	legendWidth   = LegendSample + legendGap + LegendText
	legendBetween = 20 // columns
	legendColumns = 5
	LegendRow     = 26
	legendBase    = 17 // base line of one line of words in its row
)

// Entry is a symbol with the words that explain it.
type Entry struct {
	sample func(in geom.Rect) []scene.Item
	lines  []string
}

func (e Entry) height() float64 {
	return LegendRow + panelLine*float64(len(e.lines)-1)
}

// Of explains the symbols that have been drawn, in order.
func Of(p *figure.Painter) []Entry {
	var entries []Entry
	for s, occurs := range p.Symbols {
		if occurs {
			e := explanationOf(figure.Symbol(s), p.Theme)
			entries = append(entries, Entry{e.Sample, typeface.Wrap(e.Words, PanelFont, LegendText, 3)})
		}
	}
	return entries
}

func Heights(entries []Entry) []float64 {
	heights := make([]float64, len(entries))
	for i, entry := range entries {
		heights[i] = entry.height()
	}
	return heights
}

func ColumnsIn(room float64) int {
	most := int((room - 2*panelInset + legendBetween) / (legendWidth + legendBetween))
	return max(1, min(legendColumns, most))
}

// NewPanel arranges entries in as many columns as fit.
func NewPanel(entries []Entry, room float64) Panel {
	heights := Heights(entries)
	columns := geom.ColumnsOf(heights, ColumnsIn(room))
	at := geom.Rect{Width: room, Height: panelHead + tallestColumn(heights, columns) + panelInset/2}
	return Panel{at.Width, at.Height, func(corner geom.Point) *scene.Element {
		at.X, at.Y = corner.X, corner.Y
		return &scene.Element{Class: "legend", Items: append(paintFrame("Legend", at), paintEntries(entries, columns, at)...)}
	}}
}

// paintEntries spreads the columns over the width of the panel.
func paintEntries(entries []Entry, columns []int, in geom.Rect) []scene.Item {
	var items []scene.Item
	x, step := in.X+panelInset, math.Floor((in.Width-2*panelInset+legendBetween)/float64(len(columns)))
	for _, count := range columns {
		top := in.Y + panelHead
		for _, entry := range entries[:count] {
			sample := entry.sample(geom.NewRect(x, top, LegendSample, LegendRow))
			items = append(items, &scene.Element{Class: "sample", Items: sample})
			items = append(items, paintLines(entry.lines, "panel-text", PanelFont, geom.Pt(x+LegendSample+legendGap, top+legendBase))...)
			top += entry.height()
		}
		entries = entries[count:]
		x += step
	}
	return items
}
