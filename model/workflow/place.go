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

// StepBefore returns the step after which a query or an update can run, since the
// queries of the step return most of the values that it needs. It is empty, for an
// entry point, if it needs no value or no step returns one. but is left out.
func StepBefore(m *model.Model, access, but model.ID) model.ID {
	needed := valuesOf(m, access)
	var best model.ID
	most := 0
	for _, step := range model.Sorted(m.Workflow.Steps) {
		if step.ID == but {
			continue
		}
		returned := returnedIn(m, step.ID, access)
		count := 0
		for _, attribute := range needed {
			if returned[attribute] || returned[m.OwnerOfAttribute(attribute)] {
				count++
			}
		}
		if count > most {
			best, most = step.ID, count
		}
	}
	return best
}

// valuesOf returns the attributes of the conditions whose values an earlier query
// supplies.
func valuesOf(m *model.Model, access model.ID) []model.ID {
	var given map[model.ID]*model.Given
	if query := m.Workflow.Queries[access]; query != nil {
		given = query.Given
	} else if update := m.Workflow.Updates[access]; update != nil {
		given = update.Given
	}
	var needed []model.ID
	for _, item := range model.Sorted(given) {
		if item.Value.Source == model.PreviousQuery && item.Value.Attribute != "" && !slices.Contains(needed, item.Value.Attribute) {
			needed = append(needed, item.Value.Attribute)
		}
	}
	return needed
}

// returnedIn returns what the queries of a step find, but for one of them:
// attributes, and types whose attributes are all found.
func returnedIn(m *model.Model, step, but model.ID) map[model.ID]bool {
	returned := map[model.ID]bool{}
	for _, transition := range m.Workflow.Transitions {
		query := m.Workflow.Queries[transition.Access]
		if transition.To != step || transition.Access == but || query == nil {
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
