package oracle

import (
	"slices"

	"widerow/model"
)

// parameter is a value that the application has when it carries out an update. isNew is set for
// a value that the update writes.
type parameter struct {
	reference
	value value
	isNew bool
}

// event is an update on chosen instances: what the application knows, and the world after it.
type event struct {
	update     *model.Update
	parameters []parameter
	after      *world
	// whole are values that the application computes if it has read the old ones: a composite
	// attribute with a new part, a collection with a new element.
	whole map[model.ID]value
}

func (e *event) know(r reference, v value, isNew bool) {
	if !slices.ContainsFunc(e.parameters, func(p parameter) bool { return p.reference == r && p.isNew == isNew }) {
		e.parameters = append(e.parameters, parameter{r, v, isNew})
	}
}

// event chooses instances for an update, of all updates of the application; nil if there are none.
func (s *site) event(update *model.Update) *event {
	w, _, _ := s.world.clone()
	e := &event{update: update, after: w, whole: map[model.ID]value{}}
	var entities, relationships, attributes []model.ID
	for _, item := range model.Sorted(update.Writes) {
		switch id := item.Value.Element; {
		case w.m.Concepts.Entities[id] != nil:
			entities = append(entities, id)
		case w.m.Concepts.Relationships[id] != nil:
			relationships = append(relationships, id)
		default:
			attributes = append(attributes, id)
		}
	}
	done := false
	switch {
	case update.Kind == model.Insert && len(entities) > 0:
		done = e.insertInstance(entities[0], relationships)
	case update.Kind == model.Insert && len(relationships) > 0:
		done = e.insertFact(relationships[0])
	case update.Kind == model.Insert:
		done = e.changeValues(attributes, addElement)
	case update.Kind == model.Change:
		for _, of := range append(entities, relationships...) {
			for _, attribute := range model.Sorted(w.m.AttributesOf(of)) {
				if attribute.Value.Key == model.NoKey && attribute.Value.Parent == "" {
					attributes = append(attributes, attribute.ID)
				}
			}
		}
		done = e.changeValues(attributes, setValue)
	case len(entities) > 0:
		done = e.deleteInstances(entities[0])
	case len(relationships) > 0:
		done = e.deleteFacts(relationships[0])
	default:
		done = e.changeValues(attributes, removeValue)
	}
	if !done {
		return nil
	}
	return e
}
