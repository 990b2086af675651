package handlers

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/web"
)

// A form places queries and updates in the workflow, each by a transition:
//
//	do=workflow                 the ones of the form's boxes
//	do=workflow:ACCESS:STEP     one of them; STEP is "new" for a new step
//	workflow.access             the ids that are ticked
//	workflow.to                 the step that they lead to, "" for a new one each
//	workflow.from               the step before, "" for an entry point, or "auto"
type placement struct {
	accesses []model.ID
	to, from model.ID
}

// newStep and beforeByValues are the values of choices that are no step.
const (
	newStep        = "new"
	beforeByValues = "auto"
)

// maxPlaced bounds how many queries one form adds to the workflow.
const maxPlaced = 500

func (f *editForm) placementOf(arguments []string) *placement {
	if len(arguments) == 2 {
		p := &placement{accesses: []model.ID{model.ID(arguments[0])}, to: model.ID(arguments[1]), from: beforeByValues}
		if arguments[1] == newStep {
			p.to = ""
		}
		return p
	}
	p := &placement{to: model.ID(f.values.Get("workflow.to")), from: model.ID(f.values.Get("workflow.from"))}
	for _, id := range f.values["workflow.access"] {
		if len(p.accesses) < maxPlaced && !slices.Contains(p.accesses, model.ID(id)) {
			p.accesses = append(p.accesses, model.ID(id))
		}
	}
	return p
}

// apply adds the transitions one after the other, since a query can need the values
// of one before it.
func (p *placement) apply(m *model.Model, ids model.IDs) (after *model.Model, err error) {
	if len(p.accesses) == 0 {
		return nil, &model.InvalidError{Problems: []model.Problem{{Code: "model/invalid", Message: "Choose a query or an update to add to the workflow"}}}
	}
	var commands []model.Command
	planned := m.Clone() // has the steps and transitions that the commands add
	if planned.Workflow.Steps == nil {
		planned.Workflow.Steps = map[model.ID]*model.Step{}
	}
	if planned.Workflow.Transitions == nil {
		planned.Workflow.Transitions = map[model.ID]*model.Transition{}
	}
	for _, access := range p.accesses {
		commands = append(commands, p.commands(planned, ids, access)...)
	}
	return model.Apply(m, ids, commands...)
}

// commands lead to the step by a transition, also in the planned model. A transition
// without a query takes it.
func (p *placement) commands(planned *model.Model, ids model.IDs, access model.ID) []model.Command {
	var commands []model.Command
	to := p.to
	if to == "" {
		to = ids.New()
		name := stepName(planned, access)
		commands = append(commands, model.Add{Kind: model.StepKind, ID: to, Values: map[string]string{"name": name, "actor": string(actorOf(planned, access))}})
		planned.Workflow.Steps[to] = &model.Step{Name: name}
	}
	from := p.from
	if from == beforeByValues {
		from = planned.StepBefore(access, to)
	}
	for _, transition := range model.Sorted(planned.Workflow.Transitions) {
		if transition.Value.Access == "" && transition.Value.To == to && (transition.Value.From == from || p.from == beforeByValues) {
			transition.Value.Access = access
			return append(commands, model.Set{Element: transition.ID, Field: "access", Value: string(access)})
		}
	}
	id := ids.New()
	planned.Workflow.Transitions[id] = &model.Transition{From: from, To: to, Access: access}
	values := map[string]string{"from": string(from), "to": string(to), "access": string(access)}
	return append(commands, model.Add{Kind: model.TransitionKind, ID: id, Values: values})
}

// stepName is the description of a query, with a number if a step has it already.
func stepName(m *model.Model, access model.ID) string {
	name := string(access)
	switch value := valueOf(m, access).(type) {
	case *model.Query:
		name = cmp.Or(value.Name, value.Label)
	case *model.Update:
		name = cmp.Or(value.Name, value.Label)
	}
	taken := func(name string) bool {
		return slices.ContainsFunc(model.Sorted(m.Workflow.Steps), func(s model.Item[*model.Step]) bool { return strings.EqualFold(s.Value.Name, name) })
	}
	numbered := name
	for number := 2; taken(numbered); number++ {
		numbered = fmt.Sprint(name, " ", number)
	}
	return numbered
}

func valueOf(m *model.Model, id model.ID) any {
	element, _ := m.Element(id)
	return element.Value
}

func actorOf(m *model.Model, access model.ID) model.ID {
	switch value := valueOf(m, access).(type) {
	case *model.Query:
		return value.Actor
	case *model.Update:
		return value.Actor
	}
	return ""
}

// words describe the placement for the history.
func (p *placement) words(after *model.Model) string {
	what := after.Title(p.accesses[0])
	if len(p.accesses) > 1 {
		what = fmt.Sprintf("%d queries", len(p.accesses))
	}
	if p.to == "" {
		return "added " + what + " to the workflow"
	}
	return "added " + what + " to the step " + after.Title(p.to)
}

// placementPanel offers to add queries to the workflow: those that are in none, the
// selected one if it is one of them, or any to the selected step.
func (b *workbench) placementPanel(element model.Element) *web.PlacementPanel {
	if b.readonly() || b.view.Tab != web.TabQueries {
		return nil
	}
	unplaced := b.model.Unplaced()
	panel := &web.PlacementPanel{Steps: b.choicesOf(model.StepKind)}
	switch element.Kind {
	case model.StepKind:
		panel.Step, panel.Title = element.ID, "Add transitions to this step"
		for _, access := range b.accessesBut(element.ID) {
			panel.Offer(access.ID, b.label(access), false)
		}
	case model.QueryKind, model.UpdateElement:
		if !slices.ContainsFunc(unplaced, func(e model.Element) bool { return e.ID == element.ID }) {
			return nil
		}
		panel.Title, panel.One = "Not in the workflow yet", true
		panel.Offer(element.ID, b.label(element), true)
	case model.ModelKind:
		panel.Title = "Not in the workflow yet"
		for _, access := range unplaced {
			panel.Offer(access.ID, b.label(access), true)
		}
	}
	if len(panel.Accesses) == 0 {
		return nil
	}
	return panel
}

// accessesBut returns the queries and updates that do not lead to a step yet, first
// those that lead to none.
func (b *workbench) accessesBut(step model.ID) []model.Element {
	here := map[model.ID]bool{}
	for _, transition := range b.model.Workflow.Transitions {
		here[transition.Access] = here[transition.Access] || transition.To == step
	}
	accesses := b.model.Unplaced()
	for _, access := range slices.Concat(b.elements(model.QueryKind), b.elements(model.UpdateElement)) {
		same := func(other model.Element) bool { return other.ID == access.ID }
		if !here[access.ID] && !slices.ContainsFunc(accesses, same) {
			accesses = append(accesses, access)
		}
	}
	return accesses
}

// maxTray is how many queries the diagram lists that are not in the workflow. The
// others are folded.
const maxTray = 12

// tray lists them on the diagram, to be dragged onto a step.
func (b *workbench) tray() *web.Tray {
	unplaced := b.model.Unplaced()
	if b.readonly() || b.view.Tab != web.TabQueries || len(unplaced) == 0 {
		return nil
	}
	var accesses []web.TrayAccess
	for _, access := range unplaced {
		label := ""
		switch value := access.Value.(type) {
		case *model.Query:
			label = value.Label
		case *model.Update:
			label = value.Label
		}
		accesses = append(accesses, web.TrayAccess{ID: access.ID, Label: label, Title: b.label(access), Href: web.SafeHref(b.link(access.ID))})
	}
	first := min(len(accesses), maxTray)
	return &web.Tray{Accesses: accesses[:first], More: accesses[first:]}
}
