package canvas

import (
	"strings"

	"github.com/a-h/templ"
)

// TidyProposal asks whether to rearrange a diagram. Without Then nothing better was
// found.
type TidyProposal struct {
	Diagram   string
	Gains     []string // what changes, in words: "crossings 14 → 5"
	Now, Then []byte   // standalone SVG pictures
	Keep      templ.SafeURL
}

// summary names the gains as a sentence without its full stop.
func (t TidyProposal) summary() string {
	text := strings.Join(t.Gains, ", ")
	return strings.ToUpper(text[:1]) + text[1:]
}
