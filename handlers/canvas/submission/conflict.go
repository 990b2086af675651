package submission

import (
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
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
func (f *Form) decide() {
	verb, decided, _ := strings.Cut(f.Values.Get("do"), ":")
	if verb == "theirs" && f.Values.Has("was."+decided) {
		f.Values["set."+decided] = []string{f.Values.Get("was." + decided)}
	}
	for name := range f.Values {
		field, found := strings.CutPrefix(name, "conflict.")
		settled := field == decided && (verb == "mine" || verb == "theirs")
		if found && !settled && f.value(field) != NormalLines(f.Values.Get("was."+field)) {
			f.Disputed = append(f.Disputed, field)
		}
	}
	slices.Sort(f.Disputed)
}

// Conflicts are the disputed fields as the page marks them.
func (f *Form) Conflicts() []*edit.Conflict {
	var conflicts []*edit.Conflict
	for _, name := range f.Disputed {
		element, field, _ := strings.Cut(name, ".")
		conflicts = append(conflicts, &edit.Conflict{Element: model.ID(element), Field: field})
	}
	return conflicts
}
