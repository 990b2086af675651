package api

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
)

// Problem is one thing that is wrong with a request.
type Problem struct {
	What  string `json:"what"`
	Where string `json:"where,omitempty"` // a field, a line, or an element of the model
	Do    string `json:"do,omitempty"`    // what to do about it
}

// Conflict is a value of the document that both sides have changed.
type Conflict struct {
	Path    string          `json:"path"`
	Element string          `json:"element,omitempty"` // its title
	Base    json.RawMessage `json:"base"`              // null where there is no value; so below
	Theirs  json.RawMessage `json:"theirs"`
	Mine    json.RawMessage `json:"mine"`
}

// refusal is an error with more details than a page would show.
type refusal struct {
	page      *feature.Error
	problems  []Problem
	conflicts []Conflict
}

func (r *refusal) Error() string { return r.page.Error() }
func (r *refusal) Unwrap() error { return r.page }

// refuse returns the error of a request that is not carried out.
func refuse(status int, title, advice string, problems ...Problem) error {
	return &refusal{page: feature.NewError(status, title, advice, nil), problems: problems}
}

// problemDetails is the answer to a request that was not carried out, as in RFC 9457.
type problemDetails struct {
	Type      string     `json:"type"`
	Title     string     `json:"title"`
	Status    int        `json:"status"`
	Detail    string     `json:"detail"`
	Instance  string     `json:"instance"` // the number of the request in the log
	Problems  []Problem  `json:"problems"`
	Conflicts []Conflict `json:"conflicts,omitempty"`
}

// ProblemType is the content type of errors.
const ProblemType = "application/problem+json"

// Asked reports whether a request is from a program, which gets errors as JSON: one to
// the API, or one with a token.
func Asked(c echo.Context) bool {
	scheme, _, _ := strings.Cut(c.Request().Header.Get("Authorization"), " ")
	return strings.HasPrefix(c.Request().URL.Path, "/api/") || strings.EqualFold(scheme, "Bearer")
}

// Answer answers with an error. help is the page that explains the API.
func Answer(c echo.Context, err error, explained *feature.Error, help string) error {
	request, _ := c.Get("request").(string)
	details := problemDetails{
		Type: help + "#" + statusID(explained.Status), Title: explained.Title, Status: explained.Status,
		Detail: forProgram(explained.Advice), Instance: request,
	}
	var more *refusal
	if errors.As(err, &more) {
		details.Problems, details.Conflicts = more.problems, more.conflicts
	}
	if len(details.Problems) == 0 {
		details.Problems = []Problem{{What: explained.Title, Do: details.Detail}}
	}
	text, err := encoded(details)
	if err != nil {
		return err
	}
	if c.Request().Method == http.MethodHead {
		c.Response().Header().Set(echo.HeaderContentType, ProblemType)
		return c.NoContent(explained.Status)
	}
	return c.Blob(explained.Status, ProblemType, text)
}

// forProgram leaves out the sentences of an advice about forms and pages, which a program does not
// have.
func forProgram(advice string) string {
	var kept []string
	for _, sentence := range strings.SplitAfter(advice, ". ") {
		if !strings.Contains(sentence, "the form") && !strings.Contains(sentence, "eload the page") && !strings.Contains(sentence, "o back") {
			kept = append(kept, sentence)
		}
	}
	if len(kept) == 0 {
		return advice
	}
	return strings.TrimSpace(strings.Join(kept, ""))
}

// encoded returns a value as JSON. It keeps < and > of statements and types.
func encoded(value any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(value)
	return text.Bytes(), err
}

// answer answers with a value as JSON.
func answer(c echo.Context, status int, value any) error {
	text, err := encoded(value)
	if err != nil {
		return err
	}
	return c.Blob(status, "application/json; charset=utf-8", text)
}

// statusID is the place of a status on the page.
func statusID(status int) string {
	return "status-" + strings.ReplaceAll(strings.ToLower(http.StatusText(status)), " ", "-")
}
