package chebotko

import (
	"widerow/diagram/figure"
	"widerow/diagram/geom"
	"widerow/diagram/scene"
	"widerow/diagram/typeface"
	"widerow/model"
)

// Row is a column or a field.
type Row struct {
	ID      model.ID
	Name    string // with the brackets of its collection
	title   figure.Title
	Key     bool
	heads   bool // arrows should end at the row: a column of the partition key
	Changed columnChange
	Pill    typePill
	Marks   []Mark
	symbols []figure.Symbol // of its brackets and its type
	Uses    []model.ID      // the user-defined types in its type
	lines   []string
	// The texts in the model before, if they differ.
	was      string
	struck   int // lines
	wasPill  typePill
	wasMarks []Mark
}

// height returns the height of the row. Long names and types take several lines.
func (r *Row) height() float64 {
	return rowHeight + max(rowLine*float64(len(r.lines)-1), typeLine*float64(max(len(r.Pill.Lines), len(r.wasPill.Lines))-1), 0)
}

// pillsWidth returns the width of the type, and of the old type beside it.
func (r *Row) pillsWidth() float64 {
	if r.wasPill.Width == 0 {
		return r.Pill.Width
	}
	return r.wasPill.Width + marksGap/2 + r.Pill.Width
}

// marksWidth returns the width of the marks, and of the old marks beside them.
func (r *Row) marksWidth() float64 {
	if len(r.wasMarks) == 0 {
		return marksWidth(r.Marks)
	}
	return marksWidth(r.wasMarks) + markGap + marksWidth(r.Marks)
}

func (t *Table) rowFont(row *Row) typeface.Font {
	font := ColumnFont
	font.Bold, font.Italic = row.Key, t.Italic
	return font
}

func (t *Table) paintRow(p *figure.Painter, row *Row, at geom.Rect, ruled bool) *scene.Element {
	p.Explain(row.symbols...)
	area := geom.NewRect(at.X+1, at.Y+0.5, at.Width-2, at.Height-1)
	items := append(make([]scene.Item, 0, 8), &scene.Rectangle{Class: "row", Rect: area})
	if ruled {
		items = append(items, &scene.Path{Class: "rule", Steps: []geom.Step{geom.Move(at.X+0.5, at.Y), geom.Line(at.X+at.Width-0.5, at.Y)}})
	}
	class := "column-name"
	if row.Changed.Name {
		class += " changed"
	}
	for i, content := range row.lines {
		base := at.Y + 15 + rowLine*float64(i)
		items = append(items, &scene.Text{Class: class, At: geom.Pt(at.X+tableInset, base), Font: t.rowFont(row), Content: content})
	}
	items = figure.Old(items, row.struck)
	right := at.X + at.Width - tableInset
	if t.marks > 0 {
		items = append(items, row.paintMarks(geom.Pt(right-t.marks/2, at.Y+15.5))...)
		right -= t.marks + marksGap
	}
	if len(row.Pill.Lines) > 0 {
		items = append(items, row.Pill.Paint(row.Changed.Pill, geom.Pt(right, at.Y+4))...)
	}
	if row.wasPill.Width > 0 {
		was := row.wasPill.Paint(false, geom.Pt(right-row.Pill.Width-marksGap/2, at.Y+4))
		items = append(items, figure.Old(was, len(was))...)
	}
	for _, m := range row.Marks {
		p.Explain(m.symbol)
	}
	changed := ""
	if row.Changed.any() {
		p.Explain(figure.SymbolChanged)
		changed = " changed"
	}
	title := row.title.Text()
	items = marked(p, items)
	if advised := p.Options.Advised[row.ID]; advised != "" && t.advice {
		p.Explain(figure.SymbolAdvised)
		items = append(items, figure.PaintAdvised(geom.Pt(at.X+tableInset/2, at.Y+11)))
		title = figure.Sentence(title, advised)
	}
	e := p.Element(row.ID, "column"+changed, title, items...)
	e.Items = append(e.Items, rowSign(p, row.ID, at)...)
	if len(row.Uses) > 0 {
		e.Hooks = usesHooks(row.Uses)
	}
	return e
}

// paintMarks centres the marks at a point of their base line, with the old marks on
// their left.
func (r *Row) paintMarks(at geom.Point) []scene.Item {
	if len(r.wasMarks) == 0 {
		return PaintMarks(r.Marks, r.Changed.Mark, at)
	}
	left := at.X - r.marksWidth()/2
	before, width := PaintMarks(r.wasMarks, false, geom.Pt(left+marksWidth(r.wasMarks)/2, at.Y)), marksWidth(r.Marks)
	return append(figure.Old(before, len(before)), PaintMarks(r.Marks, r.Changed.Mark, geom.Pt(at.X+r.marksWidth()/2-width/2, at.Y))...)
}

// wrapped breaks a text into lines, after the lines of its old text.
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
func rowSign(p *figure.Painter, id model.ID, at geom.Rect) []scene.Item {
	difference := p.DifferenceOf(id)
	if difference.Sign == "" {
		return nil
	}
	return []scene.Item{difference.Sign.Paint(geom.Pt(at.X+tableInset/2-0.8, at.Y+rowHeight/2), "sign")}
}
