package api

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/feature"
	wide "widerow/model"
	"widerow/model/sharing"
)

// foundJSON is a model or an element that a search has found.
type foundJSON struct {
	Model   string    `json:"model"`
	Name    string    `json:"name"` // of the model
	Element wide.ID   `json:"element,omitempty"`
	Kind    wide.Kind `json:"kind"`
	Title   string    `json:"title"`
}

type foundList struct {
	Results []foundJSON `json:"results"`
	Next    *string     `json:"next"`
}

// search finds models by the words of their names, or the elements of one model.
func (a *api) search(c echo.Context) error {
	words := strings.Fields(strings.ToLower(c.QueryParam("q")))
	if len(words) == 0 {
		return wrongParameter("q", "", "Send a word to search for.")
	}
	limit, err := limitOf(c)
	if err != nil {
		return err
	}
	from := 0
	if cursor := c.QueryParam("cursor"); cursor != "" {
		if from, err = strconv.Atoi(cursor); err != nil || from < 0 {
			return wrongCursor()
		}
	}
	all, err := a.searched(c, words)
	if err != nil {
		return err
	}
	list := foundList{Results: []foundJSON{}}
	if from < len(all) {
		list.Results = append(list.Results, all[from:min(from+limit, len(all))]...)
	}
	if from+limit < len(all) {
		next := strconv.Itoa(from + limit)
		list.Next = &next
	}
	return answer(c, http.StatusOK, list)
}

func (a *api) searched(c echo.Context, words []string) (all []foundJSON, err error) {
	ctx := c.Request().Context()
	matches := func(title string) bool {
		title = strings.ToLower(title)
		for _, word := range words {
			if !strings.Contains(title, word) {
				return false
			}
		}
		return true
	}
	if text := c.QueryParam("model"); text != "" {
		id := feature.ModelNamed(text)
		if role, err := a.Role(ctx, a.Person(c), id); err != nil || role == sharing.None {
			return nil, refuse(http.StatusNotFound, "There is no such model", "List the models.",
				Problem{"There is no such model", "query parameter model", "List the models."})
		}
		head, err := a.Head(ctx, id)
		if err != nil {
			return nil, err
		}
		for element := range head.Model.Elements() {
			if title := head.Model.TitleOf(element); element.Kind != wide.ModelKind && matches(title) {
				all = append(all, foundJSON{string(id), head.Model.Name, element.ID, element.Kind, title})
			}
		}
		return all, nil
	}
	models, err := a.Listed(ctx)
	for _, summary := range models {
		if role, roleErr := a.Role(ctx, a.Person(c), summary.Model); roleErr == nil && role != sharing.None && matches(summary.Title) {
			all = append(all, foundJSON{string(summary.Model), summary.Title, "", wide.ModelKind, summary.Title})
		}
	}
	return all, err
}
