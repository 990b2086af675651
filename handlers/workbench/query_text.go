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
)

// queryText returns the text of the selected query, nil for other elements.
func (b *Builder) queryText(element model.Element) *web.QueryText {
	query, is := element.Value.(*model.Query)
	if !is {
		return nil
	}
	saved := querytext.FormatLines(b.Model, querytext.Of(query))
	text := b.textOf(web.Field{Element: element.ID, Value: saved, Was: saved})
	text.Hint = "Enter saves, Shift+Enter begins a line."
	if typed, found := b.answer.typed(element.ID, edit.TextField); found {
		text.Value = typed
	}
	b.answerField(&text.Field, saved)
	if text.Problem != "" && !text.Conflict {
		text.Marks = b.textMarks([]querytext.Entry{{Text: text.Value}}, text.Value)
	}
	return &text
}

// newQueryText returns the form text that adds queries.
func (b *Builder) newQueryText() *web.QueryText {
	text := b.textOf(web.Field{New: true, Kind: model.QueryKind})
	text.Placeholder = b.exampleQuery()
	text.Hint = "Several queries: one a line or separated by `;`, each as `Description: SELECT …`. Enter adds, Shift+Enter begins a line."
	typed, found := b.typedNew(model.QueryKind, edit.TextField)
	if !found || b.answer.Made != nil {
		return &text
	}
	text.Value = typed
	if b.answer.adding(model.QueryKind, "") {
		if text.Problem = b.newProblem(edit.TextField); text.Problem != "" {
			text.Marks = b.textMarks(querytext.Entries(edit.NormalLines(typed)), edit.NormalLines(typed))
		}
	}
	return &text
}

func (b *Builder) textOf(field web.Field) web.QueryText {
	field.Name, field.Label, field.Input, field.Readonly = edit.TextField, "Text", model.LinesInput, b.Readonly()
	return web.QueryText{Field: field, Complete: string(b.URL.Action(b.View.Model, "queries/complete"))}
}

// exampleQuery is a query on the first entity type, or on any table.
func (b *Builder) exampleQuery() string {
	for _, item := range model.Sorted(b.Model.Concepts.Entities) {
		for _, attribute := range model.Sorted(item.Value.Attributes) {
			named := querytext.Parts{
				Find:  []model.Find{{Attribute: item.ID}},
				Given: []model.Given{{Attribute: attribute.ID, Operator: model.Equal}},
			}
			return querytext.Name(b.Model, named) + ": " + querytext.Format(b.Model, named)
		}
	}
	return "Videos by tag: SELECT title WHERE tag = ?"
}

// maxMarks is how many errors a text shows.
const maxMarks = 5

// textMarks are the errors of the entries of a text.
func (b *Builder) textMarks(entries []querytext.Entry, text string) []web.TextMark {
	units := assist.NewUnits(text)
	var marks []web.TextMark
	for _, entry := range entries {
		_, problems := querytext.Parse(b.Model, entry.Text)
		for _, problem := range problems {
			if len(marks) == maxMarks {
				return marks
			}
			start, end := entry.Start+problem.Start, entry.Start+problem.End
			mark := textMark(text, units, start, end, problem.Message)
			mark.Suggestion = problem.Suggestion
			marks = append(marks, mark)
		}
	}
	return marks
}

// textMark is an error between two offsets of a text, in bytes.
func textMark(text string, units *assist.Units, start, end int, message string) web.TextMark {
	return web.TextMark{
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

// madeNotice names the queries that a text has added.
func (b *Builder) madeNotice() []web.Notice {
	if b.answer == nil || len(b.answer.Made) == 0 || slices.Contains(b.answer.Made, b.View.Select) {
		return nil
	}
	first := b.answer.Made[0]
	notice := web.Notice{Level: "info", Text: "Added " + b.Model.Title(first) + ".", Href: web.SafeHref(b.link(first)), Link: "Open"}
	if count := len(b.answer.Made); count > 1 {
		notice.Text = fmt.Sprint(count, " queries added, from ") + b.Model.Title(first) + " to " + b.Model.Title(b.answer.Made[count-1]) + "."
	}
	return []web.Notice{notice}
}

// doneNotice says what a page has done that the browser has left by it. The focus
// goes there.
func (b *Builder) doneNotice() []web.Notice {
	if b.answer == nil || b.answer.Done == "" {
		return nil
	}
	return []web.Notice{{Level: "info", Text: capital(b.answer.Done) + ".", Landing: true}}
}

// newConceptText returns the form text that adds concepts.
func (b *Builder) newConceptText() *web.QueryText {
	text := &web.QueryText{
		Field: web.Field{New: true, Kind: model.EntityKind, Name: edit.TextField, Label: "Several as text", Input: model.LinesInput,
			Placeholder: "Hotel: hotel_id, name, {phones}\nweak Room: number, floor\nHotel 1 has n Room",
			Hint:        "One a line. The first attribute is the key, or those with `*`; `{several}` values, `/derived`, `whole (part, part)`. Also `Suite, Studio isa Room`. Enter adds, Shift+Enter begins a line."},
	}
	typed, found := b.typedNew(model.EntityKind, edit.TextField)
	if !found {
		return text
	}
	text.Value = typed
	if b.answer.adding(model.EntityKind, "") {
		if text.Problem = b.newProblem(edit.TextField); text.Problem != "" {
			text.Marks = b.conceptMarks(edit.NormalLines(typed))
		}
	}
	return text
}

// conceptMarks returns the errors in a text of concepts.
func (b *Builder) conceptMarks(text string) []web.TextMark {
	units := assist.NewUnits(text)
	var marks []web.TextMark
	_, problems := concepttext.Commands(b.Model, model.SeededIDs(nil), text)
	for _, problem := range problems[:min(len(problems), maxMarks)] {
		marks = append(marks, textMark(text, units, problem.Start, problem.End, problem.Message))
	}
	return marks
}
