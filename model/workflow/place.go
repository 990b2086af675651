// Package workflow finds the queries and updates that no transition of a workflow runs,
// and the step after which each fits. The workflow itself is model.Workflow.
package workflow

import (
	"slices"

	"widerow/model"
)

// Unplaced returns the queries and updates that no transition of the workflow
// runs. A sub-query runs with the query that it is a part of.
func Unplaced(m *model.Model) []model.Element {
	run := map[model.ID]bool{}
	for _, transition := range m.Workflow.Transitions {
		run[transition.Access] = true
	}
	var unplaced []model.Element
	for element := range m.ElementsOf(model.QueryKind, model.UpdateElement) {
		query, is := element.Value.(*model.Query)
		if !run[element.ID] && !(is && query.Parent != "" && m.Workflow.Queries[query.Parent] != nil) {
			unplaced = append(unplaced, element)
		}
	}
	return unplaced
}

// StepBefore returns the step after which a query or an update can run: most of the
// values that it needs are returned there or in the steps before, and of such steps
// most in the step itself. It is empty, for an entry point, if it needs no value or no
// step returns one. but is left out.
func StepBefore(m *model.Model, access, but model.ID) model.ID {
	needed := valuesOf(m, access)
	var best model.ID
	most, mostItself := 0, 0
	for _, step := range model.Sorted(m.Workflow.Steps) {
		if step.ID == but {
			continue
		}
		itself := returned(m, needed, access, model.SetOfIDs(step.ID))
		if itself == 0 {
			continue
		}
		count := returned(m, needed, access, upTo(m, step.ID))
		if count > most || count == most && itself > mostItself {
			best, most, mostItself = step.ID, count, itself
		}
	}
	return best
}

// upTo returns a step and all steps from which transitions lead to it.
func upTo(m *model.Model, step model.ID) model.IDSet {
	steps := model.SetOfIDs(step)
	for reached := []model.ID{step}; len(reached) > 0; reached = reached[1:] {
		for _, transition := range m.Workflow.Transitions {
			if transition.To == reached[0] && transition.From != "" && !steps[transition.From] {
				steps[transition.From] = true
				reached = append(reached, transition.From)
			}
		}
	}
	return steps
}

// returned counts the attributes that the queries of some steps return.
func returned(m *model.Model, needed []model.ID, but model.ID, steps model.IDSet) int {
	found := returnedIn(m, steps, but)
	count := 0
	for _, attribute := range needed {
		if found[attribute] || found[m.OwnerOfAttribute(attribute)] {
			count++
		}
	}
	return count
}

// valuesOf returns the attributes of the conditions whose values an earlier query
// supplies. The bounds of a range count only in a query without other conditions: a
// person chooses them, even if an earlier step shows such a value.
func valuesOf(m *model.Model, access model.ID) []model.ID {
	var exact, bounds []model.ID
	for _, item := range model.Sorted(givenOf(m, access)) {
		switch condition := item.Value; {
		case condition.Source != model.PreviousQuery || condition.Attribute == "":
		case condition.Operator.IsRange():
			bounds = append(bounds, condition.Attribute)
		case !slices.Contains(exact, condition.Attribute):
			exact = append(exact, condition.Attribute)
		}
	}
	if len(exact) == 0 {
		return slices.Compact(bounds)
	}
	return exact
}

func givenOf(m *model.Model, access model.ID) map[model.ID]*model.Given {
	if query := m.Workflow.Queries[access]; query != nil {
		return query.Given
	} else if update := m.Workflow.Updates[access]; update != nil {
		return update.Given
	}
	return nil
}

// ChosenRanges returns the conditions for a range of which neither a step nor one before
// it returns a value: a person chooses its bounds, such as the days of a report.
func ChosenRanges(m *model.Model, access, step model.ID) []model.ID {
	var chosen []model.ID
	steps := upTo(m, step)
	for _, item := range model.Sorted(givenOf(m, access)) {
		if condition := item.Value; condition.Operator.IsRange() && condition.Source == model.PreviousQuery &&
			returned(m, []model.ID{condition.Attribute}, access, steps) == 0 {
			chosen = append(chosen, item.ID)
		}
	}
	return chosen
}

// returnedIn returns what the queries of some steps find, but for one of them:
// attributes, and types whose attributes are all found.
func returnedIn(m *model.Model, steps model.IDSet, but model.ID) map[model.ID]bool {
	returned := map[model.ID]bool{}
	for _, transition := range m.Workflow.Transitions {
		query := m.Workflow.Queries[transition.Access]
		if !steps[transition.To] || transition.Access == but || query == nil {
			continue
		}
		for _, find := range query.Find {
			if find.Aggregate == "" {
				returned[find.Attribute] = true
			}
		}
	}
	delete(returned, "")
	return returned
}
