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
