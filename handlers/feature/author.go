package feature

import (
	"slices"

	"github.com/labstack/echo/v4"

	"widerow/model/diff"
	"widerow/store"
)

// UnknownAuthor is the name of an author who gave none.
const UnknownAuthor = "Somebody"

// OfPlace matches changes at a path of the document, inside it or above it.
func OfPlace(path []string) func(diff.Operation) bool {
	return func(o diff.Operation) bool {
		shared := min(len(path), len(o.Path))
		return slices.Equal(path[:shared], o.Path[:shared])
	}
}

// maxAuthorSearch bounds the revisions that AuthorOf searches: a conflict is
// about a change of the last minutes.
const maxAuthorSearch = 100

// AuthorOf names the author of the latest change that touches a place of the
// document: "You" for the visitor.
func AuthorOf(s Site, c echo.Context, id store.ModelID, touches func(diff.Operation) bool) string {
	revisions, err := s.Store().History(c.Request().Context(), id, 0, maxAuthorSearch)
	if err != nil {
		return UnknownAuthor // the page matters more than the name on it
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
	return UnknownAuthor
}
