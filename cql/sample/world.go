package sample

import (
	"hash/fnv"
	"math"

	"widerow/model"
	"widerow/model/mapping/er"
)

// world is random data of an ER model. An instance is a number: its index among those of the
// entity type without supertypes that it belongs to.
type world struct {
	m      *model.Model
	er     *er.Concepts
	volume *er.Volume
	seed   uint64

	choice float64 // bounds choiceOf
	base   counts  // the numbers of the model, as they are
	counts counts  // scaled
	roots  map[model.ID]model.ID
	// numbers tell types and attributes apart in hashes.
	numbers map[model.ID]uint64

	members    map[model.ID]*members // of subtypes
	facts      map[model.ID]*facts
	attributes map[model.ID]*attribute
	assumed    map[model.ID]model.ID // the owners that ends have in common although the model does not say so
	building   map[model.ID]bool     // the relationship types whose facts are being made
}

// counts are the numbers of instances of each entity type without supertypes, and of each relationship type.
type counts map[model.ID]float64

func newWorld(m *model.Model, seed uint64) *world {
	concepts := er.NewConcepts(m)
	w := &world{m: m, er: concepts, volume: concepts.Volume(), seed: seed, choice: widestChoice, base: counts{}, roots: map[model.ID]model.ID{},
		numbers: map[model.ID]uint64{}, members: map[model.ID]*members{}, facts: map[model.ID]*facts{},
		assumed: map[model.ID]model.ID{}, building: map[model.ID]bool{}}
	for _, item := range model.Sorted(m.Concepts.Entities) {
		w.roots[item.ID] = w.rootOf(item.ID)
	}
	for _, item := range model.Sorted(m.Concepts.Entities) {
		if w.roots[item.ID] == item.ID {
			w.base[item.ID] = w.baseOf(item.ID, nil)
		}
	}
	for _, item := range model.Sorted(m.Concepts.Relationships) {
		w.base[item.ID] = w.baseFacts(item.ID, item.Value)
	}
	w.attributes = readAttributes(w)
	w.setCounts(w.base)
	return w
}

// setCounts sets the numbers of instances. Facts that were made before are forgotten.
func (w *world) setCounts(c counts) {
	w.counts = c
	clear(w.members)
	clear(w.facts)
}

// rootOf returns the type without supertypes to which the instances of an entity type belong: the
// first one, if there are several.
func (w *world) rootOf(entity model.ID) model.ID {
	all := w.er.Supertypes(entity)
	for _, super := range all {
		if len(w.er.Direct[super]) == 0 {
			return super
		}
	}
	return entity
}

// instances returns the number of instances of a type without supertypes.
func (w *world) instances(root model.ID) int { return int(w.counts[root]) }

// number returns a number by which hashes tell an element from others.
func (w *world) number(id model.ID) uint64 {
	found, known := w.numbers[id]
	if !known {
		found = hashOf(string(id))
		w.numbers[id] = found
	}
	return found
}

func hashOf(text string) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(text)) // a hash never fails
	return h.Sum64()
}

// hash mixes the seed with numbers. All randomness of the package comes from it.
func (w *world) hash(parts ...uint64) uint64 { return mix(w.seed, parts...) }

// mix is splitmix64 over several numbers.
func mix(seed uint64, parts ...uint64) uint64 {
	h := seed
	for _, part := range parts {
		h += 0x9E3779B97F4A7C15 + part
		h = (h ^ h>>30) * 0xBF58476D1CE4E5B9
		h = (h ^ h>>27) * 0x94D049BB133111EB
		h ^= h >> 31
	}
	return h
}

// unit makes a number of [0, 1) from a hash.
func unit(hash uint64) float64 { return float64(hash>>11) / (1 << 53) }

// below makes a number of [0, n) from a hash.
func below(hash uint64, n int) int {
	if n <= 1 {
		return 0
	}
	return int(hash % uint64(n))
}

// shuffled maps the numbers of [0, n) onto themselves, in an order that depends on the key.
func shuffled(i, n int, key uint64) int {
	if n <= 2 {
		return i
	}
	half := 1
	for 1<<(2*half) < n {
		half++
	}
	mask := uint64(1)<<half - 1
	for at := uint64(i); ; { // a Feistel network, walked until it is in the range
		left, right := at>>half, at&mask
		for round := range uint64(3) {
			left, right = right, (left^mix(key, round, right))&mask
		}
		if at = left<<half | right; at < uint64(n) {
			return int(at)
		}
	}
}

// skewed spreads n things over the numbers of [0, among): the first get most if power is more than 1.
func skewed(place float64, among int, power float64) int {
	return min(int(math.Pow(place, power)*float64(among)), among-1)
}
