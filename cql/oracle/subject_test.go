package oracle

import (
	"maps"
	"slices"

	"widerow/model"
)

// subject is the variable or the atom of a path without which a query has no row; the other one is
// -1. counted are the relationship types that a query of the table needs only because it counts
// them or passes through them.
type subject struct {
	variable, atom int
	counted        model.IDSet
}

func (s subject) add(variables, atoms map[int]bool) {
	if s.variable >= 0 {
		variables[s.variable] = true
	}
	if s.atom >= 0 {
		atoms[s.atom] = true
	}
}

// addCounted adds the atoms that are counted.
func (s subject) addCounted(p *path, atoms map[int]bool) {
	for i, a := range p.atoms {
		if s.counted[a.of] {
			atoms[i] = true
		}
	}
}

// about returns what a query is about: what it counts; or the entity type of which it finds the most attributes, of
// several the one that determines the others, else the first; or, if it finds attributes of a relationship type only,
// the participant that what it gives does not determine.
func (p *path) about(query *model.Query) subject {
	var found []place
	var types []model.ID // of the attributes: those of a subtype are not those of its supertype
	for _, f := range findsOf(p.m, query) {
		switch at := p.places(f.reference); {
		case f.aggregate == model.Count && (p.m.Concepts.Entities[f.of] != nil || p.m.Concepts.Relationships[f.of] != nil):
			return p.counted(f.reference)
		case len(at) > 0:
			found, types = append(found, at[0]), append(types, ownerOf(p.m, f.of))
		}
	}
	isOfRelationship := func(at place) bool { return at.atom >= 0 }
	if at := slices.IndexFunc(found, isOfRelationship); at >= 0 && !slices.ContainsFunc(found, func(at place) bool { return !isOfRelationship(at) }) {
		known := p.known(query)
		for _, end := range model.Sorted(p.m.Concepts.Relationships[p.atoms[found[at].atom].of].Participants) {
			if v := p.atoms[found[at].atom].ends[end.ID]; !known[v] {
				return subject{variable: v, atom: -1}
			}
		}
	}
	return p.mostFound(found, types, query)
}

// counted is the variable or the atom whose instances a query counts.
func (p *path) counted(r reference) subject {
	for i, v := range p.variables {
		if v.root == rootOf(p.m, r.of) && (r.participant == "" || v.roles[r.participant]) {
			return subject{variable: i, atom: -1}
		}
	}
	return subject{variable: -1, atom: slices.IndexFunc(p.atoms, func(a atom) bool { return a.of == r.of })}
}

func (p *path) mostFound(found []place, types []model.ID, query *model.Query) subject {
	type entityOf struct {
		variable int
		of       model.ID
	}
	count, main := map[entityOf]int{}, entityOf{-1, ""}
	for _, item := range model.Sorted(query.Given) {
		if at := p.places(reference{item.Value.Attribute, item.Value.Participant}); len(at) > 0 && item.Value.Operator == model.Equal {
			found, types = append(found, place{at[0].variable, at[0].atom, []ownership{{}}}), append(types, ownerOf(p.m, item.Value.Attribute))
		}
	}
	determines := func(from, to int) bool {
		reached, _ := p.determined(from, -1)
		return reached[to]
	}
	for i, at := range found {
		if at.atom >= 0 {
			continue
		}
		v := entityOf{at.variable, types[i]}
		if len(at.owners) == 0 {
			count[v]++
		}
		if main.variable < 0 || count[v] > count[main] || count[v] == count[main] && determines(v.variable, main.variable) && !determines(main.variable, v.variable) {
			main = v
		}
	}
	return subject{variable: main.variable, atom: -1}
}

// isGiven reports whether conditions give the key of an instance, or a value that no other instance has.
func (p *path) isGiven(variable int, query *model.Query) bool {
	return p.hasUnique(variable, query) || !slices.ContainsFunc(identityOf(p.m, p.variables[variable].root), func(r identified) bool {
		owner := p.ownerOnPath(variable, r.owners)
		return !p.isEqual(variable, r.of, query) && (owner < 0 || !p.isEqual(owner, r.of, query))
	})
}

// ownerOnPath returns the variable of an owner, at any distance, if the path names what relates the two; -1 if not.
func (p *path) ownerOnPath(variable int, owners []ownership) int {
	for _, o := range owners {
		by := slices.IndexFunc(p.atoms, func(a atom) bool { return a.of == o.relationship && a.ends[o.owned] == variable })
		if by < 0 {
			return -1
		}
		variable = p.atoms[by].ends[o.owner]
	}
	return variable
}

// isEqual reports whether a condition gives an attribute of an instance by =.
func (p *path) isEqual(variable int, attribute model.ID, query *model.Query) bool {
	for _, given := range query.Given {
		if given.Attribute == attribute && given.Operator == model.Equal && slices.ContainsFunc(p.places(reference{given.Attribute, given.Participant}), func(at place) bool {
			return at.variable == variable
		}) {
			return true
		}
	}
	return false
}

// hasUnique reports whether conditions give a unique value of an instance itself, and its owner within which it is
// unique: the mail of a farm tells none of its orchards.
func (p *path) hasUnique(variable int, query *model.Query) bool {
	for _, given := range query.Given {
		attribute, _ := p.m.Attribute(given.Attribute)
		isOwn := attribute != nil && rootOf(p.m, ownerOf(p.m, given.Attribute)) == p.variables[variable].root
		if !isOwn || !attribute.Unique || !p.isEqual(variable, given.Attribute, query) {
			continue
		}
		owners := 0
		for i, v := range p.variables {
			if v.root == attribute.UniqueWithin && p.isGiven(i, query) {
				owners++
			}
		}
		if attribute.UniqueWithin == "" || owners == 1 {
			return true
		}
	}
	return false
}

// findsOne reports whether conditions give keys that determine all that is on the path: there is one row at most.
func (p *path) findsOne(query *model.Query) bool { return len(p.known(query)) == len(p.variables) }

// known are the variables whose instances the conditions determine, by their keys.
func (p *path) known(query *model.Query) map[int]bool {
	known := map[int]bool{}
	for i := range p.variables {
		if p.isGiven(i, query) {
			known[i] = true
		}
	}
	for grown := len(known) > 0; grown; {
		grown = false
		for _, a := range p.atoms {
			for end, at := range a.ends {
				isOne := len(a.ends) == 2 && p.m.Concepts.Relationships[a.of].Participants[end].Cardinality == "1"
				if isOne && known[a.other(end)] && !known[at] {
					known[at], grown = true, true
				}
			}
		}
	}
	return known
}

// mayLack returns the parts of a query's path that a row of a table may lack if the table serves that query alone,
// and each row has the subject.
func (p *path) mayLack(t *table, query *model.Query, about subject) optional {
	var key []reference
	for _, c := range t.key() {
		if c.reference.of != "" {
			key = append(key, c.reference)
		}
	}
	variables, atoms := p.core(key)
	about.add(variables, atoms)
	return p.optional(referencesOf(query), variables, atoms, nil)
}

// needs reports whether a query of a table needs an instance of what another one is about, on its own path.
func (p *path) needs(t *table, query *model.Query, other *path, about subject) bool {
	may := p.mayLack(t, query, p.about(query))
	if about.atom >= 0 {
		at := slices.IndexFunc(p.atoms, func(a atom) bool { return a.of == other.atoms[about.atom].of })
		return at >= 0 && !may.atoms[at]
	}
	for i, v := range p.variables {
		if about.variable >= 0 && v.root == other.variables[about.variable].root && !may.variables[i] && !p.isElsewhere(i, other, about.variable) {
			return true
		}
	}
	return about.variable < 0
}

// isElsewhere reports whether a variable of a path and one of another path are at different ends of one relationship type
// only: the manager of somebody, and who has a manager.
func (p *path) isElsewhere(variable int, other *path, otherVariable int) bool {
	ends, otherEnds := p.endsOf(variable), other.endsOf(otherVariable)
	isElsewhere := false
	for of := range ends {
		switch {
		case otherEnds[of] == nil:
		case !maps.Equal(ends[of], otherEnds[of]):
			isElsewhere = true
		default:
			return false
		}
	}
	return isElsewhere
}

// endsOf are the participants as which a variable is in the relationship types of a path.
func (p *path) endsOf(variable int) map[model.ID]model.IDSet {
	ends := map[model.ID]model.IDSet{}
	for _, a := range p.atoms {
		for end, at := range a.ends {
			if at == variable {
				if ends[a.of] == nil {
					ends[a.of] = model.IDSet{}
				}
				ends[a.of][end] = true
			}
		}
	}
	return ends
}
