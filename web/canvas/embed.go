package canvas

import (
	"github.com/a-h/templ"

	"widerow/web"
)

// EmbedPage is a diagram for a frame in another site's page.
type EmbedPage struct {
	web.Page
	What     string // the name of the diagram
	Theme    string
	SVG      []byte
	Notice   string // of the diagram's layout
	Model    templ.SafeURL
	Revision uint64
}
