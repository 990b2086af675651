package oracle

import (
	"widerow/model"
)

// core marks the variables and atoms that references are about.
func (p *path) core(references []reference) (variables map[int]bool, atoms map[int]bool) {
	variables, atoms = map[int]bool{}, map[int]bool{}
	for _, r := range references {
		if at := p.places(r); len(at) > 0 {
			if at[0].atom >= 0 {
				atoms[at[0].atom] = true
			} else {
				variables[at[0].variable] = true
			}
		}
	}
	return variables, atoms
}

// optional returns the parts that instances may lack: the far side of an atom with at most one far
// instance, if only such atoms lead on and the core is on the near side; and the parts that occur
// only in collections. A part that a query leads to without finding anything there is a condition
// and cannot be missing. Neither can a part that VIA names, apart from collections.
func (p *path) optional(found []reference, variables, atoms, collected map[int]bool) optional {
	may := optional{map[int]bool{}, map[int]bool{}}
	named, namedAtoms := p.core(found)
	if len(variables)+len(atoms) == 0 {
		for i := range p.variables {
			if reached, all := p.determined(i, -1); all == len(p.atoms) && len(reached) == len(p.variables) {
				variables[i] = true
				break
			}
		}
	}
	if len(variables)+len(atoms) == 0 {
		return may
	}
	for i, a := range p.atoms {
		if len(a.ends) > 2 && !atoms[i] && p.isCollectedBy(i, variables, atoms, named, collected) {
			for _, far := range a.ends {
				if whole, _ := p.component(far, i); !p.reaches(whole, variables, atoms) {
					may.add(p, i, whole)
				}
			}
		}
		if len(a.ends) != 2 || atoms[i] {
			continue
		}
		for end, far := range a.ends {
			whole, all := p.component(far, i)
			determined, count := p.determined(far, i)
			isCore := p.reaches(whole, variables, atoms)
			isOne := !p.chosen && p.m.Concepts.Relationships[a.of].Participants[end].Cardinality == "1" && len(determined) == len(whole) && count == all
			if isCore || whole[a.other(end)] || !isOne && !isWithin(whole, collected) || !namedAtoms[i] && !p.reaches(whole, named, namedAtoms) {
				continue
			}
			may.add(p, i, whole)
		}
	}
	return may
}

// isCollectedBy reports whether a relationship of three or more relates a row to the instances of a
// collection, and to others that nothing is found of.
func (p *path) isCollectedBy(atom int, variables, atoms, named, collected map[int]bool) bool {
	near, some := 0, false
	for _, far := range p.atoms[atom].ends {
		switch whole, _ := p.component(far, atom); {
		case p.reaches(whole, variables, atoms):
			near++
		case isWithin(whole, collected):
			some = true
		case p.reaches(whole, named, nil):
			return false
		}
	}
	return near == 1 && some
}

// addConditions adds the relationship types by which a query leads to something without finding anything there, but
// for those in a part that a row may lack, as other queries of the table do not need it: that is there only with them.
func (p *path) addConditions(t *table, query *model.Query, about subject, needed model.IDSet) {
	named, namedAtoms := p.core(referencesOf(query))
	may := p.mayLack(t, query, about)
	for i, a := range p.atoms {
		if may.atoms[i] {
			continue
		}
		toNothing, found := false, 0
		for _, far := range a.ends {
			if whole, _ := p.component(far, i); p.reaches(whole, named, namedAtoms) {
				found++
			} else if len(whole) < len(p.variables) && !namedAtoms[i] {
				toNothing = true
			}
		}
		if toNothing && (len(a.ends) == 2 || found < 2) { // one of three relates what is found at both others
			needed[a.of] = true
		}
	}
}

// add adds an atom with all that it leads to.
func (may optional) add(p *path, atom int, whole map[int]bool) {
	may.atoms[atom] = true
	for j, inner := range p.atoms {
		for _, at := range inner.ends {
			may.atoms[j] = may.atoms[j] || j != atom && whole[at]
		}
	}
	for at := range whole {
		may.variables[at] = true
	}
}

// reaches reports whether some variables, or the atoms between them, are among others.
func (p *path) reaches(part, variables, atoms map[int]bool) bool {
	for at := range part {
		if variables[at] {
			return true
		}
	}
	for i := range atoms {
		for _, at := range p.atoms[i].ends {
			if part[at] {
				return true
			}
		}
	}
	return false
}

func isWithin(part, whole map[int]bool) bool {
	for at := range part {
		if !whole[at] {
			return false
		}
	}
	return true
}

func (a *atom) other(end model.ID) int {
	for other, at := range a.ends {
		if other != end {
			return at
		}
	}
	return -1
}

// component returns the variables that stay connected with one if an atom is left out.
func (p *path) component(from, without int) (map[int]bool, int) {
	return p.reach(from, without, func(atom, model.ID) bool { return true })
}

// determined returns the variables of which each instance has exactly one.
func (p *path) determined(from, without int) (map[int]bool, int) {
	return p.reach(from, without, func(a atom, end model.ID) bool {
		return len(a.ends) == 2 && p.m.Concepts.Relationships[a.of].Participants[end].Cardinality == "1"
	})
}

func (p *path) reach(from, without int, leads func(a atom, to model.ID) bool) (map[int]bool, int) {
	reached, used := map[int]bool{from: true}, map[int]bool{}
	for grown := true; grown; {
		grown = false
		for i, a := range p.atoms {
			if i == without || used[i] {
				continue
			}
			for end, at := range a.ends {
				for other, near := range a.ends {
					if other != end && reached[near] && leads(a, end) {
						reached[at], used[i], grown = true, true, true
					}
				}
			}
		}
	}
	return reached, len(used)
}
