package handlers

import (
	"fmt"

	"widerow/cql/assist"
	"widerow/model"
	"widerow/model/concepttext"
	"widerow/web"
)

// maxConceptsText is the length of the longest text of concepts, in bytes.
const maxConceptsText = 100_000

// conceptCommands returns the commands that add the concepts of a text. See
// docs/concepts.md for the language.
func conceptCommands(m *model.Model, ids model.IDs, text string) ([]model.Command, error) {
	if len(text) > maxConceptsText {
		return nil, invalidText("", fmt.Sprintf("The text has %d bytes; the limit is %d", len(text), maxConceptsText))
	}
	commands, problems := concepttext.Commands(m, ids, text)
	if len(problems) > 0 {
		return nil, invalidText("", problems[0].Message)
	}
	return commands, nil
}

// newConceptText returns the form text that adds concepts.
func (b *workbench) newConceptText() *web.QueryText {
	text := &web.QueryText{
		Field: web.Field{New: true, Kind: model.EntityKind, Name: textField, Label: "Several as text", Input: model.LinesInput,
			Placeholder: "Hotel: hotel_id, name, {phones}\nweak Room: number, floor\nHotel 1 has n Room",
			Hint:        "One a line. The first attribute is the key, or those with `*`; `{several}` values, `/derived`, `whole (part, part)`. Also `Suite, Studio isa Room`. Enter adds, Shift+Enter begins a line."},
	}
	typed, found := b.typedNew(model.EntityKind, textField)
	if !found {
		return text
	}
	text.Value = typed
	if b.answer.adding(model.EntityKind, "") {
		if text.Problem = b.newProblem(textField); text.Problem != "" {
			text.Marks = b.conceptMarks(normalLines(typed))
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
