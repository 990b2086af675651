package handlers

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"github.com/labstack/echo/v4"

	"widerow/model"
	"widerow/web"
)

// A form with fields that somebody else has changed meanwhile has one more
// name, and two more verbs of `do`. Such a field is saved by its own button
// only; until then it keeps what was typed, whatever else of the form is saved.
//
//	conflict.ELEMENT.FIELD   the field is disputed
//	do=mine:ELEMENT.FIELD    saves what was typed in place of theirs
//	do=theirs:ELEMENT.FIELD  leaves what is saved, and forgets what was typed

// decide reads which conflict the visitor has settled, and notes the others.
func (f *editForm) decide() {
	verb, decided, _ := strings.Cut(f.values.Get("do"), ":")
	if verb == "theirs" && f.values.Has("was."+decided) {
		f.values["set."+decided] = []string{f.values.Get("was." + decided)}
	}
	for name := range f.values {
		field, found := strings.CutPrefix(name, "conflict.")
		settled := field == decided && (verb == "mine" || verb == "theirs")
		if found && !settled && f.value(field) != normalLines(f.values.Get("was."+field)) {
			f.disputed = append(f.disputed, field)
		}
	}
	slices.Sort(f.disputed)
}

// conflicts are the disputed fields as the page marks them.
func (f *editForm) conflicts() []*model.Conflict {
	var conflicts []*model.Conflict
	for _, name := range f.disputed {
		element, field, _ := strings.Cut(name, ".")
		conflicts = append(conflicts, &model.Conflict{Element: model.ID(element), Field: field})
	}
	return conflicts
}

// undecided answers a form that was saved but for what is disputed, which
// stays as it was typed.
func (s *Server) undecided(c echo.Context, form *editForm, saved document) error {
	answer := &formAnswer{values: url.Values{}, conflicts: form.conflicts()}
	if kept := form.unadded(); kept != nil {
		answer.values = kept.values
	}
	for _, name := range form.disputed {
		answer.values["set."+name] = form.values["set."+name]
		answer.values["was."+name] = form.values["was."+name]
	}
	page, err := s.newWorkbench(c, saved, form.view, answer)
	if err != nil {
		return err
	}
	if enhanced(c) {
		return s.show(c, http.StatusOK, web.WorkbenchFragments(page))
	}
	return s.show(c, http.StatusOK, web.Workbench(page))
}
