package diagram

import (
	"maps"

	"widerow/diagram/typeface"
	"widerow/model"
)

// focus keeps the focused element's boxes and those up to Steps arrows away, in
// either direction.
func (p *plan) focus() {
	start := p.focused()
	if len(start) == 0 {
		p.problems = append(p.problems, Problem{"focus", string(p.display.Focus),
			clip(typeface.Clean(p.model.Title(p.display.Focus))) + " is not in this diagram"})
		p.unfocused = true
		return
	}
	p.keepOnly(p.within(start, p.reach(start)))
}

// focused returns the boxes of the focused element that are in the diagram: its own or
// that of its parent; otherwise the tables of a query, a step or a keyspace, or the table
// of the other level.
func (p *plan) focused() map[string]bool {
	element, _ := p.model.Element(p.display.Focus)
	if box := p.boxOf(element); box != "" {
		boxes := map[string]bool{box: true}
		p.addUsers(model.ID(box), boxes)
		return boxes
	}
	boxes := p.touched(element.ID)
	for _, a := range p.net.arrows {
		if a.id == element.ID {
			boxes[a.from], boxes[a.to] = true, true
		}
	}
	p.addTablesOf(element, boxes)
	for box := range boxes {
		if _, found := p.kept[box]; !found {
			delete(boxes, box)
		}
	}
	return boxes
}

// addTablesOf adds the tables of a step or a keyspace, or the table of the other level.
func (p *plan) addTablesOf(element model.Element, boxes map[string]bool) {
	switch value := element.Value.(type) {
	case *model.Step:
		for _, transition := range p.model.Workflow.Transitions {
			if transition.To == element.ID && transition.Access != "" {
				maps.Copy(boxes, p.touched(transition.Access))
			}
		}
	case *model.Relation:
		for table := range value.Realizes {
			boxes[string(table)] = true
		}
	case *model.LogicalTable:
		for id, relation := range p.model.Physical.Relations {
			if relation.Realizes[element.ID] {
				boxes[string(id)] = true
			}
		}
	case *model.Keyspace:
		for _, box := range p.net.boxes {
			if keyspaceOf(p.model, model.ID(box)) == element.ID {
				boxes[box] = true
			}
		}
	}
}

// addUsers adds the tables that use a user-defined type.
func (p *plan) addUsers(id model.ID, boxes map[string]bool) {
	if p.model.Physical.Types[id] == nil {
		return
	}
	for table, relation := range p.model.Physical.Relations {
		for _, column := range relation.Columns {
			for _, used := range column.Type.UserTypes() {
				if used == id {
					boxes[string(table)] = true
				}
			}
		}
	}
}

// reach returns the number of edges that the focus follows. In an ER diagram a step
// is two edges, since the neighbours of an entity type lie beyond a relationship
// type.
func (p *plan) reach(start map[string]bool) int {
	steps := max(1, p.display.Steps)
	if p.net.kind != KindER {
		return steps
	}
	for box := range start {
		if p.model.Concepts.Entities[model.ID(box)] != nil {
			return 2 * steps
		}
	}
	return 2*steps - 1
}

func (p *plan) within(start map[string]bool, reach int) map[string]bool {
	neighbours := map[string][]string{}
	join := func(a, b string) {
		if p.kept[a] && p.kept[b] {
			neighbours[a], neighbours[b] = append(neighbours[a], b), append(neighbours[b], a)
		}
	}
	for _, a := range p.net.arrows {
		join(a.from, a.to)
	}
	if p.net.kind == KindPhysical {
		for id, relation := range p.model.Physical.Relations {
			join(string(id), string(relation.Base))
		}
	}
	found, edge := maps.Clone(start), start
	for range reach {
		next := map[string]bool{}
		for box := range edge {
			for _, neighbour := range neighbours[box] {
				if !found[neighbour] {
					found[neighbour], next[neighbour] = true, true
				}
			}
		}
		edge = next
	}
	return found
}
