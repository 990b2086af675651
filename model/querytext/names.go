package querytext

import (
	"slices"
	"strconv"
	"strings"

	"widerow/model"
)

// scope holds the types of a model, which the names of a text refer to.
type scope struct {
	model *model.Model
	types []conceptType
	text  string // the whole text, "" for a scope that formats
}

// conceptType is an entity type or a relationship type.
type conceptType struct {
	id         model.ID
	name       string
	attributes []model.Item[*model.Attribute]
	// participants is nil for an entity type.
	participants []model.Item[*model.Participant]
	relationship bool
}

func newScope(m *model.Model) *scope {
	s := &scope{model: m}
	for _, item := range model.Sorted(m.Concepts.Entities) {
		s.types = append(s.types, conceptType{id: item.ID, name: item.Value.Name, attributes: model.Sorted(item.Value.Attributes)})
	}
	for _, item := range model.Sorted(m.Concepts.Relationships) {
		s.types = append(s.types, conceptType{
			id: item.ID, name: item.Value.Name, attributes: model.Sorted(item.Value.Attributes),
			participants: model.Sorted(item.Value.Participants), relationship: true,
		})
	}
	return s
}

// segment is a part of a name, between points. arguments are in parentheses behind it: the role of
// an entity type, or the participants or the ordinal number that distinguish relationship types of
// the same name.
type segment struct {
	text       string
	start, end int
	arguments  []string
	star       bool
}

// closeness rates how well a typed name fits a name of the model, the best first.
type closeness int

const (
	exact      closeness = iota
	folded               // but for the case of letters
	identified           // the same CQL identifier: room_number for Room number
	different
)

func compare(typed, name string) closeness {
	switch {
	case typed == name:
		return exact
	case strings.EqualFold(typed, name):
		return folded
	case sameIdentifier(typed, name):
		return identified
	}
	return different
}

// sameIdentifier also takes a name as CQL reads it without quotes: userid for userId.
func sameIdentifier(typed, name string) bool {
	short := model.Identifier(typed)
	return short != "" && (short == model.Identifier(name) || short == model.FoldedIdentifier(name))
}

// candidate is a possible meaning of a name. The candidate with the lowest rank counts.
type candidate struct {
	reference
	rank int
}

// ranked returns the rank of a candidate: how close its names are, and then how
// much of its path was left out.
func ranked(closest closeness, omitted int) int { return int(closest)*4 + omitted }

// candidates returns what a path of names may refer to. whole allows an entity or
// a relationship type.
func (s *scope) candidates(path []segment, whole bool) []candidate {
	var found []candidate
	for i, kind := range s.types {
		typed, role := s.closeType(i, path[0])
		if typed < different {
			if whole && (len(path) == 1 || len(path) == 2 && path[1].star) {
				found = append(found, candidate{reference{id: kind.id, participant: role}, ranked(typed, 0)})
			}
			if len(path) > 1 {
				found = append(found, kind.paths(path[1:], role, typed, 0)...)
				for _, other := range s.inRole(kind.id, role) {
					found = append(found, other.paths(path[1:], role, typed, 1)...)
				}
			}
		}
		if len(path[0].arguments) == 0 {
			found = append(found, kind.paths(path, "", exact, 2)...)
		}
	}
	return found
}

// inRole returns the other types of an instance in a role: those of the participant, and all of
// its supertypes. Champion(teacher).hero_no is Hero(teacher).hero_no.
func (s *scope) inRole(kind, role model.ID) []conceptType {
	element, found := s.model.Element(role)
	if role == "" || !found {
		return nil
	}
	of := element.Value.(*model.Participant).Entity
	types := append([]model.ID{of}, s.model.Supertypes(of)...)
	return slices.DeleteFunc(slices.Clone(s.types), func(t conceptType) bool { return t.id == kind || !slices.Contains(types, t.id) })
}

// paths returns the attributes of a type that a path leads to. The composite
// attributes above may be left out.
func (t conceptType) paths(path []segment, role model.ID, typed closeness, omitted int) []candidate {
	var found []candidate
	for _, item := range t.attributes {
		closest, top := t.closePath(item, path)
		if closest = max(closest, typed); closest < different {
			omitted := omitted
			if !top {
				omitted++
			}
			found = append(found, candidate{reference{id: item.ID, participant: role}, ranked(closest, omitted)})
		}
	}
	return found
}

// closePath compares the end of an attribute's path with the names that were
// typed. top reports whether they are the whole path.
func (t conceptType) closePath(item model.Item[*model.Attribute], path []segment) (closest closeness, top bool) {
	whole := t.pathOf(item.ID)
	if len(path) > len(whole) {
		return different, false
	}
	end := whole[len(whole)-len(path):]
	for i, segment := range path {
		if segment.star || len(segment.arguments) > 0 {
			return different, false
		}
		closest = max(closest, compare(segment.text, end[i]))
	}
	return closest, len(path) == len(whole)
}

// pathOf returns the names of an attribute and of the composite attributes that
// contain it, the outermost first.
func (t conceptType) pathOf(id model.ID) []string {
	var path []string
	for range t.attributes {
		at := slices.IndexFunc(t.attributes, func(item model.Item[*model.Attribute]) bool { return item.ID == id })
		if at < 0 {
			break
		}
		path = append(path, t.attributes[at].Value.Name)
		id = t.attributes[at].Value.Parent
	}
	slices.Reverse(path)
	return path
}

// closeType compares a type with a name and the arguments behind it, which may
// name a participant.
func (s *scope) closeType(index int, name segment) (closest closeness, role model.ID) {
	kind := s.types[index]
	closest = compare(name.text, kind.name)
	if closest == different || len(name.arguments) == 0 {
		return closest, ""
	}
	if len(name.arguments) == 1 && name.arguments[0] == strconv.Itoa(s.ordinal(index)) {
		return closest, ""
	}
	if kind.relationship {
		if !s.joins(kind, name.arguments) {
			return different, ""
		}
		return closest, ""
	}
	if role = s.participant(kind.id, name.arguments); role == "" {
		return different, ""
	}
	return closest, role
}

// ordinal counts the types of the same name, from 1.
func (s *scope) ordinal(index int) int {
	number := 1
	for _, other := range s.types[:index] {
		if compare(s.types[index].name, other.name) < different {
			number++
		}
	}
	return number
}

// joins reports whether the participants of a relationship type have these names.
func (s *scope) joins(kind conceptType, names []string) bool {
	return slices.EqualFunc(kind.participants, names, func(item model.Item[*model.Participant], name string) bool {
		entity := s.model.Concepts.Entities[item.Value.Entity]
		return entity != nil && compare(name, entity.Name) < different
	})
}

// role is a participation of an entity type.
type role struct {
	id                 model.ID
	relationship, name string
	// number counts the entity type's participations in relationship types of that
	// name, from 1.
	number int
}

// roles lists the roles of an entity type and of its subtypes.
func (s *scope) roles(entity model.ID) []role {
	var roles []role
	for _, kind := range s.types {
		for _, item := range kind.participants {
			if item.Value.Entity == entity || slices.Contains(s.model.Supertypes(item.Value.Entity), entity) {
				found := role{id: item.ID, relationship: kind.name, name: item.Value.Role, number: 1}
				for _, other := range roles {
					if compare(other.relationship, kind.name) < different {
						found.number++
					}
				}
				roles = append(roles, found)
			}
		}
	}
	return roles
}

// participant returns the participation of an entity type that the arguments
// name: its role, or its relationship type and the role or a number. It returns
// "" unless there is exactly one.
func (s *scope) participant(entity model.ID, arguments []string) model.ID {
	best, found := different, []model.ID{}
	for _, r := range s.roles(entity) {
		closest := r.compare(arguments)
		if closest < best {
			best, found = closest, nil
		}
		if closest == best && closest < different {
			found = append(found, r.id)
		}
	}
	if len(found) != 1 {
		return ""
	}
	return found[0]
}

func (r role) compare(arguments []string) closeness {
	named := func(text string) closeness {
		if r.name == "" {
			return different
		}
		return compare(text, r.name)
	}
	switch len(arguments) {
	case 1:
		if closest := named(arguments[0]); closest < different {
			return closest
		}
		return compare(arguments[0], r.relationship)
	case 2:
		closest := compare(arguments[0], r.relationship)
		if arguments[1] == strconv.Itoa(r.number) {
			return closest
		}
		return max(closest, named(arguments[1]))
	}
	return different
}
