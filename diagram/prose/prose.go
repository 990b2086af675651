// Package prose sets headings, paragraphs, lists, tables, statements and pictures
// on sheets of paper.
//
// Start with PDF. blocks.go has what a document consists of, and sheets.go where
// it goes.
package prose

import (
	"fmt"

	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/scene/pages"
	"widerow/diagram/typeface"
)

// PDF returns a document on sheets of paper, with page numbers and a bookmark for
// each heading. Pictures that would be too small on a sheet get sheets of their
// own after the text.
func PDF(title string, blocks []Block, paper pages.Paper) []byte {
	w := setOn(paper, title, blocks)
	book := pages.Book{Title: title, Subject: title}
	for _, sheet := range w.sheets {
		book.Parts = append(book.Parts, pages.Part{Plan: pages.PlanSheet(sheet.scene, paper), Placed: sheet.placed})
	}
	book.Parts = append(book.Parts, w.large...)
	return book.Encode()
}

// setOn sets a document on sheets of a size.
func setOn(paper pages.Paper, title string, blocks []Block) *writer {
	width, height := pages.SheetSize(paper)
	w := &writer{width: width, height: height, bottom: height - footer, paper: paper}
	w.sheet()
	for _, block := range blocks {
		block.set(w)
	}
	for i, sheet := range w.sheets {
		sheet.number(fmt.Sprintf("%d / %d", i+1, len(w.sheets)), title, width, height)
	}
	return w
}

const (
	footer     = 34 // px at the bottom of a sheet
	lineHeight = 1.4
	baseline   = 0.76 // of the height of a line
	textSize   = 13
	smallSize  = 11
)

// writer places blocks from the top of a sheet to its bottom, in px.
type writer struct {
	width, height float64
	bottom        float64 // end of the text of a sheet
	y             float64 // where the next block goes
	sheets        []*sheet
	paper         pages.Paper
	large         []pages.Part // pictures on sheets of their own
}

// sheet is one page.
type sheet struct {
	scene  *scene.Scene
	placed []pages.Placed
}

// sheet begins a new page.
func (w *writer) sheet() {
	w.sheets = append(w.sheets, &sheet{scene: &scene.Scene{Kind: "prose", Theme: scene.ThemeLight, Width: w.width, Height: w.height, Standalone: true}})
	w.y = 0
}

func (w *writer) page() *sheet { return w.sheets[len(w.sheets)-1] }

// reserve begins a new page unless a height is left on this one.
func (w *writer) reserve(height float64) {
	if w.y > 0 && w.y+height > w.bottom {
		w.sheet()
	}
}

// gap leaves room above a block, except at the top of a page.
func (w *writer) gap(height float64) {
	if w.y > 0 {
		w.y += height
	}
}

func (w *writer) put(items ...scene.Item) {
	page := w.page().scene
	page.Items = append(page.Items, items...)
}

// line sets one line of text whose top is at y, and returns its height.
func (w *writer) line(content string, x, y float64, font typeface.Font, tone Tone) float64 {
	height := font.Size * lineHeight
	if content != "" {
		w.put(&scene.Text{Class: tone.class(), At: geom.Pt(x, y+height*baseline), Font: font, Content: content})
	}
	return height
}

// number writes the footer of a page.
func (s *sheet) number(number, title string, width, height float64) {
	font := typeface.Font{Size: smallSize}
	wide, _ := typeface.Measure(number, font)
	s.scene.Items = append(s.scene.Items,
		&scene.Text{Class: Dim.class(), At: geom.Pt(0, height-4), Font: font, Content: typeface.Shorten(typeface.Clean(title), font, width-wide-20)},
		&scene.Text{Class: Dim.class(), At: geom.Pt(width, height-4), Anchor: scene.AnchorEnd, Font: font, Content: number})
}
