package oracle

import (
	"fmt"
	"slices"

	"widerow/model"
)

// errApart is the reason of a path that does not connect what its query names.
const errApart = unclearError("its path does not connect what it names")

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
		if r.participant != "" {
			v.as[m.Concepts.Relationships[relationshipOf(m, r.participant)].Participants[r.participant].Entity] = true
		}
	}
	for _, v := range p.variables {
		p.separate(v)
	}
	p.findOnlyGiven(query)
	beside, err := p.besidePlain(query, same)
	if err != nil {
		return nil, err
	}
	for _, id := range via {
		if query.Twice[id] {
			if err := p.walkTwice(id); err != nil {
				return nil, err
			}
			continue
		}
		a := atom{id, map[model.ID]int{}}
		for _, end := range model.Sorted(m.Concepts.Relationships[id].Participants) {
			at, err := p.endOf(id, end.ID, same, beside)
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
		return nil, errApart
	}
	return p, p.checkForced()
}

// walkTwice adds a relationship type between two of one entity type that the path follows twice, one behind the other: the
// instance in the middle is at the other end of each. The query names the two ends by their roles, and the one between them
// by none.
func (p *path) walkTwice(id model.ID) error {
	ends := model.Sorted(p.m.Concepts.Relationships[id].Participants)
	if len(ends) != 2 || ends[0].Value.Entity != ends[1].Value.Entity {
		return unclearError(p.m.Title(id) + " does not relate two of one type")
	}
	find := func(fits func(v *variable) bool) int { return slices.IndexFunc(p.variables, fits) }
	from := find(func(v *variable) bool { return v.roles[ends[0].ID] })
	to := find(func(v *variable) bool { return v.roles[ends[1].ID] })
	if from < 0 || to < 0 {
		return unclearError("the query does not name both ends of " + p.m.Title(id))
	}
	root := rootOf(p.m, ends[0].Value.Entity)
	middle := find(func(v *variable) bool { return v.root == root && v.plain && len(v.roles) == 0 })
	if middle < 0 {
		middle = p.newVariable(root, ends[0].Value.Entity, "")
	}
	p.atoms = append(p.atoms, atom{id, map[model.ID]int{ends[0].ID: from, ends[1].ID: middle}}, atom{id, map[model.ID]int{ends[0].ID: middle, ends[1].ID: to}})
	return nil
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

// findOnlyGiven finds the instance that all conditions of a query are about.
func (p *path) findOnlyGiven(query *model.Query) {
	for _, given := range query.Given {
		of := ownerOf(p.m, given.Attribute)
		if p.m.Concepts.Entities[of] == nil {
			p.onlyGiven = nil
			return
		}
		v := p.named(rootOf(p.m, of), given.Participant)
		if p.onlyGiven != nil && p.onlyGiven != v {
			p.onlyGiven = nil
			return
		}
		p.onlyGiven = v
	}
}

// roleOf returns the relationship type and the end at which a variable is in a role.
func (p *path) roleOf(v *variable) (relationship, end model.ID) {
	for role := range v.roles {
		return relationshipOf(p.m, role), role
	}
	return "", ""
}

// leadsToSeveral reports whether an instance at an end of a relationship type can have several at another one.
func (p *path) leadsToSeveral(relationship, end model.ID) bool {
	for id, other := range p.m.Concepts.Relationships[relationship].Participants {
		if id != end && other.Cardinality != "1" {
			return true
		}
	}
	return false
}

// twin is the other end of a relationship type on the path between two of one type, of which a variable is at one end.
func (p *path) twin(v *variable) model.ID {
	for role := range v.roles {
		id := relationshipOf(p.m, role)
		for end, other := range p.m.Concepts.Relationships[id].Participants {
			if end != role && slices.Contains(p.via, id) && rootOf(p.m, other.Entity) == v.root && !v.roles[end] {
				return end
			}
		}
	}
	return ""
}

// candidates are the variables that may be at an end: one that no role names, those in other roles of its
// relationship type, and those in roles of others.
type candidates struct {
	plain           *variable
	here, elsewhere []*variable
}

// endOf returns the variable at an end of a relationship type.
func (p *path) endOf(relationship, end model.ID, same map[model.ID]model.ID, beside model.IDSet) (int, error) {
	participants := p.m.Concepts.Relationships[relationship].Participants
	of := participants[end].Entity
	root := rootOf(p.m, of)
	index := func(v *variable) int { return slices.Index(p.variables, v) }
	if other, said := same[end]; said {
		v := p.named(root, other)
		v.roles[end] = true
		return index(v), nil
	}
	for _, v := range p.variables {
		if v.root == root && v.roles[end] {
			return index(v), nil
		}
	}
	if beside[end] {
		return p.newVariable(root, of, end), nil
	}
	twice := false
	for id, other := range participants {
		twice = twice || id != end && rootOf(p.m, other.Entity) == root
	}
	c := p.candidatesFor(of, participants)
	switch {
	case twice && len(c.here) == 0 && (c.plain != nil || len(c.elsewhere) > 0):
		return 0, unclearError(fmt.Sprintf("%s takes part in %s more than once, and the query does not say as which", p.m.Title(root), p.m.Title(relationship)))
	case twice && len(participants) == 2 && len(c.here) == 1 && c.plain != nil && len(c.elsewhere) == 0 && p.endsOfType(root) == 2:
		return index(c.plain), nil // beside the assembly, a part without a role is the component
	case twice && len(c.here) == 0, twice && c.plain == nil && len(c.elsewhere) == 0:
		return p.newVariable(root, of, end), nil
	case c.plain != nil && len(c.elsewhere) == 0 && (p.isNoRole(participants[end].Role, root) || p.endsOfType(root) < 2):
		return index(c.plain), nil
	case c.plain == nil && len(c.elsewhere) == 1 && !p.hasTwin(c.elsewhere[0]):
		return index(c.elsewhere[0]), nil
	case c.plain == nil && len(c.elsewhere) == 0:
		return p.newVariable(root, of, ""), nil
	case c.plain == nil && len(c.elsewhere) == 1 && p.endsOfType(root) == 3: // the followed cook publishes: else no one follows
		if twin := p.twin(c.elsewhere[0]); twin != "" {
			v := p.named(root, twin)
			v.as[of] = true
			return index(v), nil
		}
	case c.plain == nil && len(c.elsewhere) == 2 && p.endsOfType(root) == 3 && slices.Contains(c.elsewhere, p.onlyGiven) &&
		p.leadsToSeveral(relationship, end) && p.leadsToSeveral(p.roleOf(p.onlyGiven)):
		// The fan follows the chef, who publishes: else chefs and recipes of the fan would only combine freely.
		return index(c.elsewhere[1-slices.Index(c.elsewhere, p.onlyGiven)]), nil
	}
	return 0, unclearError(fmt.Sprintf("%s in %s may be one of several instances", p.m.Title(root), p.m.Title(relationship)))
}

func (p *path) candidatesFor(of model.ID, participants map[model.ID]*model.Participant) candidates {
	c := candidates{}
	for _, v := range p.variables {
		isHere := false
		for role := range v.roles {
			isHere = isHere || participants[role] != nil
		}
		switch {
		case v.root != rootOf(p.m, of) || !p.canBe(v, of):
		case v.plain && len(v.roles) == 0:
			c.plain = v
		case isHere:
			c.here = append(c.here, v)
		default:
			c.elsewhere = append(c.elsewhere, v)
		}
	}
	return c
}

// isNoRole reports whether an end has no role, or one that is named like its type.
func (p *path) isNoRole(role string, root model.ID) bool {
	return role == "" || role == p.m.Title(root)
}

// endsOfType counts the ends on the path at which a type takes part.
func (p *path) endsOfType(root model.ID) int {
	count := 0
	for _, id := range p.via {
		for _, other := range endsOf(p.m, id) {
			if other == root {
				count++
			}
		}
	}
	return count
}
