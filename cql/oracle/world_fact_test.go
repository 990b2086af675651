package oracle

import (
	"slices"

	"widerow/model"
)

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
	count := factsOfMany
	switch {
	case w.crowded:
		count = factsOfCrowd
	case w.sparse && w.random.IntN(2) == 0:
		count = factsOfFew
	}
	for range count {
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
		if relationship.Within != "" {
			among = w.withinSame(among, f, relationship.Within)
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

// withinSame are the instances that belong to the owner of those that a fact relates already.
func (w *world) withinSame(among []*instance, f *fact, owner model.ID) []*instance {
	return slices.DeleteFunc(slices.Clone(among), func(one *instance) bool {
		by := w.ownerOf(one, owner, f.of)
		for _, other := range f.ends {
			if w.ownerOf(other, owner, f.of) != by {
				return true
			}
		}
		return by == nil
	})
}

// alone counts the instances that have no partner by a relationship type in which they must take part.
func (w *world) alone() int {
	count := 0
	for _, relationship := range model.Sorted(w.m.Concepts.Relationships) {
		for end, participant := range relationship.Value.Participants {
			for _, one := range w.members(participant.Entity) {
				takesPart := slices.ContainsFunc(w.facts[relationship.ID], func(f *fact) bool { return f.ends[end] == one })
				if participant.Total && !takesPart {
					count++
				}
			}
		}
	}
	return count
}
