package oracle

import (
	"slices"

	"widerow/model"
)

// fewest returns the smallest set of relationship types that connects types.
func fewest(m *model.Model, terminals []model.ID) ([]model.ID, error) {
	var needed, others []model.ID
	for _, item := range model.Sorted(m.Concepts.Relationships) {
		if slices.Contains(terminals, item.ID) {
			needed = append(needed, item.ID)
		} else {
			others = append(others, item.ID)
		}
	}
	for size := range 6 {
		var found [][]model.ID
		choose(others, size, func(chosen []model.ID) {
			all := append(slices.Clone(needed), chosen...)
			if connects(m, all, terminals) {
				found = append(found, all)
			}
		})
		if len(found) == 1 {
			return found[0], nil
		}
		if len(found) > 1 {
			return nil, unclearError("several paths are as short")
		}
	}
	return nil, unclearError("nothing connects what it names")
}

func choose(among []model.ID, size int, with func([]model.ID)) {
	var extend func(from int, chosen []model.ID)
	extend = func(from int, chosen []model.ID) {
		if len(chosen) == size {
			with(slices.Clone(chosen))
			return
		}
		for i := from; i < len(among); i++ {
			extend(i+1, append(chosen, among[i]))
		}
	}
	extend(0, nil)
}

// connects reports whether relationship types connect types to one whole, each of them.
func connects(m *model.Model, via, terminals []model.ID) bool {
	reached := map[model.ID]bool{}
	nodes := append(slices.Clone(via), terminals...)
	if len(nodes) == 0 {
		return false
	}
	reached[nodes[0]] = true
	for grown := true; grown; {
		grown = false
		for _, id := range via {
			touches := reached[id]
			for _, end := range m.Concepts.Relationships[id].Participants {
				touches = touches || reached[rootOf(m, end.Entity)]
			}
			if !touches {
				continue
			}
			for _, at := range append(endsOf(m, id), id) {
				if !reached[at] {
					reached[at], grown = true, true
				}
			}
		}
	}
	return !slices.ContainsFunc(nodes, func(id model.ID) bool { return !reached[id] })
}

func endsOf(m *model.Model, relationship model.ID) []model.ID {
	var roots []model.ID
	for _, end := range model.Sorted(m.Concepts.Relationships[relationship].Participants) {
		roots = append(roots, rootOf(m, end.Value.Entity))
	}
	return roots
}

// isWhole reports whether the atoms connect all variables.
func (p *path) isWhole() bool {
	reached := map[int]bool{0: true}
	for grown := true; grown; {
		grown = false
		for _, a := range p.atoms {
			touches := false
			for _, at := range a.ends {
				touches = touches || reached[at]
			}
			for _, at := range a.ends {
				if touches && !reached[at] {
					reached[at], grown = true, true
				}
			}
		}
	}
	return len(reached) == len(p.variables)
}
