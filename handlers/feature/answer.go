package feature

import (
	"bytes"
	"fmt"
	"net/url"
	"slices"

	"widerow/handlers/canvas/submission"
	"widerow/model"
	"widerow/model/diff"
	"widerow/model/edit"
	"widerow/web"
)

// Answer holds the state of a form that a page shows again: what was typed, and what is wrong.
type Answer struct {
	Values    url.Values
	Problems  []model.Problem
	Conflicts []*edit.Conflict
	Gone      *edit.GoneError
	Failure   *web.Failure // why nothing was saved, if no field is the reason
	Form      any          // of the page's feature, see FormOf; nil for none
	Removal   *submission.Removal
	Made      []model.ID // queries and updates that were made of a text
	Dropped   []model.ID // those that are no longer statements of the application
	Done      string     // what the page that was left has done, in words
	Toast     string     // a short message about what was done
	Comment   *RefusedComment
	shown     map[string]bool // messages shown beside a field
}

// FormOf returns the form of an answer, the zero value if that is not of the type.
func FormOf[F any](a *Answer) (form F) {
	if a != nil {
		form, _ = a.Form.(F)
	}
	return form
}

// Done returns an answer with the words of the saved revision.
func Done(saved Document) *Answer { return &Answer{Done: saved.Revision.Words} }

// Show gives the message that a field shows, and notes that it does.
func (a *Answer) Show(problem model.Problem) string {
	if a.shown == nil {
		a.shown = map[string]bool{}
	}
	a.shown[problem.Message] = true
	return problem.Message
}

// Unshown are the messages that no field of the page shows.
func (a *Answer) Unshown() []string {
	var messages []string
	if a == nil {
		return messages
	}
	for _, problem := range a.Problems {
		if !a.shown[problem.Message] {
			messages = append(messages, problem.Message)
		}
	}
	return messages
}

// Typed is the value that the refused form held for a field.
func (a *Answer) Typed(element model.ID, field string) (string, bool) {
	if a == nil {
		return "", false
	}
	name := string(element) + "." + field
	if !a.Values.Has("was." + name) {
		return "", false
	}
	return submission.Value(a.Values, name), true
}

// AsksFor reports whether the form was refused because of a field: it is
// shown then even if it meant nothing before, such as the base of a table
// that is to become a view.
func (a *Answer) AsksFor(element model.ID, field string) bool {
	return a != nil && slices.ContainsFunc(a.Problems, func(p model.Problem) bool { return p.Element == element && p.Field == field })
}

// Refused reports whether nothing was saved.
func (a *Answer) Refused() bool {
	return a != nil && (len(a.Problems) > 0 || len(a.Conflicts) > 0 || a.Gone != nil || a.Failure != nil)
}

// Holds reports whether the page answers a form with more than its address says: to
// load it again would lose the answer.
func (a *Answer) Holds() bool {
	return a.Refused() || a != nil && (a.Removal != nil || a.Form != nil || a.Comment != nil)
}

// OnCanvas reports whether the form came from the canvas, which shows the answer.
func (a *Answer) OnCanvas() bool { return a != nil && a.Values.Get("on") == "canvas" }

// Adding reports whether the refused form was to add such an element.
func (a *Answer) Adding(kind model.Kind, parent model.ID) bool {
	do := a.Values.Get("do")
	return do == "save" || do == "add:"+string(kind)+":"+string(parent)
}

// OfField matches changes of one field of an element or of the model itself.
func OfField(element model.ID, field string) func(diff.Operation) bool {
	return func(o diff.Operation) bool {
		at := -1
		if element != "" && element != model.ID(model.ModelKind) {
			if at = slices.Index(o.Path, string(element)); at < 0 {
				return false
			}
		}
		if len(o.Path) == at+1 || o.Path[at+1] == field {
			return true
		}
		return at < 0 && len(o.Path) > 1 && o.Path[0] == "cluster" && o.Path[1] == field
	}
}

// OfRemoval matches the removal of an element, alone or with its parent.
func OfRemoval(element model.ID) func(diff.Operation) bool {
	quoted := fmt.Appendf(nil, "%q:", element)
	return func(o diff.Operation) bool {
		return o.New == nil && (slices.Contains(o.Path, string(element)) || bytes.Contains(o.Old, quoted))
	}
}
