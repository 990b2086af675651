package mapping

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"widerow/model"
	"widerow/model/mapping/er"
)

// World is random data of a random ER model. It is made from the concepts alone:
// nothing in it knows what identifies a row.
type World struct {
	model  *model.Model
	random *rand.Rand
	// things are the instances of an entity type, by their numbers; a subtype has
	// those of its supertype that are members.
	things map[model.ID][]*thing
	// facts are the instances of a relationship type.
	facts map[model.ID][]*fact
	root  map[model.ID]model.ID
}

type thing struct {
	values map[model.ID][]int
	owners map[model.ID]int // the number of the owner, by relationship type
	member map[model.ID]bool
}

type fact struct {
	values map[model.ID][]int
	ends   map[model.ID]int // by participant
}

const thingsOfAType = 4

// NewWorld returns random instances of all types of a model.
func NewWorld(m *model.Model, random *rand.Rand) *World {
	w := &World{model: m, random: random, things: map[model.ID][]*thing{}, facts: map[model.ID][]*fact{}, root: map[model.ID]model.ID{}}
	for _, item := range model.Sorted(m.Concepts.Entities) {
		supers := m.Supertypes(item.ID)
		w.root[item.ID] = item.ID
		if len(supers) > 0 {
			w.root[item.ID] = supers[len(supers)-1]
		}
	}
	for _, item := range model.Sorted(m.Concepts.Entities) {
		if w.root[item.ID] == item.ID {
			for range thingsOfAType {
				w.things[item.ID] = append(w.things[item.ID], &thing{map[model.ID][]int{}, map[model.ID]int{}, map[model.ID]bool{item.ID: true}})
			}
		}
	}
	for _, item := range model.Sorted(m.Concepts.Entities) {
		w.addMembers(item.ID)
	}
	for _, item := range model.Sorted(m.Concepts.Relationships) {
		if !item.Value.Identifying {
			w.addFacts(item.ID, item.Value)
		}
	}
	for _, item := range model.Sorted(m.Concepts.Entities) {
		if item.Value.Weak {
			w.addOwners(item.ID)
		}
	}
	return w
}

// addMembers gives the instances of an entity type their values, and decides which
// instances of its supertypes are members of it.
func (w *World) addMembers(entity model.ID) {
	supers := w.model.Supertypes(entity)
	for number, thing := range w.things[w.root[entity]] {
		isMember := true
		for _, super := range supers {
			isMember = isMember && (super == w.root[entity] || w.isMember(super, number))
		}
		if len(supers) > 0 {
			thing.member[entity] = isMember && w.decide(entity, number)
		}
		for id, attribute := range w.model.Concepts.Entities[entity].Attributes {
			thing.values[id] = w.values(attribute, number)
		}
	}
}

func (w *World) isMember(entity model.ID, number int) bool {
	thing := w.things[w.root[entity]][number]
	if is, known := thing.member[entity]; known {
		return is
	}
	w.addMembers(entity)
	return thing.member[entity]
}

// decide is a coin that falls as before for the same instance.
func (w *World) decide(entity model.ID, number int) bool {
	sum := number * 7
	for _, letter := range string(entity) {
		sum += int(letter)
	}
	return sum%3 > 0
}

func (w *World) values(attribute *model.Attribute, number int) []int {
	switch {
	case attribute.Key == model.Key:
		return []int{number}
	case attribute.MultiValued:
		var values []int
		for value := range 3 {
			if w.random.IntN(2) == 0 {
				values = append(values, value)
			}
		}
		return values
	}
	return []int{w.random.IntN(3)}
}

// addFacts relates random instances within the cardinalities: an end of "1" is
// determined by all others.
func (w *World) addFacts(id model.ID, relationship *model.Relationship) {
	ends := model.Sorted(relationship.Participants)
	for range 3 * thingsOfAType {
		made := &fact{map[model.ID][]int{}, map[model.ID]int{}}
		for _, end := range ends {
			made.ends[end.ID] = w.random.IntN(thingsOfAType)
		}
		for attribute, value := range relationship.Attributes {
			made.values[attribute] = w.values(value, len(w.facts[id]))
		}
		legal := er.All(ends, func(end model.Item[*model.Participant]) bool { return w.isMember(end.Value.Entity, made.ends[end.ID]) })
		for _, other := range w.facts[id] {
			same := func(but model.ID) bool {
				return er.All(ends, func(end model.Item[*model.Participant]) bool {
					return end.ID == but || other.ends[end.ID] == made.ends[end.ID]
				})
			}
			differs := slices.ContainsFunc(model.Sorted(relationship.Attributes), func(a model.Item[*model.Attribute]) bool {
				return a.Value.Key != model.NoKey && !slices.Equal(other.values[a.ID], made.values[a.ID])
			})
			legal = legal && (differs || !same("")) && er.All(ends, func(end model.Item[*model.Participant]) bool { return end.Value.Cardinality != "1" || !same(end.ID) })
		}
		if !legal {
			continue
		}
		w.facts[id] = append(w.facts[id], made)
	}
}

// addOwners gives each weak instance its owners, and a partial key that no other
// instance of these owners has. There is a fact for each.
func (w *World) addOwners(entity model.ID) {
	taken := map[string]bool{}
	for number, thing := range w.things[entity] {
		for range 50 {
			place := ""
			for _, item := range model.Sorted(w.model.Concepts.Relationships) {
				if owner, identifying := w.ownerEnd(item.Value, entity); identifying {
					thing.owners[item.ID] = w.random.IntN(thingsOfAType)
					place += fmt.Sprint(owner, thing.owners[item.ID], ",")
				}
			}
			for _, item := range model.Sorted(w.model.Concepts.Entities[entity].Attributes) {
				if item.Value.Key == model.PartialKey {
					thing.values[item.ID] = []int{w.random.IntN(3)}
					place += fmt.Sprint(thing.values[item.ID])
				}
			}
			if !taken[place] {
				taken[place] = true
				break
			}
		}
		for _, item := range model.Sorted(w.model.Concepts.Relationships) {
			owner, identifying := w.ownerEnd(item.Value, entity)
			if !identifying {
				continue
			}
			made := &fact{map[model.ID][]int{}, map[model.ID]int{}}
			for id := range item.Value.Participants {
				made.ends[id] = number
				if id == owner {
					made.ends[id] = thing.owners[item.ID]
				}
			}
			for attribute, value := range item.Value.Attributes {
				made.values[attribute] = w.values(value, 0)
			}
			w.facts[item.ID] = append(w.facts[item.ID], made)
		}
	}
}

// ownerEnd returns the participant that owns a weak entity type.
func (w *World) ownerEnd(relationship *model.Relationship, weak model.ID) (model.ID, bool) {
	owner, owns := model.ID(""), false
	for id, end := range relationship.Participants {
		if end.Cardinality == "1" {
			owner = id
		} else if end.Entity == weak {
			owns = true
		}
	}
	return owner, relationship.Identifying && owns
}

// Row is one combination of instances along the path of a plan.
type Row struct {
	world *World
	d     *designer
	at    map[int]int
}

// Rows returns all combinations of instances along the path of a plan: what its
// query asks for, before its conditions.
func (p *Plan) Rows(w *World) []Row { return w.rows(p.designer) }

func (w *World) rows(d *designer) []Row {
	rows := []map[int]int{{}}
	for _, at := range d.Tree.Nodes {
		var next []map[int]int
		for _, row := range rows {
			for number := range w.count(d, at) {
				extended := map[int]int{at: number}
				for node, is := range row {
					extended[node] = is
				}
				if w.fits(d, extended) {
					next = append(next, extended)
				}
			}
		}
		rows = next
	}
	found := make([]Row, len(rows))
	for i, row := range rows {
		found[i] = Row{w, d, row}
	}
	return found
}

func (w *World) count(d *designer, at int) int {
	of := d.Graph.Node(at).Of
	if d.Graph.IsRelationship(at) {
		return len(w.facts[of])
	}
	return len(w.things[w.root[of]])
}

// fits reports whether instances are related as the path says.
func (w *World) fits(d *designer, row map[int]int) bool {
	for at, number := range row {
		n := d.Graph.Node(at)
		if !d.Graph.IsRelationship(at) && !w.isMember(n.Of, number) && !slices.Contains(d.split.leaves, at) {
			return false
		}
	}
	for _, edge := range d.Tree.Edges {
		a, b := edge[0], edge[1]
		one, knowsOne := row[a]
		other, knowsOther := row[b]
		if !knowsOne || !knowsOther {
			continue
		}
		switch {
		case d.Graph.IsRelationship(a):
			if w.end(d, a, one, b) != other {
				return false
			}
		case d.Graph.IsRelationship(b):
			if w.end(d, b, other, a) != one {
				return false
			}
		case one != other:
			return false
		}
	}
	return true
}

func (w *World) end(d *designer, relationship, number, at int) int {
	for _, end := range d.In.Ends[relationship] {
		if end.Node == at {
			return w.facts[d.Graph.Node(relationship).Of][number].ends[end.ID]
		}
	}
	return -1
}

// Values returns the values of an attribute in a role: of an instance on the path,
// or one that an instance on the path determines, as an owner.
func (r Row) Values(attribute, participant model.ID) ([]int, bool) {
	element, found := r.d.Graph.Model.Element(attribute)
	if !found {
		return nil, false
	}
	var candidates []int
	for _, at := range r.d.In.Nodes {
		if r.d.Graph.Node(at).Of == element.Parent {
			candidates = append(candidates, at)
		}
	}
	for _, at := range candidates {
		if r.d.Graph.Node(at).Participant == participant || len(candidates) == 1 {
			return r.valuesAt(at, attribute)
		}
	}
	return nil, false
}

func (r Row) valuesAt(at int, attribute model.ID) ([]int, bool) {
	number, found := r.number(at, 0)
	if !found {
		return nil, false
	}
	of := r.d.Graph.Node(at).Of
	if r.d.Graph.IsRelationship(at) {
		return r.world.facts[of][number].values[attribute], true
	}
	if !r.world.isMember(of, number) {
		return nil, false
	}
	return r.world.things[r.world.root[of]][number].values[attribute], true
}

// number returns which instance of a node is in the row.
func (r Row) number(at, depth int) (int, bool) {
	if number, known := r.at[at]; known {
		return number, true
	}
	by, needed := r.d.In.NeededBy[at]
	if !needed || depth > 10 {
		return 0, false
	}
	number, found := r.number(by, depth+1)
	if !found {
		return 0, false
	}
	if r.d.Graph.IsRelationship(by) {
		end := r.world.end(r.d, by, number, at)
		return end, end >= 0
	}
	of, owner := r.d.Graph.Node(by).Of, r.d.Graph.Node(at).Of
	if r.world.root[of] == r.world.root[owner] && !r.d.Graph.Model.Concepts.Entities[of].Weak {
		return number, true
	}
	for id, relationship := range r.d.Graph.Model.Concepts.Relationships {
		if end, identifying := r.world.ownerEnd(relationship, of); identifying && relationship.Participants[end].Entity == owner {
			return r.world.things[of][number].owners[id], true
		}
	}
	return 0, false
}

// Implied returns the attributes by which rows are grouped without GROUP BY.
func (p *Plan) Implied() []Group { return grouping{p.designer}.groupsOf(p.designer.implied) }
