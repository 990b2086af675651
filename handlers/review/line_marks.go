package review

import (
	"widerow/cql/textlines"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/discussion"
	"widerow/web"
)

// LineMarks link the lines of the statements of a comparison to their threads.
type LineMarks struct {
	b           *feature.Context
	open, fresh map[textlines.Line]int
	href        func(textlines.Line) string
	chosen      bool // the chosen line has its link: of several steps the first one
}

// NewLineMarks returns the links for the lines of a comparison; href returns the address of a line.
// The result is nil where nobody can comment.
func NewLineMarks(b *feature.Context, href func(textlines.Line) string) *LineMarks {
	if b.Talk.Failure != "" || b.Readonly() {
		return nil
	}
	marks := &LineMarks{b: b, open: map[textlines.Line]int{}, fresh: map[textlines.Line]int{}, href: href}
	for about, open := range b.Talk.Anchors() {
		if line, found := lineAbout(about); found && open > 0 {
			marks.open[line] += open
		}
	}
	for _, entry := range b.Talk.Unread {
		if line, found := lineAbout(entry.Value.About); found && entry.Value.Resolved == nil {
			marks.fresh[line] += b.Talk.New(entry)
		}
	}
	return marks
}

// Of returns the links at the lines of a statement, nil at one that declares nothing.
func (m *LineMarks) Of(lines *textlines.Lines) []*web.LineMark {
	marks := make([]*web.LineMark, len(lines.All))
	open, fresh := map[int]int{}, map[int]int{}
	for line, number := range m.open {
		if at, found := lines.Find(line); found {
			open[at] += number
			fresh[at] += m.fresh[line]
		}
	}
	current, chosen := lines.Find(textlines.Line{Element: m.b.View.Select, Part: m.b.View.Line})
	for i, line := range lines.All {
		if line.Element != "" {
			marks[i] = m.mark(line, lines.Text(i), open[i], fresh[i], chosen && i == current)
		}
	}
	return marks
}

// Element returns the link for an element that an instruction is about, or nil.
func (m *LineMarks) Element(element model.Element) *web.LineMark {
	line, found := lineDeclaring(element.ID, element.Kind)
	if !found {
		return nil
	}
	whole := textlines.Line{Element: element.ID}
	return m.mark(whole, m.b.Model.TitleOf(element), m.open[line], m.fresh[line], whole == textlines.Line{Element: m.b.View.Select, Part: m.b.View.Line})
}

func (m *LineMarks) mark(line textlines.Line, text string, open, fresh int, current bool) *web.LineMark {
	href := m.href(line)
	if href == "" {
		return nil
	}
	current = current && !m.chosen
	m.chosen = m.chosen || current
	box := "comment-" + string(line.Element)
	if line.Part != "" {
		box = web.LineBox(line.Element, line.Part)
	}
	return &web.LineMark{Href: web.SafeHref(href), Text: text, Whole: line.Part == "", Focus: box + "-text", Count: open, New: fresh > 0, Current: current}
}

// ScriptLine is the address of a line on the CQL tab, "" if the script does not have it.
func ScriptLine(b *feature.Context, line textlines.Line) string {
	if line.Part == "" {
		line, _ = lineDeclaring(line.Element, b.KindOf(line.Element))
	}
	if text, _, found := b.FindLine(line.Element, line.Part); found && text == b.Script() {
		return string(b.URL.Tab(lineView(b, text, line)))
	}
	return ""
}

// OnLine reports whether a thread is about the line that declares a part of an element.
func OnLine(b *feature.Context, about discussion.About, element model.ID, part string) bool {
	line, found := lineAbout(about)
	if !found {
		return false
	}
	if line == (textlines.Line{Element: element, Part: part}) {
		return true
	}
	text, number, found := b.FindLine(element, part)
	on, other, isOn := lineOf(b, about)
	return found && isOn && on == text && other == number
}
