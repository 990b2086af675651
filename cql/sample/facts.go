package sample

import (
	"math"
	"slices"
	"sort"

	"widerow/model"
)

// facts are the instances of a relationship type: for each end, the instance that takes part in each fact.
type facts struct {
	ends  map[model.ID][]int32
	total int
	// rank numbers the facts of one instance of the first end, or the instances of one owner.
	rank    []int32
	indexes map[model.ID]*index
}

// index lists the facts of each instance of an end.
type index struct{ start, facts []int32 }

func (x *index) of(instance int32) []int32 { return x.facts[x.start[instance]:x.start[instance+1]] }

// index returns the facts by the instances of an end. instances is the number of these instances.
func (f *facts) index(end model.ID, instances int) *index {
	found := f.indexes[end]
	if found != nil {
		return found
	}
	found = &index{start: make([]int32, instances+1), facts: make([]int32, f.total)}
	for _, instance := range f.ends[end] {
		found.start[instance+1]++
	}
	for i := range instances {
		found.start[i+1] += found.start[i]
	}
	next := slices.Clone(found.start)
	for fact, instance := range f.ends[end] {
		found.facts[next[instance]] = int32(fact)
		next[instance]++
	}
	f.indexes[end] = found
	return found
}

// members are the instances of a subtype among those of the type without supertypes.
type members struct {
	all []int32
	is  []bool
}

// factsOf returns the facts of a relationship type. They are made on first use.
func (w *world) factsOf(id model.ID) *facts {
	if found := w.facts[id]; found != nil {
		return found
	}
	made := &facts{ends: map[model.ID][]int32{}, indexes: map[model.ID]*index{}}
	if w.building[id] { // an owner in a circle
		return made
	}
	w.building[id] = true
	defer delete(w.building, id)
	w.make(id, made)
	w.facts[id] = made
	return made
}

// make relates random instances within the cardinalities.
func (w *world) make(id model.ID, made *facts) {
	b := &factsBuilder{world: w, facts: made, id: id, relationship: w.m.Concepts.Relationships[id], ends: w.er.Participants[id], wanted: int(w.counts[id])}
	if len(b.ends) == 0 {
		return
	}
	b.prepare()
	var many []int
	for i, end := range b.ends {
		if end.Value.Cardinality != "1" {
			many = append(many, i)
		}
	}
	switch weak := w.weakEnd(id); {
	case weak != nil:
		b.identify(slices.IndexFunc(b.ends, func(end model.Item[*model.Participant]) bool { return end.ID == weak.ID }))
	case len(many) == 0:
		b.pair()
	case len(many) == 1:
		b.relateOne(many[0])
	default:
		b.relateMany(many)
	}
}

// factsBuilder makes the facts of one relationship type.
type factsBuilder struct {
	*world
	*facts
	id           model.ID
	relationship *model.Relationship
	ends         []model.Item[*model.Participant]
	wanted       int
	among        []population // by end
	common       *common      // nil if the ends need not have an owner in common
	chosen       []int32
}

// population are the instances that can take part as an end.
type population struct {
	list  []int32 // nil: all of them
	count int
	power float64 // of the skew: how much more often the first ones take part
	root  model.ID
}

func (p population) at(i int) int32 {
	if p.list != nil {
		return p.list[i]
	}
	return int32(i)
}

func (b *factsBuilder) prepare() {
	b.chosen = make([]int32, len(b.ends))
	for i, end := range b.ends {
		p := population{root: b.roots[end.Value.Entity], power: 1}
		p.count = b.instances(p.root)
		if p.root != end.Value.Entity {
			p.list = b.membersOf(end.Value.Entity).all
			p.count = len(p.list)
		}
		p.power = b.skewAt(i, p.count)
		b.among = append(b.among, p)
		b.facts.ends[end.ID] = make([]int32, 0, b.wanted)
	}
	b.common = b.commonOwner(b.id)
}

// skewAt returns the power by which the instances of an end are skewed, so that the first one has as
// many more than the mean as the worst case of the model says.
func (b *factsBuilder) skewAt(i, count int) float64 {
	most := 1.0
	for other, end := range b.ends {
		if other == i {
			continue
		}
		if given := b.volume.Given(end.ID, end.Value); given.Known && given.Typical > 0 && given.Worst > given.Typical {
			most = max(most, given.Worst/given.Typical)
		}
	}
	if count < 2 || most <= 1 {
		return 1
	}
	const steepest = 4
	return min(steepest, 1/max(1/float64(steepest), 1-math.Log(most)/math.Log(float64(count))))
}

// spread assigns the i-th of n things to an instance of an end. Each instance gets one, if there are enough.
func (b *factsBuilder) spread(end, i, n int) int32 {
	p := b.among[end]
	if p.count == 0 {
		return -1
	}
	place := int(int64(i) * int64(p.count) / int64(n))
	if n > p.count && p.power > 1 { // one for each, and the rest by the skew
		more, all := float64(n-p.count), float64(p.count)
		before := func(x int) int { return x + int(more*math.Pow(float64(x)/all, 1/p.power)) }
		place = sort.Search(p.count-1, func(x int) bool { return before(x+1) > i })
	}
	return p.at(shuffled(place, p.count, b.hash(b.number(b.id), uint64(end))))
}

// random returns an instance of an end, and takes the skew into account.
func (b *factsBuilder) random(end int, hash uint64) int32 {
	p := b.among[end]
	if p.count == 0 {
		return -1
	}
	if candidates := b.common.candidates(b, end); candidates != nil {
		if len(candidates) == 0 {
			return -1
		}
		return candidates[below(hash, len(candidates))]
	}
	return p.at(shuffled(skewed(unit(hash), p.count, p.power), p.count, b.hash(b.number(b.id), uint64(end))))
}

// add adds the chosen fact, unless an end is missing.
func (b *factsBuilder) add(rank int32) {
	if slices.Contains(b.chosen, -1) {
		return
	}
	for i, end := range b.ends {
		b.facts.ends[end.ID] = append(b.facts.ends[end.ID], b.chosen[i])
	}
	b.facts.total++
	b.rank = append(b.rank, rank)
}

// clear forgets what was chosen.
func (b *factsBuilder) clear() {
	for i := range b.chosen {
		b.chosen[i] = -1
	}
}

// identify gives each weak instance its owners: fact i belongs to instance i.
func (b *factsBuilder) identify(weak int) {
	ranks := map[int32]int32{}
	for i := range b.among[weak].count {
		b.clear()
		b.chosen[weak] = b.among[weak].at(i)
		first := int32(-1)
		for end := range b.ends {
			if end == weak {
				continue
			}
			if first < 0 {
				b.chosen[end] = b.spread(end, i, b.among[weak].count)
				first = b.chosen[end]
			} else {
				b.chosen[end] = b.random(end, b.hash(b.number(b.id), uint64(i), uint64(end)))
			}
		}
		if b.common != nil {
			b.reassign(weak, i)
		}
		b.add(ranks[first])
		ranks[first]++
	}
}

// reassign chooses owners again that have the owner in common with the weak instance, where it has one by another way.
func (b *factsBuilder) reassign(weak, i int) {
	for end := range b.ends {
		if end == weak || b.common.ways[b.ends[weak].ID] == nil {
			continue
		}
		b.chosen[end] = -1
		b.chosen[end] = b.random(end, b.hash(b.number(b.id), uint64(i), uint64(end)))
	}
}

// pair relates each instance of an end to one of each other end.
func (b *factsBuilder) pair() {
	for i := range b.wanted {
		b.clear()
		for end, p := range b.among {
			b.chosen[end] = -1
			if i < p.count {
				b.chosen[end] = p.at(shuffled(i, p.count, b.hash(b.number(b.id), uint64(end))))
			}
		}
		b.add(0)
	}
}

// relateOne relates each instance of an end, or most of them, to one of each other end.
func (b *factsBuilder) relateOne(many int) {
	p := b.among[many]
	ranks := map[int32]int32{}
	wanted := min(b.wanted, p.count)
	for i := range wanted {
		b.clear()
		b.chosen[many] = p.at(shuffled(i, p.count, b.hash(b.number(b.id), uint64(many))))
		first := true
		for end := range b.ends {
			switch {
			case end == many:
			case b.among[end].root == p.root: // a tree: the parent has the smaller number
				b.chosen[end] = b.parent(end, b.chosen[many])
			case first && b.common == nil:
				b.chosen[end] = b.spread(end, shuffled(i, wanted, b.hash(b.number(b.id))), wanted)
				first = false
			default:
				b.chosen[end] = b.random(end, b.hash(b.number(b.id), uint64(i), uint64(end)))
			}
		}
		other := b.chosen[(many+1)%len(b.ends)]
		b.add(ranks[other])
		ranks[other]++
	}
}

// parent returns an instance of an end with a smaller number, -1 if there is none.
func (b *factsBuilder) parent(end int, child int32) int32 {
	p := b.among[end]
	smaller := p.count
	if p.list == nil {
		smaller = int(child)
	} else if at, _ := slices.BinarySearch(p.list, child); at < smaller {
		smaller = at
	}
	if smaller == 0 {
		return -1
	}
	return p.at(smaller / (assumedPerOne + 1))
}

// relateMany relates instances so that no two facts have the same ones at the ends with several.
func (b *factsBuilder) relateMany(many []int) {
	driver := many[0]
	var taken map[[4]int32]bool
	last, rank := int32(-1), int32(0)
	b.flatten(many)
	repeats := b.hasKey()
	for i := range b.wanted {
		b.clear()
		if b.chosen[driver] = b.spread(driver, i, b.wanted); b.chosen[driver] < 0 {
			return
		}
		if b.chosen[driver] != last {
			last, rank, taken = b.chosen[driver], 0, map[[4]int32]bool{}
		}
		const tries = 12
		for try := range uint64(tries) {
			b.chooseOthers(driver, uint64(i), try)
			if try == tries-1 {
				b.probe(many, taken)
			}
			if key, itself := b.key(many); repeats || !itself && !taken[key] {
				taken[key] = true
				b.add(rank)
				rank++
				break
			}
		}
	}
}

// flatten lowers the skew of the driver until the first instance has not more facts than there are others to
// relate it to.
func (b *factsBuilder) flatten(many []int) {
	others, driver := 1.0, &b.among[many[0]]
	for _, end := range many[1:] {
		others *= float64(b.among[end].count)
	}
	const most = 0.7
	share := most * others / float64(max(1, b.wanted))
	if driver.count > 1 && share < 1 {
		driver.power = max(1, min(driver.power, math.Log(float64(driver.count))/-math.Log(share)))
	}
}

func (b *factsBuilder) chooseOthers(driver int, fact, try uint64) {
	for end := range b.ends {
		if end != driver {
			b.chosen[end] = -1
		}
	}
	for end := range b.ends {
		if end != driver {
			b.chosen[end] = b.random(end, b.hash(b.number(b.id), fact, uint64(end), try))
		}
	}
}

// probe looks for instances of the last end that are not taken, one after the other.
func (b *factsBuilder) probe(many []int, taken map[[4]int32]bool) {
	end := many[len(many)-1]
	if b.common != nil || b.chosen[end] < 0 {
		return
	}
	for i := range b.among[end].count {
		b.chosen[end] = b.among[end].at(i)
		if key, itself := b.key(many); !itself && !taken[key] {
			return
		}
	}
}

// key returns the key of a fact, which no other fact of its driver has: the instances at the ends in many. itself
// reports that an instance is related to itself.
func (b *factsBuilder) key(many []int) (key [4]int32, itself bool) {
	for i, end := range many {
		if i < len(key) {
			key[i] = b.chosen[end]
		}
		for _, other := range many[:i] {
			itself = itself || b.among[end].root == b.among[other].root && b.chosen[end] == b.chosen[other]
		}
	}
	return key, itself
}

// hasKey reports whether an attribute of the relationship type tells facts of the same instances apart.
func (b *factsBuilder) hasKey() bool {
	for _, attribute := range b.relationship.Attributes {
		if attribute.Key != model.NoKey {
			return true
		}
	}
	return false
}
