package diagram

import (
	"widerow/diagram/graph"
	"widerow/diagram/linework"
	"widerow/diagram/scene"
)

// hooksOf returns the hooks of the line and the labels of an edge.
func (d *Drawing) hooksOf(edge graph.Edge) *scene.Hooks {
	hooks := &scene.Hooks{Edge: edge.ID, From: edge.From, To: edge.To}
	if pill := d.connectors[edge.ID].pill; pill != nil {
		for _, l := range pill.Labels {
			linework.AddAccess(hooks, l)
		}
	}
	return hooks
}
