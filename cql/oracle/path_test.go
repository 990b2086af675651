package oracle

import (
	"fmt"
	"maps"
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
	as    model.IDSet // all types as which the query or an end has it
}

// atom is a relationship type on the path, with the variable at each end.
type atom struct {
	of   model.ID
	ends map[model.ID]int
}

// path is the subject matter of a query: variables that are related by atoms.
type path struct {
	m         *model.Model
	via       []model.ID
	chosen    bool // the query names them by VIA, and finds a list
	variables []*variable
	atoms     []atom
	onlyGiven *variable // the one that all conditions are about, nil if there are several
}

// unclearError explains why the concepts and the text of a query leave its meaning open.
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

// pathOf returns the path of a query: exactly the relationship types of VIA, or else the smallest
// set that connects the types that the query names, if there is only one such set. same maps ends
// that are the same instance where the text leaves that open.
func pathOf(m *model.Model, query *model.Query, via []model.ID, same map[model.ID]model.ID) (*path, error) {
	if via == nil {
		via = query.Path.Sorted()
	}
	same = maps.Clone(same)
	for end, role := range query.Ends { // VIA follows, publishes(chef)
		if same == nil {
			same = map[model.ID]model.ID{}
		}
		same[end] = role
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
	p, err := newPath(m, query, via, same)
	if held := withOwner(m, via); err == errApart && len(held) > len(via) {
		p, err = newPath(m, query, held, same)
	}
	if err == nil {
		p.chosen = len(query.Path) > 0 && !p.findsOne(query)
	}
	return p, err
}

// withOwner adds to relationship types within an owner those by which a participant belongs to it: `VIA translates` holds
// the tenant that is given.
func withOwner(m *model.Model, via []model.ID) []model.ID {
	for _, id := range via {
		relationship := m.Concepts.Relationships[id]
		for _, end := range model.Sorted(relationship.Participants) {
			if way := wayUp(m, rootOf(m, end.Value.Entity), relationship.Within); relationship.Within != "" && len(way) > 0 {
				return slices.Compact(slices.Sorted(slices.Values(slices.Concat(via, way))))
			}
		}
	}
	return via
}

// isWithOwner reports whether a path has the named relationship types and those by which participants have their owner in
// common.
func isWithOwner(m *model.Model, shown, named []model.ID) bool {
	isOther := func(id model.ID) bool {
		return !slices.Contains(named, id) && !m.Concepts.Relationships[id].Identifying
	}
	return slices.ContainsFunc(named, func(id model.ID) bool { return m.Concepts.Relationships[id].Within != "" }) &&
		!slices.ContainsFunc(shown, isOther) && !slices.ContainsFunc(named, func(id model.ID) bool { return !slices.Contains(shown, id) })
}

// wayUp returns the identifying relationship types from a weak entity type up to an owner.
func wayUp(m *model.Model, from, owner model.ID) []model.ID {
	for _, o := range ownershipsOf(m, from) {
		above := rootOf(m, m.Concepts.Relationships[o.relationship].Participants[o.owner].Entity)
		if above == owner {
			return []model.ID{o.relationship}
		}
		if way := wayUp(m, above, owner); len(way) > 0 {
			return append(way, o.relationship)
		}
	}
	return nil
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
