package feature

import (
	"widerow/model"
	"widerow/store"
)

// Document is a model at one revision. It is shared between requests and must not
// be changed.
type Document struct {
	Revision store.Revision
	Stored   []byte
	Model    *model.Model // nil and without text only as the base of a restored revision
	// Old marks a revision that is not the newest. It is shown read-only.
	Old bool
}

// Text returns what is stored in the format of today. Only that can be compared and merged
// with what is saved next.
func (d Document) Text() []byte {
	if d.Model == nil || model.IsCurrent(d.Stored) {
		return d.Stored
	}
	return d.Model.Encode()
}
