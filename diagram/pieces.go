package diagram

import (
	"slices"

	"widerow/diagram/chen"
	"widerow/model"
)

// Pieces returns the smallest parts of the diagram that can be figures of their
// own, each as the IDs of its boxes: a table, a type or a step. In an ER diagram it
// is a relationship type or a hierarchy with its entity types, of which one can be
// in several pieces. A table follows the one from which an arrow leads to it, and a
// type the first table that uses it.
func (d *Drawing) Pieces() [][]model.ID {
	next, seen := d.neighbours(), map[string]bool{}
	var pieces [][]model.ID
	var visit func(box string)
	visit = func(box string) {
		if seen[box] {
			return
		}
		seen[box] = true
		switch {
		case d.joins(box):
			piece := []model.ID{model.ID(box)}
			for _, entity := range next[box] {
				piece = append(piece, model.ID(entity))
			}
			pieces = append(pieces, piece)
		case d.kind != KindER || len(next[box]) == 0:
			pieces = append(pieces, []model.ID{model.ID(box)})
		}
		for _, other := range next[box] {
			visit(other)
		}
	}
	for _, feet := range []bool{false, true} { // at last the types that no table uses
		for i := range d.graph.Boxes {
			if box := &d.graph.Boxes[i]; box.Foot == feet {
				visit(box.ID)
			}
		}
	}
	return pieces
}

// joins reports whether a box of an ER diagram is drawn only together with others.
func (d *Drawing) joins(box string) bool {
	switch d.figures[box].(type) {
	case *chen.Relationship, *chen.Isa:
		return true
	}
	return false
}

// neighbours returns the types that each table uses and the boxes to which arrows
// lead from it. In an ER diagram both ends of a line are neighbours.
func (d *Drawing) neighbours() map[string][]string {
	next := map[string][]string{}
	add := func(from, to string) {
		if from != "" && from != to && !slices.Contains(next[from], to) {
			next[from] = append(next[from], to)
		}
	}
	for i := range d.graph.Boxes {
		for _, user := range d.graph.Boxes[i].Users {
			add(user, d.graph.Boxes[i].ID)
		}
	}
	for i := range d.graph.Edges {
		edge := &d.graph.Edges[i]
		add(edge.From, edge.To)
		if d.kind == KindER {
			add(edge.To, edge.From)
		}
	}
	return next
}
