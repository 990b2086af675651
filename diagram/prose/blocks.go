package prose

import (
	"strings"

	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/scene/pages"
	"widerow/diagram/typeface"
)

// Block is a part of a document.
type Block interface{ set(w *writer) }

// Tone is the colour of a text.
type Tone string

// The tones. Plain is the tone of ordinary text.
const (
	Plain Tone = ""
	Dim   Tone = "dim"
	Good  Tone = "ok"
	Warn  Tone = "warn"
	Bad   Tone = "bad"
)

func (t Tone) class() string {
	if t == Plain {
		return ""
	}
	return "prose-" + string(t)
}

// Heading is a bookmark too. Level is from 1, the title of the document, to 3.
type Heading struct {
	Level int
	Text  string
}

func (h Heading) set(w *writer) {
	size := map[int]float64{1: 22, 2: 16, 3: 13.5}[h.Level]
	font := typeface.Font{Bold: true, Size: size}
	lines := typeface.Lines(typeface.Clean(h.Text), font, w.width)
	const followed = 3 * textSize * lineHeight // of the text below it
	w.gap(size * 1.1)
	w.reserve(float64(len(lines))*size*lineHeight + followed)
	page := w.page().scene
	page.Bookmarks = append(page.Bookmarks, scene.Bookmark{Name: h.Text, At: geom.NewRect(0, w.y, w.width, size)})
	for _, line := range lines {
		w.reserve(size * lineHeight)
		w.y += w.line(line, 0, w.y, font, Plain)
	}
	w.y += 4
}

// Paragraph is a text, each line of which begins a new one. Sign, such as + or ✓,
// is beside it.
type Paragraph struct {
	Sign     string
	SignTone Tone
	Text     string
	Tone     Tone
	Bold     bool
	Small    bool
	Indent   int // levels
}

func (p Paragraph) set(w *writer) {
	const signWidth = 20
	font := typeface.Font{Bold: p.Bold, Size: textSize}
	if p.Small {
		font.Size = smallSize
	}
	left := float64(p.Indent) * level
	w.gap(map[bool]float64{false: 3, true: 8}[p.Bold])
	w.reserve(font.Size * lineHeight)
	if p.Sign != "" {
		w.line(p.Sign, left, w.y, typeface.Font{Bold: true, Size: font.Size}, p.SignTone)
		left += signWidth
	}
	for text := range strings.SplitSeq(strings.TrimRight(p.Text, "\n"), "\n") {
		lines := typeface.Lines(typeface.OneLine(text), font, w.width-left)
		if len(lines) == 0 {
			w.gap(font.Size * lineHeight / 2)
		}
		for _, line := range lines {
			w.reserve(font.Size * lineHeight)
			w.y += w.line(line, left, w.y, font, p.Tone)
		}
	}
}

// Statement is CQL or other code: its lines keep their indentation, on a tinted ground.
type Statement struct {
	Text   string
	Indent int // levels
}

func (s Statement) set(w *writer) {
	const padding, space = 8, 4.2
	font := typeface.Font{Size: 12}
	height := font.Size * lineHeight
	edge := float64(min(s.Indent, deepest)) * level
	w.gap(4)
	for text := range strings.SplitSeq(strings.TrimRight(s.Text, "\n"), "\n") {
		text = strings.ReplaceAll(text, "\t", "    ")
		rest := strings.TrimLeft(text, " ")
		left := edge + padding + min(float64(len(text)-len(rest))*space, w.width/2)
		lines := typeface.Lines(typeface.OneLine(rest), font, w.width-left-padding)
		if len(lines) == 0 {
			lines = []string{""}
		}
		for _, line := range lines {
			w.reserve(height)
			w.put(&scene.Rectangle{Class: "pill", Rect: geom.NewRect(edge, w.y, w.width-edge, height)})
			w.y += w.line(line, left, w.y, font, Plain)
		}
	}
	w.y += 4
}

// Table has columns whose widths follow their content.
type Table struct {
	Head   []string
	Rows   [][]string
	Indent int // levels
}

func (t Table) set(w *writer) {
	edge := float64(min(t.Indent, deepest)) * level
	widths := t.widths(w.width - edge)
	w.gap(4)
	w.row(t.Head, edge, widths, typeface.Font{Bold: true, Size: smallSize}, Dim)
	for _, row := range t.Rows {
		w.row(row, edge, widths, typeface.Font{Size: textSize}, Plain)
	}
	w.y += 4
}

const columnGap = 16

// widths shares the width among the columns by the widest text of each.
func (t Table) widths(width float64) []float64 {
	widths := make([]float64, len(t.Head))
	for _, row := range append([][]string{t.Head}, t.Rows...) {
		for i, cell := range row[:min(len(row), len(widths))] {
			wide, _ := typeface.Measure(cell, typeface.Font{Bold: true, Size: textSize})
			widths[i] = max(widths[i], min(wide, width/2)+columnGap)
		}
	}
	sum := 0.0
	for _, wide := range widths {
		sum += wide
	}
	for i := range widths {
		if sum > width {
			widths[i] *= width / sum
		}
	}
	return widths
}

// row sets the cells of a row above a line.
func (w *writer) row(cells []string, edge float64, widths []float64, font typeface.Font, tone Tone) {
	lines, most := make([][]string, len(widths)), 1
	for i, cell := range cells[:min(len(cells), len(widths))] {
		lines[i] = typeface.Lines(typeface.OneLine(cell), font, widths[i]-columnGap)
		most = max(most, len(lines[i]))
	}
	w.reserve(min(float64(most)*font.Size*lineHeight+6, w.bottom))
	for number := range most {
		w.reserve(font.Size * lineHeight)
		left := edge
		for i, width := range widths {
			if number < len(lines[i]) {
				w.line(lines[i][number], left, w.y+3, font, tone)
			}
			left += width
		}
		w.y += font.Size * lineHeight
	}
	w.y += 6
	w.put(&scene.Path{Class: "rule", Steps: geom.Polyline(geom.Pt(edge, w.y), geom.Pt(w.width, w.y))})
}

// smallestScale is the smallest scale of a picture among the text: the names of columns are then
// 4.7 points high.
const smallestScale = 0.5

// Picture is a diagram as wide as the text at most.
type Picture struct {
	Title string
	Scene *scene.Scene
}

func (p Picture) set(w *writer) {
	scale := min(1, w.width/p.Scene.Width, (w.bottom-40)/p.Scene.Height)
	if scale < smallestScale {
		p.setApart(w)
		return
	}
	at := geom.Rect{Width: p.Scene.Width * scale, Height: p.Scene.Height * scale}
	w.gap(6)
	w.reserve(at.Height + 6)
	at.Y = w.y
	page := w.page()
	page.placed = append(page.placed, pages.Placed{Scene: p.Scene, At: at})
	w.y += at.Height + 6
}

// setApart puts a picture on sheets of its own, unless it takes too many.
func (p Picture) setApart(w *writer) {
	plan, err := pages.PlanPages(p.Scene, w.paper)
	if err != nil {
		Paragraph{Text: p.Title + " is too large for sheets of paper: it is not drawn here.", Tone: Dim}.set(w)
		return
	}
	w.large = append(w.large, pages.Part{Plan: plan, Title: p.Title})
	Paragraph{Text: p.Title + " is drawn on the last sheets.", Tone: Dim}.set(w)
}
