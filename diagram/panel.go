package diagram

import "math"

// panel is something below the picture, which grows by it.
type panel struct {
	width, height float64
	paint         func(p *painter, at Point) *Element
}

var (
	panelTitleFont = Font{Bold: true, Size: 12}
	panelFont      = Font{Size: 11}
	panelNoteFont  = Font{Size: 10}
)

// Sizes of panels in px.
const (
	panelGap   = 24 // above a panel, and between two
	panelInset = 16
	panelHead  = 30 // with the title
	panelLine  = 14
	panelRound = 8
	leastPanel = 640 // that panels spread over, though the picture is less wide
)

// paintPanels adds what the reader asked for: the key, then legend and title
// block side by side if the picture is wide enough for both.
func (p *painter) paintPanels() {
	display := p.drawing.display
	room := max(leastPanel, p.scene.Width-2*margin)
	if display.Key && len(p.drawing.key) > 0 {
		p.addPanels(keyPanel(p.drawing.key, room))
	}
	var last []panel
	if display.TitleBlock {
		last = append(last, p.titleBlock())
		room -= last[0].width + panelGap
	}
	if entries := p.legend(); display.Legend && len(entries) > 0 {
		last = append([]panel{legendPanel(entries, max(room, legendWidth+2*panelInset))}, last...)
	}
	p.addPanels(last...)
}

// addPanels sets panels from the left border of the picture to its right one,
// or below each other if they are too wide together.
func (p *painter) addPanels(panels ...panel) {
	if len(panels) == 0 {
		return
	}
	together := panelGap * float64(len(panels)-1)
	for _, panel := range panels {
		together += panel.width
	}
	if room := max(leastPanel, p.scene.Width-2*margin); together > room && len(panels) > 1 {
		for _, panel := range panels {
			p.addPanels(panel)
		}
		return
	}
	p.scene.Width = math.Ceil(max(p.scene.Width, together+2*margin))
	x, top, height := float64(margin), p.scene.Height-margin+panelGap, 0.0
	for i, panel := range panels {
		if i > 0 && i == len(panels)-1 {
			x = p.scene.Width - margin - panel.width
		}
		p.add(panel.paint(p, Point{x, top}))
		x += panel.width + panelGap
		height = max(height, panel.height)
	}
	p.scene.Height = math.Ceil(top + height + margin)
}

// paintFrame draws a panel's border and its title.
func paintFrame(title string, at Rect) []Item {
	return []Item{
		&Rectangle{Class: "panel", Rect: at, Round: panelRound},
		&Text{Class: "panel-title", At: Point{at.X + panelInset, at.Y + 21}, Font: panelTitleFont, Content: title},
	}
}

// paintLines sets lines of text from a base line down.
func paintLines(lines []string, class string, font Font, at Point) []Item {
	items := make([]Item, len(lines))
	for i, content := range lines {
		items[i] = &Text{Class: class, At: Point{at.X, at.Y + panelLine*float64(i)}, Font: font, Content: content}
	}
	return items
}

// columnsOf splits heights into at most count columns of about one height,
// in order, and gives the number of entries in each.
func columnsOf(heights []float64, count int) []int {
	total := 0.0
	for _, height := range heights {
		total += height
	}
	for limit := total / float64(count); ; limit += panelLine / 2 {
		columns := []int{0}
		filled := 0.0
		for _, height := range heights {
			if filled > 0 && filled+height > limit {
				columns, filled = append(columns, 0), 0
			}
			columns[len(columns)-1]++
			filled += height
		}
		if len(columns) <= count {
			return columns
		}
	}
}
