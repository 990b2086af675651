package submission

import (
	"cmp"
	"slices"
	"strings"

	"widerow/model"
	"widerow/model/edit"
	"widerow/model/querytext"
)

// What a query selects is also edited as a list of boxes, the field "columns" of its
// form, although the document has a part for each. Its value is the ids of the
// attributes and types that are selected without an aggregate.
const ColumnsField = "columns"

// ColumnsOf is the value of the field.
func ColumnsOf(query *model.Query) string {
	var ids []model.ID
	for _, find := range query.Find {
		if find.Attribute != "" && find.Aggregate == "" && !slices.Contains(ids, find.Attribute) {
			ids = append(ids, find.Attribute)
		}
	}
	return IDsText(ids)
}

// columnCommands select what was ticked and remove what no longer is. What somebody
// else has selected meanwhile stays.
func columnCommands(m *model.Model, columns edit.Set) ([]edit.Command, error) {
	was, now := strings.Fields(columns.Was), strings.Fields(columns.Value)
	parts := querytext.Of(m.Workflow.Queries[columns.Element])
	parts.Find = slices.DeleteFunc(parts.Find, func(find model.Find) bool {
		id := string(find.Attribute)
		return find.Aggregate == "" && slices.Contains(was, id) && !slices.Contains(now, id)
	})
	for _, id := range inReadingOrder(m, now) {
		selected := func(find model.Find) bool { return string(find.Attribute) == id && find.Aggregate == "" }
		if slices.Contains(was, id) || slices.ContainsFunc(parts.Find, selected) {
			continue
		}
		if element, found := m.Element(model.ID(id)); !found || !Pickable(element.Kind) {
			return nil, &edit.GoneError{Element: model.ID(id)}
		}
		parts.Find = append(parts.Find, model.Find{Attribute: model.ID(id)})
	}
	return querytext.Commands(m, columns.Element, parts), nil
}

// inReadingOrder sorts IDs as the outline of the concepts lists them. IDs that the
// model does not have come last.
func inReadingOrder(m *model.Model, ids []string) []string {
	place := map[string]int{}
	for element := range m.ElementsOf(model.EntityKind, model.RelationshipKind, model.AttributeKind) {
		place[string(element.ID)] = len(place) + 1
	}
	rank := func(id string) int { return cmp.Or(place[id], len(place)+1) }
	sorted := slices.Clone(ids)
	slices.SortStableFunc(sorted, func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	return sorted
}
