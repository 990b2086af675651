package write

import (
	"cmp"
	"slices"

	"widerow/model"
	"widerow/model/stored"
)

// subject holds the changes of an update, and the application's knowledge about them.
type subject struct {
	id     model.ID
	update *model.Update
	kind   model.UpdateKind
	// types are the types whose instances are inserted or deleted. attributes are those written by
	// themselves, with the parts of composite ones; names have no attribute.
	types, attributes []model.ID
	names             []string
	// inRole is the role in which an attribute or a type is written, if the update has one.
	inRole map[model.ID]model.ID
	// stated is the pattern of the update: its instances, and their known values. targets are the
	// nodes of the types, owners the nodes of the attributes' owners.
	stated          *pattern
	targets, owners map[model.ID]int
	// increments reports that the update adds to the old values.
	increments bool
	// assumed reports that the update has no condition: the key of what it changes
	// is taken as given.
	assumed bool
}

func (p *planner) subject(id model.ID, update *model.Update) *subject {
	s := &subject{id: id, update: update, kind: cmp.Or(update.Kind, model.Insert), inRole: map[model.ID]model.ID{},
		stated: newPattern(), targets: map[model.ID]int{}, owners: map[model.ID]int{}}
	if s.increments = s.kind == model.Increment; s.increments {
		s.kind = model.Change
	}
	for _, item := range model.Sorted(update.Writes) {
		element := item.Value.Element
		switch {
		case p.facts.isType(element):
			s.types = appendNew(s.types, element)
			s.inRole[element] = item.Value.Participant
		case p.facts.known[element] != nil:
			for _, attribute := range p.facts.whole(element) {
				s.attributes = appendNew(s.attributes, attribute)
				s.inRole[attribute] = item.Value.Participant
			}
		case element == "" && item.Value.Name != "":
			s.names = appendNew(s.names, item.Value.Name)
		}
	}
	p.settleTypes(s)
	p.state(s)
	return s
}

// settleTypes decides which instances are inserted, changed or deleted. To change
// an entity type is to change its attributes outside the key. To insert all key
// attributes of a type is to insert an instance.
func (p *planner) settleTypes(s *subject) {
	switch s.kind {
	case model.Change:
		for _, of := range s.types {
			for _, attribute := range p.facts.parts[of] {
				if p.facts.known[attribute].Key == model.NoKey {
					s.attributes = appendNew(s.attributes, attribute)
					s.inRole[attribute] = s.inRole[of]
				}
			}
		}
		s.types = nil
	case model.Insert:
		for _, attribute := range s.attributes {
			of := p.facts.owner[attribute]
			key := p.facts.ownKey(of)
			if len(key) > 0 && !slices.ContainsFunc(key, func(id model.ID) bool { return !slices.Contains(s.attributes, id) }) {
				s.types = appendNew(s.types, of)
			}
		}
	}
}

// inserts reports whether the update makes new instances.
func (s *subject) inserts() bool { return s.kind == model.Insert }

// state makes the pattern of what the update says.
func (p *planner) state(s *subject) {
	b := &stating{planner: p, subject: s, pattern: s.stated}
	for _, of := range s.types {
		s.targets[of] = b.addTarget(of)
	}
	b.linkTargets()
	if s.inserts() {
		b.addRelated()
	}
	b.complete()
	if s.inserts() {
		b.addInherited()
	}
	for _, attribute := range s.attributes {
		s.owners[attribute] = b.nodeOf(p.facts.owner[attribute], s.inRole[attribute])
	}
	b.complete()
	b.addConditions()
	b.know()
}

// about returns the types that the update is about: those of its instances and
// those of its attributes.
func (p *planner) about(s *subject) []model.ID {
	types := slices.Clone(s.types)
	for _, attribute := range s.attributes {
		types = appendNew(types, p.facts.owner[attribute])
	}
	return types
}

// gives reports whether an update has an equality on the whole key of a type itself, in a role.
func (p *planner) gives(update *model.Update, of, participant model.ID) bool {
	keys := p.facts.ownKey(of)
	return len(keys) > 0 && !slices.ContainsFunc(keys, func(key model.ID) bool {
		for _, given := range update.Given {
			if given.Attribute == key && given.Operator == model.Equal && (given.Participant == "" || given.Participant == participant) {
				return false
			}
		}
		return true
	})
}

// comesWith reports whether a new instance that takes part in a relationship type by an end is
// related at once: it has one partner, and nothing indicates that the partner comes later. certain
// reports that it always has the partner.
func (p *planner) comesWith(s *subject, relationship, end model.ID) (comes, certain bool) {
	of := p.model.Concepts.Relationships[relationship]
	own := of.Participants[end]
	named := slices.Contains(s.types, relationship)
	if len(of.Participants) < 2 {
		return false, false
	}
	given, awaits := false, false
	for id, other := range of.Participants {
		if id == end {
			continue
		}
		if other.Cardinality != "1" {
			return false, false
		}
		weakOther := p.concepts.IsIdentifying(relationship, id)
		awaits = awaits || own.Cardinality == "1" && (other.Total || weakOther) && !own.Total && !p.concepts.IsIdentifying(relationship, end)
		given = given || p.gives(s.update, other.Entity, id)
	}
	switch {
	case named, given, own.Total, p.concepts.IsIdentifying(relationship, end):
		return true, true
	case awaits:
		return false, false
	}
	return !p.insertsElsewhere(s, relationship), false
}

// insertsElsewhere reports whether another update inserts a relationship type.
func (p *planner) insertsElsewhere(s *subject, relationship model.ID) bool {
	for id, update := range p.model.Workflow.Updates {
		if id == s.id || cmp.Or(update.Kind, model.Insert) != model.Insert {
			continue
		}
		for _, write := range update.Writes {
			if write.Element == relationship {
				return true
			}
		}
	}
	return false
}

// node of the concepts in a pattern: an entity type in a role.
func nodeIn(of, participant model.ID) stored.Node {
	return stored.Node{Of: of, Participant: participant}
}
