package feature

import (
	"widerow/model"
	"widerow/web"
)

// Panels make what features with a folder of their own show in the details of an element
// and on the diagram. A panel that is nil shows nothing.
type Panels struct {
	// Text, Columns, Proof and Plan show a query or an update.
	Text, Columns, Proof, Plan Panel
	// Size shows the size of a physical table.
	Size Panel
	// NewText is the text in the form that adds an element of a kind.
	NewText func(*Context, model.Kind) web.Content
	// Flows are at the arrows of the workflow; the result is nil if there are none.
	Flows func(*Context) web.Content
}

// Panel makes the part of the details about an element, nil if it has none.
type Panel func(*Context, model.Element) web.Content

func (p Panel) Of(b *Context, element model.Element) web.Content {
	if p == nil {
		return nil
	}
	return p(b, element)
}
