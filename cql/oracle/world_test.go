package oracle

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"widerow/model"
)

// instance is an instance of an entity type without supertypes, with the values of all
// types that it belongs to.
type instance struct {
	root    model.ID
	members model.IDSet
	values  map[model.ID]value
}

// fact is an instance of a relationship type, with its ends by participant.
type fact struct {
	of     model.ID
	ends   map[model.ID]*instance
	values map[model.ID]value
}

// world is random data of an ER model, made from the concepts alone.
type world struct {
	m         *model.Model
	random    *rand.Rand
	instances map[model.ID][]*instance // by entity type without supertypes
	facts     map[model.ID][]*fact
	constants map[model.ID][]value // by attribute: what queries compare it with
	// needed are the attributes by which queries look up, sort or group, if all instances have them.
	needed model.IDSet
	made   int
}

const (
	strongInstances = 4
	weakInstances   = 7
	factsOfMany     = 8
	differentValues = 3
)

// newWorld makes a world. If it is full, no value is missing by which a query looks up, sorts or
// groups: rows without would not be stored.
func newWorld(m *model.Model, random *rand.Rand, full bool) *world {
	w := &world{m: m, random: random, needed: model.IDSet{}, instances: map[model.ID][]*instance{}, facts: map[model.ID][]*fact{}, constants: map[model.ID][]value{}}
	for _, query := range model.Sorted(m.Workflow.Queries) {
		for _, r := range append(coreOf(query.Value), groupedBy(query.Value)...) {
			w.needed[r.of] = full
		}
		for _, item := range model.Sorted(query.Value.Given) {
			given := item.Value
			if given.Source == model.ConstantSource {
				w.constants[given.Attribute] = append(w.constants[given.Attribute], constantsOf(given)...)
			}
		}
	}
	for _, item := range model.Sorted(m.Concepts.Entities) {
		if w.isRoot(item.ID) && w.ownerships(item.ID) == nil {
			w.addInstances(item.ID, strongInstances)
		}
	}
	for pending := true; pending; { // owners before what they own
		pending = false
		for _, item := range model.Sorted(m.Concepts.Entities) {
			if w.isRoot(item.ID) && w.instances[item.ID] == nil && w.hasOwners(item.ID) {
				w.addInstances(item.ID, weakInstances)
				pending = true
			}
		}
	}
	for _, item := range model.Sorted(m.Concepts.Relationships) {
		if !item.Value.Identifying {
			w.addFacts(item.ID)
		}
	}
	return w
}

// constantsOf are the constants of a condition.
func constantsOf(given *model.Given) []value {
	var values []value
	for constant := range strings.SplitSeq(strings.Trim(given.Constant, "()"), ",") {
		values = append(values, constantValue(constant))
	}
	return values
}

func (w *world) isRoot(entity model.ID) bool { return rootOf(w.m, entity) == entity }

// rootOf returns the entity type that an instance of a subtype is listed under.
func rootOf(m *model.Model, entity model.ID) model.ID {
	if supers := m.Supertypes(entity); len(supers) > 0 {
		return supers[len(supers)-1]
	}
	return entity
}

// ownership is an identifying relationship type with its ends.
type ownership struct{ relationship, owner, owned model.ID }

// ownerships are the identifying relationship types of a weak entity type.
func (w *world) ownerships(weak model.ID) []ownership { return ownershipsOf(w.m, weak) }

func ownershipsOf(m *model.Model, weak model.ID) []ownership {
	var found []ownership
	if m.Concepts.Entities[weak] == nil || !m.Concepts.Entities[weak].Weak {
		return nil
	}
	for _, item := range model.Sorted(m.Concepts.Relationships) {
		if !item.Value.Identifying {
			continue
		}
		o := ownership{relationship: item.ID}
		for _, end := range model.Sorted(item.Value.Participants) {
			if end.Value.Entity == weak && end.Value.Cardinality != "1" && o.owned == "" {
				o.owned = end.ID
			} else {
				o.owner = end.ID
			}
		}
		if o.owner != "" && o.owned != "" {
			found = append(found, o)
		}
	}
	return found
}

func (w *world) hasOwners(weak model.ID) bool {
	return !slices.ContainsFunc(w.ownerships(weak), func(o ownership) bool {
		return len(w.members(w.m.Concepts.Relationships[o.relationship].Participants[o.owner].Entity)) == 0
	})
}

// members are the instances of an entity type, which may be a subtype.
func (w *world) members(entity model.ID) []*instance {
	return slices.DeleteFunc(slices.Clone(w.instances[rootOf(w.m, entity)]), func(i *instance) bool { return !i.members[entity] })
}

func (w *world) addInstances(entity model.ID, count int) {
	for range count {
		for range 20 {
			if w.addInstance(entity) {
				break
			}
		}
	}
}

// addInstance adds a random instance with its owners, and reports whether its key was free.
func (w *world) addInstance(root model.ID) bool {
	made := &instance{root, model.SetOfIDs(root), map[model.ID]value{}}
	w.chooseSubtypes(made, root)
	for _, of := range model.Sorted(w.m.Concepts.Entities) {
		if made.members[of.ID] {
			w.fill(made.values, of.Value.Attributes)
		}
	}
	var owned []*fact
	for _, o := range w.ownerships(root) {
		relationship := w.m.Concepts.Relationships[o.relationship]
		owners := w.members(relationship.Participants[o.owner].Entity)
		f := &fact{o.relationship, map[model.ID]*instance{o.owner: owners[w.random.IntN(len(owners))], o.owned: made}, map[model.ID]value{}}
		w.fill(f.values, relationship.Attributes)
		owned = append(owned, f)
	}
	if !w.isFree(made, owned) {
		return false
	}
	w.instances[root] = append(w.instances[root], made)
	for _, f := range owned {
		w.facts[f.of] = append(w.facts[f.of], f)
	}
	return true
}

// isFree reports whether no instance has the key of a new one with the owners of some facts.
func (w *world) isFree(made *instance, owned []*fact) bool {
	return !slices.ContainsFunc(w.instances[made.root], func(other *instance) bool {
		for _, of := range model.Sorted(w.m.Concepts.Entities) {
			for id, attribute := range of.Value.Attributes {
				if made.members[of.ID] && attribute.Key != model.NoKey && other.values[id].text != made.values[id].text {
					return false
				}
			}
		}
		for i, o := range w.ownerships(made.root) {
			if w.ownerBy(other, o) != owned[i].ends[o.owner] {
				return false
			}
		}
		return true
	})
}

func (w *world) ownerBy(owned *instance, o ownership) *instance {
	for _, f := range w.facts[o.relationship] {
		if f.ends[o.owned] == owned {
			return f.ends[o.owner]
		}
	}
	return nil
}

// chooseSubtypes makes an instance a member of some subtypes of a type that it belongs to.
func (w *world) chooseSubtypes(made *instance, of model.ID) {
	for _, hierarchy := range model.Sorted(w.m.Concepts.Hierarchies) {
		subtypes := model.Sorted(hierarchy.Value.Subtypes)
		if hierarchy.Value.Supertype != of || len(subtypes) == 0 {
			continue
		}
		var chosen []model.ID
		for _, sub := range subtypes {
			if w.random.IntN(2) == 0 {
				chosen = append(chosen, sub.Value.Entity)
			}
		}
		if len(chosen) == 0 && hierarchy.Value.Total {
			chosen = append(chosen, subtypes[w.random.IntN(len(subtypes))].Value.Entity)
		}
		if len(chosen) > 1 && hierarchy.Value.Disjoint {
			chosen = chosen[:1]
		}
		for _, sub := range chosen {
			if !made.members[sub] {
				made.members[sub] = true
				w.chooseSubtypes(made, sub)
			}
		}
	}
}

// fill gives attributes random values. A key is new, a partial key one of a few.
func (w *world) fill(values map[model.ID]value, attributes map[model.ID]*model.Attribute) {
	for _, item := range model.Sorted(attributes) {
		switch {
		case item.Value.Parent != "":
		case item.Value.Key == model.Key:
			w.made++
			values[item.ID] = w.value(item.ID, 100+w.made)
		case item.Value.Key == model.PartialKey:
			values[item.ID] = w.value(item.ID, 1+w.random.IntN(4))
		default:
			w.refill(values, attributes, item.ID)
		}
	}
}

// refill gives an attribute outside the key a random value, or none.
func (w *world) refill(values map[model.ID]value, attributes map[model.ID]*model.Attribute, id model.ID) {
	switch attribute := attributes[id]; {
	case attribute.MultiValued:
		var parts []value
		for range w.random.IntN(differentValues + 1) {
			parts = append(parts, w.compound(id, attributes, nil))
		}
		values[id] = valueOfSet(parts)
	case w.random.IntN(5) == 0 && !slices.ContainsFunc(partsOf(attributes, id), func(part model.ID) bool { return w.needed[part] }):
		for _, part := range partsOf(attributes, id) {
			values[part] = null
		}
	default:
		values[id] = w.compound(id, attributes, values)
	}
}

// partsOf lists an attribute and all its parts.
func partsOf(attributes map[model.ID]*model.Attribute, id model.ID) []model.ID {
	found := []model.ID{id}
	for i := 0; i < len(found); i++ {
		for _, part := range model.Sorted(attributes) {
			if part.Value.Parent == found[i] {
				found = append(found, part.ID)
			}
		}
	}
	return found
}

// compound returns a random value of an attribute, which may have parts, and adds the values of the
// parts.
func (w *world) compound(id model.ID, attributes map[model.ID]*model.Attribute, values map[model.ID]value) value {
	parts := map[model.ID]value{}
	for _, part := range model.Sorted(attributes) {
		if part.Value.Parent == id {
			parts[part.ID] = w.compound(part.ID, attributes, values)
		}
	}
	if values != nil {
		maps.Copy(values, parts)
	}
	if len(parts) > 0 {
		return composed(attributes, parts)
	}
	return w.value(id, w.random.IntN(differentValues))
}

// composed is the value of a composite attribute with these parts.
func composed(attributes map[model.ID]*model.Attribute, parts map[model.ID]value) value {
	var literals, texts []string
	for id, part := range parts {
		name := model.Identifier(attributes[id].Name)
		literals, texts = append(literals, name+": "+part.literal), append(texts, name+":"+part.text)
	}
	slices.Sort(literals)
	slices.Sort(texts)
	return value{literal: "{" + strings.Join(literals, ", ") + "}", text: "map[" + strings.Join(texts, " ") + "]"}
}

// value returns one of the different values of an attribute.
func (w *world) value(id model.ID, number int) value {
	if constants := w.constants[id]; len(constants) > 0 && w.random.IntN(2) == 0 && number < 100 {
		return constants[number%len(constants)]
	}
	t, _ := w.m.AttributeType(id)
	return valueOf(t.Unfrozen().Name, number)
}

// addFacts relates random instances within the cardinalities, first those that must be.
func (w *world) addFacts(id model.ID) {
	relationship := w.m.Concepts.Relationships[id]
	for _, end := range model.Sorted(relationship.Participants) {
		for _, one := range w.members(end.Value.Entity) {
			takesPart := slices.ContainsFunc(w.facts[id], func(f *fact) bool { return f.ends[end.ID] == one })
			for try := 0; end.Value.Total && !takesPart && try < 50; try++ {
				takesPart = w.addFact(id, map[model.ID]*instance{end.ID: one}) != nil
			}
		}
	}
	for range factsOfMany {
		w.addFact(id, nil)
	}
}

// addFact adds a fact between random instances, of which some are given, and returns it; nil
// if there is none within the cardinalities.
func (w *world) addFact(id model.ID, given map[model.ID]*instance) *fact {
	f := w.randomFact(id, given)
	if f == nil || len(w.rivals(f)) > 0 {
		return nil
	}
	w.facts[id] = append(w.facts[id], f)
	return f
}

func (w *world) randomFact(id model.ID, given map[model.ID]*instance) *fact {
	relationship := w.m.Concepts.Relationships[id]
	f := &fact{id, map[model.ID]*instance{}, map[model.ID]value{}}
	w.fill(f.values, relationship.Attributes)
	for _, end := range model.Sorted(relationship.Participants) {
		among := w.members(end.Value.Entity)
		if given[end.ID] != nil {
			among = []*instance{given[end.ID]}
		}
		if len(among) == 0 {
			return nil
		}
		f.ends[end.ID] = among[w.random.IntN(len(among))]
	}
	for _, end := range f.ends { // one instance is not related to itself
		same := 0
		for _, other := range f.ends {
			if other == end {
				same++
			}
		}
		if same > 1 {
			return nil
		}
	}
	return f
}

// rivals are the facts that a new one replaces: those of the same participants, and those
// that the cardinalities exclude.
func (w *world) rivals(made *fact) []*fact {
	relationship := w.m.Concepts.Relationships[made.of]
	isSame := func(other *fact, but model.ID) bool {
		for end := range relationship.Participants {
			if end != but && other.ends[end] != made.ends[end] {
				return false
			}
		}
		for id, attribute := range relationship.Attributes {
			if attribute.Key != model.NoKey && other.values[id].text != made.values[id].text {
				return false
			}
		}
		return true
	}
	var found []*fact
	for _, other := range w.facts[made.of] {
		excluded := isSame(other, "")
		for end, participant := range relationship.Participants {
			excluded = excluded || participant.Cardinality == "1" && isSame(other, end)
		}
		if excluded {
			found = append(found, other)
		}
	}
	return found
}

// clone returns a copy that can be changed, and where each instance and fact is in it.
func (w *world) clone() (*world, map[*instance]*instance, map[*fact]*fact) {
	copied := *w
	copied.instances, copied.facts = map[model.ID][]*instance{}, map[model.ID][]*fact{}
	instances, facts := map[*instance]*instance{}, map[*fact]*fact{}
	for of, all := range w.instances {
		for _, one := range all {
			instances[one] = &instance{one.root, maps.Clone(one.members), maps.Clone(one.values)}
			copied.instances[of] = append(copied.instances[of], instances[one])
		}
	}
	for of, all := range w.facts {
		for _, f := range all {
			facts[f] = &fact{of, map[model.ID]*instance{}, maps.Clone(f.values)}
			for end, one := range f.ends {
				facts[f].ends[end] = instances[one]
			}
			copied.facts[of] = append(copied.facts[of], facts[f])
		}
	}
	return &copied, instances, facts
}
