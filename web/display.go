package web

import (
	"maps"
	"net/url"
	"slices"

	"github.com/a-h/templ"

	"widerow/model"
)

// DisplayMenu asks what the reader wants to see of a diagram.
type DisplayMenu struct {
	Groups []DisplayGroup
	// Shown says what is left out, "Showing 7 of 42 tables", or is empty; All
	// leads to the whole diagram.
	Shown string
	All   templ.SafeURL
	// Usual is the address without any display, Changed whether there is one.
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
	Choices            []model.Choice // nil: a box to tick, whose value is On
	On                 string
	Ticked             bool
	// Suffix makes the id unique among boxes of one name.
	Suffix string
}

// ID is the input's id in the page.
func (f DisplayField) ID() string {
	if f.Suffix != "" {
		return "display-" + f.Name + "-" + f.Suffix
	}
	return "display-" + f.Name
}

// hiddenField is a value that a form passes on.
type hiddenField struct{ Name, Value string }

// kept is what a GET form passes on, which the browser would leave out of the
// address: all of the view but its display and what it finds.
func (v View) kept() []hiddenField {
	v.Display, v.Find = "", ""
	return hiddenFields(v.query())
}

// displayed are the display's parameters, for a form that keeps them.
func (v View) displayed() []hiddenField { return hiddenFields("?" + v.Display) }

func hiddenFields(query string) []hiddenField {
	if query == "" {
		return nil
	}
	values, err := url.ParseQuery(query[1:])
	if err != nil {
		return nil // an address of our own making can be read
	}
	var fields []hiddenField
	for _, name := range slices.Sorted(maps.Keys(values)) {
		fields = append(fields, hiddenField{name, values.Get(name)})
	}
	return fields
}
