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
	// sparse reports that some relationship types have few facts, so that many instances have no partner.
	sparse bool
	// crowded reports that all relationship types have many facts.
	crowded bool
}

const (
	strongInstances = 4
	weakInstances   = 7
	factsOfMany     = 8
	factsOfFew      = 2
	factsOfCrowd    = 24
	differentValues = 3
)

// newWorld makes a world. If it is full, no value is missing by which a query looks up, sorts or
// groups: rows without would not be stored.
func newWorld(m *model.Model, random *rand.Rand, full bool) *world {
	w := &world{m: m, random: random, needed: model.IDSet{}, instances: map[model.ID][]*instance{}, facts: map[model.ID][]*fact{}, constants: map[model.ID][]value{}}
	w.make(full)
	return w
}

// newSparseWorld makes a full world where many instances have no partner.
func newSparseWorld(m *model.Model, random *rand.Rand) *world {
	w := &world{m: m, random: random, needed: model.IDSet{}, instances: map[model.ID][]*instance{}, facts: map[model.ID][]*fact{}, constants: map[model.ID][]value{}, sparse: true}
	w.make(true)
	return w
}

// newCrowdedWorld makes a full world where instances have many partners.
func newCrowdedWorld(m *model.Model, random *rand.Rand) *world {
	w := &world{m: m, random: random, needed: model.IDSet{}, instances: map[model.ID][]*instance{}, facts: map[model.ID][]*fact{}, constants: map[model.ID][]value{}, crowded: true}
	w.make(true)
	return w
}

func (w *world) make(full bool) {
	m := w.m
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

// members are the instances of an entity type, which may be a subtype.
func (w *world) members(entity model.ID) []*instance {
	return slices.DeleteFunc(slices.Clone(w.instances[rootOf(w.m, entity)]), func(i *instance) bool { return !i.members[entity] })
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
