package edit

import (
	"fmt"
	"strings"

	"widerow/model"
)

// actorField returns the field of an actor, by name. A form may name a new one.
func actorField[T any](at func(T) *model.ID) Field {
	return Field{Name: "actor", Label: "Actor", Input: NamedInput, MaxLength: model.MaxNameLength, choices: elementsOf(model.ActorKind),
		get: func(m *model.Model, e model.Element) string {
			id := *at(e.Value.(T))
			if actor := m.Workflow.Actors[id]; actor != nil {
				return actor.Name
			}
			return string(id)
		},
		set: func(m *model.Model, e model.Element, text string) error {
			id := actorNamed(m, text)
			if id == "" && text != "" && text != string(*at(e.Value.(T))) {
				return fmt.Errorf("there is no actor %s", model.Shorten(text, 60))
			}
			*at(e.Value.(T)) = id
			return nil
		}}
}

// actorNamed returns the actor with a name, in upper or lower case, or with an ID; ""
// for none.
func actorNamed(m *model.Model, name string) model.ID {
	for _, item := range model.Sorted(m.Workflow.Actors) {
		if strings.EqualFold(item.Value.Name, name) {
			return item.ID
		}
	}
	if m.Workflow.Actors[model.ID(name)] != nil {
		return model.ID(name)
	}
	return ""
}

// addNamed adds the element that a text of a field names, if there is none.
func addNamed(m *model.Model, field Field, text string, ids model.IDs) {
	name, err := field.clean(text)
	if field.Input != NamedInput || err != nil || name == "" || actorNamed(m, name) != "" {
		return // clean's error is reported when the field is set
	}
	m.Parts().Insert(model.Element{Kind: model.ActorKind, ID: ids.New(), Value: &model.Actor{Name: name}}, "")
}
