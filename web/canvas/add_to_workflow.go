package canvas

import (
	"github.com/a-h/templ"

	"widerow/model"
	"widerow/model/edit"
)

// PlacementPanel adds queries and updates to the workflow.
type PlacementPanel struct {
	Title    string
	Accesses []PlacementAccess
	// One is set if there is nothing to choose from.
	One bool
	// Step is the step to which the accesses are added; "" to choose one of Steps or a new step.
	Step  model.ID
	Steps []edit.Choice
}

// PlacementAccess is a query or an update to add.
type PlacementAccess struct {
	ID     model.ID
	Label  string
	Ticked bool
}

// Offer adds a query or an update to choose from.
func (p *PlacementPanel) Offer(id model.ID, label string, ticked bool) {
	p.Accesses = append(p.Accesses, PlacementAccess{id, label, ticked})
}

// Tray lists on the workflow diagram what is not in it. More are folded.
type Tray struct{ Accesses, More []TrayAccess }

// words returns the label of the button of an empty diagram.
func (t Tray) words() string {
	if len(t.Accesses) == 1 {
		return "Add to the workflow"
	}
	return "Add all to the workflow"
}

// TrayAccess is a query or an update of the tray.
type TrayAccess struct {
	ID           model.ID
	Label, Title string
	Href         templ.SafeURL
}
