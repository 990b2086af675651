package sample

import (
	"math"
	"slices"

	"widerow/model"
	"widerow/model/mapping/er"
)

// What is taken where the model has no number.
const (
	assumedInstances = 100 // of an entity type
	assumedPerOne    = 5   // instances that one instance is related to
	fewest           = 5   // instances of an entity type, however few rows are wanted
	takingPart       = 0.9 // share of the instances that need not take part
)

// baseOf returns the number of instances of an entity type without supertypes.
func (w *world) baseOf(entity model.ID, asked []model.ID) float64 {
	if known := w.volume.Of(entity); known.Known && known.Typical >= 1 {
		return known.Typical
	}
	if slices.Contains(asked, entity) {
		return assumedInstances
	}
	asked = append(asked, entity)
	most := 0.0
	for _, item := range model.Sorted(w.m.Concepts.Relationships) {
		ends := w.er.Participants[item.ID]
		if len(ends) != 2 {
			continue
		}
		for i, end := range ends {
			other := ends[1-i]
			if w.roots[end.Value.Entity] != entity || other.Value.Cardinality != "1" || w.roots[other.Value.Entity] == entity {
				continue
			}
			most = max(most, w.baseOf(w.roots[other.Value.Entity], asked)*w.perOne(end))
		}
	}
	if most > 0 {
		return most
	}
	return assumedInstances
}

// perOne returns how many instances at an end belong to one at the other end.
func (w *world) perOne(end model.Item[*model.Participant]) float64 {
	if given := w.volume.Given(end.ID, end.Value); given.Known {
		return max(given.Typical, 1e-6)
	}
	return assumedPerOne
}

// baseFacts returns the number of facts of a relationship type.
func (w *world) baseFacts(id model.ID, relationship *model.Relationship) float64 {
	ends := w.er.Participants[id]
	if len(ends) == 0 {
		return 0
	}
	many := slices.DeleteFunc(slices.Clone(ends), func(end model.Item[*model.Participant]) bool { return end.Value.Cardinality == "1" })
	switch {
	case relationship.Identifying && w.weakEnd(id) != nil:
		return w.base[w.roots[w.weakEnd(id).Value.Entity]]
	case len(many) == 0:
		least := math.Inf(1)
		for _, end := range ends {
			least = min(least, w.population(w.base, end.Value.Entity))
		}
		return least
	case len(many) == 1:
		return w.population(w.base, many[0].Value.Entity) * share(many[0].Value)
	}
	if known := w.volume.Of(id); known.Known && known.Typical > 0 {
		return known.Typical
	}
	most := 0.0
	for _, end := range many {
		most = max(most, w.population(w.base, end.Value.Entity))
	}
	return most * assumedPerOne
}

// population returns the number of instances of an entity or relationship type.
func (w *world) population(c counts, of model.ID) float64 {
	if w.m.Concepts.Relationships[of] != nil {
		return c[of]
	}
	return c[w.roots[of]] * w.fraction(of)
}

// share is the part of the instances that take part.
func share(end *model.Participant) float64 {
	if end.Total {
		return 1
	}
	return takingPart
}

// weakEnd returns the end that an identifying relationship type identifies, nil if there is none.
func (w *world) weakEnd(relationship model.ID) *model.Item[*model.Participant] {
	if !w.m.Concepts.Relationships[relationship].Identifying {
		return nil
	}
	for i, end := range w.er.Participants[relationship] {
		if slices.ContainsFunc(w.er.Owners(end.Value.Entity), func(o er.Owner) bool { return o.Relationship == relationship }) {
			return &w.er.Participants[relationship][i]
		}
	}
	return nil
}

// ownersOf returns the owners of a weak entity type, none for another one.
func (w *world) ownersOf(entity model.ID) []er.Owner {
	if found := w.m.Concepts.Entities[entity]; found == nil || !found.Weak {
		return nil
	}
	return w.er.Owners(entity)
}

// countsAt returns all numbers times a factor. Few remain a few, and what needs an owner has one.
func (w *world) countsAt(factor float64) counts {
	scaled := counts{}
	for id := range w.m.Concepts.Entities {
		if w.roots[id] == id {
			scaled[id] = math.Round(min(w.scaledInstances(id, factor), math.MaxInt32))
		}
	}
	w.boundOwned(scaled)
	for id := range w.m.Concepts.Relationships {
		scaled[id] = w.scaledFacts(id, factor, scaled)
	}
	return scaled
}

func (w *world) atLeast(id model.ID, factor float64) float64 {
	return max(w.base[id]*factor, min(max(fewest*w.leaves(id), w.choiceOf(id)), math.Ceil(w.base[id])))
}

// widestChoice bounds the instances that there are for the sake of a choice among them.
const widestChoice = 200

// choiceOf returns how many instances there must be so that others can be related to as many of them as the model
// says: 60 products, if an order has 30.
func (w *world) choiceOf(id model.ID) (most float64) {
	for _, item := range model.Sorted(w.m.Concepts.Relationships) {
		ends := w.er.Participants[item.ID]
		for i, end := range ends {
			if w.roots[end.Value.Entity] != id || end.Value.Cardinality == "1" {
				continue
			}
			for j, other := range ends {
				if j != i && other.Value.Cardinality != "1" {
					most = max(most, 2*w.base[item.ID]/max(1, w.population(w.base, other.Value.Entity)))
				}
			}
		}
	}
	return min(w.choice, math.Ceil(most))
}

// scaledInstances scales the instances of an entity type. Where its first owner has become too few to have fewer,
// what they own becomes less instead, at each level by the same power: 100 rooms with 700 nights become 20
// with 80, not 1 with 1,600.
func (w *world) scaledInstances(id model.ID, factor float64) float64 {
	first := w.firstOwner(id)
	if first == id || w.base[first] <= 0 {
		return w.atLeast(id, factor)
	}
	owners, whole := w.atLeast(first, factor), w.base[first]*factor
	each, most := w.base[id]/w.base[first], 1.0
	for other := range w.m.Concepts.Entities {
		if w.roots[other] == other && w.firstOwner(other) == first {
			most = max(most, w.base[other]/w.base[first])
		}
	}
	if most <= 1 || owners <= whole {
		return w.atLeast(id, factor)
	}
	power := max(0, 1-math.Log(owners/whole)/math.Log(most))
	return max(1, owners*math.Pow(each, power))
}

// firstOwner returns the entity type that owns another one, at any distance, and is owned by none itself; or
// the type itself.
func (w *world) firstOwner(id model.ID) model.ID {
	const depth = 8
	for range depth {
		owners := w.ownersOf(id)
		switch owner := w.ownedBy(id); {
		case len(owners) > 0:
			id = w.roots[owners[0].Entity]
		case owner != "":
			id = owner
		default:
			return id
		}
	}
	return id
}

// ownedBy returns the entity type whose instances decide how many there are of one that is not weak: 50 sensors
// per network.
func (w *world) ownedBy(id model.ID) model.ID {
	if !w.m.Concepts.Entities[id].Instances.IsEmpty() {
		return ""
	}
	for _, item := range model.Sorted(w.m.Concepts.Relationships) {
		ends := w.er.Participants[item.ID]
		for i, end := range ends {
			if len(ends) == 2 && end.Value.Entity == id && end.Value.Cardinality != "1" && !end.Value.Count.IsEmpty() &&
				ends[1-i].Value.Cardinality == "1" && w.roots[ends[1-i].Value.Entity] != id {
				return w.roots[ends[1-i].Value.Entity]
			}
		}
	}
	return ""
}

// boundOwned gives each owner something that it owns, if it must, and what has one owner of its own no more than these.
func (w *world) boundOwned(scaled counts) {
	const depth = 8
	for range depth {
		for _, item := range model.Sorted(w.m.Concepts.Relationships) {
			end := w.weakEnd(item.ID)
			if end == nil {
				continue
			}
			weak := w.roots[end.Value.Entity]
			for _, owner := range w.er.Participants[item.ID] {
				owners := scaled[w.roots[owner.Value.Entity]]
				switch {
				case owner.ID == end.ID || owner.Value.Cardinality != "1" || w.roots[owner.Value.Entity] == weak:
				case end.Value.Cardinality == "1":
					scaled[weak] = min(scaled[weak], owners)
				case w.base[weak] >= w.base[w.roots[owner.Value.Entity]]:
					scaled[weak] = max(scaled[weak], owners)
				}
			}
		}
	}
}

func (w *world) scaledFacts(id model.ID, factor float64, scaled counts) float64 {
	ends := w.er.Participants[id]
	if end := w.weakEnd(id); end != nil {
		return scaled[w.roots[end.Value.Entity]]
	}
	pairs, many, least := 1.0, 0, math.Inf(1)
	var only float64
	for _, end := range ends {
		count := math.Floor(w.population(scaled, end.Value.Entity))
		least = min(least, count)
		if end.Value.Cardinality != "1" {
			many++
			pairs *= count
			only = math.Ceil(count * share(end.Value))
		}
	}
	switch {
	case len(ends) == 0:
		return 0
	case many == 0:
		return least
	case many == 1:
		return only
	}
	const filled = 0.6 // of all pairs, so that random ones are found
	first := ends[slices.IndexFunc(ends, func(end model.Item[*model.Participant]) bool { return end.Value.Cardinality != "1" })].Value.Entity
	usual := w.population(scaled, first) * min(w.base[id]/max(1, w.population(w.base, first)), max(2*assumedPerOne, w.choice))
	return math.Round(min(max(w.base[id]*factor, least, usual), max(1, pairs*filled), math.MaxInt32))
}
