package canvas

import (
	"widerow/cql/assist"
	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/concepttext"
	"widerow/model/edit"
	"widerow/web"
	webqueries "widerow/web/queries"
)

// newConceptText returns the form text that adds concepts.
func newConceptText(b *feature.Context) web.Content {
	text := &webqueries.QueryText{
		Field: web.Field{New: true, Kind: model.EntityKind, Name: submission.TextField, Label: "Several as text", Input: edit.LinesInput,
			Placeholder: "Hotel: hotel_id, name, {phones}\nweak Room: number, floor\nHotel 1 has n Room",
			Hint: "One a line. The first attribute is the key, or those with `*`; `{several}` values, " +
				"`/derived`, `whole (part, part)`. Also `Suite, Studio isa Room`. Enter adds, Shift+Enter begins " +
				"a line."},
	}
	typed, found := TypedNew(b, model.EntityKind, submission.TextField)
	if !found {
		return text
	}
	text.Value = typed
	if b.Answer.Adding(model.EntityKind, "") {
		if text.Problem = NewProblem(b, submission.TextField); text.Problem != "" {
			text.Marks = conceptMarks(b, submission.NormalLines(typed))
		}
	}
	return text
}

// conceptMarks returns the errors in a text of concepts.
func conceptMarks(b *feature.Context, text string) []webqueries.TextMark {
	units := assist.NewUnits(text)
	var marks []webqueries.TextMark
	_, problems := concepttext.Commands(b.Model, model.SeededIDs(nil), text)
	for _, problem := range problems[:min(len(problems), maxMarks)] {
		marks = append(marks, textMark(text, units, problem.Start, problem.End, problem.Message))
	}
	return marks
}
