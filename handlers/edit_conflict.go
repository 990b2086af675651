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

// A form in which others have changed fields meanwhile has one more name and
// two more verbs of `do`. Such a field is saved only by its own button; until
// then it keeps the text that was typed, even when the rest of the form is
// saved.
//
//	conflict.ELEMENT.FIELD   the field is disputed
//	do=mine:ELEMENT.FIELD    saves the typed value over theirs
//	do=theirs:ELEMENT.FIELD  keeps the saved value and drops the typed one

// decide reads which conflict the visitor has resolved and records the
// others.
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

// undecided answers a form that was saved except for its disputed fields,
// which keep the text that was typed.
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
