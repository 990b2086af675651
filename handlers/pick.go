package handlers

import (
	"slices"
	"strings"

	"widerow/diagram"
	"widerow/model"
	"widerow/model/mapping"
	"widerow/model/querytext"
	"widerow/web"
)

// While a query is picked, a click on an attribute of the ER diagram selects it, a
// second one makes it a condition, and a third one removes it. The address has
// pick=QUERY, and a form do=pick:QUERY:CONCEPT.

// The field pick.clause says what a click does: "" as above, "where" and "order"
// with the condition on the attribute, or the order by it, alone.

// pickClause is the name of that field.
const pickClause = "pick.clause"

// pick is a click on a concept for a query.
type pick struct {
	query, concept model.ID
	clause         string
}

// picking returns the query that is picked for, or false. Only the Concepts tab
// has concepts to pick.
func (b *workbench) picking() (model.Element, bool) {
	if b.view.Pick == "" || b.readonly() {
		return model.Element{}, false
	}
	element, found := b.model.Element(b.view.Pick)
	return element, found && element.Kind == model.QueryKind
}

// dropPick ends picking on a page where it means nothing.
func dropPick(m *model.Model, view *web.View) {
	if view.Tab != web.TabConcepts || m.Workflow.Queries[view.Pick] == nil {
		view.Pick = ""
	}
}

// apply changes the parts of the query by one click.
func (p pick) apply(m *model.Model, ids model.IDs) (*model.Model, error) {
	query := m.Workflow.Queries[p.query]
	if query == nil {
		return nil, &model.GoneError{Element: p.query}
	}
	element, found := m.Element(p.concept)
	if !found || p.concept == "" {
		return nil, &model.GoneError{Element: p.concept}
	}
	parts := querytext.Of(query)
	named := query.Name == querytext.Name(m, parts) // nobody has named it otherwise
	switch element.Kind {
	case model.AttributeKind:
		p.attribute(&parts, element.Parent)
	case model.EntityKind, model.RelationshipKind:
		if !removeFound(&parts, p.concept) {
			parts.Find = append(parts.Find, model.Find{Attribute: p.concept})
		}
	default:
		return nil, &model.InvalidError{Problems: []model.Problem{{Code: "model/invalid", Element: p.query,
			Message: "A query names attributes, entity types and relationship types; pick one of these"}}}
	}
	commands := querytext.Commands(m, p.query, parts)
	if name := querytext.Name(m, parts); named && name != query.Name {
		commands = append(commands, model.Set{Element: p.query, Field: "name", Was: query.Name, Value: name})
	}
	return model.Apply(m, ids, commands...)
}

// attribute changes the clause that is picked for.
func (p pick) attribute(parts *querytext.Parts, owner model.ID) {
	isFound := func(find model.Find) bool { return find.Attribute == owner && find.Aggregate == "" }
	switch {
	case p.clause == "where":
		pickCondition(parts, p.concept)
	case p.clause == "order":
		pickOrder(parts, p.concept)
	case slices.ContainsFunc(parts.Find, isFound):
		pickCondition(parts, p.concept) // it is selected with its type
	default:
		pickAttribute(parts, p.concept)
	}
}

// pickCondition adds or removes the condition.
func pickCondition(parts *querytext.Parts, attribute model.ID) {
	before := len(parts.Given)
	parts.Given = slices.DeleteFunc(parts.Given, func(given model.Given) bool { return given.Attribute == attribute })
	if len(parts.Given) == before {
		parts.Given = append(parts.Given, model.Given{Attribute: attribute, Operator: model.Equal})
	}
}

// pickOrder goes from nothing to ascending, to descending, and back to nothing.
func pickOrder(parts *querytext.Parts, attribute model.ID) {
	at := slices.IndexFunc(parts.SortBy, func(sort model.SortBy) bool { return sort.Attribute == attribute })
	switch {
	case at < 0:
		parts.SortBy = append(parts.SortBy, model.SortBy{Attribute: attribute})
	case parts.SortBy[at].Descending:
		parts.SortBy = slices.Delete(parts.SortBy, at, at+1)
	default:
		parts.SortBy[at].Descending = true
	}
}

// newQuery is a query that is made to be picked for. It selects a type, or nothing
// yet, and is named after what it finds.
type newQuery struct{ id, concept model.ID }

func (q newQuery) apply(m *model.Model, ids model.IDs) (*model.Model, error) {
	var parts querytext.Parts
	if q.concept != "" {
		if element, found := m.Element(q.concept); !found || !pickable(element.Kind) {
			return nil, &model.GoneError{Element: q.concept}
		}
		parts.Find = []model.Find{{Attribute: q.concept}}
	}
	after, err := model.Apply(m, ids, model.Add{Kind: model.QueryKind, ID: q.id, Values: map[string]string{"name": querytext.Name(m, parts)}})
	if err != nil {
		return nil, err
	}
	return model.Apply(after, ids, querytext.Commands(after, q.id, parts)...)
}

// pickAttribute goes from nothing to SELECT, to WHERE, and back to nothing.
func pickAttribute(parts *querytext.Parts, attribute model.ID) {
	isGiven := func(given model.Given) bool { return given.Attribute == attribute }
	given := slices.ContainsFunc(parts.Given, isGiven)
	found := removeFound(parts, attribute)
	switch {
	case given:
		parts.Given = slices.DeleteFunc(parts.Given, isGiven)
	case found:
		parts.Given = append(parts.Given, model.Given{Attribute: attribute, Operator: model.Equal})
	default:
		parts.Find = append(parts.Find, model.Find{Attribute: attribute})
	}
}

// removeFound removes what is found of a concept and reports whether there was
// any.
func removeFound(parts *querytext.Parts, concept model.ID) bool {
	before := len(parts.Find)
	parts.Find = slices.DeleteFunc(parts.Find, func(find model.Find) bool { return find.Attribute == concept })
	return len(parts.Find) < before
}

// picks mark on the ER diagram what a query names.
func picks(m *model.Model, query model.ID) diagram.Picks {
	marked := diagram.Picks{Clauses: map[model.ID][]string{}, Path: map[model.ID]bool{}}
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
func markPath(m *model.Model, path mapping.Path, marked diagram.Picks) {
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
func (b *workbench) pickPanel() *web.PickPanel {
	element, is := b.picking()
	if !is {
		return nil
	}
	query, plan := element.Value.(*model.Query), mapping.Explore(b.model, element.ID)
	panel := &web.PickPanel{
		Query: element.ID, Label: query.Label, Path: plan.Path.Words, PathWas: idsText(query.Path.Sorted()),
		Clause: b.pickedClause(), Done: b.url.Tab(web.View{Model: b.view.Model, Tab: web.TabQueries, Select: element.ID, Formula: b.view.Formula}),
	}
	if concept, found := b.selected(); found && pickable(concept.Kind) {
		panel.Concept, panel.Title = concept.ID, b.model.Title(concept.ID)
	}
	if len(plan.Path.Others) > 0 {
		for _, path := range append([]mapping.Path{plan.Path}, plan.Path.Others...) {
			panel.Paths = append(panel.Paths, model.Choice{Value: idsText(path.Relationships), Label: path.Words})
		}
	}
	return panel
}

// pickedClause returns the clause of the previous click, which the next one uses
// too.
func (b *workbench) pickedClause() string {
	if b.answer == nil {
		return ""
	}
	return b.answer.values.Get(pickClause)
}

func pickable(kind model.Kind) bool {
	return kind == model.AttributeKind || kind == model.EntityKind || kind == model.RelationshipKind
}

// idsText joins ids as the form of a field has them.
func idsText(ids []model.ID) string {
	return strings.Join(mapped(slices.Sorted(slices.Values(ids)), func(id model.ID) string { return string(id) }), " ")
}

// pickAction starts picking for a query.
func (b *workbench) pickAction(query model.ID) []web.Action {
	if b.readonly() || b.view.Pick != "" || len(b.model.Concepts.Entities) == 0 {
		return nil
	}
	address := b.url.Tab(web.View{Model: b.view.Model, Tab: web.TabConcepts, Pick: query, Formula: b.view.Formula})
	return []web.Action{{Label: "Pick on the diagram", Href: address, Hint: "Selects attributes and conditions by clicks on the ER diagram"}}
}
