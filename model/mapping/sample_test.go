package mapping

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"widerow/model"
)

// sample is random data of an ER model with binary relationship types: instances
// of each entity type, and pairs of each relationship type.
type sample struct {
	model     *model.Model
	instances map[model.ID][]instance
	// members are the instances of a supertype, by their numbers, that belong to a
	// subtype. They have the same number there.
	members map[model.ID][]bool
}

// instance has a value for each attribute. Of a relationship type it is a pair:
// ends are the instances of its participants by their ID. owner is the instance
// that identifies a weak one, by the ID of the owner's entity type.
type instance struct {
	values map[model.ID]string
	ends   map[model.ID]int
	owner  map[model.ID]int
}

const perEntity = 4

func newSample(m *model.Model, random *rand.Rand) *sample {
	s := &sample{m, map[model.ID][]instance{}, map[model.ID][]bool{}}
	for _, hierarchy := range model.Sorted(m.Concepts.Hierarchies) {
		for _, subtype := range model.Sorted(hierarchy.Value.Subtypes) {
			for range perEntity {
				s.members[subtype.Value.Entity] = append(s.members[subtype.Value.Entity], random.IntN(2) == 0)
			}
		}
	}
	for _, entity := range model.Sorted(m.Concepts.Entities) {
		for i := range perEntity {
			s.instances[entity.ID] = append(s.instances[entity.ID], newInstance(entity.Value.Attributes, i, random))
		}
	}
	for _, relationship := range model.Sorted(m.Concepts.Relationships) {
		s.pair(relationship.ID, relationship.Value, random)
	}
	return s
}

// newInstance has a unique key, a partial key of few values, and one of two
// values for every other attribute.
func newInstance(attributes map[model.ID]*model.Attribute, number int, random *rand.Rand) instance {
	made := instance{map[model.ID]string{}, map[model.ID]int{}, map[model.ID]int{}}
	for _, attribute := range model.Sorted(attributes) {
		value := random.IntN(2)
		if attribute.Value.Key == model.Key {
			value = number
		}
		made.values[attribute.ID] = fmt.Sprint(value)
	}
	return made
}

func (s *sample) pair(id model.ID, relationship *model.Relationship, random *rand.Rand) {
	ends := model.Sorted(relationship.Participants)
	a, b := ends[0], ends[1]
	used := map[model.ID]map[int]int{a.ID: {}, b.ID: {}}
	for i := range perEntity {
		for j := range perEntity {
			if random.IntN(3) == 0 && !relationship.Identifying {
				continue
			}
			if a.Value.Cardinality == "1" && used[b.ID][j] > 0 || b.Value.Cardinality == "1" && used[a.ID][i] > 0 {
				continue
			}
			if relationship.Identifying && !s.own(b.Value.Entity, j, a.Value.Entity, random.IntN(perEntity)) {
				continue
			}
			first := i
			if relationship.Identifying {
				first = s.instances[b.Value.Entity][j].owner[a.Value.Entity]
			}
			used[a.ID][first]++
			used[b.ID][j]++
			made := newInstance(relationship.Attributes, 0, random)
			made.ends[a.ID], made.ends[b.ID] = first, j
			s.instances[id] = append(s.instances[id], made)
		}
	}
}

// own gives a weak instance an owner, unless another instance of that owner has
// the same partial key.
func (s *sample) own(weak model.ID, number int, owner model.ID, owning int) bool {
	partial := func(i instance) string {
		var values []string
		for _, attribute := range model.Sorted(s.model.Concepts.Entities[weak].Attributes) {
			if attribute.Value.Key == model.PartialKey {
				values = append(values, i.values[attribute.ID])
			}
		}
		return strings.Join(values, "|")
	}
	mine := s.instances[weak][number]
	for i, other := range s.instances[weak] {
		if at, owned := other.owner[owner]; i != number && owned && at == owning && partial(other) == partial(mine) {
			return false
		}
	}
	mine.owner[owner] = owning
	return true
}

// rows returns every combination of instances along a path: the number of the
// instance for each node of the identity, also those that the keys need.
func (s *sample) rows(d *designer) []map[int]int {
	rows := []map[int]int{{}}
	for _, at := range d.in.nodes[:d.in.path] {
		var next []map[int]int
		for _, row := range rows {
			for number := range s.instances[d.graph.nodes[at].of] {
				extended := map[int]int{at: number}
				for node, is := range row {
					extended[node] = is
				}
				if s.fits(d, extended) {
					next = append(next, extended)
				}
			}
		}
		rows = next
	}
	return slices.DeleteFunc(rows, func(row map[int]int) bool { return !s.complete(d, row) })
}

// fits reports whether the instances of a row are connected as the edges of the
// tree say.
func (s *sample) fits(d *designer, row map[int]int) bool {
	for _, edge := range d.tree.edges {
		relationship, entity := edge[0], edge[1]
		if !d.graph.isRelationship(relationship) && !d.graph.isRelationship(entity) {
			if !s.isSame(d, row, edge) {
				return false
			}
			continue
		}
		if !d.graph.isRelationship(relationship) {
			relationship, entity = entity, relationship
		}
		pair, known := row[relationship]
		number, also := row[entity]
		if known && also && s.end(d, relationship, pair, entity) != number {
			return false
		}
	}
	return true
}

// isSame reports whether a subtype and its supertype are the same instance. If the
// query finds several subtypes, a row may lack them.
func (s *sample) isSame(d *designer, row map[int]int, edge [2]int) bool {
	one, knowsOne := row[edge[0]]
	other, knowsOther := row[edge[1]]
	if !knowsOne || !knowsOther {
		return true
	}
	for _, at := range edge {
		if members, is := s.members[d.graph.nodes[at].of]; is && !members[one] && !slices.Contains(d.split.leaves, at) {
			return false
		}
	}
	return one == other
}

// end returns the instance of an entity node in a pair. If the entity type takes part
// twice, it is the end of the node's role or, for a node without one, the end that no
// other node has.
func (s *sample) end(d *designer, relationship, pair, entity int) int {
	id, n := d.graph.nodes[relationship].of, d.graph.nodes[entity]
	for participant, value := range s.model.Concepts.Relationships[id].Participants {
		if value.Entity == n.of && s.isEnd(d, id, participant, n) {
			return s.instances[id][pair].ends[participant]
		}
	}
	return -1
}

func (s *sample) isEnd(d *designer, relationship, participant model.ID, n node) bool {
	if s.model.Concepts.Relationships[relationship].Participants[n.participant] != nil {
		return participant == n.participant
	}
	return !slices.ContainsFunc(d.in.nodes, func(at int) bool { return d.graph.nodes[at] == node{n.of, participant} })
}

// complete adds the instances that the keys need: owners and other participants.
// It is false for a weak instance without an owner.
func (s *sample) complete(d *designer, row map[int]int) bool {
	for _, at := range d.in.nodes[d.in.path:] {
		by := d.in.neededBy[at]
		if d.graph.isRelationship(by) {
			row[at] = s.end(d, by, row[by], at)
			continue
		}
		if members, is := s.members[d.graph.nodes[by].of]; is {
			if !members[row[by]] {
				return false
			}
			row[at] = row[by]
			continue
		}
		owner, found := s.instances[d.graph.nodes[by].of][row[by]].owner[d.graph.nodes[at].of]
		if !found {
			return false
		}
		row[at] = owner
	}
	for _, at := range d.in.nodes {
		id := d.graph.nodes[at].of
		if entity := s.model.Concepts.Entities[id]; entity != nil && entity.Weak {
			for _, owner := range d.in.owners(id) {
				number, owned := s.instances[id][row[at]].owner[d.graph.nodes[owner].of]
				if _, own := d.graph.index[node{d.graph.nodes[owner].of, d.graph.nodes[at].participant}]; own && d.graph.nodes[at].participant != "" {
					continue // an owner for each role
				}
				if place, in := row[owner]; !owned || in && place != number {
					return false
				}
			}
		}
	}
	return true
}

func (s *sample) value(d *designer, row map[int]int, a atom) string {
	return s.instances[d.graph.nodes[a.node].of][row[a.node]].values[a.attribute]
}

// overwrites reports whether two rows have the same primary key.
func (s *sample) overwrites(d *designer, rows []map[int]int, key []atom) bool {
	seen := map[string]string{}
	for _, row := range rows {
		var values, path []string
		for _, a := range key {
			values = append(values, s.value(d, row, a))
		}
		for _, at := range d.in.nodes[:d.in.path] {
			path = append(path, fmt.Sprint(row[at]))
		}
		place, is := strings.Join(values, "|"), strings.Join(path, "|")
		if other, taken := seen[place]; taken && other != is {
			return true
		}
		seen[place] = is
	}
	return false
}
