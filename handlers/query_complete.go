package handlers

import (
	"net/http"
	"strings"
	"unicode/utf16"

	"github.com/labstack/echo/v4"

	"widerow/handlers/edit"
	"widerow/model"
	"widerow/model/querytext"
)

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
		completions = append(completions, completionsAtEnd(head.Model, text)...)
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
