package web

import (
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
)

// Field is one input of a form.
type Field struct {
	Element           model.ID
	New               bool       // of an element that is to be added,
	Kind              model.Kind // of this kind
	Name, Label, Hint string
	Input             edit.Input
	Value, Was        string
	Choices           []edit.Choice
	Problem           string
	Advice            []Notice // what experience says about the value
	Conflict          bool     // others have changed it
	Theirs            string   // to this value
	By                string   // who changed it last, if the page asks
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

// Shown returns a value for display: its label if it is a choice.
func (f Field) Shown(value string) string {
	if f.Input == edit.ReferencesInput {
		var labels []string
		for _, one := range strings.Fields(value) {
			labels = append(labels, f.LabelOf(one))
		}
		return Shown(strings.Join(labels, ", "))
	}
	if f.Input == edit.CheckboxInput {
		return map[bool]string{true: "yes", false: "no"}[value == "true"]
	}
	return Shown(f.LabelOf(value))
}

// label returns the label of a choice, or the value itself.
func (f Field) LabelOf(value string) string {
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
	if len(f.Advice) > 0 {
		ids = append(ids, f.ID()+"-advice")
	}
	if f.Hint != "" {
		ids = append(ids, f.ID()+"-hint")
	}
	return strings.Join(ids, " ")
}

// Chosen reports whether a choice is the field's value, or one of its values.
func (f Field) Chosen(value string) bool {
	if f.Input == edit.ReferencesInput {
		return slices.Contains(strings.Fields(f.Value), value)
	}
	return f.Value == value
}

// LacksValue reports whether the value is none of the choices. The list must
// still offer it, or saving the form would change it.
func (f Field) LacksValue() bool {
	return !slices.ContainsFunc(f.Choices, func(c edit.Choice) bool { return c.Value == f.Value })
}

// typed reports whether the input is for text, not for a choice.
func (f Field) typed() bool {
	switch f.Input {
	case edit.CheckboxInput, edit.ChoiceInput, edit.ReferenceInput, edit.ReferencesInput:
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

// sign is the text form of a checkbox of an attribute, "" for others.
func (f Field) sign() string {
	return map[string]string{"multi_valued": "{}", "derived": "/"}[f.Name]
}

// signed is the label of a field that may be shown as its sign.
func (f Field) signed() string {
	if f.sign() == "" {
		return ""
	}
	return f.Label
}
