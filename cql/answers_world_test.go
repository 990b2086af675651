package cql_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"widerow/model"
)

// value is a value as a CQL literal and as text that is equal for equal values. A set
// has its elements as parts.
type value struct {
	literal, text string
	parts         []value
	pair          []value // the first two parts of a compound value
}

// instance is an instance of an entity type without supertypes, with the values of all
// types that it belongs to, and its owners, by the identifying relationship type.
type instance struct {
	entity  model.ID
	members model.IDSet
	values  map[model.ID]value
	owners  map[model.ID]*instance
}

// fact is an instance of a relationship type, with its ends by participant.
type fact struct {
	ends   map[model.ID]*instance
	values map[model.ID]value
}

// relations are random data of a model's concepts, made from them alone.
type relations struct {
	m         *model.Model
	random    *rand.Rand
	instances map[model.ID][]*instance
	facts     map[model.ID][]*fact
	constants map[model.ID][]string // by attribute: what queries compare it with
	made      int
}

const (
	strongInstances = 12
	weakInstances   = 40
	factsOfMany     = 40
	differentValues = 3
)

func newRelations(m *model.Model, random *rand.Rand) *relations {
	r := &relations{m: m, random: random, instances: map[model.ID][]*instance{}, facts: map[model.ID][]*fact{}, constants: map[model.ID][]string{}}
	for _, query := range m.Workflow.Queries {
		for _, given := range query.Given {
			if given.Source == model.ConstantSource {
				for constant := range strings.SplitSeq(strings.Trim(given.Constant, "()"), ",") {
					r.constants[given.Attribute] = append(r.constants[given.Attribute], strings.TrimSpace(constant))
				}
			}
		}
	}
	for _, item := range model.Sorted(m.Concepts.Entities) {
		if !item.Value.Weak && len(m.Supertypes(item.ID)) == 0 {
			r.addInstances(item.ID, strongInstances)
		}
	}
	for pending := true; pending; { // owners before what they own
		pending = false
		for _, item := range model.Sorted(m.Concepts.Entities) {
			if item.Value.Weak && r.instances[item.ID] == nil && r.hasOwners(item.ID) {
				r.addInstances(item.ID, weakInstances)
				pending = true
			}
		}
	}
	for _, item := range model.Sorted(m.Concepts.Relationships) {
		if r.facts[item.ID] == nil {
			r.addFacts(item.ID, item.Value)
		}
	}
	return r
}

// rootOf returns the entity type that an instance of a subtype is listed under.
func rootOf(m *model.Model, entity model.ID) model.ID {
	if supers := m.Supertypes(entity); len(supers) > 0 {
		return supers[len(supers)-1]
	}
	return entity
}

// ownerOf returns the ends of a relationship type that identifies a weak entity type.
func (r *relations) ownerOf(relationship *model.Relationship, weak model.ID) (owner, owned model.ID, is bool) {
	if !relationship.Identifying {
		return "", "", false
	}
	for _, end := range model.Sorted(relationship.Participants) {
		if end.Value.Entity == weak && end.Value.Cardinality != "1" {
			owned = end.ID
		} else {
			owner = end.ID
		}
	}
	return owner, owned, owner != "" && owned != ""
}

func (r *relations) hasOwners(weak model.ID) bool {
	return !slices.ContainsFunc(model.Sorted(r.m.Concepts.Relationships), func(item model.Item[*model.Relationship]) bool {
		owner, _, is := r.ownerOf(item.Value, weak)
		return is && len(r.instances[rootOf(r.m, item.Value.Participants[owner].Entity)]) == 0
	})
}

func (r *relations) addInstances(entity model.ID, count int) {
	taken := map[string]bool{}
	for number := range count {
		made := &instance{entity, model.SetOfIDs(entity), map[model.ID]value{}, map[model.ID]*instance{}}
		place := ""
		for _, item := range model.Sorted(r.m.Concepts.Relationships) {
			if owner, _, is := r.ownerOf(item.Value, entity); is {
				owners := r.instances[rootOf(r.m, item.Value.Participants[owner].Entity)]
				made.owners[item.ID] = owners[r.random.IntN(len(owners))]
				place += fmt.Sprintf("%p ", made.owners[item.ID])
			}
		}
		for _, sub := range model.Sorted(r.m.Concepts.Entities) {
			if rootOf(r.m, sub.ID) != entity || sub.ID != entity && r.random.IntN(3) == 0 {
				continue
			}
			made.members[sub.ID] = true
			place += r.fill(made.values, sub.Value.Attributes, number)
		}
		for _, super := range model.Sorted(r.m.Concepts.Entities) { // a member is one of each supertype
			for _, above := range r.m.Supertypes(super.ID) {
				if made.members[super.ID] && !made.members[above] {
					delete(made.members, super.ID)
				}
			}
		}
		if taken[place] {
			continue // the partial key is in use
		}
		taken[place] = true
		r.instances[entity] = append(r.instances[entity], made)
		for id, owner := range made.owners {
			relationship := r.m.Concepts.Relationships[id]
			from, to, _ := r.ownerOf(relationship, entity)
			f := &fact{map[model.ID]*instance{from: owner, to: made}, map[model.ID]value{}}
			r.fill(f.values, relationship.Attributes, 0)
			r.facts[id] = append(r.facts[id], f)
		}
	}
}

// fill gives attributes random values, and returns those of the key as text.
func (r *relations) fill(values map[model.ID]value, attributes map[model.ID]*model.Attribute, number int) string {
	key := ""
	for _, item := range model.Sorted(attributes) {
		switch {
		case item.Value.Parent != "":
		case item.Value.Key == model.Key:
			r.made++
			values[item.ID] = r.value(item.ID, 100+r.made)
			key += values[item.ID].text + " "
		case item.Value.Key == model.PartialKey:
			values[item.ID] = r.value(item.ID, r.random.IntN(2*differentValues))
			key += values[item.ID].text + " "
		case item.Value.MultiValued:
			values[item.ID] = r.several(item.ID, attributes)
		default:
			values[item.ID] = r.compound(item.ID, attributes, values)
		}
	}
	return key
}

// compound returns a value of an attribute that may have parts, whose values it adds.
func (r *relations) compound(id model.ID, attributes map[model.ID]*model.Attribute, values map[model.ID]value) value {
	var literals, texts []string
	var pair []value
	for _, part := range model.Sorted(attributes) {
		if part.Value.Parent == id {
			values[part.ID] = r.compound(part.ID, attributes, values)
			pair = append(pair, values[part.ID])
			name := model.Identifier(part.Value.Name)
			literals = append(literals, name+": "+values[part.ID].literal)
			texts = append(texts, name+":"+values[part.ID].text)
		}
	}
	if len(literals) == 0 {
		return r.value(id, r.random.IntN(differentValues))
	}
	slices.Sort(texts)
	return value{literal: "{" + strings.Join(literals, ", ") + "}", text: "map[" + strings.Join(texts, " ") + "]", pair: pair}
}

func (r *relations) several(id model.ID, attributes map[model.ID]*model.Attribute) value {
	var parts []value
	for range differentValues {
		v := r.compound(id, attributes, map[model.ID]value{})
		if attributes[id].StoredAs == model.AsMap {
			v = entryOf(v.pair[0], v.pair[1])
			if slices.ContainsFunc(parts, func(other value) bool { return other.pair[0].text == v.pair[0].text }) {
				continue
			}
		}
		if r.random.IntN(3) > 0 && !slices.ContainsFunc(parts, func(other value) bool { return other.text == v.text }) {
			parts = append(parts, v)
		}
	}
	return valueOfSet(parts)
}

// entryOf returns an entry of a map.
func entryOf(key, entry value) value {
	return value{literal: key.literal + ": " + entry.literal, text: key.text + "=" + entry.text, pair: []value{key, entry}}
}

// valueOfSet returns the value of a set. An empty one is null.
func valueOfSet(parts []value) value {
	var literals, texts []string
	for _, part := range parts {
		if !slices.Contains(texts, part.text) {
			literals, texts = append(literals, part.literal), append(texts, part.text)
		}
	}
	if len(texts) == 0 {
		return value{literal: "null", text: "null"}
	}
	slices.Sort(texts)
	return value{literal: "{" + strings.Join(literals, ", ") + "}", text: "[" + strings.Join(texts, " ") + "]", parts: parts}
}

// value returns one of the different values of an attribute.
func (r *relations) value(id model.ID, number int) value {
	if constants := r.constants[id]; len(constants) > 0 && r.random.IntN(2) == 0 && number < 100 {
		literal := constants[number%len(constants)]
		return value{literal: literal, text: strings.Trim(literal, "'")}
	}
	t, _ := r.m.AttributeType(id)
	return valueOf(t.Unfrozen().Name, number)
}

func valueOf(typ string, number int) value {
	plain := func(text string) value { return value{literal: text, text: text} }
	quoted := func(text string) value { return value{literal: "'" + text + "'", text: text} }
	switch typ {
	case "int", "bigint", "smallint", "tinyint", "varint", "double", "float":
		return plain(fmt.Sprint(number))
	case "decimal":
		return plain(fmt.Sprintf("%d.5", number))
	case "boolean":
		return plain(fmt.Sprint(number%2 == 0))
	case "blob":
		return plain(fmt.Sprintf("0x%08x", number))
	case "uuid":
		return plain(fmt.Sprintf("00000000-0000-4000-8000-%012d", number))
	case "timeuuid":
		return plain(fmt.Sprintf("%08d-0000-1000-8000-000000000000", number))
	case "timestamp":
		return quoted(fmt.Sprintf("2026-01-%02dT%02d:%02d:00.000Z", 1+number%28, number%24, number/28%60))
	case "time":
		return quoted(fmt.Sprintf("%02d:%02d:00", number%24, number/24%60))
	case "date":
		return quoted(fmt.Sprintf("20%02d-%02d-%02d", 20+number/336, 1+number/28%12, 1+number%28))
	case "inet":
		return quoted(fmt.Sprintf("10.0.%d.%d", 1+number/9%9, 1+number%9))
	}
	return quoted(fmt.Sprintf("v%04d", number))
}

// addFacts relates random instances within the cardinalities: to each instance at the
// end of n, one at the end of 1.
func (r *relations) addFacts(id model.ID, relationship *model.Relationship) {
	ends := model.Sorted(relationship.Participants)
	var one, many []model.Item[*model.Participant]
	for _, end := range ends {
		if end.Value.Cardinality == "1" && len(one) == 0 {
			one = append(one, end)
		} else {
			many = append(many, end)
		}
	}
	members := func(end model.Item[*model.Participant]) []*instance {
		return slices.DeleteFunc(slices.Clone(r.instances[rootOf(r.m, end.Value.Entity)]), func(i *instance) bool { return !i.members[end.Value.Entity] })
	}
	count := factsOfMany
	if len(many) == 1 {
		count = len(members(many[0]))
	}
	taken := map[string]bool{}
	for number := range count {
		f := &fact{map[model.ID]*instance{}, map[model.ID]value{}}
		r.fill(f.values, relationship.Attributes, number)
		place, places := "", []string{}
		for _, end := range append(many, one...) {
			among := members(end)
			if len(among) == 0 {
				return
			}
			f.ends[end.ID] = among[r.random.IntN(len(among))]
			if len(many) == 1 && end.ID == many[0].ID {
				f.ends[end.ID] = among[number]
			}
		}
		for _, item := range model.Sorted(relationship.Attributes) {
			if item.Value.Key != model.NoKey {
				place += f.values[item.ID].text + " "
			}
		}
		for _, end := range ends {
			others := place + string(end.ID)
			for _, other := range ends {
				if other.ID != end.ID {
					others += fmt.Sprintf("%p ", f.ends[other.ID])
				}
			}
			if end.Value.Cardinality == "1" {
				places = append(places, others)
			}
			place += fmt.Sprintf("%p ", f.ends[end.ID])
		}
		places = append(places, place)
		if slices.ContainsFunc(places, func(place string) bool { return taken[place] }) {
			continue
		}
		for _, place := range places {
			taken[place] = true
		}
		r.facts[id] = append(r.facts[id], f)
	}
}
