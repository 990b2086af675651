package sample

import (
	"cmp"
	"slices"

	"widerow/model/stored"
)

// nobody is the place of a node that a row lacks.
const nobody = int32(-1)

// plan is the order in which the instances of a row are chosen: each is found from one that is chosen already.
type plan struct {
	steps []step
	// collected is the first step of those that a row has several instances of.
	collected int
}

// step chooses the instance of a node.
type step struct {
	node, from int // from is -1 for a node that is chosen among all instances
	link       stored.Link
	way        way
	checks     []stored.Link // to other nodes that are chosen already
	optional   bool
}

// way is how one instance leads to another.
type way int

const (
	anywhere  way = iota // all instances
	toEnd                // from a fact to who takes part
	toFact               // from who takes part to the facts
	toSuper              // from the subtype to the supertype: the same instance
	toSubtype            // and back, if it is one
)

// newPlan orders the nodes of a meaning. It begins with the one from which most others follow.
func newPlan(w *world, m *stored.Meaning) *plan {
	var best *plan
	fewest := 0
	for root, n := range m.Nodes {
		if n.Optional || n.Collected {
			continue
		}
		p := planFrom(w, m, root)
		several := 0
		for _, s := range p.steps {
			if s.way == toFact && !w.hasOneFact(s.link) || s.way == anywhere {
				several++
			}
		}
		if best == nil || several < fewest {
			best, fewest = p, several
		}
	}
	return best
}

func planFrom(w *world, m *stored.Meaning, root int) *plan {
	placed := make([]bool, len(m.Nodes))
	p := &plan{steps: []step{{node: root, from: -1}}, collected: len(m.Nodes)}
	placed[root] = true
	for len(p.steps) < len(m.Nodes) {
		next := nextSteps(w, m, placed)
		if len(next) == 0 { // not connected
			rest := slices.Index(placed, false)
			next = []step{{node: rest, from: -1, optional: m.Nodes[rest].Optional}}
		}
		chosen := next[0]
		placed[chosen.node] = true
		for _, l := range m.Links {
			if l != chosen.link && (l.From == chosen.node || l.To == chosen.node) && placed[l.From] && placed[l.To] {
				chosen.checks = append(chosen.checks, l)
			}
		}
		if m.Nodes[chosen.node].Collected {
			p.collected = min(p.collected, len(p.steps))
		}
		p.steps = append(p.steps, chosen)
	}
	return p
}

// nextSteps returns the steps to nodes that are not chosen yet, the best first: those of one instance, then
// those that every row has, and last those in collections.
func nextSteps(w *world, m *stored.Meaning, placed []bool) []step {
	var found []step
	for _, l := range m.Links {
		if placed[l.From] == placed[l.To] {
			continue
		}
		s := step{node: l.To, from: l.From, link: l, way: toEnd}
		switch {
		case placed[l.From] && l.Participant == "":
			s.way = toSuper
		case placed[l.To] && l.Participant == "":
			s.node, s.from, s.way = l.From, l.To, toSubtype
		case placed[l.To]:
			s.node, s.from, s.way = l.From, l.To, toFact
		}
		s.optional = m.Nodes[s.node].Optional
		s.link.From, s.link.To = l.From, l.To
		found = append(found, s)
	}
	rank := func(s step) int {
		rank := 0
		if m.Nodes[s.node].Collected {
			rank += 4
		}
		if s.optional {
			rank += 2
		}
		if s.way == toFact && !w.hasOneFact(s.link) {
			rank++
		}
		return rank
	}
	slices.SortStableFunc(found, func(a, b step) int { return cmp.Compare(rank(a), rank(b)) })
	return found
}

// hasOneFact reports whether who takes part by a link does so in at most one fact.
func (w *world) hasOneFact(l stored.Link) bool {
	for id, relationship := range w.m.Concepts.Relationships {
		end := relationship.Participants[l.Participant]
		if end == nil {
			continue
		}
		for other, participant := range relationship.Participants {
			if other != l.Participant && participant.Cardinality != "1" {
				return false
			}
		}
		return w.weakEnd(id) != nil || len(relationship.Participants) > 1
	}
	return false
}

// choices yields the instances of each row, without those in collections. The slice is used again.
func (t *table) choices(yield func([]int32) bool) {
	choice := make([]int32, len(t.meaning.Nodes))
	for i := range choice {
		choice[i] = nobody
	}
	t.choose(0, t.plan.collected, choice, yield)
}

// collect visits the choices of the collected instances of a row.
func (t *table) collect(choice []int32, visit func([]int32)) {
	t.choose(t.plan.collected, len(t.plan.steps), choice, func(c []int32) bool { visit(c); return true })
	for _, s := range t.plan.steps[t.plan.collected:] {
		choice[s.node] = nobody
	}
}

// choose chooses the instances of the steps from one to another. It reports whether to go on.
func (t *table) choose(at, end int, choice []int32, yield func([]int32) bool) bool {
	if at == end {
		return yield(choice)
	}
	s := &t.plan.steps[at]
	any := false
	try := func(instance int32) bool {
		choice[s.node] = instance
		if !t.holds(s, choice) {
			return true
		}
		any = true
		return t.choose(at+1, end, choice, yield)
	}
	if s.from < 0 || choice[s.from] != nobody {
		if !t.eachInstance(s, choice, try) {
			return false
		}
	}
	choice[s.node] = nobody
	if any || !s.optional && !t.meaning.Nodes[s.node].Collected {
		return true
	}
	return t.choose(at+1, end, choice, yield)
}

// eachInstance calls try for each instance to which a step leads.
func (t *table) eachInstance(s *step, choice []int32, try func(int32) bool) bool {
	w, of := t.world, t.meaning.Nodes[s.node].Of
	switch s.way {
	case toEnd:
		return try(w.factsOf(t.meaning.Nodes[s.from].Of).ends[s.link.Participant][choice[s.from]])
	case toFact:
		f := w.factsOf(of)
		entity := w.m.Concepts.Relationships[of].Participants[s.link.Participant].Entity
		for _, fact := range f.index(s.link.Participant, w.instances(w.roots[entity])).of(choice[s.from]) {
			if !try(fact) {
				return false
			}
		}
		return true
	case toSuper:
		if w.roots[of] != w.roots[t.meaning.Nodes[s.from].Of] { // a second supertype, of another hierarchy
			return try(choice[s.from] % int32(max(1, w.instances(w.roots[of]))))
		}
		return try(choice[s.from])
	case toSubtype:
		if w.roots[of] == w.roots[t.meaning.Nodes[s.from].Of] && w.isMember(choice[s.from], of) {
			return try(choice[s.from])
		}
		return true
	}
	if w.m.Concepts.Relationships[of] != nil {
		return upTo(w.factsOf(of).total, try)
	}
	if w.roots[of] == of {
		return upTo(w.instances(of), try)
	}
	for _, one := range w.membersOf(of).all {
		if !try(one) {
			return false
		}
	}
	return true
}

func upTo(count int, try func(int32) bool) bool {
	for i := range count {
		if !try(int32(i)) {
			return false
		}
	}
	return true
}

// holds reports whether an instance is related to the others that are chosen, as the meaning says.
func (t *table) holds(s *step, choice []int32) bool {
	for _, l := range s.checks {
		from, to := choice[l.From], choice[l.To]
		switch {
		case from == nobody || to == nobody:
		case l.Participant == "":
			if from != to && t.world.roots[t.meaning.Nodes[l.From].Of] == t.world.roots[t.meaning.Nodes[l.To].Of] {
				return false
			}
		case t.world.factsOf(t.meaning.Nodes[l.From].Of).ends[l.Participant][from] != to:
			return false
		}
	}
	return true
}

// average returns how many instances a step leads to, on average.
func (t *table) average(s *step, c counts) float64 {
	w, of := t.world, t.meaning.Nodes[s.node].Of
	switch s.way {
	case anywhere:
		return w.population(c, of)
	case toSubtype:
		return min(1, w.fraction(of)/max(w.fraction(t.meaning.Nodes[s.from].Of), 1e-9))
	case toFact:
		entity := w.m.Concepts.Relationships[of].Participants[s.link.Participant].Entity
		found := w.population(c, of) / max(1, w.population(c, entity))
		if s.optional {
			return max(1, found)
		}
		return found
	}
	return 1
}
