package diagram

import (
	"math"
	"slices"
	"strings"

	"widerow/model"
)

var (
	tableNameFont = Font{Bold: true, Size: 13}
	columnFont    = Font{Size: 12.5}
	typeFont      = Font{Size: 11}
	markFont      = Font{Bold: true, Size: 12}
	suffixFont    = Font{Bold: true, Size: 9.5}
	tagFont       = Font{Bold: true, Size: 9.5}
)

// Sizes of a table in px.
const (
	headHeight  = 28
	rowHeight   = 22
	tablePad    = 3 // above the first and below the last row
	tableInset  = 12
	tableRound  = 6
	maxName     = 260
	maxType     = 170
	pillInset   = 7
	pillHeight  = 15
	pillGap     = 16
	markGap     = 6
	marksGap    = 14
	leastMarks  = 20
	badgeRoom   = 26
	frozenWidth = 12
	widthStep   = 4
)

// tableFigure is a box with a header bar and rows: a table, a materialized
// view or a user-defined type.
type tableFigure struct {
	id      model.ID
	class   string // "table", "table view" or "type-box"
	name    string
	title   string
	tag     string // in the header, "MV"
	italic  bool
	changed bool
	rows    []tableRow
	bare    bool // no rows are drawn, nor a place for them
	width   float64
	marks   float64 // width of the right margin, 0 without marks
}

// tableRow is a column or a field.
type tableRow struct {
	id      model.ID
	name    string // with the brackets of its kind
	title   string
	key     bool
	changed bool
	pill    string // the type; "" draws none
	frozen  bool
	marks   []mark
}

// mark is one sign in the right margin. Suffix is set smaller behind it.
type mark struct {
	text   string
	class  string
	suffix string
}

func (m mark) width() float64 {
	width, _ := Measure(m.text, markFont)
	if m.suffix != "" {
		suffix, _ := Measure(m.suffix, suffixFont)
		width += 2 + suffix
	}
	return width
}

func marksWidth(marks []mark) float64 {
	width := 0.0
	for i, m := range marks {
		if i > 0 {
			width += markGap
		}
		width += m.width()
	}
	return width
}

func (t *tableFigure) rowFont(row tableRow) Font {
	font := columnFont
	font.Bold, font.Italic = row.key, t.italic
	return font
}

func (t *tableFigure) nameFont() Font {
	font := tableNameFont
	font.Italic = t.italic
	return font
}

// show leaves out the rows that the reader did not ask for.
func (t *tableFigure) show(columns Columns) {
	if columns == ColumnsAll {
		return
	}
	t.rows = slices.DeleteFunc(t.rows, func(row tableRow) bool { return columns == ColumnsNone || !row.key })
	t.bare = len(t.rows) == 0
}

// measure cuts what is too long and sets the width, at least least.
func (t *tableFigure) measure(least float64) {
	t.name = shorten(t.name, t.nameFont(), maxName+60)
	names, pills := 0.0, 0.0
	for i := range t.rows {
		row := &t.rows[i]
		row.name = shorten(row.name, t.rowFont(*row), maxName)
		row.pill = shorten(row.pill, typeFont, maxType)
		width, _ := Measure(row.name, t.rowFont(*row))
		names = max(names, width)
		pills = max(pills, row.pillWidth())
		if len(row.marks) > 0 {
			t.marks = max(t.marks, leastMarks, math.Ceil(marksWidth(row.marks)))
		}
	}
	width := 2*tableInset + names
	if pills > 0 {
		width += pillGap + pills
	}
	if t.marks > 0 {
		width += marksGap + t.marks
	}
	header, _ := Measure(t.name, t.nameFont())
	header += 2*tableInset + badgeRoom - 8
	if t.tag != "" {
		header += t.tagWidth() + 8
	}
	// A step lets tables of about one width share it.
	t.width = widthStep * math.Ceil(max(width, header, least)/widthStep)
}

func (t *tableFigure) tagWidth() float64 {
	width, _ := Measure(t.tag, tagFont)
	return math.Ceil(width) + 10
}

func (r tableRow) pillWidth() float64 {
	if r.pill == "" {
		return 0
	}
	width, _ := Measure(r.pill, typeFont)
	if r.frozen {
		width += frozenWidth
	}
	return math.Ceil(width) + 2*pillInset
}

func (t *tableFigure) box() Box {
	rows := make([]Row, len(t.rows))
	for i, row := range t.rows {
		rows[i] = Row{ID: string(row.id), Top: headHeight + tablePad + rowHeight*float64(i), Height: rowHeight}
	}
	height := headHeight + 2*tablePad + rowHeight*float64(max(1, len(t.rows)))
	if t.bare {
		height = headHeight
	}
	return Box{ID: string(t.id), Width: t.width, Height: height, Rows: rows}
}

func (t *tableFigure) paint(p *painter, at Rect) *Element {
	class := t.class
	if t.changed {
		class += " changed"
	}
	e := p.group(t.id, class, &Rectangle{Class: "box", Rect: at, Round: tableRound}, t.paintHeader(p, at))
	for i, row := range t.rows {
		place := Rect{at.X, at.Y + headHeight + tablePad + rowHeight*float64(i), at.Width, rowHeight}
		e.Items = append(e.Items, t.paintRow(p, row, place, i > 0))
	}
	if len(t.rows) == 0 && !t.bare {
		e.Items = append(e.Items, &Text{Class: "note", At: Point{at.X + tableInset, at.Y + headHeight + tablePad + 15},
			Font: typeFont, Content: "no columns yet"})
	}
	e.Items = append(e.Items, &Rectangle{Class: "outline", Rect: at, Round: tableRound})
	return e
}

func (t *tableFigure) paintHeader(p *painter, at Rect) *Element {
	title, right := t.title, at.X+at.Width
	bottom := at.Y + headHeight
	bar := &Path{Class: "bar", Steps: []Step{
		move(at.X, bottom), line(at.X, at.Y+tableRound), curve(at.X, at.Y, at.X+tableRound, at.Y),
		line(right-tableRound, at.Y), curve(right, at.Y, right, at.Y+tableRound), line(right, bottom), closed(),
	}}
	if t.bare {
		bar.Steps = roundedRect(at, tableRound)
	}
	items := []Item{bar, &Text{Class: "name", At: Point{at.X + tableInset, at.Y + 19}, Font: t.nameFont(), Content: t.name}}
	end := right - tableInset
	if badge, ok := p.options.Badges[t.id]; ok {
		items = append(items, paintBadge(badge, Point{right - 14, at.Y + headHeight/2}))
		end = right - badgeRoom
		if badge.Text != "" {
			title += " · " + badge.Text
		}
	}
	if t.tag != "" {
		width := t.tagWidth()
		place := Rect{end - width, at.Y + 7, width, 14}
		items = append(items, &Rectangle{Class: "tag", Rect: place, Round: 4},
			&Text{Class: "tag-text", At: Point{place.X + width/2, place.Y + 10.5}, Anchor: AnchorMiddle, Font: tagFont, Content: t.tag})
	}
	return p.link(t.id, "bar-link", title, items...)
}

// roundedRect is a rectangle as a path.
func roundedRect(at Rect, round float64) []Step {
	right, bottom := at.X+at.Width, at.Y+at.Height
	return []Step{
		move(at.X, bottom-round), line(at.X, at.Y+round), curve(at.X, at.Y, at.X+round, at.Y),
		line(right-round, at.Y), curve(right, at.Y, right, at.Y+round),
		line(right, bottom-round), curve(right, bottom, right-round, bottom),
		line(at.X+round, bottom), curve(at.X, bottom, at.X, bottom-round), closed(),
	}
}

func paintBadge(badge Badge, at Point) Item {
	class := "badge " + badge.Level
	if badge.WorstOnly {
		class += " ring"
	}
	return &Ellipse{Class: class, Centre: at, RadiusX: 4.5, RadiusY: 4.5}
}

func (t *tableFigure) paintRow(p *painter, row tableRow, at Rect, ruled bool) *Element {
	class := "column"
	if row.changed {
		class += " changed"
	}
	area := Rect{at.X + 1, at.Y + 0.5, at.Width - 2, at.Height - 1}
	items := []Item{&Rectangle{Class: "row", Rect: area}}
	if ruled {
		items = append(items, &Path{Class: "rule", Steps: []Step{move(at.X+0.5, at.Y), line(at.X+at.Width-0.5, at.Y)}})
	}
	items = append(items, &Text{Class: "column-name", At: Point{at.X + tableInset, at.Y + 15}, Font: t.rowFont(row), Content: row.name})
	right := at.X + at.Width - tableInset
	if t.marks > 0 {
		items = append(items, paintMarks(row.marks, Point{right - t.marks/2, at.Y + 15.5})...)
		right -= t.marks + marksGap
	}
	if row.pill != "" {
		items = append(items, paintPill(row, Point{right, at.Y + 4})...)
	}
	return p.element(row.id, class, row.title, items...)
}

// paintPill draws the type; at is its top right corner.
func paintPill(row tableRow, at Point) []Item {
	width := row.pillWidth()
	left := at.X - width
	items := []Item{&Rectangle{Class: "pill", Rect: Rect{left, at.Y, width, pillHeight}, Round: pillHeight / 2.0}}
	centre := left + width/2
	if row.frozen {
		items = append(items, snowflake(Point{left + pillInset + 3.5, at.Y + pillHeight/2.0}))
		centre += frozenWidth / 2.0
	}
	return append(items, &Text{Class: "type", At: Point{centre, at.Y + 11}, Anchor: AnchorMiddle, Font: typeFont, Content: row.pill})
}

// snowflake is our mark for frozen: six arms with a fork on each.
func snowflake(at Point) *Path {
	const arm, fork, tine = 4.6, 2.7, 1.9
	var steps []Step
	for i := range 6 {
		angle := math.Pi / 6 * float64(1+2*i)
		out := func(from Point, angle, far float64) Point {
			sin, cos := math.Sincos(angle)
			return Point{from.X + far*cos, from.Y + far*sin}
		}
		tip, knot := out(at, angle, arm), out(at, angle, fork)
		left, right := out(knot, angle-math.Pi/3.6, tine), out(knot, angle+math.Pi/3.6, tine)
		steps = append(steps, segments(at, tip)...)
		steps = append(steps, segments(left, knot, right)...)
	}
	return &Path{Class: "frozen", Steps: steps}
}

// paintMarks centres the marks at a point of their base line.
func paintMarks(marks []mark, at Point) []Item {
	var items []Item
	x := at.X - marksWidth(marks)/2
	for _, m := range marks {
		width, _ := Measure(m.text, markFont)
		items = append(items, &Text{Class: m.class, At: Point{x, at.Y}, Font: markFont, Content: m.text})
		if m.suffix != "" {
			items = append(items, &Text{Class: m.class, At: Point{x + width + 2, at.Y}, Font: suffixFont, Content: m.suffix})
		}
		x += m.width() + markGap
	}
	return items
}

// sentence joins what is not empty with middle dots.
func sentence(parts ...string) string {
	var said []string
	for _, part := range parts {
		if part != "" {
			said = append(said, part)
		}
	}
	return strings.Join(said, " · ")
}
