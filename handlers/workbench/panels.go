package workbench

import (
	"widerow/model"
	"widerow/web"
)

// Panels make what features with a folder of their own show in the details of an element
// and on the diagram. A panel that is nil shows nothing.
type Panels struct {
	// Text, Columns, Proof and Plan are those of a query or an update.
	Text, Columns, Proof, Plan Panel
	// NewText is the text in the form that adds an element of a kind.
	NewText func(*Builder, model.Kind) web.Content
	// Flows are at the arrows of the workflow; the result is nil if there are none.
	Flows func(*Builder) web.Content
}

// Panel makes the part of the details about an element, nil if it has none.
type Panel func(*Builder, model.Element) web.Content

func (p Panel) of(b *Builder, element model.Element) web.Content {
	if p == nil {
		return nil
	}
	return p(b, element)
}
