package web

import "github.com/a-h/templ"

// EmbedPage is a diagram in a frame of another site's page.
type EmbedPage struct {
	Page
	Kind     string
	What     string // the name of the diagram
	Theme    string
	Picture  templ.SafeURL
	Model    templ.SafeURL
	Revision uint64
}
