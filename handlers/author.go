package handlers

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/labstack/echo/v4"

	"widerow/model"
	"widerow/model/diff"
	"widerow/store"
)

// maxAuthorSearch is how many revisions authorOf searches: a conflict is
// about a change of the last minutes.
const maxAuthorSearch = 100

// unknownAuthor stands for an author without a name.
const unknownAuthor = "Somebody"

// authorOf names the author of the latest change that touches a place of the
// document: "You" for the visitor.
func (s *Server) authorOf(c echo.Context, id store.ModelID, touches func(diff.Operation) bool) string {
	revisions, err := s.store.History(c.Request().Context(), id, 0, maxAuthorSearch)
	if err != nil {
		return unknownAuthor // the page matters more than the name on it
	}
	for _, revision := range revisions {
		patch, err := diff.Decode(revision.Patch)
		switch {
		case err != nil || !slices.ContainsFunc(patch, touches):
			continue
		case revision.Author.ID == s.knownVisitor(c):
			return "You"
		}
		return revision.Author.Name
	}
	return unknownAuthor
}

// ofField matches changes of one field of an element or of the model itself.
func ofField(element model.ID, field string) func(diff.Operation) bool {
	return func(o diff.Operation) bool {
		at := -1
		if element != "" && element != model.ID(model.ModelKind) {
			if at = slices.Index(o.Path, string(element)); at < 0 {
				return false
			}
		}
		return len(o.Path) == at+1 || o.Path[at+1] == field
	}
}

// ofRemoval matches the removal of an element, alone or with its parent.
func ofRemoval(element model.ID) func(diff.Operation) bool {
	quoted := fmt.Appendf(nil, "%q:", element)
	return func(o diff.Operation) bool {
		return o.New == nil && (slices.Contains(o.Path, string(element)) || bytes.Contains(o.Old, quoted))
	}
}

// ofPlace matches changes at a path of the document, inside it or above it.
func ofPlace(path []string) func(diff.Operation) bool {
	return func(o diff.Operation) bool {
		shared := min(len(path), len(o.Path))
		return slices.Equal(path[:shared], o.Path[:shared])
	}
}
