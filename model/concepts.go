package model

import "slices"

// Concepts is the entity-relationship model, in Chen's notation.
type Concepts struct {
	Entities      map[ID]*Entity       `json:"entities,omitempty"`
	Relationships map[ID]*Relationship `json:"relationships,omitempty"`
	Hierarchies   map[ID]*Hierarchy    `json:"hierarchies,omitempty"`
}

// Entity is an entity type. A weak one is identified by its partial key and its owner, the other
// participant of an identifying relationship. Instances is the number of its instances. An empty
// WorstInstances defaults to the worst value of Instances; so do all such pairs below.
type Entity struct {
	Order      Order             `json:"order,omitempty"`
	Name       string            `json:"name"`
	Note       string            `json:"note,omitempty"`
	Weak       bool              `json:"weak,omitempty"`
	Attributes map[ID]*Attribute `json:"attributes,omitempty"`

	Instances      Expression `json:"instances,omitempty"`
	WorstInstances Expression `json:"worst_instances,omitempty"`
}

// KeyKind is the part that an attribute has in its entity type's key.
type KeyKind string

// The kinds: no key, a key (underlined), the partial key of a weak entity type
// (dotted underline).
const (
	NoKey      KeyKind = ""
	Key        KeyKind = "key"
	PartialKey KeyKind = "partial"
)

// Attribute belongs to an entity type or to a relationship type. It is composite if other
// attributes have it as their Parent.
//
// Type is the CQL type of one value; if it is not set, AttributeType suggests one. Length is the
// average length of a value in bytes, as in Column. Columns follow both until physical design
// changes them.
//
// Distinct is the number of different values, and LargestShare the share of the most frequent one,
// from 0 to 1; if it is empty, all values are as frequent. Elements is the number of values that
// one instance of a multi-valued attribute has, and StoredAs how tables store them. Immutable
// reports that the value of a derived attribute never changes, so that tables may store it.
//
// Unique reports that no two instances have the same value. If UniqueWithin is not empty, only
// instances with the same owner of that entity type must differ.
type Attribute struct {
	Order       Order      `json:"order,omitempty"`
	Name        string     `json:"name"`
	Note        string     `json:"note,omitempty"`
	Key         KeyKind    `json:"key,omitempty"`
	MultiValued bool       `json:"multi_valued,omitempty"`
	Derived     bool       `json:"derived,omitempty"`
	Parent      ID         `json:"parent,omitempty"`
	Type        Type       `json:"type,omitzero"`
	Length      Expression `json:"length,omitempty"`

	Distinct     Expression `json:"distinct,omitempty"`
	LargestShare Expression `json:"largest_share,omitempty"`
	Elements     Expression `json:"elements,omitempty"`
	StoredAs     StoredAs   `json:"stored_as,omitempty"`
	Immutable    bool       `json:"immutable,omitempty"`
	Unique       bool       `json:"unique,omitempty"`
	UniqueWithin ID         `json:"unique_within,omitempty"`
}

// StoredAs is the way in which tables store the values of a multi-valued attribute.
type StoredAs string

// The ways: in a collection, or in a row for each value. A map is for a composite
// attribute of two parts: the first one is the key.
const (
	AsSet  StoredAs = ""
	AsList StoredAs = "list"
	AsMap  StoredAs = "map"
	AsRows StoredAs = "rows"
)

// Relationship is a relationship type between two or more participants.
// An identifying one connects a weak entity type to its owner. Within, if it is not
// empty, is an entity type that owns all participants: those that are related have the
// same owner.
type Relationship struct {
	Order        Order               `json:"order,omitempty"`
	Name         string              `json:"name"`
	Note         string              `json:"note,omitempty"`
	Identifying  bool                `json:"identifying,omitempty"`
	Within       ID                  `json:"within,omitempty"`
	Participants map[ID]*Participant `json:"participants,omitempty"`
	Attributes   map[ID]*Attribute   `json:"attributes,omitempty"`
}

// Participant is an entity type that takes part in a relationship. Cardinality is "1", "n" or "m",
// drawn at the entity's end of the edge. Count is the number of the entity's instances per instance
// of the other end: 100 rooms per hotel.
type Participant struct {
	Order       Order  `json:"order,omitempty"`
	Entity      ID     `json:"entity"`
	Role        string `json:"role,omitempty"`
	Cardinality string `json:"cardinality"`
	Total       bool   `json:"total,omitempty"`

	Count      Expression `json:"count,omitempty"`
	WorstCount Expression `json:"worst_count,omitempty"`
}

// Hierarchy is an IsA relationship between a supertype and its subtypes. If it
// is Total, each instance belongs to at least one subtype; if Disjoint, to at
// most one.
type Hierarchy struct {
	Order     Order           `json:"order,omitempty"`
	Supertype ID              `json:"supertype"`
	Total     bool            `json:"total,omitempty"`
	Disjoint  bool            `json:"disjoint,omitempty"`
	Subtypes  map[ID]*Subtype `json:"subtypes,omitempty"`
}

// Subtype is an entity type that is a subtype in a hierarchy.
type Subtype struct {
	Order  Order `json:"order,omitempty"`
	Entity ID    `json:"entity"`
}

// Supertypes returns the supertypes of an entity type, the nearest first, with
// theirs. An instance has their attributes too. A loop ends at what is found
// already.
func (m *Model) Supertypes(entity ID) []ID {
	found := []ID{entity}
	for i := 0; i < len(found); i++ {
		for _, hierarchy := range Sorted(m.Concepts.Hierarchies) {
			for _, subtype := range hierarchy.Value.Subtypes {
				super := hierarchy.Value.Supertype
				if subtype.Entity == found[i] && m.Concepts.Entities[super] != nil && !slices.Contains(found, super) {
					found = append(found, super)
				}
			}
		}
	}
	return found[1:]
}

// TypesOf returns the entity types of the instances of an entity or relationship type: its
// own, or those of the participants.
func (m *Model) TypesOf(id ID) []ID {
	relationship := m.Concepts.Relationships[id]
	if relationship == nil {
		return []ID{id}
	}
	var types []ID
	for _, end := range Sorted(relationship.Participants) {
		types = append(types, end.Value.Entity)
	}
	return types
}

// OtherEnds returns the entity types at the other ends of a participant's
// relationship type, in order.
func (m *Model) OtherEnds(participant ID) []ID {
	var others []ID
	for _, relationship := range m.Concepts.Relationships {
		if relationship.Participants[participant] == nil {
			continue
		}
		for _, end := range Sorted(relationship.Participants) {
			if end.ID != participant && m.Concepts.Entities[end.Value.Entity] != nil {
				others = append(others, end.Value.Entity)
			}
		}
	}
	return others
}

func (e *Entity) order() Order       { return e.Order }
func (a *Attribute) order() Order    { return a.Order }
func (r *Relationship) order() Order { return r.Order }
func (p *Participant) order() Order  { return p.Order }
func (h *Hierarchy) order() Order    { return h.Order }
func (s *Subtype) order() Order      { return s.Order }
