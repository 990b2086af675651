package canvas

import (
	"fmt"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"widerow/model"
	"widerow/web"
)

// Inspector is the form of the selected element, or of the document itself.
type Inspector struct {
	Element   model.ID
	Parent    model.ID // selected after the element is removed
	Kind      model.Kind
	Title     string
	KindTitle string
	Readonly  bool
	Links     []web.Link
	Fields    []web.Field
	Placement *PlacementPanel
	Pick      *PickPanel  // nil unless the attributes of a query are picked
	Text      web.Content // of a query
	Columns   web.Content // of a query; nil if there is nothing to choose from
	Compact   []web.Field // side by side, below the parts
	More      []web.Field // needed less often; folded away
	MoreOpen  bool
	Parts     []Parts
	Adds      []Add
	Actions   []web.Action
	Assumed   *Assumed // nil if all types are chosen
	Movable   bool
	Problems  []string
	// Advice is about the element itself, each with the way to its rule.
	Advice   []web.Notice
	Size     web.Content // of a table
	Proof    web.Content // of a query
	Plan     web.Content // of an update
	Placing  *Placing    // nil if the tab's diagram has no box for it
	Focus    *Focus      // nil if it cannot be focused on
	Types    []string    // suggestions for type inputs
	Gone     *Gone
	Failure  *web.Failure
	Comments web.Content  // on the element; nil if they cannot be read
	Threads  int          // the open threads among them
	Removal  *Removal     // asks before the element is removed
	Suggest  *SuggestForm // nil unless the form suggests a change
}

// Removal asks whether to remove an element that others use. Effects are sentences
// about what goes with it or changes.
type Removal struct {
	Title   string
	Effects []string
	Do      string
	Cancel  templ.SafeURL
}

// Focus links to a diagram of the element and its neighbours, or back to the
// full one.
type Focus struct {
	Label, Title string
	Href         templ.SafeURL
}

// Assumed names the first columns whose types were assigned by default, and
// counts the others.
type Assumed struct {
	Names  []string
	Others int
	One    bool
	Do     string // keeps the types
}

func (a Assumed) text() string {
	names := strings.Join(a.Names, ", ")
	switch {
	case a.One:
		return "The type of " + names + " was assigned by default: choose another, or keep it."
	case a.Others > 0:
		names += fmt.Sprintf(" and %d more", a.Others)
	}
	return "The types of " + names + " were assigned by default: choose others, or keep them."
}

// Add is a small form that adds an element.
type Add struct {
	Kind    model.Kind
	Parent  model.ID
	One     string
	Fields  []web.Field
	Text    web.Content // of new ones; nil if they are not typed as text
	Missing string      // what must be added first, instead of the form
}

// Do is the value of the form's button.
func (a Add) Do() string { return "add:" + string(a.Kind) + ":" + string(a.Parent) }

// byName is the form without its text, which is elsewhere in the page.
func (a Add) byName() Add {
	a.Fields, a.Text = slices.Clone(a.Fields), nil
	a.Fields[0].Required, a.Fields[0].Hint = true, ""
	return a
}

// alone are the fields with a line of their own, and paired those that share one:
// the ends of a relationship type with their cardinalities.
func (a Add) alone() []web.Field { return a.Fields[:len(a.Fields)-len(a.paired())] }

func (a Add) paired() []web.Field {
	if a.Kind != model.RelationshipKind {
		return nil
	}
	return a.Fields[1:]
}

// Gone keeps what was typed for an element that Who removed meanwhile.
type Gone struct {
	Who   string
	Typed []Typed
}

// Typed is one field's value.
type Typed struct{ Name, Value string }

// SuggestForm turns the form of the details into one that suggests its changes.
type SuggestForm struct {
	Cancel templ.SafeURL
	Why    string // as it was typed into a rejected form
}

// formID is the ID of the form, by which the browser keeps what is typed.
func (i Inspector) formID() string {
	if i.Suggest != nil {
		return "suggest-" + formName(i)
	}
	return "edit-" + formName(i)
}

// kept returns the attributes of a form that a script saves.
func (i Inspector) kept() templ.Attributes {
	if i.Suggest != nil {
		return nil
	}
	return templ.Attributes{"data-autosave": true}
}

// idle reports whether nothing is selected and the details ask for nothing:
// then a narrow window hides them, unless there is nothing else to start with.
func (i *Inspector) idle(page web.WorkbenchPage) bool {
	busy := i.Element != "" || page.View.Add != "" || i.Pick != nil || i.Gone != nil || i.Failure != nil || len(i.Problems) > 0
	return !busy && !page.Refused && (!undrawn(page) || begins(page, ""))
}

// hasRates reports whether the folded fields are short ones: the rates of a query or an update.
func (i Inspector) hasRates() bool {
	return i.Kind == model.QueryKind || i.Kind == model.UpdateElement
}
