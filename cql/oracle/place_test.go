package oracle

import (
	"slices"

	"widerow/model"
)

// column is an attribute of the instance that a query or a table means by a reference. It returns
// the places of all instances that may be meant: variables, or owners of variables.
type place struct {
	variable, atom int // -1 for none
	owners         []ownership
}

func samePlace(a, b place) bool {
	return a.variable == b.variable && a.atom == b.atom && slices.Equal(a.owners, b.owners)
}

// places returns the instances on a path that a reference may mean, the likely ones only.
func (p *path) places(r reference) []place {
	of := ownerOf(p.m, r.of)
	if p.m.Concepts.Relationships[of] != nil {
		for i, a := range p.atoms {
			if a.of == of {
				return []place{{-1, i, nil}}
			}
		}
	}
	root := rootOf(p.m, of)
	if r.participant != "" {
		for i, v := range p.variables {
			if v.root == root && v.roles[r.participant] {
				return []place{{i, -1, nil}}
			}
		}
		for _, a := range p.atoms {
			if at, is := a.ends[r.participant]; is && p.variables[at].root == root {
				return []place{{at, -1, nil}}
			}
		}
	}
	owned := p.ownersIn(r, of)
	var plain, found []place
	for i, v := range p.variables {
		if v.root == root && (r.participant == "" || len(v.roles) == 0) {
			if v.plain && len(v.roles) == 0 {
				plain = append(plain, place{i, -1, nil})
			}
			found = append(found, place{i, -1, nil})
		}
	}
	if len(plain) > 0 && r.participant == "" {
		return append(plain, owned...)
	}
	if len(found) > 0 && r.participant == "" {
		return append(found, owned...)
	}
	return slices.Concat(inRole(owned, r.participant), owned, found)
}

// inRole are the owners in a role, and their owners.
func inRole(owned []place, participant model.ID) []place {
	return slices.DeleteFunc(slices.Clone(owned), func(at place) bool {
		return !slices.ContainsFunc(at.owners, func(o ownership) bool { return o.owner == participant })
	})
}

// isClear reports whether a role that is not on the path names one owner.
func (p *path) isClear(r reference) bool {
	return !p.isEnd(r.participant) && len(inRole(p.ownersIn(r, ownerOf(p.m, r.of)), r.participant)) == 1
}

// ownersIn returns the owners of a type: first that of what takes part in the role.
func (p *path) ownersIn(r reference, of model.ID) []place {
	var owned []place
	for _, a := range p.atoms { // the owner of what takes part in the role comes first
		if at, is := a.ends[r.participant]; is {
			owned = append(owned, p.ownersOf(place{at, -1, nil}, p.variables[at].root, of)...)
		}
	}
	for i := range p.variables {
		owned = append(owned, p.ownersOf(place{i, -1, nil}, p.variables[i].root, of)...)
	}
	return owned
}

// ownersOf finds an owner of a type, at any distance.
func (p *path) ownersOf(from place, root, of model.ID) []place {
	var found []place
	for _, o := range ownershipsOf(p.m, root) {
		if len(from.owners) > 6 {
			break
		}
		next := place{from.variable, -1, append(slices.Clone(from.owners), o)}
		owner := rootOf(p.m, p.m.Concepts.Relationships[o.relationship].Participants[o.owner].Entity)
		if o.relationship == of || owner == rootOf(p.m, of) {
			found = append(found, next)
			continue
		}
		found = append(found, p.ownersOf(next, owner, of)...)
	}
	return found
}

// valueAt returns the value of an attribute at a place.
func (w *world) valueAt(c choice, at place, attribute model.ID) value {
	if at.atom >= 0 {
		if c.facts[at.atom] == nil {
			return null
		}
		return c.facts[at.atom].values[attribute]
	}
	one := c.at[at.variable]
	for i, o := range at.owners {
		if one == nil {
			return null
		}
		if i == len(at.owners)-1 && o.relationship == ownerOf(w.m, attribute) {
			for _, f := range w.facts[o.relationship] {
				if f.ends[o.owned] == one {
					return f.values[attribute]
				}
			}
		}
		one = w.ownerBy(one, o)
	}
	if one == nil {
		return null
	}
	if v, has := one.values[attribute]; has {
		return v
	}
	return null
}

func (w *world) valueIn(p *path, c choice, r reference) value {
	if at := p.places(r); len(at) > 0 {
		return w.valueAt(c, at[0], r.of)
	}
	return null
}
