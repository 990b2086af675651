package diagram

import (
	"strings"

	"widerow/diagram/chebotko"
	"widerow/diagram/figure"
	"widerow/diagram/graph"
	"widerow/model"
)

// addCollapsed adds a box for each collapsed keyspace that has contents to draw.
func (d *Drawing) addCollapsed(m *model.Model, p *plan) {
	for _, item := range model.Sorted(m.Physical.Keyspaces) {
		if holds := collapsedContent(m, p, item.ID); holds != "" {
			f := chebotko.NewCollapsed(item, holds)
			d.addBox(graph.Box{ID: string(item.ID), Width: f.Width(), Height: chebotko.CollapsedHeight}, f)
		}
	}
}

// collapsedContent counts in words the contents of a collapsed keyspace.
func collapsedContent(m *model.Model, p *plan, keyspace model.ID) string {
	tables, views, types := 0, 0, 0
	for box, inside := range p.collapsed {
		relation := m.Physical.Relations[model.ID(box)]
		switch {
		case inside != keyspace:
		case relation == nil:
			types++
		case relation.Kind == model.MaterializedView:
			views++
		default:
			tables++
		}
	}
	var parts []string
	for _, part := range []struct {
		count     int
		one, many string
	}{{tables, "table", "tables"}, {views, "view", "views"}, {types, "type", "types"}} {
		if part.count > 0 {
			parts = append(parts, figure.Plural(part.count, part.one, part.many))
		}
	}
	return strings.Join(parts, " · ")
}
