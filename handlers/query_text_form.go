package handlers

import (
	"fmt"
	"net/http"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/labstack/echo/v4"

	"widerow/cql/assist"
	"widerow/handlers/edit"
	"widerow/model"
	"widerow/model/concepttext"
	"widerow/model/querytext"
	"widerow/web"
)

// queryText returns the text of the selected query, nil for other elements.
func (b *workbench) queryText(element model.Element) *web.QueryText {
	query, is := element.Value.(*model.Query)
	if !is {
		return nil
	}
	saved := querytext.FormatLines(b.model, querytext.Of(query))
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
func (b *workbench) newQueryText() *web.QueryText {
	text := b.textOf(web.Field{New: true, Kind: model.QueryKind})
	text.Placeholder = b.exampleQuery()
	text.Hint = "Several queries: one a line or separated by `;`, each as `Description: SELECT …`. Enter adds, Shift+Enter begins a line."
	typed, found := b.typedNew(model.QueryKind, edit.TextField)
	if !found || b.answer.made != nil {
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

func (b *workbench) textOf(field web.Field) web.QueryText {
	field.Name, field.Label, field.Input, field.Readonly = edit.TextField, "Text", model.LinesInput, b.readonly()
	return web.QueryText{Field: field, Complete: string(b.url.Action(b.view.Model, "queries/complete"))}
}

// exampleQuery is a query on the first entity type, or on any table.
func (b *workbench) exampleQuery() string {
	for _, item := range model.Sorted(b.model.Concepts.Entities) {
		for _, attribute := range model.Sorted(item.Value.Attributes) {
			named := querytext.Parts{
				Find:  []model.Find{{Attribute: item.ID}},
				Given: []model.Given{{Attribute: attribute.ID, Operator: model.Equal}},
			}
			return querytext.Name(b.model, named) + ": " + querytext.Format(b.model, named)
		}
	}
	return "Videos by tag: SELECT title WHERE tag = ?"
}

// maxMarks is how many errors a text shows.
const maxMarks = 5

// textMarks are the errors of the entries of a text.
func (b *workbench) textMarks(entries []querytext.Entry, text string) []web.TextMark {
	units := assist.NewUnits(text)
	var marks []web.TextMark
	for _, entry := range entries {
		_, problems := querytext.Parse(b.model, entry.Text)
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

// queryCompletion is a completion as the page's script reads it. Replace is how
// many UTF-16 code units before the cursor it replaces.
type queryCompletion struct {
	Label   string `json:"label"`
	Insert  string `json:"insert"`
	Detail  string `json:"detail,omitempty"`
	Replace int    `json:"replace"`
}

// completeQuery returns what can follow at the end of a text, the part before the
// cursor.
func (s *Server) completeQuery(c echo.Context) error {
	if _, err := c.FormParams(); err != nil {
		return badForm(err)
	}
	head, done, err := s.headInTurn(c)
	if err != nil {
		return err
	}
	defer done()
	text := edit.NormalLines(c.FormValue("text"))
	completions := []queryCompletion{}
	if len(text) <= edit.MaxQueriesText {
		completions = append(completions, completionsAtEnd(head.model, text)...)
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	return c.JSON(http.StatusOK, completions)
}

func completionsAtEnd(m *model.Model, text string) []queryCompletion {
	start := 0
	if entries := querytext.Entries(text); len(entries) > 0 && !strings.HasSuffix(strings.TrimSpace(text), ";") {
		if last := entries[len(entries)-1]; last.Text != "" {
			start = last.Start
		} else {
			start = lastLine(text)
		}
	} else {
		start = len(text)
	}
	query := text[start:]
	return edit.Mapped(querytext.Complete(m, query, len(query)), func(c querytext.Completion) queryCompletion {
		return queryCompletion{c.Label, c.Insert, c.Detail, len(utf16.Encode([]rune(query[c.Start:c.End])))}
	})
}

// lastLine returns where the words begin that may become a query: after the name
// and the colon of the last line.
func lastLine(text string) int {
	start := strings.LastIndexByte(text, '\n') + 1
	if colon := strings.LastIndexByte(text[start:], ':'); colon >= 0 {
		start += colon + 1
	}
	return start
}

// madeNotice names the queries that a text has added.
func (b *workbench) madeNotice() []web.Notice {
	if b.answer == nil || len(b.answer.made) == 0 || slices.Contains(b.answer.made, b.view.Select) {
		return nil
	}
	first := b.answer.made[0]
	notice := web.Notice{Level: "info", Text: "Added " + b.model.Title(first) + ".", Href: web.SafeHref(b.link(first)), Link: "Open"}
	if count := len(b.answer.made); count > 1 {
		notice.Text = fmt.Sprint(count, " queries added, from ") + b.model.Title(first) + " to " + b.model.Title(b.answer.made[count-1]) + "."
	}
	return []web.Notice{notice}
}

// doneNotice says what a page has done that the browser has left by it. The focus
// goes there.
func (b *workbench) doneNotice() []web.Notice {
	if b.answer == nil || b.answer.done == "" {
		return nil
	}
	return []web.Notice{{Level: "info", Text: capital(b.answer.done) + ".", Landing: true}}
}

// newConceptText returns the form text that adds concepts.
func (b *workbench) newConceptText() *web.QueryText {
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
func (b *workbench) conceptMarks(text string) []web.TextMark {
	units := assist.NewUnits(text)
	var marks []web.TextMark
	_, problems := concepttext.Commands(b.model, model.SeededIDs(nil), text)
	for _, problem := range problems[:min(len(problems), maxMarks)] {
		marks = append(marks, textMark(text, units, problem.Start, problem.End, problem.Message))
	}
	return marks
}
