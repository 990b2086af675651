package workbench

import (
	"fmt"
	"slices"
	"strings"

	"widerow/cql/assist"
	"widerow/handlers/edit"
	"widerow/model"
	"widerow/model/concepttext"
	"widerow/model/querytext"
	"widerow/web"
	webqueries "widerow/web/queries"
)

// queryText returns the text of the selected query or update, nil for other elements.
func (b *Builder) queryText(element model.Element) web.Content {
	var saved string
	switch value := element.Value.(type) {
	case *model.Query:
		saved = querytext.FormatLines(b.Model, querytext.Of(value))
	case *model.Update:
		saved = querytext.FormatUpdateLines(b.Model, querytext.OfUpdate(value))
	default:
		return nil
	}
	text := b.textOf(web.Field{Element: element.ID, Value: saved, Was: saved}, element.Kind)
	text.Hint = "Enter saves, Shift+Enter begins a line."
	if element.Kind == model.UpdateElement && saved == "" {
		text.Placeholder = b.exampleUpdate()
	}
	if typed, found := b.Answer.typed(element.ID, edit.TextField); found {
		text.Value = typed
	}
	b.answerField(&text.Field, saved)
	if text.Problem != "" && !text.Conflict {
		_, problems := querytext.Parse(b.Model, text.Value)
		if element.Kind == model.UpdateElement {
			_, problems = querytext.ParseUpdate(b.Model, text.Value)
		}
		text.Marks = textMarks(text.Value, nil, problems, 0)
	}
	return &text
}

// newQueryText returns the form text that adds queries and updates. kind is what the form
// adds.
func (b *Builder) newQueryText(kind model.Kind) web.Content {
	text := b.textOf(web.Field{New: true, Kind: kind}, "")
	text.Placeholder, text.Hint = b.exampleQuery(), newTextHints[kind]
	if kind == model.UpdateElement {
		text.Placeholder = b.exampleUpdate()
	}
	typed, found := b.typedNew(kind, edit.TextField)
	if !found || b.Answer.Made != nil {
		return &text
	}
	text.Value = typed
	if b.Answer.adding(kind, "") {
		if text.Problem = b.newProblem(edit.TextField); text.Problem != "" {
			text.Marks = b.entryMarks(edit.NormalLines(typed))
		}
	}
	return &text
}

var newTextHints = map[model.Kind]string{
	model.QueryKind:     "Several queries and updates: one a line or separated by `;`, each as `Description: SELECT …` or `Description: INSERT …`. Enter adds, Shift+Enter begins a line.",
	model.UpdateElement: "INSERT, CHANGE, DELETE, ADD TO, REMOVE FROM or INCREMENT. Several: one a line or separated by `;`, each as `Description: INSERT …`. Enter adds, Shift+Enter begins a line.",
}

// textOf completes a field with a text. kind is what the text is, "" if it may be several
// queries and updates.
func (b *Builder) textOf(field web.Field, kind model.Kind) webqueries.QueryText {
	field.Name, field.Label, field.Input, field.Readonly = edit.TextField, "Text", model.LinesInput, b.Readonly()
	complete := string(b.URL.Action(b.View.Model, "queries/complete"))
	if kind != "" {
		complete += "?kind=" + string(kind)
	}
	return webqueries.QueryText{Field: field, Complete: complete}
}

// exampleQuery is a query on the first entity type, or on any table.
func (b *Builder) exampleQuery() string {
	entity, attribute := b.exampleKey()
	if entity == "" {
		return "Videos by tag: SELECT title WHERE tag = ?"
	}
	named := querytext.Parts{
		Find:  []model.Find{{Attribute: entity}},
		Given: []model.Given{{Attribute: attribute, Operator: model.Equal}},
	}
	return querytext.Name(b.Model, named) + ": " + querytext.Format(b.Model, named)
}

// exampleUpdate is an update of the first entity type, or of any name.
func (b *Builder) exampleUpdate() string {
	entity, attribute := b.exampleKey()
	if entity == "" {
		return "Rename a video: CHANGE title WHERE video_id = ?"
	}
	named := querytext.Update{
		Kind:   model.Delete,
		Writes: []model.Write{{Element: entity}},
		Given:  []model.Given{{Attribute: attribute, Operator: model.Equal}},
	}
	return querytext.UpdateName(b.Model, named) + ": " + querytext.FormatUpdate(b.Model, named)
}

// exampleKey returns the first entity type with an attribute, and that.
func (b *Builder) exampleKey() (entity, attribute model.ID) {
	for _, item := range model.Sorted(b.Model.Concepts.Entities) {
		for _, attribute := range model.Sorted(item.Value.Attributes) {
			return item.ID, attribute.ID
		}
	}
	return "", ""
}

// maxMarks is how many errors a text shows.
const maxMarks = 5

// entryMarks are the errors of a text of several queries and updates. They name their
// lines.
func (b *Builder) entryMarks(text string) []webqueries.TextMark {
	var marks []webqueries.TextMark
	for _, entry := range querytext.Entries(text) {
		marks = textMarks(text, marks, entry.Problems(b.Model), entry.Start)
	}
	return marks
}

// textMarks adds the errors of a part of a text that starts at an offset.
func textMarks(text string, marks []webqueries.TextMark, problems []querytext.Problem, offset int) []webqueries.TextMark {
	units := assist.NewUnits(text)
	for _, problem := range problems {
		if len(marks) == maxMarks {
			return marks
		}
		start, end := offset+problem.Start, offset+problem.End
		mark := textMark(text, units, start, end, problem.Message)
		if strings.Contains(text, "\n") {
			mark.Message = fmt.Sprintf("Line %d: %s", querytext.LineOf(text, start), mark.Message)
		}
		mark.Suggestion = problem.Suggestion
		marks = append(marks, mark)
	}
	return marks
}

// textMark is an error between two offsets of a text, in bytes.
func textMark(text string, units *assist.Units, start, end int, message string) webqueries.TextMark {
	return webqueries.TextMark{
		Before: excerptBefore(text[:start]), Word: excerptAfter(text[start:end], maxWord), After: excerptAfter(text[end:], maxAround),
		Message: message, Start: units.Of(start), End: units.Of(end),
	}
}

// maxAround and maxWord bound the excerpts of an error, in characters.
const maxAround, maxWord = 18, 60

// excerptBefore is the end of a text, at most a line.
func excerptBefore(text string) string {
	text = text[strings.LastIndexByte(text, '\n')+1:]
	if runes := []rune(text); len(runes) > maxAround {
		return "…" + string(runes[len(runes)-maxAround:])
	}
	return text
}

// excerptAfter is the start of a text, at most a line.
func excerptAfter(text string, most int) string {
	text, _, _ = strings.Cut(text, "\n")
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// madeNotice names the queries and updates that a text has added.
func (b *Builder) madeNotice() []web.Notice {
	if b.Answer == nil || len(b.Answer.Made) == 0 || slices.Contains(b.Answer.Made, b.View.Select) {
		return nil
	}
	first := b.Answer.Made[0]
	notice := web.Notice{Level: "info", Text: "Added " + b.Model.Title(first) + ".", Href: web.SafeHref(b.Link(first)), Link: "Open"}
	if count := len(b.Answer.Made); count > 1 {
		notice.Text = edit.AddedWords(b.Model, b.Answer.Made) + ", from " + b.Model.Title(first) + " to " + b.Model.Title(b.Answer.Made[count-1]) + "."
	}
	return []web.Notice{notice}
}

// droppedNotice says that an edit has turned a recovered query or update into one of its
// own.
func (b *Builder) droppedNotice() []web.Notice {
	if b.Answer == nil || len(b.Answer.Dropped) == 0 {
		return nil
	}
	return []web.Notice{{Level: "info", Text: edit.DroppedWords(b.Model, b.Answer.Dropped)}}
}

// doneNotice says what a page has done that the browser has left by it. The focus
// goes there.
func (b *Builder) doneNotice() []web.Notice {
	if b.Answer == nil || b.Answer.Done == "" {
		return nil
	}
	return []web.Notice{{Level: "info", Text: Capital(b.Answer.Done) + ".", Landing: true}}
}

// newConceptText returns the form text that adds concepts.
func (b *Builder) newConceptText() web.Content {
	text := &webqueries.QueryText{
		Field: web.Field{New: true, Kind: model.EntityKind, Name: edit.TextField, Label: "Several as text", Input: model.LinesInput,
			Placeholder: "Hotel: hotel_id, name, {phones}\nweak Room: number, floor\nHotel 1 has n Room",
			Hint:        "One a line. The first attribute is the key, or those with `*`; `{several}` values, `/derived`, `whole (part, part)`. Also `Suite, Studio isa Room`. Enter adds, Shift+Enter begins a line."},
	}
	typed, found := b.typedNew(model.EntityKind, edit.TextField)
	if !found {
		return text
	}
	text.Value = typed
	if b.Answer.adding(model.EntityKind, "") {
		if text.Problem = b.newProblem(edit.TextField); text.Problem != "" {
			text.Marks = b.conceptMarks(edit.NormalLines(typed))
		}
	}
	return text
}

// conceptMarks returns the errors in a text of concepts.
func (b *Builder) conceptMarks(text string) []webqueries.TextMark {
	units := assist.NewUnits(text)
	var marks []webqueries.TextMark
	_, problems := concepttext.Commands(b.Model, model.SeededIDs(nil), text)
	for _, problem := range problems[:min(len(problems), maxMarks)] {
		marks = append(marks, textMark(text, units, problem.Start, problem.End, problem.Message))
	}
	return marks
}
