// Package chebotko has the figures of Chebotko's notation: tables, materialized views
// and user-defined types, with the marks of their columns, and the keyspaces around them.
package chebotko

import (
	"math"
	"slices"
	"strconv"

	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/linework"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

var (
	tableNameFont = typeface.Font{Bold: true, Size: 13}
	ColumnFont    = typeface.Font{Size: 12.5}
	typeFont      = typeface.Font{Size: 11}
	tagFont       = typeface.Font{Bold: true, Size: 9.5}
)

// Sizes of a table in px.
const (
	headHeight = 28
	headLine   = 16
	rowHeight  = 22
	rowLine    = 15
	tableInset = 12
	tableRound = 6
	maxHeader  = 330
	headLines  = 16
	maxName    = 300
	nameLines  = 16
	maxType    = 230
	typeLines  = 4
	typeLine   = 13
	pillInset  = 7
	PillHeight = 15
	pillGap    = 12
	marksGap   = 10
	leastMarks = 20
	badgeRoom  = 26
	flakeWidth = 9.2
	TagHeight  = 14
	tagGap     = 5
	adviceRoom = 29
	mostWrites = 4 // updates beside the name; a table with more shows all of them below it
	writesLine = 20
	widthStep  = 8
)

// noColumns is the text of a table without columns.
const noColumns = "no columns yet"

// Table is a box with a header bar and rows: a table, a materialized
// view or a user-defined type.
type Table struct {
	ID      model.ID
	class   string // "table", "table view" or "type-box"
	Name    string
	title   figure.Title
	Tags    []Tag
	Writes  []linework.Label // the updates that write the table
	symbols []figure.Symbol
	advice  bool // the header has space for the number of findings
	Italic  bool
	changed bool
	Rows    []Row
	bare    bool     // no rows are drawn, and no space is kept for them
	was     string   // the name in the model before, "" if it is the same
	lines   []string // of the name, as they fit
	struck  int      // the number of lines of the old name, which come first
	width   float64
	marks   float64 // width of the right margin, 0 without marks
}

// Tag is a framed word in the header, such as MV.
type Tag struct {
	symbol figure.Symbol
	Text   string
}

func (t *Table) nameFont() typeface.Font {
	font := tableNameFont
	font.Italic = t.Italic
	return font
}

// show removes the rows that the display does not select.
func (t *Table) show(columns figure.Columns) {
	if columns == figure.ColumnsAuto || columns == figure.ColumnsAll {
		return
	}
	t.Rows = slices.DeleteFunc(t.Rows, func(row Row) bool { return columns == figure.ColumnsNone || !row.Key })
	t.bare = len(t.Rows) == 0
}

// Measure breaks long texts into lines and sets the width, at least least.
func (t *Table) Measure() {
	t.lines, t.struck = wrapped(t.Name, t.was, t.nameFont(), maxHeader, headLines)
	names, pills := 0.0, 0.0
	for i := range t.Rows {
		row := &t.Rows[i]
		row.lines, row.struck = wrapped(row.Name, row.was, t.rowFont(row), maxName, nameLines)
		names = max(names, typeface.Widest(row.lines, t.rowFont(row)))
		pills = max(pills, row.pillsWidth())
		if len(row.Marks)+len(row.wasMarks) > 0 {
			t.marks = max(t.marks, leastMarks, math.Ceil(row.marksWidth()))
		}
	}
	if !t.bare && len(t.Rows) == 0 {
		names = typeface.Widest([]string{noColumns}, typeFont)
	}
	width := 2*tableInset + names
	if pills > 0 {
		width += pillGap + pills
	}
	if t.marks > 0 {
		width += marksGap + t.marks
	}
	header := typeface.Widest(t.lines, t.nameFont()) + 2*tableInset + badgeRoom - 8
	for _, tag := range t.Tags {
		header += tag.Width() + tagGap
	}
	if t.advice {
		header += adviceRoom
	}
	below := t.writesBelow()
	if len(t.Writes) > 0 && len(below) == 0 {
		header += linework.TagWidth(t.Writes) + tagGap
	}
	for _, line := range below {
		header = max(header, linework.TagWidth(line)+2*tableInset)
	}
	// Steps give tables of similar width the same width.
	t.width = widthStep * math.Ceil(max(width, header)/widthStep)
}

func (t Tag) Width() float64 {
	width, _ := typeface.Measure(t.Text, tagFont)
	return math.Ceil(width) + 10
}

// Write adds the updates that write the table.
func (t *Table) Write(updates []linework.Label) {
	t.Writes = append(t.Writes, updates...)
	t.Measure()
}

// writesBelow returns the lines of updates below the name, or nil if all updates fit beside it.
func (t *Table) writesBelow() [][]linework.Label {
	if len(t.Writes) <= mostWrites {
		return nil
	}
	return slices.Collect(slices.Chunk(t.Writes, mostWrites))
}

// Head returns the height of the header bar.
func (t *Table) Head() float64 {
	return headHeight + headLine*float64(len(t.lines)-1) + writesLine*float64(len(t.writesBelow()))
}

func (t *Table) Box() graph.Box {
	rows := make([]graph.Row, len(t.Rows))
	bottom := t.Head() + graph.TablePad
	for i := range t.Rows {
		row := &t.Rows[i]
		rows[i] = graph.Row{ID: string(row.ID), Top: bottom, Height: row.height(), Heads: row.heads}
		bottom += row.height()
	}
	if t.bare {
		return graph.Box{ID: string(t.ID), Width: t.width, Height: t.Head()}
	}
	if len(rows) == 0 {
		bottom += rowHeight
	}
	return graph.Box{ID: string(t.ID), Width: t.width, Rows: rows, Height: bottom + graph.TablePad}
}

func (t *Table) Paint(p *figure.Painter, at geom.Rect) *scene.Element {
	p.Explain(t.symbols...)
	class := t.class
	if t.changed {
		class += " changed"
	}
	items := make([]scene.Item, 0, 4+len(t.Rows))
	header, free := t.paintHeader(p, at)
	items = append(items, &scene.Rectangle{Class: "box", Rect: at, Round: tableRound}, header)
	items = append(items, t.paintWrites(p, at, free)...)
	e := p.Group(t.ID, class, items...)
	e.Name = t.Name
	top := at.Y + t.Head() + graph.TablePad
	for i := range t.Rows {
		row := &t.Rows[i]
		e.Items = append(e.Items, t.paintRow(p, row, geom.NewRect(at.X, top, at.Width, row.height()), i > 0))
		top += row.height()
	}
	if len(t.Rows) == 0 && !t.bare {
		e.Items = append(e.Items, &scene.Text{Class: "note", At: geom.Pt(at.X+tableInset, top+15), Font: typeFont, Content: noColumns})
	}
	e.Items = append(e.Items, &scene.Rectangle{Class: "outline", Rect: at, Round: tableRound})
	return e
}

// paintHeader returns also the right end of what is still free in the line of the name.
func (t *Table) paintHeader(p *figure.Painter, at geom.Rect) (header *scene.Element, free float64) {
	title, right := t.title.Text(), at.X+at.Width
	bottom := at.Y + t.Head()
	bar := &scene.Path{Class: "bar", Steps: []geom.Step{
		geom.Move(at.X, bottom), geom.Line(at.X, at.Y+tableRound), geom.Curve(at.X, at.Y, at.X+tableRound, at.Y),
		geom.Line(right-tableRound, at.Y), geom.Curve(right, at.Y, right, at.Y+tableRound), geom.Line(right, bottom), geom.ClosePath(),
	}}
	if t.bare {
		bar.Steps = RoundedRect(at, tableRound)
	}
	items := []scene.Item{bar}
	class := "name"
	if t.changed {
		class += " changed"
		p.Explain(figure.SymbolChanged)
	}
	for i, content := range t.lines {
		base := at.Y + 19 + headLine*float64(i)
		items = append(items, &scene.Text{Class: class, At: geom.Pt(at.X+tableInset, base), Font: t.nameFont(), Content: content})
	}
	items = marked(p, figure.Old(items, t.struck))
	end := right - tableInset
	if badge, ok := p.Options.Badges[t.ID]; ok && p.Badged {
		p.Explain(badge.Symbol())
		items = append(items, badge.Paint(geom.Pt(right-14, at.Y+headHeight/2)))
		end = right - badgeRoom
		if badge.Text != "" {
			title += " · " + badge.Text
		}
	}
	if count := p.Options.Advice[t.ID]; t.advice && count > 0 {
		p.Explain(figure.SymbolAdvice)
		items = append(items, PaintAdvice(count, geom.Pt(end, at.Y+7))...)
		end -= adviceRoom
		title += " · " + figure.Plural(count, "finding", "findings")
	}
	for _, tag := range slices.Backward(t.Tags) {
		p.Explain(tag.symbol)
		items = append(items, tag.Paint(geom.Pt(end, at.Y+7))...)
		end -= tag.Width() + tagGap
	}
	return p.Link(t.ID, "bar-link", title, items...), end
}

// paintWrites draws the updates beside the name, or below it.
func (t *Table) paintWrites(p *figure.Painter, at geom.Rect, free float64) []scene.Item {
	if len(t.Writes) == 0 {
		return nil
	}
	p.Explain(figure.SymbolUpdate)
	below := t.writesBelow()
	if len(below) == 0 {
		return linework.PaintTag(p, t.Writes, geom.Pt(free, at.Y+(headHeight-linework.TagHeight)/2))
	}
	var items []scene.Item
	top := at.Y + t.Head() - writesLine*float64(len(below)) - 2
	for i, line := range below {
		end := at.X + tableInset + linework.TagWidth(line)
		items = append(items, linework.PaintTag(p, line, geom.Pt(end, top+writesLine*float64(i)))...)
	}
	return items
}

// RoundedRect returns a rounded rectangle as a path.
func RoundedRect(at geom.Rect, round float64) []geom.Step {
	right, bottom := at.X+at.Width, at.Y+at.Height
	return []geom.Step{
		geom.Move(at.X, bottom-round), geom.Line(at.X, at.Y+round), geom.Curve(at.X, at.Y, at.X+round, at.Y),
		geom.Line(right-round, at.Y), geom.Curve(right, at.Y, right, at.Y+round),
		geom.Line(right, bottom-round), geom.Curve(right, bottom, right-round, bottom),
		geom.Line(at.X+round, bottom), geom.Curve(at.X, bottom, at.X, bottom-round), geom.ClosePath(),
	}
}

// PaintAdvice draws the number of findings; at is its top right corner.
func PaintAdvice(count int, at geom.Point) []scene.Item {
	const width = adviceRoom - tagGap
	text := strconv.Itoa(count)
	if count > 99 {
		text = "99+"
	}
	return []scene.Item{
		&scene.Rectangle{Class: "advice", Rect: geom.NewRect(at.X-width, at.Y, width, TagHeight), Round: TagHeight / 2},
		&scene.Text{Class: "advice-text", At: geom.Pt(at.X-width/2.0, at.Y+10.5), Anchor: scene.AnchorMiddle, Font: tagFont, Content: text},
	}
}

// Paint draws the tag; at is its top right corner.
func (t Tag) Paint(at geom.Point) []scene.Item {
	place := geom.NewRect(at.X-t.Width(), at.Y, t.Width(), TagHeight)
	return []scene.Item{
		&scene.Rectangle{Class: "tag", Rect: place, Round: 4},
		&scene.Text{Class: "tag-text", At: geom.Pt(place.X+place.Width/2, place.Y+10.5), Anchor: scene.AnchorMiddle, Font: tagFont, Content: t.Text},
	}
}

func (t *Table) Description() figure.Description {
	described := t.title.Description(t.ID)
	for _, row := range t.Rows {
		described.Parts = append(described.Parts, row.title.Description(row.ID))
	}
	return described
}

// PartitionKey returns the names of the shown columns of the partition key.
func (t *Table) PartitionKey() []string {
	var names []string
	for i := range t.Rows {
		if t.Rows[i].heads {
			names = append(names, t.Rows[i].Name)
		}
	}
	return names
}

// Uses returns the types of the shown columns or fields, without the type itself.
func (t *Table) Uses() []model.ID {
	var found []model.ID
	for i := range t.Rows {
		for _, id := range t.Rows[i].Uses {
			if id != t.ID && !slices.Contains(found, id) {
				found = append(found, id)
			}
		}
	}
	return found
}

// Recall also removes the marks of what physical design changed, which would be
// taken for changes of the comparison. old is nil for a table that was added or
// removed.
func (t *Table) Recall(old *Table) {
	t.changed = false
	rows := map[model.ID]*Row{}
	if old != nil {
		if old.Name != t.Name {
			t.was = old.Name
		}
		for i := range old.Rows {
			rows[old.Rows[i].ID] = &old.Rows[i]
		}
	}
	for i := range t.Rows {
		row := &t.Rows[i]
		row.Changed = columnChange{}
		was := rows[row.ID]
		if was == nil {
			continue
		}
		if was.Name != row.Name {
			row.was = was.Name
		}
		if !slices.Equal(was.Pill.Lines, row.Pill.Lines) {
			row.wasPill = was.Pill
		}
		if !slices.EqualFunc(was.Marks, row.Marks, func(a, b Mark) bool { return a.Text == b.Text && a.Suffix == b.Suffix }) {
			row.wasMarks = was.Marks
		}
	}
	t.Measure()
}
