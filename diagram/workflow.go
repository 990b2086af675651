package diagram

import (
	"fmt"

	"widerow/diagram/figure"
	"widerow/diagram/flow"
	"widerow/diagram/graph"
	"widerow/model"
)

func (d *Drawing) buildWorkflow(m *model.Model, p *plan) {
	led := map[model.ID]bool{}
	for _, item := range model.Sorted(m.Workflow.Transitions) {
		if m.Workflow.Queries[item.Value.Access] != nil {
			led[item.Value.To] = true
		}
	}
	for _, item := range model.Sorted(m.Workflow.Steps) {
		if !p.shows(item.ID) {
			continue
		}
		s := flow.NewStep(m, item.ID, item.Value, !led[item.ID])
		d.addBox(graph.Box{ID: string(item.ID), Width: s.Width(), Height: s.Height(), Shape: graph.ShapeRound}, s)
	}
	d.addArrows(m, p.arrows())
	d.branchBeside()
	for id, c := range d.connectors {
		c.start = id[0] == '>' // an entry arrow
		d.connectors[id] = c
	}
	d.description = fmt.Sprintf("Application workflow: %s, %s, %s.", figure.Plural(len(d.graph.Boxes), "step", "steps"),
		figure.Plural(len(m.Workflow.Queries), "query", "queries"), figure.Plural(len(m.Workflow.Updates), "update", "updates"))
}
