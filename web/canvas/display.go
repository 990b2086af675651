package canvas

import (
	"github.com/a-h/templ"

	"widerow/model/edit"
)

// DisplayMenu holds the settings of a diagram's content.
type DisplayMenu struct {
	Groups []DisplayGroup
	// Shown counts the visible boxes, "Showing 7 of 42 tables", or is empty.
	// All links to the full diagram.
	Shown string
	All   templ.SafeURL
	// Usual is the address with the default display. Changed reports whether
	// the present one differs.
	Usual   templ.SafeURL
	Changed bool
}

// DisplayGroup is a titled part of the menu.
type DisplayGroup struct {
	Title  string
	Fields []DisplayField
}

// DisplayField is one parameter of the display.
type DisplayField struct {
	Name, Label, Value string
	Choices            []edit.Choice // nil for a checkbox, whose value is On
	On                 string
	Ticked             bool
	// Suffix makes the ID unique among checkboxes of one name.
	Suffix string
}

// ID is the input's id in the page.
func (f DisplayField) ID() string {
	if f.Suffix != "" {
		return "display-" + f.Name + "-" + f.Suffix
	}
	return "display-" + f.Name
}
