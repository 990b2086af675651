package review

import (
	"slices"

	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/discussion"
	"widerow/web"
	webcql "widerow/web/cql"
	webreview "widerow/web/review"
)

// openOnLines counts the open threads on each line of a text, and the new ones.
func openOnLines(b *feature.Context, of *feature.CodeText, elements func(model.ID) bool) (open, fresh map[int]int) {
	open, fresh = map[int]int{}, map[int]int{}
	count := func(counts map[int]int, about discussion.About, count int) {
		if count == 0 || !elements(about.Element) {
			return
		}
		if text, number, found := lineOf(b, about); found && text == of {
			counts[number] += count
		}
	}
	for about, number := range b.Talk.Anchors() {
		count(open, about, number)
	}
	for _, entry := range b.Talk.Unread {
		if entry.Value.Resolved == nil {
			count(fresh, entry.Value.About, b.Talk.New(entry))
		}
	}
	return open, fresh
}

// CodeLines are the lines of a statement of a query or an update with the way to comment
// on each.
func CodeLines(b *feature.Context, text *feature.CodeText, spans [][]web.Span) []web.CodeLine {
	var element model.ID
	for _, line := range text.All {
		if line.Element != "" {
			element = line.Element
			break
		}
	}
	open, fresh := openOnLines(b, text, func(id model.ID) bool { return id == element })
	lines := make([]web.CodeLine, len(spans))
	for i := range spans {
		lines[i].Spans = spans[i]
		if i < len(text.All) && text.All[i].Element != "" && (!b.Readonly() || open[i] > 0) && b.Talk.Failure == "" {
			lines[i].Mark = lineMark(b, text, i, open[i], fresh[i])
		}
	}
	return lines
}

func lineMark(b *feature.Context, text *feature.CodeText, number, open, fresh int) *web.LineMark {
	line := text.All[number]
	_, current, found := b.FindLine(b.View.Select, b.View.Line)
	found = found && b.View.Line != "" && slices.Contains(b.Texts(b.View.Select), text)
	return &web.LineMark{Href: b.URL.Tab(lineView(b, text, line)), Count: open, New: fresh > 0,
		Text: text.Text(number), Focus: web.LineBox(line.Element, line.Part) + "-text",
		Current: found && current == number && line.Element == b.View.Select}
}

// MarkLines adds to the CQL tab the declarations of its lines, the number of threads on each, and
// the threads of the chosen one.
func MarkLines(b *feature.Context, view *webcql.View) {
	if b.Talk.Failure != "" {
		return
	}
	text := b.Script()
	view.Declared = make([]webcql.Declared, len(text.All))
	for i, line := range text.All {
		view.Declared[i] = webcql.Declared(line)
	}
	open, fresh := openOnLines(b, text, func(model.ID) bool { return true })
	for i := range text.All {
		if open[i] > 0 {
			view.Marks = append(view.Marks, webcql.ScriptMark{Number: i + 1, LineMark: *lineMark(b, text, i, open[i], fresh[i])})
		}
	}
	view.Comments = lineComments(b, text)
}

// lineComments are the threads about the chosen line of the script, or nil.
func lineComments(b *feature.Context, text *feature.CodeText) *webreview.CommentsPanel {
	element, exists := b.Model.Element(b.View.Select)
	if b.View.Line == "" || b.View.Select == "" || !exists {
		return nil
	}
	panel := &webreview.CommentsPanel{Title: "Comments on this line"}
	if at, number, found := b.FindLine(element.ID, b.View.Line); found && at == text {
		panel.Line = &webreview.ThreadLine{Text: text.Text(number)}
	} else {
		panel.Title = "Comments on a line that was removed"
	}
	fillPanel(b, panel, func(about discussion.About) bool { return OnLine(b, about, element.ID, b.View.Line) })
	for _, threads := range [][]webreview.Thread{panel.Open, panel.Resolved} {
		for i, thread := range threads {
			if line := thread.Line; line != nil && line.Was+line.Note == "" {
				threads[i].Line = nil // the panel has it
			}
		}
	}
	if panel.Box = NewThreadBox(b, element); panel.Box != nil {
		panel.Box.Quote = "" // the panel has it
	}
	away := b.View
	away.Line = ""
	panel.Close = b.URL.Tab(away)
	return panel
}
