package canvas

import (
	"github.com/a-h/templ"

	"widerow/model"
	"widerow/model/edit"
)

// PickPanel is the help and the controls while the attributes of a query are
// picked on the ER diagram.
type PickPanel struct {
	Query model.ID
	Label string
	// Concept is the selected element, which a button picks without scripts; ""
	// for none.
	Concept model.ID
	Title   string
	// Path names the types along the path of the query. Paths are the equally short ones to choose
	// from, if there are several, by their signatures. PathWas and EndsWas are values of the query's
	// fields "path" and "ends".
	Path    string
	Paths   []edit.Choice
	PathWas string
	EndsWas string
	Text    string        // the query
	Clause  string        // what a click does: "", "where" or "order"
	Done    templ.SafeURL // ends picking
}

// pickChoice is the effect of a click, by its value in the form. Key chooses it.
type pickChoice struct{ value, label, key, title string }

var pickChoices = []pickChoice{
	{"", "SELECT", "S", "A click selects, a second one makes a condition, a third one removes (S)"},
	{"where", "WHERE", "W", "A click adds or removes a condition (W)"},
	{"order", "ORDER BY", "O", "A click sorts, a second one sorts descending, a third one removes (O)"},
}

// Do is the value of the button that picks a concept.
func (p PickPanel) Do() string { return "pick:" + string(p.Query) + ":" + string(p.Concept) }
