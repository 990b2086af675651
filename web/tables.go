package web

import "widerow/model"

// Tables are all physical tables, to choose from. Chosen is nil if there is none.
type Tables struct {
	All    []TableLink
	Chosen *TableLink
}

// TableLink is a physical table in the list. Edit leads to its form.
type TableLink struct {
	ID             model.ID
	Name, Keyspace string
	Href, Edit     string
	Size, Level    string
	SizeWords      string
	Selected, View bool
}
