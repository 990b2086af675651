package diagram

import (
	"math"
	"slices"
	"strconv"

	"widerow/diagram/geom"
	"widerow/diagram/graph"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

var (
	tableNameFont = typeface.Font{Bold: true, Size: 13}
	columnFont    = typeface.Font{Size: 12.5}
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
	pillHeight = 15
	pillGap    = 12
	marksGap   = 10
	leastMarks = 20
	badgeRoom  = 26
	flakeWidth = 9.2
	tagHeight  = 14
	tagGap     = 5
	adviceRoom = 29
	widthStep  = 8
)

// noColumns is the text of a table without columns.
const noColumns = "no columns yet"

// tableFigure is a box with a header bar and rows: a table, a materialized
// view or a user-defined type.
type tableFigure struct {
	id      model.ID
	class   string // "table", "table view" or "type-box"
	name    string
	title   title
	tags    []tag
	symbols []symbol
	advice  bool // the header has space for the number of findings
	italic  bool
	changed bool
	rows    []tableRow
	bare    bool     // no rows are drawn, and no space is kept for them
	was     string   // the name in the model before, "" if it is the same
	lines   []string // of the name, as they fit
	struck  int      // the number of lines of the old name, which come first
	width   float64
	marks   float64 // width of the right margin, 0 without marks
}

// tag is a framed word in the header, such as MV.
type tag struct {
	symbol symbol
	text   string
}

// tableRow is a column or a field.
type tableRow struct {
	id      model.ID
	name    string // with the brackets of its collection
	title   title
	key     bool
	heads   bool // arrows should end at the row: a column of the partition key
	changed columnChange
	pill    typePill
	marks   []mark
	symbols []symbol   // of its brackets and its type
	uses    []model.ID // the user-defined types in its type
	lines   []string
	// The texts in the model before, if they differ.
	was      string
	struck   int // lines
	wasPill  typePill
	wasMarks []mark
}

// height returns the height of the row. Long names and types take several lines.
func (r *tableRow) height() float64 {
	return rowHeight + max(rowLine*float64(len(r.lines)-1), typeLine*float64(max(len(r.pill.lines), len(r.wasPill.lines))-1), 0)
}

// pillsWidth returns the width of the type, and of the old type beside it.
func (r *tableRow) pillsWidth() float64 {
	if r.wasPill.width == 0 {
		return r.pill.width
	}
	return r.wasPill.width + marksGap/2 + r.pill.width
}

// marksWidth returns the width of the marks, and of the old marks beside them.
func (r *tableRow) marksWidth() float64 {
	if len(r.wasMarks) == 0 {
		return marksWidth(r.marks)
	}
	return marksWidth(r.wasMarks) + markGap + marksWidth(r.marks)
}

func (t *tableFigure) rowFont(row *tableRow) typeface.Font {
	font := columnFont
	font.Bold, font.Italic = row.key, t.italic
	return font
}

func (t *tableFigure) nameFont() typeface.Font {
	font := tableNameFont
	font.Italic = t.italic
	return font
}

// show removes the rows that the display does not select.
func (t *tableFigure) show(columns Columns) {
	if columns == ColumnsAuto || columns == ColumnsAll {
		return
	}
	t.rows = slices.DeleteFunc(t.rows, func(row tableRow) bool { return columns == ColumnsNone || !row.key })
	t.bare = len(t.rows) == 0
}

// measure breaks long texts into lines and sets the width, at least least.
func (t *tableFigure) measure() {
	t.lines, t.struck = wrapped(t.name, t.was, t.nameFont(), maxHeader, headLines)
	names, pills := 0.0, 0.0
	for i := range t.rows {
		row := &t.rows[i]
		row.lines, row.struck = wrapped(row.name, row.was, t.rowFont(row), maxName, nameLines)
		names = max(names, typeface.Widest(row.lines, t.rowFont(row)))
		pills = max(pills, row.pillsWidth())
		if len(row.marks)+len(row.wasMarks) > 0 {
			t.marks = max(t.marks, leastMarks, math.Ceil(row.marksWidth()))
		}
	}
	if !t.bare && len(t.rows) == 0 {
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
	for _, tag := range t.tags {
		header += tag.width() + tagGap
	}
	if t.advice {
		header += adviceRoom
	}
	// Steps give tables of similar width the same width.
	t.width = widthStep * math.Ceil(max(width, header)/widthStep)
}

func (t tag) width() float64 {
	width, _ := typeface.Measure(t.text, tagFont)
	return math.Ceil(width) + 10
}

// head returns the height of the header bar.
func (t *tableFigure) head() float64 { return headHeight + headLine*float64(len(t.lines)-1) }

func (t *tableFigure) box() graph.Box {
	rows := make([]graph.Row, len(t.rows))
	bottom := t.head() + graph.TablePad
	for i := range t.rows {
		row := &t.rows[i]
		rows[i] = graph.Row{ID: string(row.id), Top: bottom, Height: row.height(), Heads: row.heads}
		bottom += row.height()
	}
	if t.bare {
		return graph.Box{ID: string(t.id), Width: t.width, Height: t.head()}
	}
	if len(rows) == 0 {
		bottom += rowHeight
	}
	return graph.Box{ID: string(t.id), Width: t.width, Rows: rows, Height: bottom + graph.TablePad}
}

func (t *tableFigure) paint(p *painter, at geom.Rect) *scene.Element {
	p.explain(t.symbols...)
	class := t.class
	if t.changed {
		class += " changed"
	}
	items := make([]scene.Item, 0, 4+len(t.rows))
	items = append(items, &scene.Rectangle{Class: "box", Rect: at, Round: tableRound}, t.paintHeader(p, at))
	e := p.group(t.id, class, items...)
	e.Name = t.name
	top := at.Y + t.head() + graph.TablePad
	for i := range t.rows {
		row := &t.rows[i]
		e.Items = append(e.Items, t.paintRow(p, row, geom.NewRect(at.X, top, at.Width, row.height()), i > 0))
		top += row.height()
	}
	if len(t.rows) == 0 && !t.bare {
		e.Items = append(e.Items, &scene.Text{Class: "note", At: geom.Pt(at.X+tableInset, top+15), Font: typeFont, Content: noColumns})
	}
	e.Items = append(e.Items, &scene.Rectangle{Class: "outline", Rect: at, Round: tableRound})
	return e
}

func (t *tableFigure) paintHeader(p *painter, at geom.Rect) *scene.Element {
	title, right := t.title.text(), at.X+at.Width
	bottom := at.Y + t.head()
	bar := &scene.Path{Class: "bar", Steps: []geom.Step{
		geom.Move(at.X, bottom), geom.Line(at.X, at.Y+tableRound), geom.Curve(at.X, at.Y, at.X+tableRound, at.Y),
		geom.Line(right-tableRound, at.Y), geom.Curve(right, at.Y, right, at.Y+tableRound), geom.Line(right, bottom), geom.ClosePath(),
	}}
	if t.bare {
		bar.Steps = roundedRect(at, tableRound)
	}
	items := []scene.Item{bar}
	class := "name"
	if t.changed {
		class += " changed"
		p.explain(symbolChanged)
	}
	for i, content := range t.lines {
		base := at.Y + 19 + headLine*float64(i)
		items = append(items, &scene.Text{Class: class, At: geom.Pt(at.X+tableInset, base), Font: t.nameFont(), Content: content})
	}
	items = marked(p, old(items, t.struck))
	end := right - tableInset
	if badge, ok := p.options.Badges[t.id]; ok && p.badged {
		p.explain(badge.symbol())
		items = append(items, badge.paint(geom.Pt(right-14, at.Y+headHeight/2)))
		end = right - badgeRoom
		if badge.Text != "" {
			title += " · " + badge.Text
		}
	}
	if count := p.options.Advice[t.id]; t.advice && count > 0 {
		p.explain(symbolAdvice)
		items = append(items, paintAdvice(count, geom.Pt(end, at.Y+7))...)
		end -= adviceRoom
		title += " · " + plural(count, "finding", "findings")
	}
	for _, tag := range slices.Backward(t.tags) {
		p.explain(tag.symbol)
		items = append(items, tag.paint(geom.Pt(end, at.Y+7))...)
		end -= tag.width() + tagGap
	}
	return p.link(t.id, "bar-link", title, items...)
}

// roundedRect returns a rounded rectangle as a path.
func roundedRect(at geom.Rect, round float64) []geom.Step {
	right, bottom := at.X+at.Width, at.Y+at.Height
	return []geom.Step{
		geom.Move(at.X, bottom-round), geom.Line(at.X, at.Y+round), geom.Curve(at.X, at.Y, at.X+round, at.Y),
		geom.Line(right-round, at.Y), geom.Curve(right, at.Y, right, at.Y+round),
		geom.Line(right, bottom-round), geom.Curve(right, bottom, right-round, bottom),
		geom.Line(at.X+round, bottom), geom.Curve(at.X, bottom, at.X, bottom-round), geom.ClosePath(),
	}
}

// paintAdvice draws the number of findings; at is its top right corner.
func paintAdvice(count int, at geom.Point) []scene.Item {
	const width = adviceRoom - tagGap
	text := strconv.Itoa(count)
	if count > 99 {
		text = "99+"
	}
	return []scene.Item{
		&scene.Rectangle{Class: "advice", Rect: geom.NewRect(at.X-width, at.Y, width, tagHeight), Round: tagHeight / 2},
		&scene.Text{Class: "advice-text", At: geom.Pt(at.X-width/2.0, at.Y+10.5), Anchor: scene.AnchorMiddle, Font: tagFont, Content: text},
	}
}

// paint draws the tag; at is its top right corner.
func (t tag) paint(at geom.Point) []scene.Item {
	place := geom.NewRect(at.X-t.width(), at.Y, t.width(), tagHeight)
	return []scene.Item{
		&scene.Rectangle{Class: "tag", Rect: place, Round: 4},
		&scene.Text{Class: "tag-text", At: geom.Pt(place.X+place.Width/2, place.Y+10.5), Anchor: scene.AnchorMiddle, Font: tagFont, Content: t.text},
	}
}

func (t *tableFigure) paintRow(p *painter, row *tableRow, at geom.Rect, ruled bool) *scene.Element {
	p.explain(row.symbols...)
	area := geom.NewRect(at.X+1, at.Y+0.5, at.Width-2, at.Height-1)
	items := append(make([]scene.Item, 0, 8), &scene.Rectangle{Class: "row", Rect: area})
	if ruled {
		items = append(items, &scene.Path{Class: "rule", Steps: []geom.Step{geom.Move(at.X+0.5, at.Y), geom.Line(at.X+at.Width-0.5, at.Y)}})
	}
	class := "column-name"
	if row.changed.name {
		class += " changed"
	}
	for i, content := range row.lines {
		base := at.Y + 15 + rowLine*float64(i)
		items = append(items, &scene.Text{Class: class, At: geom.Pt(at.X+tableInset, base), Font: t.rowFont(row), Content: content})
	}
	items = old(items, row.struck)
	right := at.X + at.Width - tableInset
	if t.marks > 0 {
		items = append(items, row.paintMarks(geom.Pt(right-t.marks/2, at.Y+15.5))...)
		right -= t.marks + marksGap
	}
	if len(row.pill.lines) > 0 {
		items = append(items, row.pill.paint(row.changed.pill, geom.Pt(right, at.Y+4))...)
	}
	if row.wasPill.width > 0 {
		was := row.wasPill.paint(false, geom.Pt(right-row.pill.width-marksGap/2, at.Y+4))
		items = append(items, old(was, len(was))...)
	}
	for _, m := range row.marks {
		p.explain(m.symbol)
	}
	changed := ""
	if row.changed.any() {
		p.explain(symbolChanged)
		changed = " changed"
	}
	e := p.element(row.id, "column"+changed, row.title.text(), marked(p, items)...)
	e.Items = append(e.Items, rowSign(p, row.id, at)...)
	if len(row.uses) > 0 {
		e.Hooks = usesHooks(row.uses)
	}
	return e
}

// paintMarks centres the marks at a point of their base line, with the old marks on
// their left.
func (r *tableRow) paintMarks(at geom.Point) []scene.Item {
	if len(r.wasMarks) == 0 {
		return paintMarks(r.marks, r.changed.mark, at)
	}
	left := at.X - r.marksWidth()/2
	before, width := paintMarks(r.wasMarks, false, geom.Pt(left+marksWidth(r.wasMarks)/2, at.Y)), marksWidth(r.marks)
	return append(old(before, len(before)), paintMarks(r.marks, r.changed.mark, geom.Pt(at.X+r.marksWidth()/2-width/2, at.Y))...)
}

func (t *tableFigure) description() Description {
	described := t.title.description(t.id)
	for _, row := range t.rows {
		described.Parts = append(described.Parts, row.title.description(row.id))
	}
	return described
}

// uses returns the types of the shown columns or fields, without the type itself.
func (t *tableFigure) uses() []model.ID {
	var found []model.ID
	for i := range t.rows {
		for _, id := range t.rows[i].uses {
			if id != t.id && !slices.Contains(found, id) {
				found = append(found, id)
			}
		}
	}
	return found
}

// recall also removes the marks of what physical design changed, which would be
// taken for changes of the comparison. old is nil for a table that was added or
// removed.
func (t *tableFigure) recall(old *tableFigure) {
	t.changed = false
	rows := map[model.ID]*tableRow{}
	if old != nil {
		if old.name != t.name {
			t.was = old.name
		}
		for i := range old.rows {
			rows[old.rows[i].id] = &old.rows[i]
		}
	}
	for i := range t.rows {
		row := &t.rows[i]
		row.changed = columnChange{}
		was := rows[row.id]
		if was == nil {
			continue
		}
		if was.name != row.name {
			row.was = was.name
		}
		if !slices.Equal(was.pill.lines, row.pill.lines) {
			row.wasPill = was.pill
		}
		if !slices.EqualFunc(was.marks, row.marks, func(a, b mark) bool { return a.text == b.text && a.suffix == b.suffix }) {
			row.wasMarks = was.marks
		}
	}
	t.measure()
}

// wrapped breaks a text into lines, preceded by those of its old text.
func wrapped(text, old string, font typeface.Font, width float64, most int) (lines []string, struck int) {
	if old != "" {
		lines = typeface.Wrap(old, font, width, most)
	}
	return append(lines, typeface.Wrap(text, font, width, most)...), len(lines)
}

// usesHooks returns the hooks of a column or a field that uses types.
func usesHooks(types []model.ID) *scene.Hooks {
	hooks := &scene.Hooks{}
	for _, id := range types {
		hooks.Uses = append(hooks.Uses, string(id))
	}
	return hooks
}

// rowSign draws the sign of a row in its left margin.
func rowSign(p *painter, id model.ID, at geom.Rect) []scene.Item {
	difference := p.differenceOf(id)
	if difference.Sign == "" {
		return nil
	}
	return []scene.Item{difference.Sign.paint(geom.Pt(at.X+tableInset/2-0.8, at.Y+rowHeight/2), "sign")}
}
