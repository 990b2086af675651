package model

import (
	"fmt"
	"slices"
	"strings"
)

// ActorsOf returns who runs a query or an update: its own actor, or else those of the
// steps that it leads to.
func (m *Model) ActorsOf(access ID) []ID {
	if own := m.actors().actorOf(access); own != "" {
		return []ID{own}
	}
	var actors []ID
	for _, step := range m.actors().stepsOf(access) {
		if actor := m.Workflow.Steps[step].Actor; m.Workflow.Actors[actor] != nil && !slices.Contains(actors, actor) {
			actors = append(actors, actor)
		}
	}
	return actors
}

// actors knows who runs which queries and updates.
type actors struct{ *Model }

func (m *Model) actors() actors { return actors{m} }

// stepsOfOthers returns the steps that a query or an update leads to and that are
// performed by another actor than the one that runs it. There are none if its own
// actor performs one of them.
func (m actors) stepsOfOthers(access ID) []ID {
	own := m.actorOf(access)
	if own == "" {
		return nil
	}
	var others []ID
	for _, step := range m.stepsOf(access) {
		switch actor := m.Workflow.Steps[step].Actor; {
		case actor == own:
			return nil
		case m.Workflow.Actors[actor] != nil:
			others = append(others, step)
		}
	}
	return others
}

// ActorMismatch returns a sentence if the steps of a query or an update are
// performed by others than the actor who runs it, otherwise "".
func (m *Model) ActorMismatch(access ID) string {
	var steps []string
	for _, step := range m.actors().stepsOfOthers(access) {
		steps = append(steps, fmt.Sprintf("%s performs the step %s", m.Title(m.Workflow.Steps[step].Actor), m.Title(step)))
	}
	if len(steps) == 0 {
		return ""
	}
	return fmt.Sprintf("%s runs %s, but %s", m.Title(m.actors().actorOf(access)), m.Title(access), strings.Join(steps, ", "))
}

// actorOf returns the own actor of a query or an update, "" for none.
func (m actors) actorOf(access ID) ID {
	var actor ID
	if query := m.Workflow.Queries[access]; query != nil {
		actor = query.Actor
	} else if update := m.Workflow.Updates[access]; update != nil {
		actor = update.Actor
	}
	if m.Workflow.Actors[actor] == nil {
		return ""
	}
	return actor
}

// stepsOf returns the steps that a query or an update leads to, in order.
func (m actors) stepsOf(access ID) []ID {
	var steps []ID
	for _, transition := range Sorted(m.Workflow.Transitions) {
		to := transition.Value.To
		if transition.Value.Access == access && m.Workflow.Steps[to] != nil && !slices.Contains(steps, to) {
			steps = append(steps, to)
		}
	}
	return steps
}

// actorField returns the field of an actor, by name. A form may name a new one.
func actorField[T any](at func(T) *ID) Field {
	return Field{Name: "actor", Label: "Actor", Input: NamedInput, MaxLength: MaxNameLength, choices: elementsOf(ActorKind),
		get: func(m *Model, e Element) string {
			id := *at(e.Value.(T))
			if actor := m.Workflow.Actors[id]; actor != nil {
				return actor.Name
			}
			return string(id)
		},
		set: func(m *Model, e Element, text string) error {
			id := actorNamed(m, text)
			if id == "" && text != "" && text != string(*at(e.Value.(T))) {
				return fmt.Errorf("there is no actor %s", shorten(text, 60))
			}
			*at(e.Value.(T)) = id
			return nil
		}}
}

// actorNamed returns the actor with a name, in upper or lower case, or with an ID; ""
// for none.
func actorNamed(m *Model, name string) ID {
	for _, item := range Sorted(m.Workflow.Actors) {
		if strings.EqualFold(item.Value.Name, name) {
			return item.ID
		}
	}
	if m.Workflow.Actors[ID(name)] != nil {
		return ID(name)
	}
	return ""
}

// addNamed adds the element that a text of a field names, if there is none.
func (m *Model) addNamed(field Field, text string, ids IDs) {
	name, err := field.clean(text)
	if field.Input != NamedInput || err != nil || name == "" || actorNamed(m, name) != "" {
		return // clean's error is reported when the field is set
	}
	m.places().insert(Element{Kind: ActorKind, ID: ids.New(), Value: &Actor{Name: name}}, "")
}
