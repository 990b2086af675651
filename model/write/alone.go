package write

import (
	"fmt"
	"slices"

	"widerow/model"
)

// findAlone reports the instances that an update may leave without a partner that each of them has.
func (w findings) findAlone() {
	level := Warning
	if w.update.Cascade == model.Cascades {
		level = Info // what goes with the instance was confirmed
	}
	for _, l := range w.lonely() {
		r := w.model.Concepts.Relationships[l.relationship]
		left, partner := w.model.Title(r.Participants[l.left].Entity), w.model.Title(r.Participants[l.partner].Entity)
		w.report(level, CodeAlone, w.id, fmt.Sprintf("%s may leave %s %s without %s %s, which each one has (%s)", w.update.Label,
			article(left), left, article(partner), partner, w.model.Title(l.relationship)),
			fmt.Sprintf("Give the %s another %s, or delete it, too: tables that need one have no row of it.", left, partner))
	}
}

// loss is the end of a relationship type whose instances always take part, and the end of the partner that they lose.
type loss struct{ relationship, left, partner model.ID }

// lonely returns the ends that may lose their last partner.
func (w findings) lonely() (found []loss) {
	deleted := w.deletedTypes()
	for _, item := range model.Sorted(w.model.Concepts.Relationships) {
		for _, partner := range model.Sorted(item.Value.Participants) {
			for _, left := range model.Sorted(item.Value.Participants) {
				l := loss{item.ID, left.ID, partner.ID}
				stays := left.ID != partner.ID && left.Value.Total && !w.concepts.IsIdentifying(item.ID, left.ID) && !slices.Contains(deleted, left.Value.Entity)
				if stays && w.takes(l, deleted) && !slices.ContainsFunc(found, func(other loss) bool { return other.relationship == item.ID && other.left == left.ID }) {
					found = append(found, l)
				}
			}
		}
	}
	return found
}

// deletedTypes returns the types whose instances the update deletes, at any distance; none if it stops where there is something
// that exists only with its instance.
func (w findings) deletedTypes() []model.ID {
	if w.kind != model.Delete {
		return nil
	}
	deleted := slices.Clone(w.types)
	for _, of := range w.types {
		if !w.concepts.IsRelationship(of) && w.update.Cascade != model.Restricts {
			kinds, _ := w.takenWith(of)
			deleted = appendNew(deleted, filter(kinds, func(id model.ID) bool { return !w.concepts.IsRelationship(id) })...)
		}
	}
	return deleted
}

// takes reports whether an update takes the partner from an instance: it deletes the partner or the relationship, or replaces
// the relationship by one with another instance.
func (w findings) takes(l loss, deleted []model.ID) bool {
	r := w.model.Concepts.Relationships[l.relationship]
	partner := r.Participants[l.partner].Entity
	switch {
	case w.kind == model.Insert:
		isReplaced := r.Participants[l.left].Cardinality == "1" && len(r.Participants) == 2
		return isReplaced && slices.Contains(w.types, l.relationship) && !slices.Contains(w.types, partner)
	case slices.Contains(deleted, l.relationship):
		return true
	}
	return slices.Contains(deleted, partner) && (w.update.Cascade != model.Restricts || w.isSingle(l.relationship, l.partner))
}
