package write

import (
	"cmp"
	"slices"

	"widerow/model"
)

// subject is what an update changes, and what the application knows about it.
type subject struct {
	id     model.ID
	update *model.Update
	kind   model.UpdateKind
	// types are the types of which an instance is inserted or deleted. attributes
	// are those written by themselves, with the parts of composite ones; names
	// have no attribute.
	types, attributes []model.ID
	names             []string
	// inRole are attributes of an instance in a role, such as the manager's name.
	inRole []reference
	// parameters identify what is changed, or are the values of what is inserted.
	parameters []parameter
	// ranges are conditions that select several instances.
	ranges []*model.Given
	// assumed reports that the update has no condition: the key of what it changes
	// is taken as given.
	assumed bool
}

// parameter is a value that the application has. several is true for one value
// after another, which the expression count counts.
type parameter struct {
	reference
	given   *model.Given
	several bool
}

func (p *planner) subject(id model.ID, update *model.Update) *subject {
	s := &subject{id: id, update: update, kind: cmp.Or(update.Kind, model.Insert)}
	for _, item := range model.Sorted(update.Writes) {
		element := item.Value.Element
		switch {
		case item.Value.Participant != "":
			p.writeInRole(s, element, item.Value.Participant)
		case p.facts.isType(element):
			s.types = appendNew(s.types, element)
		case p.facts.known[element] != nil:
			s.attributes = appendNew(s.attributes, p.facts.whole(element)...)
		case element == "" && item.Value.Name != "":
			s.names = appendNew(s.names, item.Value.Name)
		}
	}
	p.settleTypes(s)
	for _, item := range model.Sorted(update.Given) {
		given := item.Value
		r := reference{given.Attribute, given.Name, given.Participant}
		if given.Operator.IsRange() {
			s.ranges = append(s.ranges, given)
			continue
		}
		s.parameters = append(s.parameters, parameter{r, given, given.Operator == model.In})
	}
	if s.kind == model.Insert {
		p.addInserted(s)
	} else if len(update.Given) == 0 {
		p.assumeKey(s)
	}
	return s
}

// writeInRole adds an attribute, or those of an entity type, of the instance that
// takes part in a relationship type in a role.
func (p *planner) writeInRole(s *subject, element, participant model.ID) {
	attributes := p.facts.parts[element]
	if p.facts.known[element] != nil {
		attributes = p.facts.whole(element)
	}
	for _, attribute := range attributes {
		s.inRole = appendNew(s.inRole, reference{attribute: attribute, participant: participant})
	}
}

// settleTypes decides which instances are inserted, changed or deleted. To change
// an entity type is to change its attributes outside the key. To insert all key
// attributes of a type is to insert an instance. An instance of a subtype is inserted
// and deleted with what its supertypes say of it.
func (p *planner) settleTypes(s *subject) {
	switch s.kind {
	case model.Change:
		for _, of := range s.types {
			for _, attribute := range p.facts.parts[of] {
				if p.facts.known[attribute].Key == model.NoKey {
					s.attributes = appendNew(s.attributes, attribute)
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
	for _, of := range slices.Clone(s.types) {
		s.types = appendNew(s.types, p.model.Supertypes(of)...)
	}
}

func (s *subject) know(attributes ...model.ID) {
	for _, attribute := range attributes {
		if !s.knows(attribute) {
			s.parameters = append(s.parameters, parameter{reference: reference{attribute: attribute}})
		}
	}
}

// knows reports whether the application has the value of an attribute.
func (s *subject) knows(attribute model.ID) bool {
	return slices.ContainsFunc(s.parameters, func(p parameter) bool { return p.attribute == attribute })
}

// addInserted adds the values of the inserted instances and of their links, and the
// keys of the instances that they are linked to: a new order belongs to a customer.
func (p *planner) addInserted(s *subject) {
	for _, of := range s.types {
		if !slices.ContainsFunc(s.attributes, func(id model.ID) bool { return p.facts.owner[id] == of }) {
			s.know(p.facts.parts[of]...)
		}
	}
	s.know(s.attributes...)
	for _, of := range s.types {
		s.know(p.facts.identity(of)...)
		for _, next := range p.facts.next(of) {
			s.know(p.facts.identity(next)...)
		}
		for _, link := range p.facts.links[of] {
			for end, participant := range p.model.Concepts.Relationships[link].Participants {
				if participant.Entity == of && p.facts.comesWith(link, end) {
					s.know(p.facts.parts[link]...)
				}
			}
		}
	}
	for _, attribute := range s.attributes {
		s.know(p.facts.identity(p.facts.owner[attribute])...)
	}
	for _, name := range s.names {
		s.parameters = append(s.parameters, parameter{reference: reference{name: name}})
	}
	p.addRoles(s)
}

// addRoles adds what is known of other instances of an inserted entity type: those
// that a recursive relationship type links the new one to, by their role.
func (p *planner) addRoles(s *subject) {
	known := slices.Clone(s.inRole)
	for _, of := range s.types {
		for _, h := range p.facts.hops(of) {
			if h.to != of {
				continue
			}
			for _, id := range p.facts.identity(of) {
				known = appendNew(known, reference{attribute: id, participant: h.end})
			}
		}
	}
	for _, r := range known {
		if !slices.ContainsFunc(s.parameters, func(p parameter) bool { return p.attribute == r.attribute && p.participant == r.participant }) {
			s.parameters = append(s.parameters, parameter{reference: r})
		}
	}
}

func (p *planner) assumeKey(s *subject) {
	for _, of := range s.types {
		s.know(p.facts.identity(of)...)
	}
	for _, attribute := range s.attributes {
		s.know(p.facts.identity(p.facts.owner[attribute])...)
	}
	s.assumed = len(s.parameters) > 0
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

// touched returns the columns of a table that store something that the update
// writes by itself.
func (p *planner) touched(s *subject, t *table) []*column {
	var found []*column
	for _, attribute := range s.attributes {
		if !slices.Contains(s.types, p.facts.owner[attribute]) {
			found = appendNew(found, filter(p.find(t, reference{attribute: attribute}), func(c *column) bool { return p.stores(t, c, attribute) })...)
		}
	}
	for _, name := range s.names {
		found = appendNew(found, p.find(t, reference{name: name})...)
	}
	for _, r := range s.inRole {
		if s.kind != model.Insert {
			found = appendNew(found, p.find(t, r)...)
		}
	}
	return found
}

// stores reports whether a column that was found for an attribute stores it. The
// values of a map may belong to another relationship type.
func (p *planner) stores(t *table, c *column, attribute model.ID) bool {
	owner := p.facts.owner[attribute]
	if p.model.Concepts.Relationships[owner] == nil || c.typ.Unfrozen().Kind != model.MapType || slices.Contains(c.Stores, attribute) {
		return true
	}
	return slices.ContainsFunc(c.Stores, func(key model.ID) bool { return p.linkOf(t, p.facts.owner[key]) == owner })
}

// storesAny reports whether a table stores an attribute of one of the types.
func (p *planner) storesAny(t *table, types []model.ID) bool {
	return slices.ContainsFunc(t.columns, func(c *column) bool {
		return slices.ContainsFunc(c.Stores, func(id model.ID) bool { return slices.Contains(types, p.facts.owner[id]) })
	})
}
