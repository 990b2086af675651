package canvas

import (
	"fmt"
	"strings"

	"widerow/cql/assist"
	"widerow/model/querytext"
	webqueries "widerow/web/queries"
)

// maxMarks bounds the errors that a text shows.
const maxMarks = 5

// TextMarks adds the errors of a part of a text that starts at an offset.
func TextMarks(text string, marks []webqueries.TextMark, problems []querytext.Problem, offset int) []webqueries.TextMark {
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
