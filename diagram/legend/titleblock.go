package legend

import (
	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
)

// Sizes of a title block in px.
const (
	TitleWidth = 300
	titleRow   = 38
	titleLine  = 17
	titleLines = 16
)

// titleCell is a field of the title block.
type titleCell struct {
	name  string
	lines []string
}

// NewTitleBlock is the frame with the names of the model and the diagram, and with
// revision, date and author if they are known.
func NewTitleBlock(model, what string, revision figure.Revision) Panel {
	rows := [][]titleCell{
		{{"Model", typeface.Wrap(model, panelTitleFont, TitleWidth-2*panelInset, titleLines)}},
		{{"Diagram", []string{what}}},
	}
	var known []titleCell
	for _, field := range [][2]string{{"Revision", revision.NumberText()}, {"Date", revision.DateText()}} {
		if field[1] != "" {
			known = append(known, titleCell{field[0], []string{field[1]}})
		}
	}
	if len(known) > 0 {
		rows = append(rows, known)
	}
	if author := revision.Author; author != "" {
		rows = append(rows, []titleCell{{"Author", typeface.Wrap(typeface.Clean(author), PanelFont, TitleWidth-2*panelInset, titleLines)}})
	}
	height := 0.0
	for _, row := range rows {
		height += titleHeight(row)
	}
	return Panel{TitleWidth, height, func(at geom.Point) *scene.Element {
		return &scene.Element{Class: "title-block", Items: paintTitle(rows, geom.NewRect(at.X, at.Y, TitleWidth, height))}
	}}
}

func titleHeight(row []titleCell) float64 {
	return titleRow + titleLine*float64(len(row[0].lines)-1)
}

func paintTitle(rows [][]titleCell, at geom.Rect) []scene.Item {
	items := []scene.Item{&scene.Rectangle{Class: "panel", Rect: at, Round: 2}}
	top := at.Y
	for i, row := range rows {
		height := titleHeight(row)
		if i > 0 {
			items = append(items, &scene.Path{Class: "panel-rule", Steps: geom.Polyline(geom.Pt(at.X, top), geom.Pt(at.X+at.Width, top))})
		}
		width := at.Width / float64(len(row))
		for k, cell := range row {
			left := at.X + width*float64(k)
			if k > 0 {
				items = append(items, &scene.Path{Class: "panel-rule", Steps: geom.Polyline(geom.Pt(left, top), geom.Pt(left, top+height))})
			}
			font := PanelFont
			if i == 0 {
				font = panelTitleFont
			}
			items = append(items, &scene.Text{Class: "note", At: geom.Pt(left+panelInset, top+14), Font: panelNoteFont, Content: cell.name})
			for n, content := range cell.lines {
				base := top + 30 + titleLine*float64(n)
				items = append(items, &scene.Text{Class: "panel-text", At: geom.Pt(left+panelInset, base), Font: font, Content: content})
			}
		}
		top += height
	}
	return items
}
