package oracle

import (
	"slices"

	"widerow/model"
)

// choice is one way to choose an instance for each variable and a fact for each atom. What
// is missing in an optional part is nil.
type choice struct {
	at    []*instance
	facts []*fact
}

// optional holds the parts of a path that may be missing: atoms, and the variables to which they
// lead.
type optional struct {
	atoms     map[int]bool
	variables map[int]bool
}

// choices returns all of them.
func (w *world) choices(p *path, may optional) []choice {
	first := 0
	for may.variables[first] {
		first++
	}
	var found []choice
	for _, one := range w.instances[p.variables[first].root] {
		c := choice{make([]*instance, len(p.variables)), make([]*fact, len(p.atoms))}
		c.at[first] = one
		found = append(found, c)
	}
	reached, done := map[int]bool{first: true}, map[int]bool{}
	for len(done) < len(p.atoms) {
		next := p.nextAtom(reached, done, may)
		if next < 0 {
			break
		}
		done[next] = true
		found = w.extend(p, found, next, may.atoms[next])
		for _, at := range p.atoms[next].ends {
			reached[at] = true
		}
	}
	return slices.DeleteFunc(found, func(c choice) bool {
		for i, v := range p.variables {
			if c.at[i] != nil && !c.at[i].isAll(v.types) {
				return true
			}
		}
		return false
	})
}

// nextAtom is an atom that the others lead to, those first that must not be missing.
func (p *path) nextAtom(reached, done map[int]bool, may optional) int {
	for _, late := range []bool{false, true} {
		for i, a := range p.atoms {
			touches := false
			for _, at := range a.ends {
				touches = touches || reached[at]
			}
			if !done[i] && touches && may.atoms[i] == late {
				return i
			}
		}
	}
	return -1
}

func (i *instance) isAll(types model.IDSet) bool {
	for of := range types {
		if !i.members[of] {
			return false
		}
	}
	return true
}

func (w *world) extend(p *path, found []choice, next int, optional bool) []choice {
	var all []choice
	for _, c := range found {
		extended, starts := false, false
		for _, at := range p.atoms[next].ends {
			starts = starts || c.at[at] != nil
		}
		for _, f := range w.facts[p.atoms[next].of] {
			fits := starts
			made := choice{slices.Clone(c.at), slices.Clone(c.facts)}
			made.facts[next] = f
			for end, at := range p.atoms[next].ends {
				if made.at[at] != nil && made.at[at] != f.ends[end] {
					fits = false
				}
				made.at[at] = f.ends[end]
				fits = fits && (!optional || f.ends[end].isAll(p.variables[at].types))
			}
			if fits {
				all, extended = append(all, made), true
			}
		}
		if optional && !extended {
			all = append(all, c)
		}
	}
	return all
}
