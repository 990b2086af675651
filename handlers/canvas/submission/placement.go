package submission

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/workflow"
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

// apply adds the transitions one after the other, since a query can need the values
// of one before it.
func (p *placement) apply(m *model.Model, ids model.IDs) (after *model.Model, err error) {
	if len(p.accesses) == 0 {
		return nil, &edit.InvalidError{Problems: []model.Problem{{Code: "model/invalid", Message: "Choose a query or an update to add to the workflow"}}}
	}
	var commands []edit.Command
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
	return edit.Apply(m, ids, commands...)
}

// commands lead to the step by a transition, also in the planned model. A transition
// without a query takes it.
func (p *placement) commands(planned *model.Model, ids model.IDs, access model.ID) []edit.Command {
	var commands []edit.Command
	to := p.to
	if to == "" {
		to = ids.New()
		name := stepName(planned, access)
		commands = append(commands, edit.Add{Kind: model.StepKind, ID: to, Values: map[string]string{"name": name, "actor": string(actorOf(planned, access))}})
		planned.Workflow.Steps[to] = &model.Step{Order: afterLast(planned.Workflow.Steps), Name: name}
	}
	from := p.from
	if from == beforeByValues {
		if from = workflow.StepBefore(planned, access, to); from != "" {
			for _, condition := range workflow.ChosenRanges(planned, access, from) {
				commands = append(commands, edit.Set{Element: condition, Field: "source", Value: string(model.UserInput)})
			}
		}
	}
	for _, transition := range model.Sorted(planned.Workflow.Transitions) {
		if transition.Value.Access == "" && transition.Value.To == to && (transition.Value.From == from || p.from == beforeByValues) {
			transition.Value.Access = access
			return append(commands, edit.Set{Element: transition.ID, Field: "access", Value: string(access)})
		}
	}
	id := ids.New()
	planned.Workflow.Transitions[id] = &model.Transition{From: from, To: to, Access: access}
	values := map[string]string{"from": string(from), "to": string(to), "access": string(access)}
	return append(commands, edit.Add{Kind: model.TransitionKind, ID: id, Values: values})
}

// afterLast returns an order after that of all steps.
func afterLast(steps map[model.ID]*model.Step) model.Order {
	var last model.Order
	for _, step := range steps {
		last = max(last, step.Order)
	}
	return model.Between(last, "")
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
