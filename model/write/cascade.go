package write

import (
	"fmt"
	"slices"

	"widerow/model"
	"widerow/model/edit"
)

// findCascade reports the instances that a deletion also deletes, and asks for confirmation unless
// the update has it.
func (w findings) findCascade() {
	of, kinds := w.dependents()
	if len(kinds) == 0 {
		return
	}
	label, what := w.update.Label, list(w.kindNames(kinds))
	switch w.update.Cascade {
	case model.Cascades:
		w.report(Info, CodeCascade, w.id, label+" also deletes what exists only with the "+of+": "+what, "")
	case model.Restricts:
		w.report(Info, CodeCascade, w.id, label+" deletes the "+of+" only if nothing exists only with it: "+what,
			"The application stops before the first write if a read finds a row of these.")
	default:
		w.report(Warning, CodeCascade, w.id, label+" also deletes what exists only with the "+of+": "+what,
			"Is that meant? Delete them, too, or delete the "+of+" only if there are none.")
	}
}

// maxKinds bounds the kinds that a finding names.
const maxKinds = 5

func (w findings) kindNames(kinds []model.ID) []string {
	var names []string
	for _, id := range kinds[:min(len(kinds), maxKinds)] {
		names = append(names, w.model.Title(id))
	}
	if more := len(kinds) - maxKinds; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	return names
}

// dependents returns the relationship types, weak entity types and subtypes whose instances
// exist only with one that the update deletes, without those that it names itself. An
// identifying relationship type is one with its weak entity type.
func (w findings) dependents() (of string, kinds []model.ID) {
	if w.kind != model.Delete {
		return "", nil
	}
	var deleted, named []model.ID
	for _, item := range model.Sorted(w.update.Writes) {
		if named = append(named, item.Value.Element); w.model.Concepts.Entities[item.Value.Element] != nil {
			deleted = appendNew(deleted, item.Value.Element)
			if of == "" {
				of = w.model.Title(item.Value.Element)
			}
		}
	}
	for at := 0; at < len(deleted); at++ {
		for _, item := range model.Sorted(w.model.Concepts.Hierarchies) {
			if item.Value.Supertype == deleted[at] {
				for _, subtype := range model.Sorted(item.Value.Subtypes) {
					deleted = appendNew(deleted, subtype.Value.Entity)
				}
			}
		}
		for _, item := range model.Sorted(w.model.Concepts.Relationships) {
			weak, joins := dependentEnd(w.model, item.Value, deleted[at])
			switch {
			case !joins:
			case weak != "":
				deleted = appendNew(deleted, weak)
			default:
				kinds = appendNew(kinds, item.ID)
			}
		}
	}
	kinds = append(slices.Clone(deleted), kinds...)
	isIdentifying := func(id model.ID) bool {
		r := w.model.Concepts.Relationships[id]
		return r != nil && r.Identifying
	}
	return of, filter(kinds, func(id model.ID) bool { return !slices.Contains(named, id) && !isIdentifying(id) })
}

// dependentEnd reports whether instances of a relationship type exist only with one of an
// entity type, several perhaps. weak is the weak entity type that the relationship type makes
// it own, if any. That an instance has one partner goes without saying.
func dependentEnd(m *model.Model, r *model.Relationship, of model.ID) (weak model.ID, joins bool) {
	ends := model.Sorted(r.Participants)
	for i, item := range ends {
		if item.Value.Entity != of {
			continue
		}
		hasOne := len(ends) == 2 && ends[1-i].Value.Cardinality == "1"
		joins = joins || !hasOne
		for _, other := range ends {
			if entity := m.Concepts.Entities[other.Value.Entity]; r.Identifying && !hasOne && entity != nil && entity.Weak && other.ID != item.ID {
				weak = other.Value.Entity
			}
		}
	}
	return weak, joins
}

// findKept reports the supertype instance that stays when a subtype is deleted.
func (w findings) findKept() {
	if w.kind != model.Delete {
		return
	}
	for _, of := range w.types {
		if whole := w.keptWith(of, w.types); whole != "" {
			w.report(Info, CodeSubtype, w.id, fmt.Sprintf("%s deletes only the %s: the %s stays, without what belongs to the %s", w.update.Label,
				w.model.Title(of), w.model.Title(whole), w.model.Title(of)), "To delete it, too, delete the "+w.model.Title(whole)+" instead.")
		}
	}
}

// keptWith returns the type of the whole instance that stays when one of a subtype is deleted, "" if the update deletes it,
// too, or if the type is no subtype.
func (p *planner) keptWith(of model.ID, deleted []model.ID) model.ID {
	if p.model.Concepts.Entities[of] == nil {
		return ""
	}
	supers := p.model.Supertypes(of)
	if len(supers) == 0 || slices.ContainsFunc(supers, func(super model.ID) bool { return slices.Contains(deleted, super) }) {
		return ""
	}
	return supers[len(supers)-1]
}

// deleteWhole offers to delete the whole instance instead of its subtype only.
func (f *fixer) deleteWhole(update *model.Update) {
	var deleted []model.ID
	for _, item := range model.Sorted(update.Writes) {
		deleted = append(deleted, item.Value.Element)
	}
	for _, item := range model.Sorted(update.Writes) {
		if whole := f.keptWith(item.Value.Element, deleted); whole != "" && update.Kind == model.Delete {
			f.fixes = append(f.fixes, Fix{Text: "Delete the " + f.planner.model.Title(whole) + ", too",
				Commands: []edit.Command{edit.Set{Element: item.ID, Field: "element", Was: string(item.Value.Element), Value: string(whole)}}})
		}
	}
}

// sayCascade offers the two answers to what a deletion takes with it.
func (f *fixer) sayCascade(update *model.Update) {
	w := findings{&planning{planner: f.planner, subject: &subject{id: f.update, update: update, kind: update.Kind}}}
	if _, kinds := w.dependents(); len(kinds) == 0 || update.Cascade != model.CascadeUnsaid {
		return
	}
	for _, answer := range []struct {
		text    string
		cascade model.Cascade
	}{{"Delete them, too", model.Cascades}, {"Only if there are none", model.Restricts}} {
		set := edit.Set{Element: f.update, Field: "cascade", Value: string(answer.cascade)}
		f.fixes = append(f.fixes, Fix{Text: answer.text, Commands: []edit.Command{set}})
	}
}

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
