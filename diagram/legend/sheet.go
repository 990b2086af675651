package legend

import (
	"slices"

	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
)

// Panel is a box below the picture, such as the legend.
type Panel struct {
	Width, Height float64
	Paint         func(at geom.Point) *scene.Element
}

var (
	panelTitleFont = typeface.Font{Bold: true, Size: 12}
	PanelFont      = typeface.Font{Size: 11}
	panelNoteFont  = typeface.Font{Size: 10}
)

// Sizes of panels in px.
const (
	PanelGap   = 24 // above a panel, and between two
	panelInset = 16
	panelHead  = 34 // with the title
	panelLine  = 14
	panelRound = 8
	LeastPanel = 640 // least width over which panels spread
)

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

// Sheetfuls returns the number of entries on each sheet, by their heights.
func Sheetfuls(heights []float64, columns int, height float64) []int {
	const rounding = 1 // of columnsOf, which levels the columns
	var counts []int
	for sheet := range slices.Chunk(geom.FillColumns(heights, height-panelHead-panelInset/2-rounding), columns) {
		count := 0
		for _, column := range sheet {
			count += column
		}
		counts = append(counts, count)
	}
	return counts
}
