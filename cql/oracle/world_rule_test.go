package oracle

import (
	"slices"

	"widerow/model"
)

// holds reports whether the world keeps what the concepts say: values that are unique are, and
// relationships within one owner relate what belongs to the same one.
func (w *world) holds() bool {
	for id, relationship := range w.m.Concepts.Relationships {
		for _, f := range w.facts[id] {
			if relationship.Within != "" && !w.isWithin(f, relationship.Within) {
				return false
			}
		}
	}
	for _, item := range model.Sorted(w.m.Concepts.Entities) {
		for id, attribute := range item.Value.Attributes {
			for _, one := range w.members(item.ID) {
				if attribute.Unique && w.rivalFor(one, id, attribute) != nil {
					return false
				}
			}
		}
	}
	return true
}

// isWithin reports whether the ends of a fact belong to one owner of a type.
func (w *world) isWithin(f *fact, owner model.ID) bool {
	var first *instance
	for _, one := range f.ends {
		by := w.ownerOf(one, owner, f.of)
		if by == nil || first != nil && first != by {
			return false
		}
		first = by
	}
	return true
}

// ownerOf finds the nearest owner of a type: by identifying relationship types and by those in which an
// instance has one partner, but not by one.
func (w *world) ownerOf(one *instance, owner, but model.ID) *instance {
	level := []*instance{one}
	for range 5 {
		var next []*instance
		for _, at := range level {
			if at.members[owner] {
				return at
			}
			next = append(next, w.partnersOf(at, but)...)
		}
		level = next
	}
	return nil
}

// partnersOf returns the partners of which an instance has exactly one.
func (w *world) partnersOf(one *instance, but model.ID) []*instance {
	var found []*instance
	for _, item := range model.Sorted(w.m.Concepts.Relationships) {
		for _, f := range w.facts[item.ID] {
			for end := range f.ends {
				if f.ends[end] != one || item.ID == but || !w.hasOne(item.ID, end) {
					continue
				}
				for other, partner := range f.ends {
					if other != end {
						found = append(found, partner)
					}
				}
			}
		}
	}
	return found
}

// rivalFor finds another instance with the value that must be unique.
func (w *world) rivalFor(one *instance, id model.ID, attribute *model.Attribute) *instance {
	for _, other := range w.instances[one.root] {
		if other != one && !one.values[id].isNull() && other.values[id].text == one.values[id].text && w.isInScope(one, other, attribute.UniqueWithin) {
			return other
		}
	}
	return nil
}

func (w *world) isInScope(one, other *instance, owner model.ID) bool {
	return owner == "" || w.ownerOf(one, owner, "") == w.ownerOf(other, owner, "")
}

// violation is an update that would give an instance a value that another one has, which must be refused; nil if
// it writes none that is unique, or there is no other one.
func (s *site) violation(update *model.Update) *event {
	e := s.event(update)
	if e == nil || e.about == nil || update.Kind == model.Delete {
		return nil
	}
	entities, _, _ := e.written()
	gains := update.Kind == model.Insert && len(update.Given) > 0
	for _, item := range model.Sorted(s.m.Concepts.Entities) {
		for _, attribute := range model.Sorted(item.Value.Attributes) {
			if gains && !slices.Contains(entities, item.ID) {
				continue // it has that already
			}
			at := slices.IndexFunc(e.parameters, func(p parameter) bool { return p.of == attribute.ID && p.isNew })
			if !attribute.Value.Unique || at < 0 || !e.about.members[item.ID] {
				continue
			}
			for _, other := range e.after.members(item.ID) {
				if taken := other.values[attribute.ID]; other != e.about && !taken.isNull() && e.after.isInScope(e.about, other, attribute.Value.UniqueWithin) {
					e.parameters[at].value = taken
					e.after, e.isRefused, e.taken = s.world, true, attribute.ID
					return e
				}
			}
		}
	}
	return nil
}
