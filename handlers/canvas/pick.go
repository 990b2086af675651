package canvas

import (
	"slices"

	"widerow/diagram/figure"
	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/model/edit"
	"widerow/model/mapping"
	"widerow/model/mapping/er"
	"widerow/model/querytext"
	"widerow/web"
	webcanvas "widerow/web/canvas"
)

// While a query is picked, a click on an attribute of the ER diagram selects it, a
// second one makes it a condition, and a third one removes it. The address has
// pick=QUERY, and a form do=pick:QUERY:CONCEPT.

// picking returns the query that is picked for, or false. Only the Concepts tab
// has concepts to pick.
func picking(b *feature.Context) (model.Element, bool) {
	if b.View.Pick == "" || b.Readonly() {
		return model.Element{}, false
	}
	element, found := b.Model.Element(b.View.Pick)
	return element, found && element.Kind == model.QueryKind
}

// picks mark on the ER diagram what a query names.
func picks(m *model.Model, query model.ID) figure.Picks {
	marked := figure.Picks{Clauses: map[model.ID][]string{}, Path: map[model.ID]bool{}}
	add := func(id model.ID, clause string) {
		if !slices.Contains(marked.Clauses[id], clause) {
			marked.Clauses[id] = append(marked.Clauses[id], clause)
		}
	}
	parts := querytext.Of(m.Workflow.Queries[query])
	for _, find := range parts.Find {
		add(find.Attribute, "SELECT")
	}
	for _, given := range parts.Given {
		add(given.Attribute, "WHERE")
	}
	for _, sort := range parts.SortBy {
		add(sort.Attribute, "ORDER BY")
	}
	markPath(m, mapping.Explore(m, query).Path, marked)
	return marked
}

// markPath marks the relationship types of a path, and the entity types that the
// query names or that lie between two of them, with their lines.
func markPath(m *model.Model, path er.Path, marked figure.Picks) {
	ends := map[model.ID]int{}
	for _, id := range path.Relationships {
		if relationship := m.Concepts.Relationships[id]; relationship != nil {
			marked.Path[id] = true
			for _, participant := range relationship.Participants {
				ends[participant.Entity]++
			}
		}
	}
	for id := range marked.Clauses {
		element, found := m.Element(id)
		if found && element.Kind == model.AttributeKind {
			ends[element.Parent] += 2
		} else if found {
			ends[id] += 2
		}
	}
	for _, id := range path.Relationships {
		for end, participant := range m.Concepts.Relationships[id].Participants {
			if ends[participant.Entity] > 1 {
				marked.Path[participant.Entity], marked.Path[end] = true, true
			}
		}
	}
}

// pickPanel returns the panel shown while a query is picked, nil otherwise.
func pickPanel(b *feature.Context) *webcanvas.PickPanel {
	element, is := picking(b)
	if !is {
		return nil
	}
	query, plan := element.Value.(*model.Query), mapping.Explore(b.Model, element.ID)
	panel := &webcanvas.PickPanel{
		Query: element.ID, Label: query.Label, Path: plan.Path.Words, PathWas: submission.IDsText(query.Path.Sorted()), EndsWas: model.EndsText(query.Ends),
		Text:   querytext.Format(b.Model, querytext.Of(query)),
		Clause: pickedClause(b), Done: b.URL.Tab(web.View{Model: b.View.Model, Tab: web.TabQueries, Select: element.ID, Formula: b.View.Formula}),
	}
	if concept, found := b.Selected(); found && submission.Pickable(concept.Kind) {
		panel.Concept, panel.Title = concept.ID, b.Model.Title(concept.ID)
	}
	if !plan.Path.Chosen || plan.Path.Open {
		for _, path := range plan.Path.Alternatives() {
			if choice := (edit.Choice{Value: path.Signature(), Label: path.Words}); !slices.ContainsFunc(
				panel.Paths, func(c edit.Choice) bool { return c.Value == choice.Value }) {
				panel.Paths = append(panel.Paths, choice)
			}
		}
	}
	return panel
}

// pickedClause returns the clause of the previous click, which the next one uses
// too.
func pickedClause(b *feature.Context) string {
	if b.Answer == nil {
		return ""
	}
	return b.Answer.Values.Get(submission.PickClause)
}

// pickAction starts picking for a query.
func pickAction(b *feature.Context, query model.ID) []web.Action {
	if b.Readonly() || b.View.Pick != "" || len(b.Model.Concepts.Entities) == 0 {
		return nil
	}
	address := b.URL.Tab(web.View{Model: b.View.Model, Tab: web.TabConcepts, Pick: query, Formula: b.View.Formula})
	return []web.Action{{Label: "Pick on the diagram", Href: address, Hint: "Selects attributes and conditions by clicks on the ER diagram"}}
}
