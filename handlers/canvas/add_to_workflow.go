package canvas

import (
	"slices"

	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/workflow"
	"widerow/web"
	webcanvas "widerow/web/canvas"
)

// placementPanel offers to add queries to the workflow: those that are in none, the
// selected one if it is one of them, or any to the selected step.
func placementPanel(b *feature.Context, element model.Element) *webcanvas.PlacementPanel {
	if b.Readonly() || b.View.Tab != web.TabQueries {
		return nil
	}
	unplaced := workflow.Unplaced(b.Model)
	panel := &webcanvas.PlacementPanel{Steps: choicesOf(b, model.StepKind)}
	switch element.Kind {
	case model.StepKind:
		panel.Step, panel.Title = element.ID, "Add transitions to this step"
		for _, access := range accessesBut(b, element.ID) {
			panel.Offer(access.ID, b.Label(access), false)
		}
	case model.QueryKind, model.UpdateElement:
		if !slices.ContainsFunc(unplaced, func(e model.Element) bool { return e.ID == element.ID }) {
			return nil
		}
		panel.Title, panel.One = "Not in the workflow yet", true
		panel.Offer(element.ID, b.Label(element), true)
	case model.ModelKind:
		panel.Title = "Not in the workflow yet"
		for _, access := range unplaced {
			panel.Offer(access.ID, b.Label(access), true)
		}
	}
	if len(panel.Accesses) == 0 {
		return nil
	}
	return panel
}

// accessesBut returns the queries and updates that do not lead to a step yet, first
// those that lead to none.
func accessesBut(b *feature.Context, step model.ID) []model.Element {
	here := map[model.ID]bool{}
	for _, transition := range b.Model.Workflow.Transitions {
		here[transition.Access] = here[transition.Access] || transition.To == step
	}
	accesses := workflow.Unplaced(b.Model)
	for _, access := range slices.Concat(b.Elements(model.QueryKind), b.Elements(model.UpdateElement)) {
		same := func(other model.Element) bool { return other.ID == access.ID }
		if !here[access.ID] && !slices.ContainsFunc(accesses, same) {
			accesses = append(accesses, access)
		}
	}
	return accesses
}

// maxTray bounds the queries outside of the workflow that the diagram lists. The
// others are folded.
const maxTray = 12

// tray lists them on the diagram, to be dragged onto a step.
func tray(b *feature.Context) *webcanvas.Tray {
	unplaced := workflow.Unplaced(b.Model)
	if b.Readonly() || b.View.Tab != web.TabQueries || len(unplaced) == 0 {
		return nil
	}
	var accesses []webcanvas.TrayAccess
	for _, access := range unplaced {
		label := ""
		switch value := access.Value.(type) {
		case *model.Query:
			label = value.Label
		case *model.Update:
			label = value.Label
		}
		accesses = append(accesses, webcanvas.TrayAccess{ID: access.ID, Label: label, Title: b.Label(access), Href: web.SafeHref(b.Link(access.ID))})
	}
	first := min(len(accesses), maxTray)
	return &webcanvas.Tray{Accesses: accesses[:first], More: accesses[first:]}
}
