package handlers

import (
	"net/http"
	"net/url"
	"slices"

	"github.com/labstack/echo/v4"

	"widerow/handlers/edit"
	"widerow/handlers/feature"
	"widerow/handlers/workbench"
	"widerow/model/diff"
	"widerow/store"
)

// undecided answers a form that was saved except for its disputed fields,
// which keep the text that was typed.
func (s *Server) undecided(c echo.Context, form *edit.Form, saved workbench.Document) error {
	answer := &workbench.Answer{Values: url.Values{}, Conflicts: form.Conflicts()}
	if kept := form.Kept(); kept != nil {
		answer.Values = kept
	}
	for _, name := range form.Disputed {
		answer.Values["set."+name] = form.Values["set."+name]
		answer.Values["was."+name] = form.Values["was."+name]
	}
	return s.ShowModel(c, http.StatusOK, saved, form.View, answer)
}

// maxAuthorSearch is how many revisions authorOf searches: a conflict is
// about a change of the last minutes.
const maxAuthorSearch = 100

// AuthorOf names the author of the latest change that touches a place of the
// document: "You" for the visitor.
func (s *Server) AuthorOf(c echo.Context, id store.ModelID, touches func(diff.Operation) bool) string {
	revisions, err := s.Store().History(c.Request().Context(), id, 0, maxAuthorSearch)
	if err != nil {
		return feature.UnknownAuthor // the page matters more than the name on it
	}
	for _, revision := range revisions {
		if revision.Number == 1 {
			break
		}
		patch, err := s.PatchOf(c.Request().Context(), revision)
		switch {
		case err != nil || !slices.ContainsFunc(patch, touches):
			continue
		case revision.Author.ID == s.KnownVisitor(c):
			return "You"
		}
		return revision.Author.Name
	}
	return feature.UnknownAuthor
}
