package oracle

import (
	"fmt"
	"slices"
	"strings"

	"widerow/model"
)

// variable is an instance that a query is about, of an entity type without supertypes. It has
// the roles of all ends that it is at.
type variable struct {
	root  model.ID
	roles model.IDSet // participants by which the query names it
	plain bool        // the query names it without a role
	types model.IDSet // the subtypes that it must be a member of
	anyOf []model.ID  // subtypes beside each other that the query finds: it may be in each
}

// atom is a relationship type on the path, with the variable at each end.
type atom struct {
	of   model.ID
	ends map[model.ID]int
}

// path is what a query is about: variables that are related by atoms.
type path struct {
	m         *model.Model
	via       []model.ID
	variables []*variable
	atoms     []atom
}

// unclearError says why the concepts and the text of a query do not say what it means.
type unclearError string

func (e unclearError) Error() string { return string(e) }

// reference is a part of a query that names an attribute or a type, in a role or in none.
type reference struct{ of, participant model.ID }

func referencesOf(query *model.Query) []reference {
	var found []reference
	for _, item := range model.Sorted(query.Find) {
		if item.Value.Attribute != "" {
			found = append(found, reference{item.Value.Attribute, item.Value.Participant})
		}
	}
	for _, item := range model.Sorted(query.Given) {
		found = append(found, reference{item.Value.Attribute, item.Value.Participant})
	}
	for _, item := range model.Sorted(query.SortBy) {
		found = append(found, reference{item.Value.Attribute, item.Value.Participant})
	}
	return found
}

// ownerOf is the entity or relationship type that has an attribute, or that is named itself.
func ownerOf(m *model.Model, id model.ID) model.ID {
	if element, _ := m.Element(id); element.Kind == model.AttributeKind {
		return element.Parent
	}
	return id
}

func relationshipOf(m *model.Model, participant model.ID) model.ID {
	for id, relationship := range m.Concepts.Relationships {
		if relationship.Participants[participant] != nil {
			return id
		}
	}
	return ""
}

// pathOf returns the path of a query: exactly the relationship types of VIA, or else the
// fewest that connect what the query names, if there is one such set. same says which ends are
// the same instance where the text leaves that open.
func pathOf(m *model.Model, query *model.Query, via []model.ID, same map[model.ID]model.ID) (*path, error) {
	if via == nil {
		via = query.Path.Sorted()
	}
	var terminals []model.ID
	for _, r := range referencesOf(query) {
		of := ownerOf(m, r.of)
		if m.Concepts.Relationships[of] != nil {
			terminals = append(terminals, of)
		} else if r.participant != "" {
			terminals = append(terminals, relationshipOf(m, r.participant))
		}
		if m.Concepts.Entities[of] != nil {
			terminals = append(terminals, rootOf(m, of))
		}
	}
	if len(via) == 0 {
		inferred, err := fewest(m, terminals)
		if err != nil {
			return nil, err
		}
		via = inferred
	}
	return newPath(m, query, via, same)
}

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
		v.types[of] = true
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
	v := &variable{root: root, roles: model.IDSet{}, types: model.IDSet{}, plain: participant == ""}
	if participant != "" {
		v.roles[participant] = true
	}
	p.variables = append(p.variables, v)
	return v
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
		case v.root != root:
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
		v := &variable{root: root, roles: model.SetOfIDs(end), types: model.IDSet{}}
		p.variables = append(p.variables, v)
		return index(v), nil
	case plain != nil && len(elsewhere) == 0 && (role == "" || ends < 2):
		return index(plain), nil
	case plain == nil && len(elsewhere) == 1:
		return index(elsewhere[0]), nil
	case plain == nil && len(elsewhere) == 0:
		return index(p.named(root, "")), nil
	}
	return 0, unclearError(fmt.Sprintf("%s in %s may be one of several instances", p.m.Title(root), p.m.Title(relationship)))
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

// choice is one way to choose an instance for each variable and a fact for each atom. What
// is missing in an optional part is nil.
type choice struct {
	at    []*instance
	facts []*fact
}

// optional says which parts of a path may be missing: atoms, and the variables that they lead to.
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

// column is an attribute of the instance that a query or a table means by a reference. It returns
// the places of all instances that may be meant: variables, or owners of variables.
type place struct {
	variable, atom int // -1 for none
	owners         []ownership
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
		for _, a := range p.atoms {
			if at, is := a.ends[r.participant]; is && p.variables[at].root == root {
				return []place{{at, -1, nil}}
			}
		}
		for i, v := range p.variables {
			if v.root == root && v.roles[r.participant] {
				return []place{{i, -1, nil}}
			}
		}
	}
	var found []place
	for i, v := range p.variables {
		if v.root == root && (r.participant == "" || len(v.roles) == 0) {
			if v.plain && len(v.roles) == 0 && r.participant == "" {
				return []place{{i, -1, nil}}
			}
			found = append(found, place{i, -1, nil})
		}
	}
	if len(found) > 0 && r.participant == "" {
		return found
	}
	var owned []place
	for i := range p.variables {
		owned = append(owned, p.ownersOf(place{i, -1, nil}, p.variables[i].root, of)...)
	}
	inRole := slices.DeleteFunc(slices.Clone(owned), func(at place) bool { return at.owners[len(at.owners)-1].owner != r.participant })
	return slices.Concat(inRole, owned, found)
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

// words names the path.
func (p *path) words() string {
	var words []string
	for _, a := range p.atoms {
		var ends []string
		for end, at := range a.ends {
			ends = append(ends, fmt.Sprint(p.m.Title(end), "=", at))
		}
		slices.Sort(ends)
		words = append(words, p.m.Title(a.of)+"("+strings.Join(ends, ", ")+")")
	}
	return strings.Join(words, " ")
}
