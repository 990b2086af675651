// Package operator draws the page of the admin address.
package operator

import (
	"github.com/a-h/templ"

	"widerow/web"
)

// Page is the page of the admin address.
type Page struct {
	web.Page
	Ready  string      // why models cannot be saved; empty: they can
	Facts  []Fact      // the data file, the last check, the last backup
	Damage []string    // what the last check found
	Lost   []string    // models of which nothing could be rebuilt
	Models []ModelSize // the largest first
	More   int         // models that are not shown
	Verify templ.SafeURL
	// Servers lists the servers of a store that can have several; Differences lists the settings in which they differ.
	Servers     []Server
	Differences []string
}

// Server is a server of the store.
type Server struct {
	Name, Version string
	Here          bool // the one that answers
}

// Fact is a line of the operator's page.
type Fact struct{ Name, Value string }

// ModelSize is the space of a model in the data file.
type ModelSize struct {
	ID, Title string
	Revisions int
	Bytes     string
}
