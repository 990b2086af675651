package canvas

import "widerow/model"

// Placing is the form that moves the selected element in the diagram.
type Placing struct {
	Diagram string
	Element model.ID
	Title   string
	Pinned  bool
	Memo    bool // a note or an area, which Tidy leaves alone
}
