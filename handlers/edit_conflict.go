package handlers

import (
	"bytes"
	"cmp"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/handlers/edit"
	"widerow/model"
	"widerow/model/diff"
	"widerow/store"
	"widerow/web"
)

// undecided answers a form that was saved except for its disputed fields,
// which keep the text that was typed.
func (s *Server) undecided(c echo.Context, form *edit.Form, saved document) error {
	answer := &formAnswer{values: url.Values{}, conflicts: form.Conflicts()}
	if kept := form.Kept(); kept != nil {
		answer.values = kept
	}
	for _, name := range form.Disputed {
		answer.values["set."+name] = form.Values["set."+name]
		answer.values["was."+name] = form.Values["was."+name]
	}
	page, err := s.newWorkbench(c, saved, form.View, answer)
	if err != nil {
		return err
	}
	if enhanced(c) {
		return s.show(c, http.StatusOK, web.WorkbenchFragments(page))
	}
	return s.show(c, http.StatusOK, web.Workbench(page))
}

// goneForm keeps the text that was typed into the form of an element that
// someone else removed, to copy it from the page.
func (b *workbench) goneForm() *web.Gone {
	gone := &web.Gone{Who: b.author(ofRemoval(b.answer.gone.Element))}
	for name := range b.answer.values {
		rest, found := strings.CutPrefix(name, "was.")
		if !found {
			continue
		}
		element, field, _ := strings.Cut(rest, ".")
		if _, exists := b.model.Element(model.ID(element)); exists {
			continue
		}
		if value, _ := b.answer.typed(model.ID(element), field); value != "" {
			gone.Typed = append(gone.Typed, web.Typed{Name: field, Value: value})
		}
	}
	slices.SortFunc(gone.Typed, func(x, y web.Typed) int { return cmp.Or(cmp.Compare(x.Name, y.Name), cmp.Compare(x.Value, y.Value)) })
	return gone
}

// maxAuthorSearch is how many revisions authorOf searches: a conflict is
// about a change of the last minutes.
const maxAuthorSearch = 100

// unknownAuthor is the name of an author who gave none.
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
