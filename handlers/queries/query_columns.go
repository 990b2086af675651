package queries

import (
	"cmp"
	"slices"
	"strings"

	"widerow/handlers/canvas/submission"
	"widerow/handlers/feature"
	"widerow/model"
	"widerow/web"
	webqueries "widerow/web/queries"
)

// maxColumnChoices bounds the boxes. A larger model offers the attributes of the types that the
// query names, and of the types beside them.
const maxColumnChoices = 150

// columnPicker offers the attributes that a query can select, nil without any.
func columnPicker(b *feature.Context, element model.Element) web.Content {
	query, is := element.Value.(*model.Query)
	if !is || b.Readonly() || len(b.Model.Concepts.Entities) == 0 {
		return nil
	}
	picker := &webqueries.ColumnPicker{Query: element.ID, Was: submission.ColumnsOf(query)}
	ticked := strings.Fields(picker.Was)
	if typed, found := b.Answer.Typed(element.ID, submission.ColumnsField); found {
		ticked = strings.Fields(typed)
	}
	named, near := typesNear(b, query)
	for _, kind := range []model.Kind{model.EntityKind, model.RelationshipKind} {
		for _, concept := range b.Elements(kind) {
			group := webqueries.ColumnGroup{Title: b.Label(concept)}
			for _, attribute := range attributesOf(b, concept) {
				group.Columns = append(group.Columns,
					webqueries.ColumnBox{ID: attribute.ID, Label: attributeName(b, attribute),
						Ticked: slices.Contains(ticked, string(attribute.ID))})
			}
			if len(group.Columns) > 0 && near[concept.ID] {
				group.Named = named[concept.ID]
				whole := webqueries.ColumnBox{ID: concept.ID, Label: "all of " + group.Title, Ticked: slices.Contains(ticked, string(concept.ID))}
				group.Columns = append([]webqueries.ColumnBox{whole}, group.Columns...)
				picker.Groups = append(picker.Groups, group)
			}
		}
	}
	slices.SortStableFunc(picker.Groups, func(x, y webqueries.ColumnGroup) int { return cmp.Compare(rankOf(y.Named), rankOf(x.Named)) })
	return picker
}

func rankOf(named bool) int {
	if named {
		return 1
	}
	return 0
}

func attributesOf(b *feature.Context, concept model.Element) []model.Element {
	return slices.DeleteFunc(b.Model.Children(concept), func(e model.Element) bool { return e.Kind != model.AttributeKind })
}

// attributeName returns the name of an attribute, after the names of the composite attributes that
// contain it.
func attributeName(b *feature.Context, element model.Element) string {
	attribute := element.Value.(*model.Attribute)
	name := attribute.Name
	for range 8 { // a whole can be a part of itself
		whole, found := b.Model.Element(attribute.Parent)
		if attribute.Parent == "" || !found || whole.Kind != model.AttributeKind {
			break
		}
		attribute = whole.Value.(*model.Attribute)
		name = attribute.Name + "." + name
	}
	return name
}

// typesNear returns the types that a query names, and with them those that a
// relationship connects with them. In a small model all types are near.
func typesNear(b *feature.Context, query *model.Query) (named, near map[model.ID]bool) {
	named, near = map[model.ID]bool{}, map[model.ID]bool{}
	add := func(id model.ID) {
		if element, found := b.Model.Element(id); found && id != "" {
			if element.Kind == model.AttributeKind {
				id = element.Parent
			}
			named[id], near[id] = true, true
		}
	}
	for _, find := range query.Find {
		add(find.Attribute)
	}
	for _, given := range query.Given {
		add(given.Attribute)
	}
	if len(b.Elements(model.AttributeKind)) <= maxColumnChoices {
		for _, concept := range slices.Concat(b.Elements(model.EntityKind), b.Elements(model.RelationshipKind)) {
			near[concept.ID] = true
		}
		return named, near
	}
	for id, relationship := range b.Model.Concepts.Relationships {
		beside := named[id]
		for _, participant := range relationship.Participants {
			beside = beside || named[participant.Entity]
		}
		for _, participant := range relationship.Participants {
			near[participant.Entity] = near[participant.Entity] || beside
		}
		near[id] = near[id] || beside
	}
	return named, near
}
