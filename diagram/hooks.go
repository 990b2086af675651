package diagram

import (
	"widerow/diagram/graph"
	"widerow/diagram/scene"
	"widerow/model"
)

// hooksOf returns the hooks of the line and the labels of an edge.
func (d *Drawing) hooksOf(edge graph.Edge) *scene.Hooks {
	hooks := &scene.Hooks{Edge: edge.ID, From: edge.From, To: edge.To}
	if pill := d.connectors[edge.ID].pill; pill != nil {
		for _, l := range pill.labels {
			addAccess(hooks, l)
		}
	}
	return hooks
}

// usesHooks returns the hooks of a column or a field that uses types.
func usesHooks(types []model.ID) *scene.Hooks {
	hooks := &scene.Hooks{}
	for _, id := range types {
		hooks.Uses = append(hooks.Uses, string(id))
	}
	return hooks
}

func addAccess(h *scene.Hooks, l label) {
	if l.update {
		h.Updates = append(h.Updates, string(l.access))
	} else {
		h.Queries = append(h.Queries, string(l.access))
	}
}
