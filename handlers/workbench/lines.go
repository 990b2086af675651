package workbench

import (
	"slices"

	"widerow/cql"
	"widerow/cql/print"
	"widerow/model"
	"widerow/model/discussion"
	"widerow/model/proof"
	"widerow/model/write"
	"widerow/web"
	webcql "widerow/web/cql"
	webreview "widerow/web/review"
)

// codeText is CQL with what its lines declare.
type codeText struct {
	*cql.Lines
	tab web.Tab // the tab that shows it
}

// Texts returns the CQL that declares parts of an element: the statements of a query or an
// update, one by one, or the script of the schema.
func (b *Builder) Texts(element model.ID) []*codeText {
	if known, found := b.rowTexts[element]; found {
		return known
	}
	var texts []*codeText
	switch b.index.kinds[element] {
	case model.QueryKind, model.UpdateElement:
		texts = append(b.queryTexts(b.ProofOf(element)), b.updateTexts(b.PlanOf(element))...)
	case model.KeyspaceKind, model.UserTypeKind, model.TypeFieldKind, model.RelationElement, model.RelationColumnKind, model.IndexKind, model.StatementKind:
		return []*codeText{b.script()}
	}
	if b.rowTexts == nil {
		b.rowTexts = map[model.ID][]*codeText{}
	}
	b.rowTexts[element] = texts
	return texts
}

// queryTexts are the statement of a query and its lookups, which are named by their tables.
func (b *Builder) queryTexts(result *proof.Result) []*codeText {
	if result == nil {
		return nil
	}
	best, found := result.Best()
	if !found {
		return nil
	}
	one := func(text, name string, table model.ID) *codeText {
		return &codeText{cql.RowLines(result.Query, text, []cql.RowStatement{{Name: name, Column: b.columnOf(table)}}), web.TabQueries}
	}
	texts := []*codeText{one(print.ProofStatement(best), "", best.Table)}
	for i := range best.Lookups {
		l := &best.Lookups[i]
		texts = append(texts, one(print.SelectText(l.Access, l.Select), "lookup "+string(l.Table), l.Table))
	}
	return texts
}

// updateTexts are the steps of a plan. A statement is named by its verb and its table.
func (b *Builder) updateTexts(plan *write.Plan) []*codeText {
	if plan == nil {
		return nil
	}
	var texts []*codeText
	for i := range plan.Steps {
		step := &plan.Steps[i]
		var statements []cql.RowStatement
		for j := range step.Statements {
			s := &step.Statements[j]
			if step.Kind == write.Blocked {
				continue // a comment
			}
			statements = append(statements, cql.RowStatement{Name: verbOf(s) + " " + string(s.Table), Column: b.columnOf(s.Table)})
		}
		texts = append(texts, &codeText{cql.RowLines(plan.Update, print.UpdateStep(step), statements), web.TabQueries})
	}
	return texts
}

func verbOf(s *write.Statement) string {
	switch {
	case s.Select != nil:
		return "select"
	case s.Write.Insert != nil:
		return "insert"
	case s.Write.Update != nil:
		return "update"
	}
	return "delete"
}

// columnOf returns the IDs of the columns of a table by their names.
func (b *Builder) columnOf(table model.ID) func(name string) model.ID {
	ids := map[string]model.ID{}
	if relation := b.Model.Physical.Relations[table]; relation != nil {
		for id, column := range relation.Columns {
			ids[column.Name] = id
		}
	} else if logical := b.Model.Logical.Tables[table]; logical != nil {
		for id, column := range logical.Columns {
			ids[column.Name] = id
		}
	}
	return func(name string) model.ID { return ids[name] }
}

// lineOf returns where the line that a thread is about is now. A thread on an element
// without a line belongs to the line that declares it in the script.
func (b *Builder) lineOf(about discussion.About) (text *codeText, number int, found bool) {
	if about.Line != nil {
		return b.findLine(about.Element, about.Line.Part)
	}
	line, found := lineAbout(discussion.About{Element: about.Element, Kind: b.index.kinds[about.Element], Spot: about.Spot})
	if !found {
		return nil, 0, false
	}
	return b.findLine(line.Element, line.Part)
}

func (b *Builder) findLine(element model.ID, part string) (text *codeText, number int, found bool) {
	for _, text := range b.Texts(element) {
		if number, found := text.Find(cql.Line{Element: element, Part: part}); found {
			return text, number, true
		}
	}
	return nil, 0, false
}

// LineAt returns the line that declares a part of an element, as a thread is anchored to
// it, or nil if there is none.
func (b *Builder) LineAt(element model.ID, part string) *discussion.Line {
	text, number, found := b.findLine(element, part)
	if !found && b.Before != nil {
		return b.Before.LineAt(element, part)
	}
	if !found {
		return nil
	}
	return discussion.LineOf(part, text.Text(number))
}

// LineView is the page that shows the line of a thread, if there still is one.
func (b *Builder) LineView(about discussion.About) (view web.View, found bool) {
	if about.Line == nil {
		return view, false
	}
	text, _, found := b.lineOf(about)
	if found {
		view = b.lineView(text, cql.Line{Element: about.Element, Part: about.Line.Part})
	}
	return view, found
}

func (b *Builder) lineView(text *codeText, line cql.Line) web.View {
	return web.View{Model: b.View.Model, Tab: text.tab, Select: line.Element, Line: line.Part, Revision: b.View.Revision, Display: b.View.Display}
}

// threadLine is what a thread says about its line, or nil.
func (b *Builder) threadLine(about discussion.About) *webreview.ThreadLine {
	if about.Line == nil {
		return nil
	}
	shown := &webreview.ThreadLine{Text: about.Line.Text}
	text, number, found := b.lineOf(about)
	if !found {
		shown.Note = b.missing("line ")
		return shown
	}
	if now := discussion.LineOf(about.Line.Part, text.Text(number)).Text; now != about.Line.Text {
		shown.Text, shown.Was = now, about.Line.Text
	}
	view := b.lineView(text, cql.Line{Element: about.Element, Part: about.Line.Part})
	shown.Href = b.URL.Tab(view)
	return shown
}

// openOnLines counts the open threads on each line of a text, and the new ones.
func (b *Builder) openOnLines(of *codeText, elements func(model.ID) bool) (open, fresh map[int]int) {
	open, fresh = map[int]int{}, map[int]int{}
	count := func(counts map[int]int, about discussion.About, count int) {
		if count == 0 || !elements(about.Element) {
			return
		}
		if text, number, found := b.lineOf(about); found && text == of {
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
func (b *Builder) CodeLines(text *codeText, spans [][]web.Span) []web.CodeLine {
	var element model.ID
	for _, line := range text.All {
		if line.Element != "" {
			element = line.Element
			break
		}
	}
	open, fresh := b.openOnLines(text, func(id model.ID) bool { return id == element })
	lines := make([]web.CodeLine, len(spans))
	for i := range spans {
		lines[i].Spans = spans[i]
		if i < len(text.All) && text.All[i].Element != "" && (!b.Readonly() || open[i] > 0) && b.Talk.Failure == "" {
			lines[i].Mark = b.lineMark(text, i, open[i], fresh[i])
		}
	}
	return lines
}

func (b *Builder) lineMark(text *codeText, number, open, fresh int) *web.LineMark {
	line := text.All[number]
	_, current, found := b.findLine(b.View.Select, b.View.Line)
	found = found && b.View.Line != "" && slices.Contains(b.Texts(b.View.Select), text)
	return &web.LineMark{Href: b.URL.Tab(b.lineView(text, line)), Count: open, New: fresh > 0, Text: text.Text(number), Focus: web.LineBox(line.Element, line.Part) + "-text",
		Current: found && current == number && line.Element == b.View.Select}
}

// markLines adds to the CQL tab what its lines declare, how many threads are on them, and
// what is said about the chosen one.
func (b *Builder) markLines(view *webcql.View) {
	if b.Talk.Failure != "" {
		return
	}
	text := b.script()
	view.Declared = make([]webcql.Declared, len(text.All))
	for i, line := range text.All {
		view.Declared[i] = webcql.Declared(line)
	}
	open, fresh := b.openOnLines(text, func(model.ID) bool { return true })
	for i := range text.All {
		if open[i] > 0 {
			view.Marks = append(view.Marks, webcql.ScriptMark{Number: i + 1, LineMark: *b.lineMark(text, i, open[i], fresh[i])})
		}
	}
	view.Comments = b.lineComments(text)
}

// lineComments is what is said about the chosen line of the script, or nil.
func (b *Builder) lineComments(text *codeText) *webreview.CommentsPanel {
	element, exists := b.Model.Element(b.View.Select)
	if b.View.Line == "" || b.View.Select == "" || !exists {
		return nil
	}
	panel := &webreview.CommentsPanel{Title: "Comments on this line"}
	if at, number, found := b.findLine(element.ID, b.View.Line); found && at == text {
		panel.Line = &webreview.ThreadLine{Text: text.Text(number)}
	} else {
		panel.Title = "Comments on a line that was removed"
	}
	b.fillPanel(panel, func(about discussion.About) bool { return b.OnLine(about, element.ID, b.View.Line) })
	for _, threads := range [][]webreview.Thread{panel.Open, panel.Resolved} {
		for i, thread := range threads {
			if line := thread.Line; line != nil && line.Was+line.Note == "" {
				threads[i].Line = nil // the panel has it
			}
		}
	}
	if panel.Box = b.NewThreadBox(element); panel.Box != nil {
		panel.Box.Quote = "" // the panel has it
	}
	away := b.View
	away.Line = ""
	panel.Close = b.URL.Tab(away)
	return panel
}
