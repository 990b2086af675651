package diagram

import (
	"widerow/diagram/chen"
	"widerow/diagram/figure"
	"widerow/diagram/graph"
	"widerow/diagram/typeface"
	"widerow/model"
)

func (d *Drawing) addHierarchy(m *model.Model, p *plan, item model.Item[*model.Hierarchy]) {
	h := item.Value
	super := typeface.Clean(m.Concepts.Entities[h.Supertype].Name)
	f := chen.NewIsa(item, super)
	d.addBox(graph.Box{ID: string(item.ID), Width: chen.IsaWidth, Height: chen.IsaHeight}, f)
	d.addEdge(graph.Edge{ID: f.Super, From: string(h.Supertype), To: string(item.ID), Routing: graph.RouteStraight},
		connector{total: h.Total, hierarchy: true})
	for _, subtype := range model.Sorted(h.Subtypes) {
		if !p.shows(subtype.Value.Entity) {
			continue
		}
		entity := m.Concepts.Entities[subtype.Value.Entity]
		d.addEdge(graph.Edge{ID: string(subtype.ID), From: string(item.ID), To: string(subtype.Value.Entity), Routing: graph.RouteStraight},
			connector{id: subtype.ID, title: figure.Titled(typeface.Clean(entity.Name), "is a "+super)})
	}
}
