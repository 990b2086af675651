package diagram

import (
	"fmt"

	"widerow/diagram/chebotko"
	"widerow/diagram/figure"
	"widerow/diagram/graph"
	"widerow/diagram/typeface"
	"widerow/model"
)

func (d *Drawing) buildPhysical(m *model.Model, p *plan) {
	groups := d.addGroups(m, p)
	relations, views, types := 0, 0, 0
	for _, item := range model.Sorted(m.Physical.Relations) {
		if !p.shows(item.ID) {
			continue
		}
		t := chebotko.NewRelation(m, item.ID, item.Value, d.display.Columns, d.display.Advice)
		box := t.Box()
		box.Group = groups.of(item.ID)
		d.addBox(box, t)
		if item.Value.Kind == model.MaterializedView {
			views++
		} else {
			relations++
		}
	}
	for _, item := range model.Sorted(m.Physical.Types) {
		if !p.shows(item.ID) {
			continue
		}
		t := chebotko.NewType(m, item.ID, item.Value, d.display.Columns)
		box := t.Box()
		box.Foot, box.Group = true, groups.of(item.ID)
		d.addBox(box, t)
		types++
	}
	d.findUsers()
	d.findKin()
	d.addCollapsed(m, p)
	d.addArrows(m, p.arrows())
	d.addViewArrows(m, p)
	if d.display.Uses {
		d.addUses()
	}
	d.description = fmt.Sprintf("Physical model in Chebotko's notation: %s, %s, %s, %s.",
		figure.Plural(len(m.Physical.Keyspaces), "keyspace", "keyspaces"), figure.Plural(relations, "table", "tables"),
		figure.Plural(views, "materialized view", "materialized views"), figure.Plural(types, "user-defined type", "user-defined types"))
}

// addViewArrows draws a dashed arrow from each view to its base.
func (d *Drawing) addViewArrows(m *model.Model, p *plan) {
	for _, item := range model.Sorted(m.Physical.Relations) {
		view := item.Value
		if view.Kind != model.MaterializedView || !p.shows(item.ID) || !p.shows(view.Base) {
			continue
		}
		d.addEdge(
			graph.Edge{ID: "base>" + string(item.ID), From: string(item.ID), To: string(view.Base), Free: true},
			connector{dashed: true, tip: true,
				title: figure.Titled(typeface.Clean(view.Name), "is a materialized view of "+
					typeface.Clean(m.Physical.Relations[view.Base].Name))},
		)
	}
}
