package diagram

// Sizes of a legend in px.
const (
	legendSample  = 60 // width of what is explained
	legendGap     = 10
	legendText    = 190
	legendWidth   = legendSample + legendGap + legendText
	legendBetween = 20 // columns
	legendColumns = 5
	legendRow     = 26
	legendBase    = 17 // base line of one line of words in its row
)

// legendEntry is a symbol with the words that explain it.
type legendEntry struct {
	symbol symbol
	lines  []string
}

func (e legendEntry) height() float64 {
	return legendRow + panelLine*float64(len(e.lines)-1)
}

// legend explains the symbols that have been drawn, in their order.
func (p *painter) legend() []legendEntry {
	var entries []legendEntry
	for s, occurs := range p.symbols {
		if occurs {
			words := explanations[s].words
			entries = append(entries, legendEntry{symbol(s), wrap(words, panelFont, legendText, 3)})
		}
	}
	return entries
}

// legendPanel sets entries in as many columns as there is room for.
func legendPanel(entries []legendEntry, room float64) panel {
	heights := make([]float64, len(entries))
	for i, entry := range entries {
		heights[i] = entry.height()
	}
	most := int((room - 2*panelInset + legendBetween) / (legendWidth + legendBetween))
	columns := columnsOf(heights, max(1, min(legendColumns, most)))
	tall, first := 0.0, 0
	for _, count := range columns {
		height := 0.0
		for _, one := range heights[first : first+count] {
			height += one
		}
		tall, first = max(tall, height), first+count
	}
	width := 2*panelInset + float64(len(columns))*(legendWidth+legendBetween) - legendBetween
	paint := func(p *painter, at Point) *Element {
		items := paintFrame("Legend", Rect{at.X, at.Y, width, panelHead + tall + panelInset/2})
		return &Element{Class: "legend", Items: append(items, paintEntries(entries, columns, Point{at.X + panelInset, at.Y + panelHead})...)}
	}
	return panel{width, panelHead + tall + panelInset/2, paint}
}

func paintEntries(entries []legendEntry, columns []int, at Point) []Item {
	var items []Item
	for _, count := range columns {
		top := at.Y
		for _, entry := range entries[:count] {
			sample := explanations[entry.symbol].sample(Rect{at.X, top, legendSample, legendRow})
			items = append(items, &Element{Class: "sample", Items: sample})
			items = append(items, paintLines(entry.lines, "panel-text", panelFont, Point{at.X + legendSample + legendGap, top + legendBase})...)
			top += entry.height()
		}
		entries = entries[count:]
		at.X += legendWidth + legendBetween
	}
	return items
}
