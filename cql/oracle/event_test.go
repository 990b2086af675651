package oracle

import (
	"slices"

	"widerow/model"
)

// parameter is a value that the application has when it carries out an update. isNew is set for
// a value that the update writes, operator for an end of a range. Several values, of an IN, are parts.
type parameter struct {
	reference
	value    value
	isNew    bool
	operator string
}

// event is an update on chosen instances: what the application knows, and the world after it.
type event struct {
	update     *model.Update
	parameters []parameter
	after      *world
	// whole are values that the application computes if it has read the old ones: a composite
	// attribute with a new part, a collection with a new element.
	whole map[model.ID]value
	// old are the values before the change, which the application may have read.
	old map[model.ID]value
	// about is the instance that is new or gets new values, if it is one.
	about *instance
	// isRefused is set for an update that must stop before it writes anything: another instance has its value of the
	// unique attribute taken.
	isRefused bool
	taken     model.ID
}

func (e *event) know(r reference, v value, isNew bool) {
	if !slices.ContainsFunc(e.parameters, func(p parameter) bool { return p.reference == r && p.isNew == isNew }) {
		e.parameters = append(e.parameters, parameter{reference: r, value: v, isNew: isNew})
	}
}

// event chooses instances for an update, of all updates of the application; nil if there are none.
func (s *site) event(update *model.Update) *event {
	w, _, _ := s.world.clone()
	e := &event{update: update, after: w, whole: map[model.ID]value{}, old: map[model.ID]value{}}
	if !e.happen(s.world) || !e.after.holds() {
		return nil
	}
	return e
}

// happen changes the world after the event, and reports whether there was something to change.
func (e *event) happen(before *world) bool {
	entities, relationships, attributes := e.written()
	switch kind := e.update.Kind; {
	case kind == model.Insert && len(entities) > 0:
		return e.insertInstance(entities[0], relationships)
	case kind == model.Insert && len(relationships) > 0:
		return e.insertFact(relationships[0])
	case kind == model.Insert:
		return e.changeValues(attributes, addElement)
	case kind == model.Increment:
		return e.changeValues(attributes, addNumber)
	case kind == model.Change:
		return e.changeValues(append(e.allOf(append(entities, relationships...)), attributes...), setValue)
	case len(entities) > 0:
		return e.deleteInstances(entities[0], before)
	case len(relationships) > 0:
		return e.deleteFacts(relationships[0])
	}
	return e.changeValues(attributes, removeValue)
}

// written are the types and the attributes that the update writes.
func (e *event) written() (entities, relationships, attributes []model.ID) {
	for _, item := range model.Sorted(e.update.Writes) {
		switch id := item.Value.Element; {
		case e.after.m.Concepts.Entities[id] != nil:
			entities = append(entities, id)
		case e.after.m.Concepts.Relationships[id] != nil:
			relationships = append(relationships, id)
		default:
			attributes = append(attributes, id)
		}
	}
	return entities, relationships, attributes
}

// allOf are the attributes of types outside their keys.
func (e *event) allOf(types []model.ID) []model.ID {
	var attributes []model.ID
	for _, of := range types {
		for _, attribute := range model.Sorted(e.after.m.AttributesOf(of)) {
			if attribute.Value.Key == model.NoKey && attribute.Value.Parent == "" {
				attributes = append(attributes, attribute.ID)
			}
		}
	}
	return attributes
}
