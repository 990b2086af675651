package history

import "widerow/web"

// NamePage asks for the name of a revision.
type NamePage struct {
	web.Page
	ID, Model string // the model's ID and name
	Revision  uint64
	Name      string // as typed
	Named     string // as saved, "" if the revision has none
	Problem   string
}
