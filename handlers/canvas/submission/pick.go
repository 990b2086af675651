package submission

import (
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/querytext"
)

// PickClause is the field with the effect of a click on an attribute: "" selects it,
// makes it a condition or removes it, in turn; "where" and "order" change only the
// condition on it, or the order by it.
const PickClause = "pick.clause"

// pick is a click on a concept for a query.
type pick struct {
	query, concept model.ID
	clause         string
}

// apply changes the parts of the query by one click.
func (p pick) apply(m *model.Model, ids model.IDs) (*model.Model, error) {
	query := m.Workflow.Queries[p.query]
	if query == nil {
		return nil, &edit.GoneError{Element: p.query}
	}
	element, found := m.Element(p.concept)
	if !found || p.concept == "" {
		return nil, &edit.GoneError{Element: p.concept}
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
		return nil, &edit.InvalidError{Problems: []model.Problem{{Code: "model/invalid", Element: p.query,
			Message: "A query names attributes, entity types and relationship types; pick one of these"}}}
	}
	commands := querytext.Commands(m, p.query, parts)
	if name := querytext.Name(m, parts); named && name != query.Name {
		commands = append(commands, edit.Set{Element: p.query, Field: "name", Was: query.Name, Value: name})
	}
	return edit.Apply(m, ids, commands...)
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
		if element, found := m.Element(q.concept); !found || !Pickable(element.Kind) {
			return nil, &edit.GoneError{Element: q.concept}
		}
		parts.Find = []model.Find{{Attribute: q.concept}}
	}
	after, err := edit.Apply(m, ids, edit.Add{Kind: model.QueryKind, ID: q.id, Values: map[string]string{"name": querytext.Name(m, parts)}})
	if err != nil {
		return nil, err
	}
	return edit.Apply(after, ids, querytext.Commands(after, q.id, parts)...)
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

// Pickable reports whether a query can select elements of a kind.
func Pickable(kind model.Kind) bool {
	return kind == model.AttributeKind || kind == model.EntityKind || kind == model.RelationshipKind
}

// IDsText joins ids as the form of a field has them.
func IDsText(ids []model.ID) string {
	return strings.Join(Mapped(slices.Sorted(slices.Values(ids)), func(id model.ID) string { return string(id) }), " ")
}
