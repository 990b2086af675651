package web

import (
	"fmt"
	"slices"
	"strings"

	"github.com/a-h/templ"

	"widerow/model"
)

// Inspector is the form of what is selected, or of the document itself.
type Inspector struct {
	Element   model.ID
	Parent    model.ID // selected after the element is removed
	Kind      model.Kind
	Title     string
	KindTitle string
	Readonly  bool
	Links     []Link
	Fields    []Field
	Placement *PlacementPanel
	Pick      *PickPanel    // nil unless the attributes of a query are picked
	Text      *QueryText    // of a query
	Columns   *ColumnPicker // of a query; nil if there is nothing to choose from
	Compact   []Field       // side by side, below the parts
	More      []Field       // needed less often; folded away
	MoreOpen  bool
	Parts     []Parts
	Adds      []Add
	Actions   []Action
	Assumed   *Assumed // nil if all types are chosen
	Movable   bool
	Problems  []string
	Size      *SizePanel
	Proof     *ProofPanel  // of a query
	Plan      *UpdatePanel // of an update
	Placing   *Placing     // nil if the tab's diagram has no box for it
	Focus     *Focus       // nil if it cannot be focused on
	Types     []string     // suggestions for type inputs
	Gone      *Gone
	Failure   *Failure
	Comments  *CommentsPanel // on the element; nil if they cannot be read
	Removal   *Removal       // asks before the element is removed
	Suggest   *SuggestForm   // nil unless the form suggests a change
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

// Link is a link to a related element: "realises hotels", "serves Q4".
type Link struct{ Word, Label, Href string }

// LinkGroup is the links of one word: "serves Q4, Q5".
type LinkGroup struct {
	Word  string
	Links []Link
}

// groups collects links with the same word, in their order.
func groups(links []Link) []LinkGroup {
	var grouped []LinkGroup
	for _, link := range links {
		at := slices.IndexFunc(grouped, func(g LinkGroup) bool { return g.Word == link.Word })
		if at < 0 {
			grouped, at = append(grouped, LinkGroup{Word: link.Word}), len(grouped)
		}
		grouped[at].Links = append(grouped[at].Links, link)
	}
	return grouped
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

// Action is a further button of the form.
type Action struct {
	Label, Do, Hint string
	Href            templ.SafeURL // of a link; Do is empty then
	Secondary       bool          // drawn as one of several buttons, not as the next step
}

// Field is one input of a form.
type Field struct {
	Element           model.ID
	New               bool       // of an element that is to be added,
	Kind              model.Kind // of this kind
	Name, Label, Hint string
	Input             model.Input
	Value, Was        string
	Choices           []model.Choice
	Problem           string
	Conflict          bool   // others have changed it
	Theirs            string // to this value
	By                string // who changed it last, if the page asks
	Required          bool
	Readonly          bool
	Assumed           bool   // assigned by default, not chosen
	Follows           string // the columns that are renamed with it, "" for none
	// Placeholder is shown in an empty input, such as a suggestion.
	Placeholder string
}

// SetName is the name of the input.
func (f Field) SetName() string {
	if f.New {
		return "new." + string(f.Kind) + "." + f.Name
	}
	return "set." + f.Place()
}

// Place is the field in the names of a form: ELEMENT.FIELD.
func (f Field) Place() string { return string(f.Element) + "." + f.Name }

// draft is the field in the drafts of a browser, the same wherever the page shows it.
func (f Field) draft() string {
	if f.New {
		return ""
	}
	return f.Place()
}

// shown returns a value for display: its label if it is a choice.
func (f Field) shown(value string) string {
	if f.Input == model.ReferencesInput {
		var labels []string
		for _, one := range strings.Fields(value) {
			labels = append(labels, f.label(one))
		}
		return shown(strings.Join(labels, ", "))
	}
	if f.Input == model.CheckboxInput {
		return map[bool]string{true: "yes", false: "no"}[value == "true"]
	}
	return shown(f.label(value))
}

// label returns the label of a choice, or the value itself.
func (f Field) label(value string) string {
	for _, choice := range f.Choices {
		if choice.Value == value {
			return choice.Label
		}
	}
	return value
}

// WasName is the name of the hidden input with the value that the page was
// rendered with.
func (f Field) WasName() string { return "was." + f.Place() }

// ID is the input's id in the page.
func (f Field) ID() string { return strings.ReplaceAll(f.SetName(), ".", "-") }

// describedBy lists the ids of the hint and the problem of the input.
func (f Field) describedBy() string {
	var ids []string
	if f.Problem != "" {
		ids = append(ids, f.ID()+"-problem")
	}
	if f.Hint != "" {
		ids = append(ids, f.ID()+"-hint")
	}
	return strings.Join(ids, " ")
}

// chosen reports whether a choice is the field's value, or one of its values.
func (f Field) chosen(value string) bool {
	if f.Input == model.ReferencesInput {
		return slices.Contains(strings.Fields(f.Value), value)
	}
	return f.Value == value
}

// lacksValue reports whether the value is none of the choices. The list must
// still offer it, or saving the form would change it.
func (f Field) lacksValue() bool {
	return !slices.ContainsFunc(f.Choices, func(c model.Choice) bool { return c.Value == f.Value })
}

// typed reports whether the input is for text, not for a choice.
func (f Field) typed() bool {
	switch f.Input {
	case model.CheckboxInput, model.ChoiceInput, model.ReferenceInput, model.ReferencesInput:
		return false
	}
	return true
}

// lacking is the label of a value that is none of the choices: nothing is
// chosen yet, or the chosen element is gone.
func (f Field) lacking() string {
	if f.Value == "" {
		return "Choose …"
	}
	return f.Value
}

// Add is a small form that adds an element.
type Add struct {
	Kind    model.Kind
	Parent  model.ID
	One     string
	Fields  []Field
	Text    *QueryText // of new queries
	Missing string     // what must be added first, instead of the form
}

// Do is the value of the form's button.
func (a Add) Do() string { return "add:" + string(a.Kind) + ":" + string(a.Parent) }

// alone are the fields with a line of their own, and paired those that share one:
// the ends of a relationship type with their cardinalities.
func (a Add) alone() []Field { return a.Fields[:len(a.Fields)-len(a.paired())] }

func (a Add) paired() []Field {
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

// Failure says that nothing was saved, and why.
type Failure struct{ Title, Advice string }

// hasRates reports whether the fields that are folded away are short ones: those of
// a query or an update.
func (i Inspector) hasRates() bool {
	return i.Kind == model.QueryKind || i.Kind == model.UpdateElement
}
