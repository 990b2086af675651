package queries

import (
	"net/http"
	"slices"
	"strings"
	"unicode/utf16"

	"github.com/labstack/echo/v4"

	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/querytext"
)

// queryCompletion is a completion as the page's script reads it. Replace is the number of UTF-16
// code units before the cursor that the completion replaces.
type queryCompletion struct {
	Label   string `json:"label"`
	Insert  string `json:"insert"`
	Detail  string `json:"detail,omitempty"`
	Replace int    `json:"replace"`
}

// completeQuery returns what can follow at the end of a text, the part before the
// cursor.
func (s routes) completeQuery(c echo.Context) error {
	if _, err := c.FormParams(); err != nil {
		return feature.BadForm(err)
	}
	head, done, err := s.HeadInTurn(c)
	if err != nil {
		return err
	}
	defer done()
	text := submission.NormalLines(c.FormValue("text"))
	completions := []queryCompletion{}
	if len(text) <= submission.MaxQueriesText {
		completions = append(completions, completionsAtEnd(head.Model, text, model.Kind(c.FormValue("kind")))...)
	}
	c.Response().Header().Set("Cache-Control", "no-store")
	return c.JSON(http.StatusOK, completions)
}

// completionsAtEnd completes the text of a query or an update or, without a kind, the last
// one of several.
func completionsAtEnd(m *model.Model, text string, kind model.Kind) []queryCompletion {
	complete, last := querytext.CompleteEntry, text[lastEntry(text):]
	switch kind {
	case model.QueryKind:
		complete, last = querytext.Complete, text
	case model.UpdateElement:
		complete, last = querytext.CompleteUpdate, text
	}
	found := completionsOf(last, complete(m, last, len(last)))
	if word := text[lastLine(text):]; kind == "" && len(word) < len(last) && len(strings.Fields(word)) == 1 { // the next one may begin here
		found = append(found, completionsOf(word, beginnings(m, word))...)
	}
	return found
}

func completionsOf(text string, completions []querytext.Completion) []queryCompletion {
	return submission.Mapped(completions, func(c querytext.Completion) queryCompletion {
		return queryCompletion{c.Label, c.Insert, c.Detail, len(utf16.Encode([]rune(text[c.Start:c.End])))}
	})
}

// beginnings are the completions with which a query or an update begins.
func beginnings(m *model.Model, word string) []querytext.Completion {
	return slices.DeleteFunc(querytext.CompleteEntry(m, word, len(word)), func(c querytext.Completion) bool {
		return !querytext.Entry{Text: c.Insert}.IsUpdate() && c.Label != "SELECT"
	})
}

// lastEntry returns where the last query or update of a text begins.
func lastEntry(text string) int {
	entries := querytext.Entries(text)
	switch {
	case len(entries) == 0, strings.HasSuffix(strings.TrimSpace(text), ";"):
		return len(text)
	case entries[len(entries)-1].Text != "":
		return entries[len(entries)-1].Start
	}
	return lastLine(text)
}

// lastLine returns where the words begin that may become a query or an update: after the
// name and the colon of the last line, or after its last semicolon.
func lastLine(text string) int {
	start := strings.LastIndexAny(text, "\n;") + 1
	if colon := strings.LastIndexByte(text[start:], ':'); colon >= 0 {
		start += colon + 1
	}
	return start
}
