package oracle

import (
	"fmt"
	"slices"

	"widerow/model"
)

func newPath(m *model.Model, query *model.Query, via []model.ID, same map[model.ID]model.ID) (*path, error) {
	p := &path{m: m, via: via}
	for end, other := range same {
		p.named(rootOf(m, m.Concepts.Relationships[relationshipOf(m, other)].Participants[other].Entity), other).roles[end] = true
	}
	for _, r := range referencesOf(query) {
		of := ownerOf(m, r.of)
		if m.Concepts.Entities[of] == nil {
			continue
		}
		v := p.named(rootOf(m, of), r.participant)
		v.types[of], v.as[of] = true, true
	}
	for _, v := range p.variables {
		p.separate(v)
	}
	for _, id := range via {
		a := atom{id, map[model.ID]int{}}
		for _, end := range model.Sorted(m.Concepts.Relationships[id].Participants) {
			at, err := p.endOf(id, end.ID, same)
			if err != nil {
				return nil, err
			}
			a.ends[end.ID] = at
		}
		p.atoms = append(p.atoms, a)
	}
	for _, r := range referencesOf(query) {
		if of := ownerOf(m, r.of); m.Concepts.Relationships[of] != nil && !slices.Contains(via, of) {
			return nil, unclearError("VIA leaves out " + m.Title(of))
		}
		if r.participant != "" && !slices.Contains(via, relationshipOf(m, r.participant)) {
			return nil, unclearError("VIA leaves out the relationship type of a role")
		}
	}
	if !p.isWhole() {
		return nil, unclearError("its path does not connect what it names")
	}
	return p, p.checkForced()
}

// checkForced reports an end without a role that was taken for an instance in a role elsewhere, though the
// path would connect what the query names without that.
func (p *path) checkForced() error {
	for at, a := range p.atoms {
		for end, was := range a.ends {
			if v := p.variables[was]; v.plain || len(v.roles) == 0 || v.roles[end] {
				continue
			}
			p.variables = append(p.variables, &variable{})
			p.atoms[at].ends[end] = len(p.variables) - 1
			isWhole := p.isWhole()
			p.atoms[at].ends[end] = was
			p.variables = p.variables[:len(p.variables)-1]
			if isWhole {
				return unclearError(fmt.Sprintf("%s in %s may be another one", p.m.Title(p.variables[was].root), p.m.Title(a.of)))
			}
		}
	}
	return nil
}

// separate finds the subtypes beside each other that a query finds of one instance: that
// is in one of them or in another one.
func (p *path) separate(v *variable) {
	for _, of := range v.types.Sorted() {
		for other := range v.types {
			if of != other && !slices.Contains(p.m.Supertypes(of), other) && !slices.Contains(p.m.Supertypes(other), of) {
				v.anyOf = append(v.anyOf, of)
				break
			}
		}
	}
	for _, of := range v.anyOf {
		delete(v.types, of)
	}
}

// named returns the variable of a type in a role, which it adds if need be.
func (p *path) named(root, participant model.ID) *variable {
	for _, v := range p.variables {
		if v.root == root && (participant == "" && v.plain || participant != "" && v.roles[participant]) {
			return v
		}
	}
	v := &variable{root: root, roles: model.IDSet{}, types: model.IDSet{}, as: model.IDSet{}, plain: participant == ""}
	if participant != "" {
		v.roles[participant] = true
	}
	p.variables = append(p.variables, v)
	return v
}

// newVariable adds an instance that only an end of a relationship type names, in a role or in none.
func (p *path) newVariable(root, as, role model.ID) int {
	v := &variable{root: root, roles: model.IDSet{}, types: model.IDSet{}, as: model.SetOfIDs(as), plain: role == ""}
	if role != "" {
		v.roles[role] = true
	}
	p.variables = append(p.variables, v)
	return len(p.variables) - 1
}

// canBe reports whether an instance can also be one of a type: of a supertype or a subtype of what it is, not of one
// beside it. A driver and a mechanic on a path are two people.
func (p *path) canBe(v *variable, of model.ID) bool {
	for as := range v.as {
		if as != of && !slices.Contains(p.m.Supertypes(as), of) && !slices.Contains(p.m.Supertypes(of), as) {
			return false
		}
	}
	return true
}

// hasTwin reports whether a relationship type on the path relates an instance in a role to another one of its type,
// which may be meant as well.
func (p *path) hasTwin(v *variable) bool {
	for role := range v.roles {
		for id, other := range p.m.Concepts.Relationships[relationshipOf(p.m, role)].Participants {
			if id != role && rootOf(p.m, other.Entity) == v.root && !v.roles[id] {
				return true
			}
		}
	}
	return false
}

// endOf returns the variable at an end of a relationship type.
func (p *path) endOf(relationship, end model.ID, same map[model.ID]model.ID) (int, error) {
	participants := p.m.Concepts.Relationships[relationship].Participants
	root := rootOf(p.m, participants[end].Entity)
	index := func(v *variable) int { return slices.Index(p.variables, v) }
	role, ends := participants[end].Role, 0
	if role == p.m.Title(root) {
		role = ""
	}
	for _, id := range p.via {
		for _, other := range endsOf(p.m, id) {
			if other == root {
				ends++
			}
		}
	}
	if other, said := same[end]; said {
		v := p.named(root, other)
		v.roles[end] = true
		return index(v), nil
	}
	var plain *variable
	var here, elsewhere []*variable
	twice := false
	for id, other := range participants {
		twice = twice || id != end && rootOf(p.m, other.Entity) == root
	}
	for _, v := range p.variables {
		switch isHere := false; {
		case v.root != root || !p.canBe(v, participants[end].Entity):
		case v.roles[end]:
			return index(v), nil
		case v.plain && len(v.roles) == 0:
			plain = v
		default:
			for role := range v.roles {
				isHere = isHere || participants[role] != nil
			}
			if isHere {
				here = append(here, v)
			} else {
				elsewhere = append(elsewhere, v)
			}
		}
	}
	switch {
	case twice && len(here) == 0 && (plain != nil || len(elsewhere) > 0):
		return 0, unclearError(fmt.Sprintf("%s takes part in %s more than once, and the query does not say as which", p.m.Title(root), p.m.Title(relationship)))
	case twice && len(here) == 0, twice && plain == nil && len(elsewhere) == 0:
		return p.newVariable(root, participants[end].Entity, end), nil
	case plain != nil && len(elsewhere) == 0 && (role == "" || ends < 2):
		return index(plain), nil
	case plain == nil && len(elsewhere) == 1 && !p.hasTwin(elsewhere[0]):
		return index(elsewhere[0]), nil
	case plain == nil && len(elsewhere) == 0:
		return p.newVariable(root, participants[end].Entity, ""), nil
	}
	return 0, unclearError(fmt.Sprintf("%s in %s may be one of several instances", p.m.Title(root), p.m.Title(relationship)))
}
