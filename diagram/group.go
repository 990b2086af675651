package diagram

import (
	"cmp"
	"slices"

	"widerow/diagram/chebotko"
	"widerow/diagram/typeface"
	"widerow/model"
)

// groupSet assigns tables to the containers of the graph.
type groupSet struct {
	model     *model.Model
	by        Grouping
	steps     map[model.ID]model.ID // of logical tables
	keyspaces map[model.ID]model.ID // of logical tables
	known     map[string]bool
}

// addGroups adds the containers of the display.
func (d *Drawing) addGroups(m *model.Model, p *plan) *groupSet {
	g := &groupSet{model: m, by: d.display.Group, known: map[string]bool{}}
	if g.by == GroupAuto && d.kind == KindPhysical {
		g.by = GroupKeyspace
	}
	switch g.by {
	case GroupKeyspace:
		if d.kind == KindLogical {
			g.keyspaces = homes(m)
		}
		for _, item := range model.Sorted(m.Physical.Keyspaces) {
			if !slices.Contains(d.display.Collapsed, item.ID) || d.kind != KindPhysical {
				g.add(d, string(item.ID), chebotko.NewKeyspace(item.ID, item.Value))
			}
		}
	case GroupStep:
		g.steps = firstSteps(m)
		for _, item := range model.Sorted(m.Workflow.Steps) {
			name := typeface.Clean(item.Value.Name)
			g.add(d, string(item.ID), chebotko.NewContainer(item.ID, name, item.Value.Note))
		}
	case GroupTag:
		for _, tag := range m.Tags() {
			g.add(d, tagGroup(tag), chebotko.NewContainer("", typeface.Clean(tag), "tag"))
		}
	}
	return g
}

func (g *groupSet) add(d *Drawing, id string, c chebotko.Container) {
	g.known[id] = true
	d.containers[id] = c
	group := c.Group(d.display.Compact)
	group.ID = id
	d.graph.Groups = append(d.graph.Groups, group)
}

func tagGroup(tag string) string { return "tag:" + tag }

// of returns the group of a table or a type, "" for none.
func (g *groupSet) of(id model.ID) string {
	group := ""
	switch g.by {
	case GroupKeyspace:
		group = string(cmp.Or(g.keyspaces[id], keyspaceOf(g.model, id)))
	case GroupStep:
		group = string(g.step(id))
	case GroupTag:
		group = g.tag(id)
	}
	if !g.known[group] {
		return ""
	}
	return group
}

func (g *groupSet) step(id model.ID) model.ID {
	if step := g.steps[id]; step != "" {
		return step
	}
	if relation := g.model.Physical.Relations[id]; relation != nil {
		for _, table := range relation.Realizes.Sorted() {
			if step := g.steps[table]; step != "" {
				return step
			}
		}
	}
	return ""
}

// tag returns the group of the first of a table's tags.
func (g *groupSet) tag(id model.ID) string {
	var tags []string
	if table := g.model.Logical.Tables[id]; table != nil {
		tags = table.Tags.Sorted()
	} else if relation := g.model.Physical.Relations[id]; relation != nil {
		tags = g.model.TagsOf(relation)
	}
	if len(tags) == 0 {
		return ""
	}
	return tagGroup(tags[0])
}

// firstSteps returns, for each logical table, the first step of the workflow that
// one of its queries leads to, or otherwise one of its updates.
func firstSteps(m *model.Model) map[model.ID]model.ID {
	steps := model.Sorted(m.Workflow.Steps)
	rank := map[model.ID]int{}
	for i, step := range steps {
		rank[step.ID] = i
	}
	lowest := func(ranks map[model.ID]int, id model.ID, to int) {
		if before, found := ranks[id]; !found || to < before {
			ranks[id] = to
		}
	}
	accesses, tables := map[model.ID]int{}, map[model.ID]int{}
	for _, transition := range m.Workflow.Transitions {
		if to, found := rank[transition.To]; found && transition.Access != "" {
			lowest(accesses, transition.Access, to)
		}
	}
	for _, arrow := range m.Logical.Arrows {
		if to, found := accesses[arrow.Access]; found {
			if m.Workflow.Queries[arrow.Access] == nil {
				to += len(steps) // after all queries
			}
			lowest(tables, arrow.To, to)
		}
	}
	first := map[model.ID]model.ID{}
	for table, to := range tables {
		first[table] = steps[to%len(steps)].ID
	}
	return first
}

// homes returns, for each logical table, the keyspace of the first relation that
// realises it.
func homes(m *model.Model) map[model.ID]model.ID {
	keyspaces := map[model.ID]model.ID{}
	for _, item := range model.Sorted(m.Physical.Relations) {
		for table := range item.Value.Realizes {
			if keyspaces[table] == "" {
				keyspaces[table] = item.Value.Keyspace
			}
		}
	}
	return keyspaces
}
