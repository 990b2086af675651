package model

import "slices"

// Unplaced returns the queries and updates that no transition of the workflow
// runs. A sub-query runs with the query that it is a part of.
func (m *Model) Unplaced() []Element {
	run := map[ID]bool{}
	for _, transition := range m.Workflow.Transitions {
		run[transition.Access] = true
	}
	var unplaced []Element
	for element := range m.ElementsOf(QueryKind, UpdateElement) {
		query, is := element.Value.(*Query)
		if !run[element.ID] && !(is && query.Parent != "" && m.Workflow.Queries[query.Parent] != nil) {
			unplaced = append(unplaced, element)
		}
	}
	return unplaced
}

// StepBefore returns the step after which a query or an update can run, since the
// queries of the step return most of the values that it needs. It is empty, for an
// entry point, if it needs no value or no step returns one. but is left out.
func (m *Model) StepBefore(access, but ID) ID {
	needed := m.valuesOf(access)
	var best ID
	most := 0
	for _, step := range Sorted(m.Workflow.Steps) {
		if step.ID == but {
			continue
		}
		returned := m.returnedIn(step.ID, access)
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
func (m *Model) valuesOf(access ID) []ID {
	var given map[ID]*Given
	if query := m.Workflow.Queries[access]; query != nil {
		given = query.Given
	} else if update := m.Workflow.Updates[access]; update != nil {
		given = update.Given
	}
	var needed []ID
	for _, item := range Sorted(given) {
		if item.Value.Source == PreviousQuery && item.Value.Attribute != "" && !slices.Contains(needed, item.Value.Attribute) {
			needed = append(needed, item.Value.Attribute)
		}
	}
	return needed
}

// returnedIn returns what the queries of a step find, but for one of them:
// attributes, and types whose attributes are all found.
func (m *Model) returnedIn(step, but ID) map[ID]bool {
	returned := map[ID]bool{}
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
