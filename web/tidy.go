package web

import (
	"encoding/base64"
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

// inlined returns the address of a picture that is part of the page.
func inlined(svg []byte) templ.SafeURL {
	return templ.SafeURL("data:image/svg+xml;base64," + base64.StdEncoding.EncodeToString(svg))
}
